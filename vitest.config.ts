import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { countingOptions } from "./test/allocatedBytes.ts";
import { builtFiles, testsBuiltPackage, useBuiltPackage } from "./test/builtPackage.ts";

const source = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url));

/** Count what code allocates: each has a process of its own, in which nothing runs beside the code. */
const countingMemory = ["test/**/allocation.test.ts"];

/** The longest first, so that none of them is left alone at the end. */
const longest = [
  "studio/examples",
  "docs/examples",
  "studio/studio",
  "studio/building",
  "integrate/referenceProblems",
  "studio/keeping",
  "studio/keyboard",
  "docs/pages",
  "commandLine/sweep/sweepProgram",
  "commandLine/program",
  "commandLine/queue/queue",
  "viewer/viewer",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(`test/${name}.test.ts`));
      // processes are shared until the first file that needs its own
      return project.config.isolate ? longest.length + 1 : place < 0 ? longest.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const common = {
  resolve: {
    alias: [
      { find: /^rattleback$/, replacement: source("index.ts") },
      { find: /^rattleback\/(.+)$/, replacement: source("entries/$1.ts") },
    ],
  },
  test: {
    setupFiles: ["test/watchdog.ts"],
    // Sixty times what the slowest test takes on two quiet cores, for computers that are busy with much else; a hanging test ends the run all the same.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 900_000 } },
    pool: "forks" as const,
    server: { deps: { external: [builtFiles] } },
  },
};

export default defineConfig({
  test: {
    // two more than the two cores that every machine has: many tests wait for a browser or for other processes
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      // modules have no state but caches: loading and compiling them once per process saves more than half of the time
      {
        ...common,
        plugins: testsBuiltPackage ? [useBuiltPackage()] : [],
        test: {
          ...common.test,
          name: "shared",
          include: ["test/**/*.test.ts"],
          exclude: countingMemory,
          setupFiles: [...common.test.setupFiles, "test/fixedSeed.ts"],
          isolate: false,
        },
      },
      {
        ...common,
        test: {
          ...common.test,
          name: "memory",
          include: countingMemory,
          isolate: true,
          execArgv: countingOptions,
        },
      },
    ],
  },
});
