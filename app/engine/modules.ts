/**
 * What a model in the studio may import: the package, with `simulate` and its relatives reporting to the page.
 * Writers of files are missing: a model here has no files, and the page has its own buttons.
 */
import * as blocks from "../../src/entries/blocks.ts";
import * as collision from "../../src/entries/collision.ts";
import * as electric from "../../src/entries/electric.ts";
import * as heat from "../../src/entries/heat.ts";
import * as planar from "../../src/entries/planar.ts";
import * as rotational from "../../src/entries/rotational.ts";
import * as solvers from "../../src/entries/solvers.ts";
import * as translational from "../../src/entries/translational.ts";
import * as rattleback from "../../src/index.ts";
import { assertModule } from "./assertModule.ts";
import type { ModuleTable } from "./evaluateModule.ts";
import type { ReportingRuns } from "./reportingRuns.ts";

export function modulesFor(runs: ReportingRuns): ModuleTable {
  return {
    rattleback: { ...rattleback, simulate: runs.simulate, instantiate: runs.instantiate },
    "rattleback/blocks": blocks,
    "rattleback/collision": collision,
    "rattleback/electric": electric,
    "rattleback/heat": heat,
    "rattleback/planar": { ...planar, simulatePlanar: runs.simulatePlanar },
    "rattleback/rotational": rotational,
    "rattleback/solvers": { ...solvers, integrate: runs.integrate },
    "rattleback/translational": translational,
    "node:assert/strict": assertModule,
    "node:assert": assertModule,
  };
}
