/** All that is fuzzed. */
import type { Target } from "./target.ts";
import { commandTargets } from "./targets/commands.ts";
import { fileTargets } from "./targets/files.ts";
import { languageTargets } from "./targets/language.ts";
import { mediaTargets } from "./targets/media.ts";
import { modelicaTargets } from "./targets/modelica.ts";
import { robotTargets } from "./targets/robots.ts";
import { solverTargets } from "./targets/solvers.ts";
import { studyTargets } from "./targets/studies.ts";

export const targets: readonly Target[] = [
  ...languageTargets,
  ...fileTargets,
  ...robotTargets,
  ...modelicaTargets,
  ...mediaTargets,
  ...solverTargets,
  ...studyTargets,
  ...commandTargets,
];
