/**
 * Connections become equations: potentials are equal, flows sum to zero.
 *
 * A connector has two faces: the models around its component see it from outside, its own component sees it from inside.
 * Sets that share a face are one set, also when they are written in different models, as when `a.b.p` is connected
 * beside `b.p` inside `a`. What flows into a component flows out of its inside:
 *
 *     0 = Σ f (faces from outside) − Σ f (faces from inside)
 */
import { detailsOf, RattlebackError } from "../errors/rattlebackError.ts";
import { isDimensionless, sameDimension } from "../language/units.ts";
import type { FaceIndex } from "../symbolic/indices.ts";
import { parseName } from "../symbolic/parse.ts";
import { activeStatements } from "./activeStatements.ts";
import { map } from "./arrays.ts";
import { compareConnectors, compareObjects, connectorVariables, ownerOf, variablesLike } from "./connectors.ts";
import { DisjointSets } from "./disjointSets.ts";
import type { FlattenContext } from "./flattenContext.ts";
import { findInstance, type Instance, isAbsent, type ModelSymbol, placedIn, unknownName } from "./instances.ts";
import { placeIn, type Scope } from "./scope.ts";
import type { Source } from "./source.ts";

interface Member {
  readonly text: string;
  readonly connector: Instance | undefined;
  readonly signal: ModelSymbol | undefined;
  /** A connector of the model itself, seen from inside. */
  readonly isInside: boolean;
  readonly entry: Entry;
}

/** Where a connection is written: for messages, and to find it in a file. */
interface Entry {
  readonly where: string;
  /** The names as written in `connect`; undefined for connect(…) among the equations. */
  readonly names: readonly string[] | undefined;
}

/** A flow variable with the face it is seen from. */
interface FlowFace {
  readonly symbol: ModelSymbol;
  readonly isInside: boolean;
}

interface ConnectionSet {
  readonly instance: Instance;
  readonly members: readonly Member[];
  readonly text: string;
}

/** Flow variables that take part in a connection of a model around their component, or of their component itself. */
export interface ConnectedFlows {
  readonly fromOutside: ReadonlySet<ModelSymbol>;
  readonly fromInside: ReadonlySet<ModelSymbol>;
}

export function connectInstances(instances: readonly Instance[], context: FlattenContext): ConnectedFlows {
  const connections = new Connections(context);
  const sets = instances.flatMap((instance) => {
    const written = writtenSets(instance, context);
    // what does not fit within one entry is told of that entry, before entries that share a member are one
    for (const members of written) connections.check(connectionSet(instance, members));
    return mergedSets(instance, written);
  });
  for (const set of sets) connections.check(set);
  for (const set of sets) connections.joinFlows(set);
  for (const set of sets) connections.addEquations(set);
  context.streams?.finish(connections.flowNodes());
  return connections;
}

/** Pairs of symbols that connections make equal in size. */
export function connectedSymbols(
  instances: readonly Instance[],
  context: FlattenContext,
): [ModelSymbol, ModelSymbol][] {
  const pairs: [ModelSymbol, ModelSymbol][] = [];
  for (const { members } of instances.flatMap((instance) => mergedSets(instance, writtenSets(instance, context)))) {
    for (let i = 1; i < members.length; i++) {
      const [a, b] = [members[i - 1]!, members[i]!];
      if (a.signal !== undefined && b.signal !== undefined) pairs.push([a.signal, b.signal]);
      else if (a.connector !== undefined && b.connector !== undefined) {
        const right = new Map(connectorVariables(b.connector).map(({ name, symbol }) => [name, symbol]));
        for (const { name, symbol } of connectorVariables(a.connector)) {
          const other = right.get(name);
          if (other !== undefined) pairs.push([symbol, other]);
        }
      }
    }
  }
  return pairs;
}

/** The sets as they are written in one model. */
function writtenSets(instance: Instance, context: FlattenContext): Member[][] {
  const inside = instance.path === "" ? "" : ` in "${instance.path}"`;
  const sets = instance.model.connections.map((names, i) => {
    const where = `entry ${i + 1} of connect${inside}: ${names.map((name) => `"${name}"`).join(", ")}`;
    return membersOf(instance, names, { where, names });
  });
  for (const { statement, scope } of activeStatements(instance, context).list) {
    if (statement.kind !== "connect") continue;
    const names = statement.members.map((member) => context.partsOf(scope, member).join("."));
    sets.push(membersOf(instance, names, { where: placeIn(scope, statement.at), names: undefined }));
  }
  return sets;
}

