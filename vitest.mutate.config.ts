// For `npm run mutate`: the tests that MUTATE_TESTS names, in one process.
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
    include: (process.env["MUTATE_TESTS"] ?? "test/**/*.test.ts").split(","),
    exclude: ["test/**/allocation.test.ts"],
    setupFiles: ["test/fixedSeed.ts"],
    testTimeout: 180_000,
  },
});
