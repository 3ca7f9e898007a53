/**
 * Connections become equations: potentials are equal, flows sum to zero.
 *
 * Sets that share a member are one set. A connector of the model itself counts with the opposite sign: what flows
 * into the model flows out of its inside. Flows of connectors that nothing is connected to are zero.
 */
import { listNames } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { isDimensionless, sameDimension } from "../language/units.ts";
import type { Expr } from "../symbolic/expression.ts";
import { parseName } from "../symbolic/parse.ts";
import { type ArrayExpr, map, sameShape, showShape } from "./arrays.ts";
import type { FlattenContext } from "./flattenContext.ts";
import { findInstance, type Instance, type ModelSymbol, placedIn, unknownName } from "./instances.ts";
import type { Scope } from "./scope.ts";
import type { Source } from "./source.ts";
import { visitSyntax } from "./visitSyntax.ts";

interface Member {
  readonly text: string;
  readonly connector: Instance | undefined;
  readonly signal: ModelSymbol | undefined;
  /** Belongs to the model itself, not to one of its components. */
  readonly isOutside: boolean;
}

/** Connectors that take part in a connection of the model around them. */
const connectedConnectors = new WeakMap<FlattenContext, Set<Instance>>();

export function connectInstance(instance: Instance, context: FlattenContext): void {
  const sets = instance.model.connections.map((names) => names.map((name) => resolve(instance, name)));
  for (const { statements } of instance.equations) {
    for (const statement of statements) {
      if (statement.kind === "connect")
        sets.push(statement.members.map((member) => resolve(instance, member.parts.join("."))));
    }
  }
  if (sets.length === 0) return;
  const connected = connectedConnectors.get(context) ?? new Set();
  connectedConnectors.set(context, connected);
  for (const members of mergeSets(sets)) connectSet(instance, members, context, connected);
}

/** Pairs of symbols that connections make equal in size. */
export function connectedSymbols(instances: readonly Instance[]): [ModelSymbol, ModelSymbol][] {
  const pairs: [ModelSymbol, ModelSymbol][] = [];
  for (const instance of instances) {
    for (const names of instance.model.connections) {
      const members = names.map((name) => resolve(instance, name));
      for (let i = 1; i < members.length; i++) {
        const [a, b] = [members[i - 1]!, members[i]!];
        if (a.signal !== undefined && b.signal !== undefined) pairs.push([a.signal, b.signal]);
        else if (a.connector !== undefined && b.connector !== undefined) {
          const [left, right] = [connectorVariables(a.connector), connectorVariables(b.connector)];
          left.forEach(({ symbol }, k) => {
            if (right[k] !== undefined) pairs.push([symbol, right[k].symbol]);
          });
        }
      }
    }
  }
  return pairs;
}

function resolve(instance: Instance, text: string): Member {
  let parts: readonly string[];
  try {
    parts = parseName(text.replace(/\[(\d+)\]/g, "_$1")).parts;
  } catch (error) {
    throw error instanceof RattlebackError
      ? placedIn(error, instance.path === "" ? "connect" : `${instance.path}.connect`)
      : error;
  }
  const where = `connect "${text}"${instance.path === "" ? "" : ` in "${instance.path}"`}`;
  const owner = findInstance(instance, parts.slice(0, -1), parts.join("."), () => where);
  const last = parts[parts.length - 1]!;
  const connector = owner.children.get(last);
  const signal = owner.symbols.get(last);
  if (connector === undefined && signal === undefined) throw unknownName(owner, last, parts.join("."), where);
  return { text: parts.join("."), connector, signal, isOutside: parts.length === 1 };
}

function mergeSets(sets: readonly (readonly Member[])[]): Member[][] {
  const merged: (Member[] | undefined)[] = [];
  const setOf = new Map<string, number>();
  for (const set of sets) {
    const target = merged.length;
    merged.push([]);
    for (const member of set) {
      const known = setOf.get(member.text);
      if (known === target) continue;
      const moving = known === undefined ? [member] : merged[known]!;
      if (known !== undefined) merged[known] = undefined;
      for (const item of moving) setOf.set(item.text, target);
      // members of the older set come first, so that names keep the order of writing
      merged[target] = known === undefined ? [...merged[target]!, ...moving] : [...moving, ...merged[target]!];
    }
  }
  return merged.filter((set) => set !== undefined);
}

