/**
 * Which cut forces and cut torques a mechanism of Modelica has (`frame_b.f`, `frame_b.t`), and how they follow from each other: places are
 * nodes, parts with two frames and no mass are edges between them, bodies and loads act on nodes. How they are computed: frameForceSignals.ts.
 */
import { DisjointSets } from "../../compile/disjointSets.ts";

/** A part without mass between two places. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  /** Name in the mechanism of a joint; empty where the places are fixed to each other. */
  readonly joint: string;
  /** The library has it to close a loop: the mechanics cuts there, and knows what is transmitted without the balances of all bodies. */
  readonly closes: boolean;
}

/** What acts on a part at one of its frames, which is at the object. */
export type Load = { readonly object: string } & (
  | { readonly kind: "none" }
  /** Nobody can tell: a mass on a line, parts that are fixed to each other twice, contacts. */
  | { readonly kind: "unknown" }
  /** `motion`: name of what measures the object. */
  | {
      readonly kind: "body";
      readonly motion: string;
      readonly mass: number;
      readonly centre: readonly number[];
      /** I_11, I_22, I_33, I_21, I_31, I_32. */
      readonly inertia: readonly number[];
    }
  /** A force away from the other object, which is an output of the mechanism: of a part that pulls. */
  | { readonly kind: "line"; readonly other: string; readonly output: string }
  /** `sign` times variables of the model, in axes of an object or of the world; a force at the object `point`. */
  | {
      readonly kind: "force" | "torque";
      readonly variable: string;
      readonly axes: string | undefined;
      readonly point: string;
      readonly sign: number;
    }
  /** `sign` times what a joint transmits, which the mechanics tells. */
  | { readonly kind: "joint"; readonly joint: string; readonly second: string; readonly sign: number }
);

/** What acts on a frame: the sum over ends of edges and loads. */
export interface FrameSum {
  readonly path: string;
  readonly object: string;
  readonly edges: readonly { readonly edge: number; readonly isEnd: boolean }[];
  readonly loads: readonly number[];
  /** It is no variable of the model. */
  readonly isShown: boolean;
}

/** A node whose balance tells what its edge to the root of the tree transmits. */
export interface Balance {
  readonly object: string;
  readonly edge: number;
}

export interface SettledForces {
  readonly balances: readonly Balance[];
  readonly frames: readonly FrameSum[];
}

export type Gravity =
  | { readonly kind: "uniform"; readonly g: readonly number[] }
  | { readonly kind: "point"; readonly mue: number };

export class FrameForces {
  readonly edges: Edge[] = [];
  readonly loads: Load[] = [];
  readonly frames = new Map<string, FrameSum>();
  gravity: Gravity = { kind: "uniform", g: [0, 0, 0] };
  /** The mechanics is asked for what a part transmits. */
  readsCutForces = false;
  /** Something collides: joints tell what they transmit, since balances do not know the forces of contacts. */
  private hasContacts = false;
  private readonly root: string;
  private settled: SettledForces | undefined;

  constructor(root: string) {
    this.root = root;
  }

  /** `a`: undefined for the world, which has no frame there. */
  addEdge(a: string | undefined, from: string, b: string, to: string, joint = "", closes = false): void {
    const edge = this.edges.push({ from, to, joint, closes }) - 1;
    if (a !== undefined) this.show(a, from, [{ edge, isEnd: false }], []);
    this.show(b, to, [{ edge, isEnd: true }], []);
  }

  addLoads(path: string, loads: readonly Load[], isShown = true): void {
    const first = this.loads.length;
    this.loads.push(...loads);
    const numbers = loads.map((_, k) => first + k);
    this.show(path, loads[0]!.object, [], [...(this.frames.get(path)?.loads ?? []), ...numbers], isShown);
  }

