/**
 * What becomes of equations: programs.txt shows the code of small models, jacobians.txt that of their derivatives, tables.txt all
 * else that the compiler says of them, arrangedPrograms.txt what becomes of many equations of a kind, and foreignPrograms.txt the same of
 * texts of Modelica, and the code of a mechanism.
 */
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

it("equations become these programs", async () => {
  const models = Object.entries(smallModels).map(
    ([name, source]) => [name, instantiate(Model(source as ModelSource))] as const,
  );
  const textOf = (show: (model: InstantiatedModel) => string): string =>
    models.map(([name, model]) => `## ${name}\n${show(model)}\n\n`).join("");
  await expect(textOf(programOf)).toMatchFileSnapshot("programs.txt");
  await expect(textOf(shownTables)).toMatchFileSnapshot("tables.txt");
  await expect(textOf(jacobiansOf)).toMatchFileSnapshot("jacobians.txt");
});

it("equations of a kind become these programs", async () => {
  const text = Object.entries(arrangedModels)
    .map(([name, source]) => `## ${name}\n${shown(instantiate(Model(source as ModelSource)).program.source)}\n\n`)
    .join("");
  await expect(text).toMatchFileSnapshot("arrangedPrograms.txt");
});

it("texts of Modelica and mechanisms become these programs", async () => {
  const text = Object.entries(foreignModels())
    .map(([name, model]) => {
      const isMechanism = model.program.state.components.length > 0;
      return `## ${name}\n${programOf(model)}\n${isMechanism ? "" : shownTables(model)}\n\n`;
    })
    .join("");
  await expect(text).toMatchFileSnapshot("foreignPrograms.txt");
});