function connectSet(
  instance: Instance,
  members: readonly Member[],
  context: FlattenContext,
  connected: Set<Instance>,
): void {
  const first = members[0];
  if (first === undefined) return;
  const text = `connect(${members.map((member) => member.text).join(", ")})`;
  const source: Source = { text, path: instance.path, line: 1, kind: "connection" };
  const scope: Scope = { instance, lookupFrom: instance, text, kind: "equation", loopVariables: undefined };
  if (first.connector === undefined) {
    for (let i = 1; i < members.length; i++) {
      const [a, b] = [members[i - 1]!, members[i]!];
      if (b.signal === undefined) throw unlike(instance, a, b, "one is a signal, the other a connector");
      checkSignals(instance, a.signal!, b.signal, text);
      context.addEquation(context.elementsOf(a.signal!), context.elementsOf(b.signal), source, scope, 0);
    }
    return;
  }
  const shape = connectorVariables(first.connector);
  for (const member of members) {
    if (member.connector === undefined) throw unlike(instance, first, member, "one is a connector, the other a signal");
    const own = connectorVariables(member.connector);
    const difference = compareConnectors(shape, own);
    if (difference !== undefined) throw unlike(instance, first, member, difference);
    if (!member.isOutside) for (const part of connectorParts(member.connector)) connected.add(part);
  }
  if (members.length === 1) return;
  const lists = members.map((member) => connectorVariables(member.connector!));
  shape.forEach((variable, k) => {
    if (variable.symbol.attributes.flow !== true) {
      for (let i = 1; i < lists.length; i++) {
        const [a, b] = [lists[i - 1]![k]!.symbol, lists[i]![k]!.symbol];
        context.addEquation(context.elementsOf(a), context.elementsOf(b), source, scope, 0);
      }
    } else
      addFlowSum(
        context,
        lists.map((list) => context.elementsOf(list[k]!.symbol)),
        members.map((member) => member.isOutside),
        source,
        scope,
      );
  });
}

function addFlowSum(
  context: FlattenContext,
  flows: readonly ArrayExpr[],
  outside: readonly boolean[],
  source: Source,
  scope: Scope,
): void {
  const b = context.state.b;
  const sum = flows[0]!.elements.map(
    (_, e): Expr => b.add(flows.map((flow, i) => (outside[i] ? b.neg(flow.elements[e]!) : flow.elements[e]!))),
  );
  context.addEquation(
    map(flows[0]!, () => b.zero),
    { shape: flows[0]!.shape, elements: sum },
    source,
    scope,
    0,
  );
}

interface ConnectorVariable {
  readonly name: string;
  readonly symbol: ModelSymbol;
}

/** All variables of a connector and of the connectors inside it. */
function connectorVariables(connector: Instance, prefix = ""): ConnectorVariable[] {
  const list: ConnectorVariable[] = [];
  for (const symbol of connector.symbols.values())
    if (symbol.kind === "variable") list.push({ name: prefix + symbol.name, symbol });
  for (const child of connector.children.values()) list.push(...connectorVariables(child, `${prefix}${child.name}.`));
  return list;
}

function connectorParts(connector: Instance): Instance[] {
  return [connector, ...[...connector.children.values()].flatMap(connectorParts)];
}

