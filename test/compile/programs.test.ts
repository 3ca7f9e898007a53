/**
 * What becomes of equations, a file in programs/ per model: its code, all else that the compiler says of it, and the code of its derivatives;
 * of arranged models, which are many equations of a kind, the code alone.
 */
import { readdirSync } from "node:fs";
import { type InstantiatedModel, instantiate, Model, type ModelSource } from "rattleback";
import { expect, it } from "vitest";
import { exactJacobian } from "../../src/compile/jacobian.ts";
import type { ParameterIndex } from "../../src/symbolic/indices.ts";
import { arrangedModels } from "./arrangedModels.ts";
import { foreignModels } from "./foreignModels.ts";
import { shownTables } from "./shownTables.ts";
import { smallModels } from "./smallModels.ts";

/** Code without what is the same in every program, and without the functions that have nothing in them. */
function shown(source: string): string {
  return source
    .replaceAll(/function \w+\([^)]*\) \{\s*\}\n/g, "")
    .replaceAll(
      /function (?:rhs|full)\([^)]*\) \{[^}]*\}\n|"use strict";|\(t, X, [^)]*\)|^const motionCrossings = crossings;$|return \{[^}]*\};/gm,
      "",
    )
    .replaceAll(/\n\s*\n/g, "\n")
    .trim();
}

/** Derivatives of the derivatives of all states by states and parameters, as code; systems that are left open have columns of their own. */
function jacobiansOf({ program }: InstantiatedModel): string {
  const { state, states, systems } = program;
  const rates = states.map((v) => state.variables[v]!.derivative);
  const parameters = state.parameters.map((_, p) => p) as ParameterIndex[];
  return [exactJacobian(program, rates, parameters, undefined), exactJacobian(program, rates, [], undefined, systems)]
    .map(({ rows, columns, pattern, source }) => `# ${rows} × ${columns}: ${JSON.stringify(pattern)}\n${shown(source)}`)
    .join("\n");
}

function programOf(model: InstantiatedModel): string {
  const { program, report } = model;
  const { systems, warnings, ...numbers } = report;
  const told = Object.entries({
    ...numbers,
    ...(systems.length > 0 && { systems }),
    ...(warnings.length > 0 && { warnings }),
  })
    .filter(([, value]) => !(Array.isArray(value) && value.length === 0))
    .map(([key, value]) => `# ${key}: ${JSON.stringify(value)}\n`);
  return `${told.join("")}${shown(program.source)}`;
}

const fileOf = (name: string): string => `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.txt`;
const inFile = async (name: string, parts: readonly string[]): Promise<void> =>
  await expect(`${name}\n\n${parts.join("\n\n")}\n`).toMatchFileSnapshot(`programs/${fileOf(name)}`);

const translated = (source: object): InstantiatedModel => instantiate(Model(source as ModelSource));

it.each(Object.keys(smallModels))("%s", async (name) => {
  const model = translated(smallModels[name]!);
  await inFile(name, [programOf(model), shownTables(model), jacobiansOf(model)]);
});

it.each(Object.keys(arrangedModels))("%s", async (name) => {
  await inFile(name, [shown(translated(arrangedModels[name]!).program.source)]);
});

it.each(Object.keys(foreignModels))("%s", async (name) => {
  const model = foreignModels[name]!();
  const isMechanism = model.program.state.components.length > 0;
  await inFile(name, [programOf(model), ...(isMechanism ? [] : [shownTables(model)])]);
});

it("each model has a file of its own, and there are no others", () => {
  const names = [smallModels, arrangedModels, foreignModels].flatMap((models) => Object.keys(models));
  expect(readdirSync(new URL("programs", import.meta.url)).sort()).toEqual(names.map(fileOf).sort());
});
