/** What a connector is made of, whom it belongs to, and whether two of them fit together. */
import { listNames } from "../errors/nearestName.ts";
import { sameDimension } from "../language/units.ts";
import { isParameterObject } from "../language/values.ts";
import type { ObjectIndex } from "../symbolic/indices.ts";
import { sameShape, showShape } from "./arrays.ts";
import type { Instance, ModelSymbol } from "./instances.ts";
import type { CompileState } from "./state.ts";

export interface ConnectorVariable {
  readonly name: string;
  readonly symbol: ModelSymbol;
}

/** All variables of a connector and of the connectors inside it. */
export function connectorVariables(connector: Instance, prefix = ""): ConnectorVariable[] {
  const list: ConnectorVariable[] = [];
  for (const symbol of connector.symbols.values())
    if (symbol.kind === "variable") list.push({ name: prefix + symbol.name, symbol });
  for (const child of connector.children.values()) list.push(...connectorVariables(child, `${prefix}${child.name}.`));
  return list;
}

/** The variables of a connector in the order of those of another one, by their names: each writes them as it likes. */
export function variablesLike(order: readonly ConnectorVariable[], connector: Instance): ConnectorVariable[] {
  const own = new Map(connectorVariables(connector).map((variable) => [variable.name, variable]));
  return order.flatMap(({ name }) => own.get(name) ?? []);
}

/** Why two connectors do not fit, or undefined. */
export function compareConnectors(
  a: readonly ConnectorVariable[],
  b: readonly ConnectorVariable[],
): string | undefined {
  const kindOf = ({ attributes }: ModelSymbol): string =>
    attributes.flow === true ? "flow" : attributes.stream === true ? "stream" : "potential";
  const names = (list: readonly ConnectorVariable[], kind: string): string[] =>
    list.filter(({ symbol }) => kindOf(symbol) === kind).map(({ name }) => name);
  for (const word of ["potential", "flow", "stream"]) {
    const [left, right] = [names(a, word), names(b, word)];
    if ([...left].sort().join() !== [...right].sort().join())
      return `their ${word} variables differ: ${listNames(left) || "none"} and ${listNames(right) || "none"}`;
  }
  for (const { name, symbol } of a) {
    const other = b.find((variable) => variable.name === name)!.symbol;
    if (
      symbol.unit !== undefined &&
      other.unit !== undefined &&
      !sameDimension(symbol.unit.dimension, other.unit.dimension)
    ) {
      return `"${name}" is in "${symbol.unit.text}" on one side and in "${other.unit.text}" on the other`;
    }
    if (symbol.shape !== undefined && other.shape !== undefined && !sameShape(symbol.shape, other.shape)) {
      return `"${name}" is ${showShape(symbol.shape)} on one side and ${showShape(other.shape)} on the other`;
    }
  }
  return undefined;
}

/** Why two connectors are for different things, such as different media, or undefined. */
export function compareObjects(a: Instance, b: Instance, objects: CompileState["objects"]): string | undefined {
  for (const [name, { kind, elements }] of a.symbols) {
    const other = b.symbols.get(name);
    if (kind !== "object" || other?.kind !== "object") continue;
    const [left, right] = [elements, other.elements].map((list) =>
      nameOf(objects[(list?.[0] ?? -1) as ObjectIndex]?.value),
    );
    if (left !== right) return `the ${name} of one is ${left}, that of the other ${right}`;
  }
  return undefined;
}

function nameOf(value: unknown): string {
  return isParameterObject(value) ? value.name : String(value);
}

/** The model that a connector belongs to; connectors may stand inside connectors. */
export function ownerOf(connector: Instance): Instance {
  let at = connector.parent ?? connector;
  while (at.parent !== undefined && isConnector(at)) at = at.parent;
  return at;
}

/** Without equations, and made of potentials, flows and connectors only. */
export function isConnector(instance: Instance): boolean {
  const { equations, model, predefined } = instance;
  if (equations.length > 0 || model.connections.length > 0 || predefined !== undefined || model.foreign !== undefined)
    return false;
  const symbols = [...instance.symbols.values()];
  if (symbols.some(({ attributes }) => attributes.flow === true)) return true;
  const children = [...instance.children.values()];
  return symbols.every(({ kind }) => kind === "variable") && children.length > 0 && children.every(isConnector);
}