  /** A frame of a part that has others inside: what acts on it acts on them. */
  addSum(path: string, inside: readonly string[]): void {
    const all = inside.flatMap((name) => this.frames.get(name) ?? []);
    if (all.length === 0) return;
    const [edges, loads] = [all.flatMap((frame) => frame.edges), all.flatMap((frame) => frame.loads)];
    this.show(path, all[0]!.object, edges, loads);
  }

  /** Contacts may act on the object. */
  addContact(object: string): void {
    this.hasContacts = true;
    this.loads.push({ kind: "unknown", object });
  }

  private show(path: string, object: string, edges: FrameSum["edges"], loads: FrameSum["loads"], isShown = true): void {
    this.frames.set(path, { path, object, edges, loads, isShown });
  }

  /** Whether the mechanics must tell what joints and rods transmit: balances alone do not in closed loops. */
  get isClosed(): boolean {
    return this.readsCutForces || this.cuts().some((k) => this.edges[k]!.joint !== "");
  }

  /** Edges that close loops, joints rather than what is fixed, and first those that are there for it; with contacts all joints. */
  private cuts(): number[] {
    const joined = new DisjointSets<string>();
    const order = this.edges.map((_, k) => k).sort((a, b) => this.rank(a) - this.rank(b) || a - b);
    return order.filter((k) => {
      const { from, to, joint } = this.edges[k]!;
      if (joined.find(from) === joined.find(to) || (this.hasContacts && joint !== "")) return true;
      joined.join(from, to);
      return false;
    });
  }

  private rank(edge: number): number {
    const { joint, closes } = this.edges[edge]!;
    return joint === "" ? 0 : closes ? 2 : 1;
  }

  /** Loads instead of edges that close loops; then the nodes in the order of their balances, from the leaves of the trees to their roots. */
  settle(): SettledForces {
    this.settled ??= this.replaceCuts();
    return this.settled;
  }

  /** Joints that must tell what they transmit. */
  get askedJoints(): ReadonlySet<string> {
    this.settle();
    return new Set(this.loads.flatMap((load) => (load.kind === "joint" ? [load.joint] : [])));
  }

  private replaceCuts(): SettledForces {
    const loadsOf = new Map<number, readonly [begin: number, end: number]>();
    const cuts = this.cuts();
    for (const k of cuts) {
      const { from, to, joint } = this.edges[k]!;
      const load = (object: string, sign: number): Load =>
        joint === "" ? { kind: "unknown", object } : { kind: "joint", object, joint, second: to, sign };
      const end = this.loads.push(load(from, 1), load(to, -1)) - 1;
      loadsOf.set(k, [end - 1, end]);
    }
    const frames = [...this.frames.values()].map((frame) => ({
      ...frame,
      edges: frame.edges.filter(({ edge }) => !loadsOf.has(edge)),
      loads: [
        ...frame.loads,
        ...frame.edges.flatMap(({ edge, isEnd }) => {
          const loads = loadsOf.get(edge);
          return loads === undefined ? [] : [loads[isEnd ? 1 : 0]];
        }),
      ],
    }));
    return { balances: this.balances(new Set(cuts)), frames };
  }

  private balances(cuts: ReadonlySet<number>): Balance[] {
    const around = new Map<string, number[]>();
    this.edges.forEach(({ from, to }, k) => {
      if (cuts.has(k)) return;
      for (const object of [from, to]) around.set(object, [...(around.get(object) ?? []), k]);
    });
    const balances: Balance[] = [];
    const seen = new Set<string>();
    const visit = (root: string): void => {
      if (seen.has(root)) return;
      seen.add(root);
      const list: Balance[] = [{ object: root, edge: -1 }];
      for (const { object, edge } of list)
        for (const k of around.get(object) ?? []) {
          if (k === edge) continue;
          const { from, to } = this.edges[k]!;
          const next = from === object ? to : from;
          seen.add(next);
          list.push({ object: next, edge: k });
        }
      balances.push(...list.slice(1).reverse());
    };
    for (const object of [this.root, ...around.keys()]) visit(object);
    return balances;
  }
}
