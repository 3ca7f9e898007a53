/**
 * Models of Rattleback as classes of Modelica. The class declares the connectors, inputs, outputs, variables and parameters that the model
 * has at its top; in the flat model its equations are those of the model itself.
 */
import { connectorVariables, isConnector } from "../compile/connectors.ts";
import { type FlatModel, flatten } from "../compile/flatten.ts";
import type { ModelSymbol } from "../compile/instances.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { ModelDefinition } from "../language/model.ts";
import type { ParameterIndex } from "../symbolic/indices.ts";

export interface OwnModel {
  /** Name of the class. */
  readonly name: string;
  readonly model: ModelDefinition;
  /** The class, without equations. */
  readonly text: string;
}

export function ownModel(name: string, model: ModelDefinition): OwnModel {
  if (!/^[A-Za-z_]\w*$/.test(name))
    throw new RattlebackError("E-FOREIGN", `"${name}" cannot be the name of a class of Modelica.`, {
      hint: "letters, digits and _, not beginning with a digit",
    });
  const { state, root } = flattened(name, model);
  const lines: string[] = [];
  for (const symbol of root.symbols.values()) {
    const line = declaration(symbol, { state, root });
    if (line !== undefined) lines.push(line);
  }
  for (const child of root.children.values()) {
    if (!isConnector(child)) continue;
    lines.push(`connector ${child.name}_connector`);
    const nested = connectorVariables(child);
    for (const { name: inner, symbol } of nested) {
      if (inner.includes(".") || symbol.attributes.stream === true)
        throw new RattlebackError(
          "E-FOREIGN",
          `The connector "${child.name}" of "${name}" does not fit into Modelica.`,
          {
            path: `${name}.${child.name}`,
            because: inner.includes(".") ? "it holds connectors itself" : "it has stream variables",
            hint: "connectors of potentials and flows can be connected from Modelica",
          },
        );
      lines.push(`  ${symbol.attributes.flow === true ? "flow " : ""}Real ${inner}${sizes(symbol)};`);
    }
    lines.push(`end ${child.name}_connector;`, `${child.name}_connector ${child.name};`);
  }
  return { name, model, text: `model ${name}\n${lines.map((line) => `  ${line}\n`).join("")}end ${name};\n` };
}

export function flattened(name: string, model: ModelDefinition): FlatModel {
  const flat = flatten(model);
  if (flat.state.components.length === 0) return flat;
  throw new RattlebackError("E-FOREIGN", `"${name}" cannot be a class of Modelica.`, {
    path: name,
    because: `"${flat.state.components[0]!.path || name}" is a predefined component, such as a model in space`,
    hint: "connect it the other way round: library.component(…) as a part of a Model",
  });
}

function declaration(
  { name, kind, attributes, shape, elements }: ModelSymbol,
  { state }: FlatModel,
): string | undefined {
  const size = shape === undefined || shape.length === 0 ? "" : `[${shape.join(", ")}]`;
  if (attributes.input === true || attributes.output === true)
    return `${attributes.input === true ? "input" : "output"} Real ${name}${size};`;
  if (kind === "variable") return `Real ${name}${size};`;
  if (kind !== "parameter") return undefined;
  const given = elements!.map((i) => state.parameters[i as ParameterIndex]!);
  if (given.some(({ expression, isGiven }) => expression !== undefined || !isGiven)) return undefined;
  const isBoolean = given[0]?.type === "boolean";
  const texts = given.map(({ value }) => (isBoolean ? String(value !== 0) : String(value)));
  return `parameter ${isBoolean ? "Boolean" : "Real"} ${name}${size} = ${nested(texts, shape ?? [])};`;
}

function nested(texts: readonly string[], shape: readonly number[]): string {
  if (shape.length === 0) return texts[0]!;
  const [rows = 0, ...rest] = shape;
  const width = texts.length / Math.max(1, rows);
  const parts = Array.from({ length: rows }, (_, i) => nested(texts.slice(i * width, (i + 1) * width), rest));
  return `{${parts.join(", ")}}`;
}

function sizes({ shape }: ModelSymbol): string {
  return shape === undefined || shape.length === 0 ? "" : `[${shape.join(", ")}]`;
}
