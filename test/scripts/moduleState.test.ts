// Runs share no memory: what stands at the level of a module is never written, or is the scratch of a kernel.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { filesIn } from "../docs/filesIn.ts";

/** Filled and read within one call, which calls nothing but other kernels: no code of a user, of a model or of another run. */
const scratchOfKernels = [
  "src/libraries/fluid/flowLaws.ts",
  "src/math/elementary/exponential.ts",
  "src/math/elementary/floatBits.ts",
  "src/math/elementary/hyperbolic.ts",
  "src/math/elementary/power.ts",
  "src/math/elementary/trigonometric.ts",
  "src/math/polynomialBounds.ts",
  "src/mechanics/eliminateGeneral.ts",
  "src/mechanics/flangeColumns.ts",
  "src/mechanics/forwardDynamics.ts",
  "src/mechanics/loops/anchors.ts",
  "src/mechanics/loops/constraintRows.ts",
  "src/mechanics/loops/loopForces.ts",
  "src/mechanics/loops/observedCoordinate.ts",
  "src/mechanics/loops/rolling.ts",
  "src/mechanics/placeGeneral.ts",
  "src/mechanics/turningBounds.ts",
  "src/media/equationFunctions.ts",
  "src/media/stateCache.ts",
  "src/results/interpolation.ts",
  "src/viewer/overlays.ts",
];

const neverWritten = [
  "src/multibody/contactImpacts.ts",
  "src/multibody/run/rigidKicks.ts",
  "src/run/hiddenVariables.ts",
  "src/run/runningModel.ts",
];

/** Written once, by whoever asks first: tables made of constants, a door to private fields, hooks of Node. */
const writtenOnce = [
  "src/commandLine/loadModelFile.ts",
  "src/media/idealGas/gasSpecies.ts",
  "src/modelica/classes/predefined.ts",
  "src/results/result.ts",
  "src/scene/colorNames.ts",
  "src/scene/strokeFont.ts",
];

const filesWith = (pattern: RegExp): string[] =>
  filesIn("src", ".ts").filter((file) =>
    // texts of other programs are no code of ours
    pattern.test(readFileSync(file, "utf8").replace(/String\.raw`[^`]*`|= `[^`]*`/g, "")),
  );

it("arrays at the level of a module are scratch of kernels, or never written", () => {
  const arrays = /^(?:export )?(?:const|let) \w+(?:: \w+)? = new (?:Float|Int|Uint|BigInt|BigUint)\d+Array\(/m;
  expect(filesWith(arrays)).toEqual([...scratchOfKernels, ...neverWritten].sort());
});

it("variables at the level of a module are written once", () => {
  expect(filesWith(/^(?:export )?let /m)).toEqual(writtenOnce);
});

it("kernels with scratch know no models, runs or files", () => {
  const foreign = /from "(?:\.\.\/)+(?:compile|run|multibody|modelica|commandLine|studies|live|actions)\//;
  expect(scratchOfKernels.filter((file) => foreign.test(readFileSync(file, "utf8")))).toEqual([]);
});
