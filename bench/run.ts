/**
 * All benchmarks and all reference cases, and the page that shows them: `npm run bench -- [--page] [--update]`
 *
 *   --page     measure nothing: write docs/proof.md from what bench/results holds
 *   --update   also write the tables of the guides
 *
 * Each benchmark is a process of its own, so that none runs on code that another has warmed up.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { projectFile } from "./report/docsPage.ts";
import { chapterNames, comparisonsFile, writeGuides, writeProofPage } from "./report/proofPage.ts";

const programs: Readonly<Record<(typeof chapterNames)[number], string>> = {
  solvers: "bench/solvers/run.ts",
  scaling: "bench/solvers/scaling.ts",
  compiler: "bench/compiler/run.ts",
  multibody: "bench/multibody/run.ts",
  collision: "bench/collision.ts",
  contact: "bench/contact/run.ts",
  crowd: "bench/crowd/run.ts",
  patch: "bench/contact-patch.ts",
  structure: "bench/structure.ts",
  planar: "bench/planar.ts",
  media: "bench/media.ts",
  viewer: "bench/studio/viewer.ts",
  studio: "bench/studio/run.ts",
};

const isUpdate = process.argv.includes("--update");

if (!process.argv.includes("--page")) {
  for (const name of chapterNames) run(programs[name], ...(isUpdate ? ["--update"] : []));
  run("scripts/validate.ts", `--record=${comparisonsFile}`);
}
writeProofPage();
if (isUpdate) writeGuides();
console.log(`\nWritten: docs/proof.md${isUpdate ? ", the tables of the guides" : ""}.`);

function run(program: string, ...options: string[]): void {
  console.log(`\n=== ${program}`);
  const own = projectFile(`${program.slice(0, program.lastIndexOf("/"))}/tsconfig.json`);
  const { status } = spawnSync(process.execPath, ["--import", "tsx", program, ...options], {
    cwd: projectFile("."),
    stdio: "inherit",
    // some measure the built package, which the tsconfig of their folder says
    env: existsSync(own) ? { ...process.env, TSX_TSCONFIG_PATH: own } : process.env,
  });
  if (status !== 0) throw new Error(`${program} failed; nothing was written.`);
}
