// Runs share no memory that one of them could find changed by another: what stands at the level of a module is never written, or is
// scratch of a leaf, or remembers what follows from its key alone.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { filesIn } from "../docs/filesIn.ts";
import { readModule, reasonsAgainstLeaves, writtenNames } from "./moduleMemory.ts";

/** Written once, by whoever asks first: tables made of constants, a door to private fields, hooks of Node. */
const writtenOnce = [
  "src/commandLine/loadModelFile.ts",
  "src/media/idealGas/gasSpecies.ts",
  "src/modelica/classes/predefined.ts",
  "src/results/result.ts",
  "src/scene/colorNames.ts",
  "src/scene/strokeFont.ts",
];

/** Maps that functions write: what is stored under a key follows from the key alone, so that it does not matter who asked first. */
const memories = [
  "src/commandLine/sweep/sweepTask.ts",
  "src/compile/instances.ts",
  "src/compile/partials.ts",
  "src/compile/systemCode.ts",
  "src/compile/userCalls.ts",
  "src/integrate/explicit/explicitRungeKutta.ts",
  "src/libraries/fluid/flowLaws.ts",
  "src/math/elimination.ts",
  "src/media/findMedium.ts",
  "src/media/if97/backward.ts",
  "src/media/stateCache.ts",
  "src/modelica/classes/classKindRules.ts",
  "src/modelica/code/codeTypes.ts",
  "src/modelica/flat/argumentCounts.ts",
  "src/modelica/flat/bindings.ts",
  "src/modelica/flat/component.ts",
  "src/modelica/flat/declarations.ts",
  "src/modelica/flat/functionCalls.ts",
  "src/modelica/flat/functionParts.ts",
  "src/modelica/flat/unassigned.ts",
  "src/modelica/syntax/annotations.ts",
  "src/multibody/collisionShapes.ts",
  "src/multibody/run/hiddenCoordinates.ts",
  "src/multibody/run/jointOutputs.ts",
  "src/multibody/run/poseResults.ts",
  "src/multibody/run/rotationRates.ts",
  "src/run/layout.ts",
  "src/run/solverJacobian.ts",
  "src/run/wholeArrays.ts",
  "src/scene/animationOf.ts",
  "src/sensitivity/adjointModel.ts",
  "src/sensitivity/leafPartials.ts",
  "src/sensitivity/tangentModel.ts",
  "src/symbolic/traverse.ts",
  "src/viewer/workshop.ts",
];

const files = filesIn("src", ".ts");
// texts of other programs are no code of ours
const texts = new Map(
  files.map((file) => [file, readFileSync(file, "utf8").replace(/String\.raw`[^`]*`|= `[^`]*`/g, "")]),
);
const filesWith = (pattern: RegExp): string[] => files.filter((file) => pattern.test(texts.get(file)!));

/** Names that a text may write: what is only read costs no look at the syntax. */
function perhapsWritten(text: string): boolean {
  for (const [, name, value] of text.matchAll(
    /^(?:export )?const (\w+)(?:: [^=\n]+)? = (new \w+|\w+\(\);|\w+Array\.|\{|\[)/gm,
  )) {
    const assigned = `\\b${name}(?:\\[[^\\n]*\\]!?|\\.\\w+) [-+*/]?= |\\b${name}\\.(?:set\\w*|fill|push|pop|copyWithin)\\(`;
    const handedOn = value === "{" || value === "[" ? "" : `|[(\\s]${name}[,)]`;
    if (new RegExp(assigned + handedOn).test(text)) return true;
  }
  return false;
}

it("what functions write at the level of a module is scratch of leaves: nothing foreign runs between writing and reading it", () => {
  const reasons: string[] = [];
  const kernels: string[] = [];
  for (const [file, text] of texts) {
    if (!perhapsWritten(text)) continue;
    const module = readModule(file);
    const written = writtenNames(module);
    if (written.length > 0) kernels.push(file);
    reasons.push(...reasonsAgainstLeaves(module, written));
  }
  expect(reasons).toEqual([]);
  // kernels that are known to have scratch are found at all
  expect(kernels).toEqual(expect.arrayContaining(["src/math/elementary/power.ts", "src/mechanics/placeGeneral.ts"]));
});

it.each([
  ["calls what it is given", "export function f(g: () => number) { w[0] = 1; return g() + w[0]; }"],
  ["calls a method of something", "export function f(o: { g(): number }) { w[0] = 1; return o.g() + w[0]; }"],
  ["yields", "export function* f() { w[0] = 1; yield 1; return w[0]; }"],
  ["awaits", "export async function f() { w[0] = 1; await null; return w[0]; }"],
  [
    "lets another function call out",
    "export function f(o: O) { w[0] = 1; return g(o) + w[0]; }\nfunction g(o: O) { return o.h(); }",
  ],
  [
    "makes an object that may do anything",
    "export function f(O: new () => object) { w[0] = 1; new O(); return w[0]; }",
  ],
])("a function that %s is no leaf", (_what, text) => {
  const module = readModule(text, `const w = new Float64Array(1);\n${text}\n`);
  expect(writtenNames(module)).toEqual(["w"]);
  expect(reasonsAgainstLeaves(module, ["w"])).toHaveLength(1);
});

it("variables at the level of a module are written once", () => {
  expect(filesWith(/^(?:export )?let /m)).toEqual(writtenOnce);
});

it("maps at the level of a module that are written later are listed", () => {
  const made = /^(?:export )?const (\w+)[^\n=]* = new (?:Weak)?(?:Map|Set)\b/gm;
  const found = files.filter((file) =>
    [...texts.get(file)!.matchAll(made)].some(([, name]) =>
      new RegExp(`^\\s.*\\b${name}\\.(?:set|add|delete|clear)\\(`, "m").test(texts.get(file)!),
    ),
  );
  expect(found).toEqual(memories);
});