function compareConnectors(a: readonly ConnectorVariable[], b: readonly ConnectorVariable[]): string | undefined {
  const names = (list: readonly ConnectorVariable[], isFlow: boolean): string[] =>
    list.filter(({ symbol }) => (symbol.attributes.flow === true) === isFlow).map(({ name }) => name);
  for (const isFlow of [false, true]) {
    const [left, right] = [names(a, isFlow), names(b, isFlow)];
    const word = isFlow ? "flow" : "potential";
    if (left.join() !== right.join())
      return `their ${word} variables differ: ${listNames(left) || "none"} and ${listNames(right) || "none"}`;
  }
  for (const [i, { name, symbol }] of a.entries()) {
    const other = b[i]!.symbol;
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

function checkSignals(instance: Instance, a: ModelSymbol, b: ModelSymbol, text: string): void {
  const isSource = (symbol: ModelSymbol): boolean =>
    symbol.instance === instance ? symbol.attributes.input === true : symbol.attributes.output === true;
  if (isSource(a) && isSource(b) && a.instance !== instance && b.instance !== instance) {
    throw new RattlebackError("E-CONNECT-OUTPUTS", `Two outputs are connected: "${a.fullName}" and "${b.fullName}".`, {
      ...(instance.path !== "" && { path: instance.path }),
      where: text,
      because: "each of them is computed by its own component",
      hint: "connect an output with inputs only",
      data: { left: a.fullName, right: b.fullName },
    });
  }
  if (a.unit === undefined || b.unit === undefined || sameDimension(a.unit.dimension, b.unit.dimension)) return;
  if (isDimensionless(a.unit.dimension) || isDimensionless(b.unit.dimension)) return;
  throw new RattlebackError(
    "E-CONNECT",
    `"${a.fullName}" in "${a.unit.text}" and "${b.fullName}" in "${b.unit.text}" cannot be connected.`,
    {
      where: text,
      because: "their units differ",
      hint: "connect signals of the same unit, or put a block between them",
    },
  );
}

function unlike(instance: Instance, a: Member, b: Member, because: string): RattlebackError {
  return new RattlebackError("E-CONNECT", `"${a.text}" and "${b.text}" cannot be connected.`, {
    ...(instance.path !== "" && { path: instance.path }),
    where: `connect "${a.text}" and "${b.text}"`,
    because,
    hint: "connect connectors of the same kind, or signals with signals",
    data: { left: a.text, right: b.text },
  });
}

/** Flow variables of connectors that nobody connects, and that no equation around them mentions, are zero. */
export function defaultFlows(root: Instance, instances: readonly Instance[], context: FlattenContext): void {
  const connected = connectedConnectors.get(context) ?? new Set<Instance>();
  const mentioned = mentionedFlows(instances);
  const insideConnected = new Set<Instance>();
  for (const names of root.model.connections) {
    for (const name of names) {
      const own = root.children.get(name);
      if (own !== undefined) for (const part of connectorParts(own)) insideConnected.add(part);
    }
  }
  for (const connector of instances) {
    if (connector === root || connected.has(connector)) continue;
    const isOwnOfRoot = ownerOf(connector) === root;
    if (isOwnOfRoot && !insideConnected.has(connector)) continue;
    for (const symbol of connector.symbols.values()) {
      if (symbol.attributes.flow !== true || symbol.kind !== "variable" || mentioned.has(symbol)) continue;
      const text = `${symbol.fullName} = 0`;
      const source: Source = { text, path: ownerOf(connector).path, line: 1, kind: "default" };
      const scope: Scope = { instance: root, lookupFrom: root, text, kind: "equation", loopVariables: undefined };
      context.addEquation(
        context.elementsOf(symbol),
        map(context.elementsOf(symbol), () => context.state.b.zero),
        source,
        scope,
        0,
      );
    }
  }
}

/** The model that a connector (perhaps inside another connector) belongs to. */
function ownerOf(connector: Instance): Instance {
  let at = connector;
  while (
    at.parent !== undefined &&
    at.equations.length === 0 &&
    at.model.connections.length === 0 &&
    (at === connector || isConnector(at))
  )
    at = at.parent;
  return at;
}

function isConnector(instance: Instance): boolean {
  return (
    instance.equations.length === 0 && [...instance.symbols.values()].some((symbol) => symbol.attributes.flow === true)
  );
}

/** Flow variables that an equation mentions from outside their component: `load.flange_b.tau = 0`. */
function mentionedFlows(instances: readonly Instance[]): Set<ModelSymbol> {
  const found = new Set<ModelSymbol>();
  for (const instance of instances) {
    for (const { statements } of instance.equations) {
      for (const statement of statements) {
        if (statement.kind !== "equation") continue;
        for (const side of [statement.left, statement.right]) {
          visitSyntax(side, (node) => {
            if (node.kind !== "name" || node.parts.length < 3) return;
            let at: Instance | undefined = instance;
            for (const part of node.parts.slice(0, -1)) at = at?.children.get(part);
            const symbol = at?.symbols.get(node.parts[node.parts.length - 1]!);
            if (symbol?.attributes.flow === true) found.add(symbol);
          });
        }
      }
    }
  }
  return found;
}
