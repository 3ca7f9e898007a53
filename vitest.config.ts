import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^rattleback$/, replacement: source("index.ts") },
      { find: /^rattleback\/(.+)$/, replacement: source("entries/$1.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    pool: "forks",
    // the default leaves one core idle, which on two cores doubles the time; many tests wait for other processes
    maxWorkers: 2,
  },
});
