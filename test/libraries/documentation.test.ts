// docs/libraries.md lists every component with its connectors, parameters and units, and uses it in an example.
import { readFileSync } from "node:fs";
import { ModelDefinition, ParameterDeclaration, VariableDeclaration } from "rattleback";
import * as blocks from "rattleback/blocks";
import * as electric from "rattleback/electric";
import * as heat from "rattleback/heat";
import * as rotational from "rattleback/rotational";
import * as translational from "rattleback/translational";
import { describe, expect, it } from "vitest";
import { codeBlocks } from "../docs/codeBlocks.ts";
import { componentRow } from "./componentRow.ts";

const page = readFileSync("docs/libraries.md", "utf8");
const examples = codeBlocks("docs/libraries.md", page)
  .map(({ code }) => code)
  .join("\n");
const libraries: Record<string, object> = { blocks, electric, heat, rotational, translational };
const components = Object.entries(libraries).flatMap(([library, names]) =>
  Object.entries(names)
    .filter((item): item is [string, ModelDefinition] => item[1] instanceof ModelDefinition)
    .map(([name, model]) => ({ library, name, model })),
);

/** Connectors and models to extend are no components that could be used alone. */
const isBase = (name: string, model: ModelDefinition) =>
  name.startsWith("Partial") || model.equations.length === 0 || ["OnePort", "TwoPort"].includes(name);

describe("docs/libraries.md", () => {
  it.each(components)("$library: the row of $name is up to date", ({ name, model }) => {
    expect(page.split("\n")).toContain(componentRow(name, model));
  });

  it("every component is used in an example", () => {
    const unused = components.filter(
      ({ name, model }) => !isBase(name, model) && !new RegExp(`\\b${name}\\b`).test(examples),
    );
    expect(unused.map(({ library, name }) => `${library}/${name}`)).toEqual([]);
  });

  it("every component, parameter and declared variable says what it is", () => {
    const silent = components.flatMap(({ library, name, model }) => {
      const entries = [...model.entries]
        .filter(([, value]) => value instanceof ParameterDeclaration || value instanceof VariableDeclaration)
        .filter(([, value]) => !(value as ParameterDeclaration).attributes.description)
        .map(([entry]) => `${library}/${name}.${entry}`);
      return model.description === "" ? [`${library}/${name}`, ...entries] : entries;
    });
    expect(silent).toEqual([]);
  });
});