/** Sets that share a member are one. A member on its own is connected with nothing. */
function mergedSets(instance: Instance, sets: readonly (readonly Member[])[]): ConnectionSet[] {
  return mergeSets(sets)
    .filter((members) => members.length > 1)
    .map((members) => connectionSet(instance, members));
}

function connectionSet(instance: Instance, members: readonly Member[]): ConnectionSet {
  return { instance, members, text: `connect(${members.map(({ text }) => text).join(", ")})` };
}

/** What a connection names, less what is absent. */
function membersOf(instance: Instance, names: readonly string[], entry: Entry): Member[] {
  try {
    return names.map((name) => resolve(instance, name, entry)).filter((member) => member !== undefined);
  } catch (error) {
    if (!(error instanceof RattlebackError)) throw error;
    const details = detailsOf(error);
    throw new RattlebackError(error.code, error.what, { ...details, data: { ...details.data, ...dataOf(entry) } });
  }
}

function dataOf({ names }: Entry): { connect?: readonly string[] } {
  return names === undefined ? {} : { connect: names };
}

function resolve(instance: Instance, text: string, entry: Entry): Member | undefined {
  let parts: readonly string[];
  try {
    parts = parseName(text.replace(/\[(\d+)\]/g, "_$1")).parts;
  } catch (error) {
    throw error instanceof RattlebackError
      ? placedIn(error, instance.path === "" ? "connect" : `${instance.path}.connect`)
      : error;
  }
  if (isAbsent(instance, parts)) return undefined;
  const owner = findInstance(instance, parts.slice(0, -1), parts.join("."), () => entry.where);
  const last = parts[parts.length - 1]!;
  const connector = owner.children.get(last);
  const signal = owner.symbols.get(last);
  if (connector === undefined && signal === undefined) throw unknownName(owner, last, parts.join("."), entry.where);
  if (signal !== undefined) signal.isUsed = true;
  const isInside = connector !== undefined && ownerOf(connector) === instance;
  return { text: parts.join("."), connector, signal, isInside, entry };
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

class Connections implements ConnectedFlows {
  readonly fromOutside = new Set<ModelSymbol>();
  readonly fromInside = new Set<ModelSymbol>();
  private readonly context: FlattenContext;
  /** Potentials and signals that connections made equal. */
  private readonly equal = new DisjointSets<ModelSymbol>();
  private readonly inside = new Map<ModelSymbol, FlowFace>();
  private readonly outside = new Map<ModelSymbol, FlowFace>();
  private readonly nodes = new DisjointSets<FlowFace>();
  private readonly summed = new Set<FlowFace>();

  constructor(context: FlattenContext) {
    this.context = context;
  }

  check({ instance, members }: ConnectionSet): void {
    const first = members[0]!;
    const shape = first.connector === undefined ? [] : connectorVariables(first.connector);
    for (const [i, member] of members.entries()) {
      if (first.connector === undefined) {
        if (member.signal === undefined)
          throw unlike(instance, members[i - 1]!, member, "one is a signal, the other a connector");
        if (i > 0) checkSignals(instance, members[i - 1]!.signal!, member.signal, member.entry);
      } else {
        if (member.connector === undefined)
          throw unlike(instance, first, member, "one is a connector, the other a signal");
        const difference = compareConnectors(shape, connectorVariables(member.connector));
        if (difference !== undefined) throw unlike(instance, first, member, difference);
        const media = compareObjects(first.connector, member.connector, this.context.state.objects);
        if (media !== undefined) throw unlike(instance, first, member, media);
      }
    }
  }

  joinFlows({ members }: ConnectionSet): void {
    const first = members[0]!.connector;
    if (first === undefined) return;
    const order = connectorVariables(first);
    let previous: readonly FlowFace[] | undefined;
    for (const { connector, isInside } of members) {
      const faces = variablesLike(order, connector!)
        .filter(({ symbol }) => symbol.attributes.flow === true)
        .map(({ symbol }) => this.face(symbol, isInside));
      faces.forEach((face, k) => {
        this.nodes.join(previous === undefined ? face : previous[k]!, face);
      });
      previous = faces;
    }
  }

  private face(symbol: ModelSymbol, isInside: boolean): FlowFace {
    const faces = isInside ? this.inside : this.outside;
    let face = faces.get(symbol);
    if (face === undefined) {
      face = { symbol, isInside };
      faces.set(symbol, face);
      (isInside ? this.fromInside : this.fromOutside).add(symbol);
    }
    return face;
  }

  /** Nodes of scalar flows: faces as streams.ts numbers them. */
  flowNodes(): FaceIndex[][] {
    const roots = new Set([...this.outside.values(), ...this.inside.values()].map((face) => this.nodes.find(face)));
    return [...roots]
      .map((root) => this.nodes.members(root))
      .filter(([first]) => first!.symbol.elements?.length === 1)
      .map((faces) =>
        faces.map(({ symbol, isInside }) => (2 * symbol.elements![0]! + (isInside ? 1 : 0)) as FaceIndex),
      );
  }

  addEquations({ instance, members, text }: ConnectionSet): void {
    const source: Source = { text, path: instance.path, line: 1, kind: "connection" };
    const scope: Scope = { instance, lookupFrom: instance, text, kind: "equation", loopVariables: undefined };
    const order = members[0]!.connector && connectorVariables(members[0]!.connector);
    const lists = members.map(({ connector, signal }) =>
      order === undefined ? [signal!] : variablesLike(order, connector!).map(({ symbol }) => symbol),
    );
    lists[0]!.forEach((first, k) => {
      if (first.attributes.flow === true && order !== undefined) {
        this.addFlowSum(this.face(first, members[0]!.isInside), source, scope);
        return;
      }
      if (first.attributes.stream === true) return;
      for (let i = 1; i < lists.length; i++) {
        const [a, b] = [lists[i - 1]![k]!, lists[i]![k]!];
        if (!this.equal.join(a, b)) continue;
        this.context.addEquation(this.context.elementsOf(a), this.context.elementsOf(b), source, scope, 0);
      }
    });
  }

  /** Once per node. A flow with both faces in one node goes around in a circle of wires: any value would do, zero is taken. */
  private addFlowSum(face: FlowFace, source: Source, scope: Scope): void {
    const { context } = this;
    const { b } = context.state;
    const root = this.nodes.find(face);
    if (this.summed.has(root)) return;
    this.summed.add(root);
    const faces = this.nodes.members(face);
    const circling = faces.filter(({ symbol, isInside }) => {
      const other = (isInside ? this.outside : this.inside).get(symbol);
      return other !== undefined && this.nodes.find(other) === root;
    });
    const flow = context.elementsOf(face.symbol);
    const zero = map(flow, () => b.zero);
    const terms = faces
      .filter((item) => !circling.includes(item))
      .map(({ symbol, isInside }) =>
        isInside ? map(context.elementsOf(symbol), (e) => b.neg(e)) : context.elementsOf(symbol),
      );
    const sum = flow.elements.map((_, e) => b.add(terms.map(({ elements }) => elements[e]!)));
    if (terms.length > 0) context.addEquation(zero, { shape: flow.shape, elements: sum }, source, scope, 0);
    for (const { symbol, isInside } of circling)
      if (!isInside) context.addEquation(context.elementsOf(symbol), zero, source, scope, 0);
  }
}

function checkSignals(instance: Instance, a: ModelSymbol, b: ModelSymbol, entry: Entry): void {
  const isSource = (symbol: ModelSymbol): boolean =>
    symbol.instance === instance ? symbol.attributes.input === true : symbol.attributes.output === true;
  if (isSource(a) && isSource(b) && a.instance !== instance && b.instance !== instance) {
    throw new RattlebackError("E-CONNECT-OUTPUTS", `Two outputs are connected: "${a.fullName}" and "${b.fullName}".`, {
      ...(instance.path !== "" && { path: instance.path }),
      where: entry.where,
      because: "each of them is computed by its own component",
      hint: "connect an output with inputs only",
      data: { left: a.fullName, right: b.fullName, ...dataOf(entry) },
    });
  }
  if (a.unit === undefined || b.unit === undefined || sameDimension(a.unit.dimension, b.unit.dimension)) return;
  if (isDimensionless(a.unit.dimension) || isDimensionless(b.unit.dimension)) return;
  throw new RattlebackError(
    "E-CONNECT",
    `"${a.fullName}" in "${a.unit.text}" and "${b.fullName}" in "${b.unit.text}" cannot be connected.`,
    {
      where: entry.where,
      because: "their units differ",
      hint: "connect signals of the same unit, or put a block between them",
      data: dataOf(entry),
    },
  );
}

function unlike(instance: Instance, a: Member, b: Member, because: string): RattlebackError {
  return new RattlebackError("E-CONNECT", `"${a.text}" and "${b.text}" cannot be connected.`, {
    ...(instance.path !== "" && { path: instance.path }),
    where: b.entry.where,
    because,
    hint: "connect connectors of the same kind, or signals with signals",
    data: { left: a.text, right: b.text, ...dataOf(b.entry) },
  });
}
