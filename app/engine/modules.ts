/**
 * What a model in the studio may import: the package, with `simulate` and its relatives reporting to the page.
 * Writers of files are missing: a model here has no files, and the page has its own buttons.
 */
import * as collision from "../../src/entries/collision.ts";
import * as solvers from "../../src/entries/solvers.ts";
import * as rattleback from "../../src/index.ts";
import { assertModule } from "./assertModule.ts";
import type { ModuleTable } from "./evaluateModule.ts";
import { loadLate } from "./lateNames.ts";
import { type LateName, type LibraryName, librariesNamedIn } from "./libraryNames.ts";
import type { ReportingRuns } from "./reportingRuns.ts";

type Namespace = Readonly<Record<string, unknown>>;

const libraries: Readonly<Record<LibraryName, (runs: ReportingRuns) => Promise<Namespace>>> = {
  "rattleback/blocks": () => import("../../src/entries/blocks.ts"),
  "rattleback/electric": () => import("../../src/entries/electric.ts"),
  "rattleback/heat": () => import("../../src/entries/heat.ts"),
  "rattleback/planar": async (runs) => {
    const planar = await import("../../src/entries/planar.ts");
    return { ...planar, simulatePlanar: runs.planar(planar.simulatePlanar) };
  },
  "rattleback/rotational": () => import("../../src/entries/rotational.ts"),
  "rattleback/translational": () => import("../../src/entries/translational.ts"),
  animationOf: () => late("animationOf"),
  compare: () => late("compare"),
  importUrdf: () => late("importUrdf"),
  resultFromJson: () => late("resultFromJson"),
};

/** Not a module of its own, but a name of the package that works from now on. */
async function late(name: LateName): Promise<Namespace> {
  await loadLate(name);
  return {};
}

/** Everything that these texts can import. */
export async function modulesFor(texts: readonly string[], runs: ReportingRuns): Promise<ModuleTable> {
  const loaded = await Promise.all(
    librariesNamedIn(texts).map(async (name) => [name, await libraries[name](runs)] as const),
  );
  return {
    rattleback: { ...rattleback, simulate: runs.simulate, instantiate: runs.instantiate },
    "rattleback/collision": collision,
    "rattleback/solvers": { ...solvers, integrate: runs.integrate },
    "node:assert/strict": assertModule,
    "node:assert": assertModule,
    ...Object.fromEntries(loaded),
  };
}
