/**
 * Cut forces and cut torques of the frames of a mechanism, from rows of the result: nothing is computed before somebody asks.
 *
 * Source   [Featherstone2008] sec. 5.3 (balance of forces from the leaves of a tree to its root)
 *
 *     Σ W = 0 at each place,   W = (moment, force) on a part at its frame, about the origin of the world and in its axes
 *     W_a = −W_b        parts without mass
 *     bodies            f = m·(a + z × r + w × (w × r) − g),   t = I·z + w × I·w + r × f      in axes of the frame, r to the centre of mass
 *
 * Frames that depend on something unknown have none.
 */
import type { DerivedSignal, DerivedSignals, StoredRow } from "../../language/predefined.ts";
import * as elementary from "../../math/elementary.ts";
import type { Balance, FrameForces, Gravity, Load } from "./frameForces.ts";

/** Signals of the mechanism in a row. */
export interface MechanismSignals {
  /** Offset of an output of the mechanism, by its name there. */
  readonly outputs: ReadonlyMap<string, number>;
  /** What it derives from rows: positions and orientations of all objects, and motions that no equation reads. */
  readonly derived: readonly DerivedSignals[];
}

type Vector = readonly [number, number, number];

const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x];
const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const times = (k: number, [x, y, z]: Vector): Vector => [k * x, k * y, k * z];
const vectorAt = (values: ArrayLike<number>, k: number): Vector => [values[k]!, values[k + 1]!, values[k + 2]!];

/** Origin and T (axes of the object by rows). */
interface Pose {
  readonly r: Vector;
  readonly T: ArrayLike<number>;
}

const intoFrame = ({ T }: Pose, v: Vector): Vector =>
  [0, 3, 6].map((k) => T[k]! * v[0] + T[k + 1]! * v[1] + T[k + 2]! * v[2]) as unknown as Vector;
const intoWorld = ({ T }: Pose, v: Vector): Vector =>
  [0, 1, 2].map((k) => T[k]! * v[0] + T[k + 3]! * v[1] + T[k + 6]! * v[2]) as unknown as Vector;

interface Wrench {
  readonly moment: Vector;
  readonly force: Vector;
}

const zero: Wrench = { moment: [0, 0, 0], force: [0, 0, 0] };
const add = (a: Wrench, b: Wrench): Wrench => ({ moment: plus(a.moment, b.moment), force: plus(a.force, b.force) });
const scaled = (k: number, { moment, force }: Wrench): Wrench => ({ moment: times(k, moment), force: times(k, force) });
/** A force at a point and a torque. */
const at = (r: Vector, force: Vector, torque: Vector): Wrench => ({ moment: plus(cross(r, force), torque), force });

function gravityAt(gravity: Gravity, r: Vector): Vector {
  if (gravity.kind === "uniform") return vectorAt(gravity.g, 0);
  const distance = elementary.norm(r);
  return times(-gravity.mue / (distance * distance * distance), r);
}

/** Values that the mechanism derives from a row, and their places by name. */
class DerivedValues {
  readonly variables: readonly string[];
  private readonly derived: readonly DerivedSignals[];
  private places: Map<string, number> | undefined;
  /** Where the values of each begin, and those behind all of them. */
  private readonly begins = [0];
  private values = new Float64Array(0);

  constructor(derived: readonly DerivedSignals[]) {
    this.derived = derived;
    // all of them need the positions of flanges, in the same order
    this.variables = derived.find(({ variables = [] }) => variables.length > 0)?.variables ?? [];
  }

  placeOf(name: string): number | undefined {
    if (this.places === undefined) {
      this.places = new Map();
      let k = 0;
      for (const { signals } of this.derived) {
        for (const { name: own, shape = [] } of signals) {
          this.places.set(own, k);
          k += shape.reduce((product, n) => product * n, 1);
        }
        this.begins.push(k);
      }
      this.values = new Float64Array(k);
    }
    return this.places.get(name);
  }

  of(row: StoredRow): Float64Array {
    this.placeOf("");
    this.derived.forEach((one, k) => one.compute(row, this.values, this.begins[k]!));
    return this.values;
  }
}

export function frameForceSignals(forces: FrameForces, { outputs, derived }: MechanismSignals): DerivedSignals {
  const { balances, frames } = forces.settle();
  const { edges, loads } = forces;
  const variables = [
    ...new Set(
      loads.flatMap((load) =>
        load.kind === "force" || load.kind === "torque" ? [1, 2, 3].map((i) => `${load.variable}[${i}]`) : [],
      ),
    ),
  ];
  const computed = new DerivedValues(derived);
  const firstVariable = computed.variables.length;
  const known = knownOf(loads, balances, edges.length, forces.edges, outputs);
  const shown = frames.filter(
    (frame) =>
      frame.isShown && frame.loads.every((k) => known.loads[k]!) && frame.edges.every(({ edge }) => known.edges[edge]!),
  );

  const compute = (row: StoredRow, out: Float64Array, first: number): void => {
    const values = computed.of(row);
    const poses = new Map<string, Pose>();
    const pose = (object: string): Pose => {
      const found = poses.get(object);
      if (found !== undefined) return found;
      const T = computed.placeOf(`${object}.R_abs`)!;
      const made = { r: vectorAt(values, computed.placeOf(`${object}.r_abs`)!), T: values.subarray(T, T + 9) };
      poses.set(object, made);
      return made;
    };
    const output = (name: string, k = 0): number => row.values[row.outputs + outputs.get(name)! + k]!;
    const vector = (name: string): Vector => {
      const place = computed.placeOf(name);
      return place === undefined ? [output(name), output(name, 1), output(name, 2)] : vectorAt(values, place);
    };
    const variable = (name: string): Vector =>
      [1, 2, 3].map((i) => row.variable(firstVariable + variables.indexOf(`${name}[${i}]`))) as unknown as Vector;
    const wrenchOf = (load: Load): Wrench => {
      switch (load.kind) {
        case "body": {
          const own = pose(load.object);
          const [w, z] = [vector(`${load.motion}.w_a`), vector(`${load.motion}.z_a`)];
          const r = vectorAt(load.centre, 0);
          const g = gravityAt(forces.gravity, plus(own.r, intoWorld(own, r)));
          const a = intoFrame(own, plus(vector(`${load.motion}.a_0`), times(-1, g)));
          const force = times(load.mass, plus(a, plus(cross(z, r), cross(w, cross(w, r)))));
          const inertia = (v: Vector): Vector => multiply(load.inertia, v);
          const torque = plus(plus(inertia(z), cross(w, inertia(w))), cross(r, force));
          return at(own.r, intoWorld(own, force), intoWorld(own, torque));
        }
        case "line": {
          const [own, other] = [pose(load.object).r, pose(load.other).r];
          const line = plus(own, times(-1, other));
          const distance = elementary.norm(line);
          return at(own, times(distance > 0 ? output(load.output) / distance : 0, line), [0, 0, 0]);
        }
        case "force":
        case "torque": {
          const given = times(load.sign, variable(load.variable));
          const v = load.axes === undefined ? given : intoWorld(pose(load.axes), given);
          return load.kind === "force" ? at(pose(load.point).r, v, [0, 0, 0]) : { moment: v, force: [0, 0, 0] };
        }
        case "joint": {
          const second = pose(load.second);
          const [f, t] = [vector(`${load.joint}.cutForce`), vector(`${load.joint}.cutTorque`)];
          return scaled(load.sign, at(second.r, intoWorld(second, f), intoWorld(second, t)));
        }
        default:
          return zero;
      }
    };
    const onLoads = loads.map((load, k) => (known.loads[k]! ? wrenchOf(load) : zero));
    const sums = new Map<string, Wrench>();
    const act = (object: string, W: Wrench): void => void sums.set(object, add(sums.get(object) ?? zero, W));
    loads.forEach(({ object }, k) => act(object, onLoads[k]!));
    /** At the ends of the edges. */
    const onEnds: Wrench[] = edges.map(() => zero);
    for (const { object, edge } of balances) {
      const W = scaled(-1, sums.get(object) ?? zero);
      const isEnd = edges[edge]!.to === object;
      onEnds[edge] = isEnd ? W : scaled(-1, W);
      act(isEnd ? edges[edge]!.from : edges[edge]!.to, scaled(-1, W));
    }
    shown.forEach((frame, k) => {
      let W = zero;
      for (const load of frame.loads) W = add(W, onLoads[load]!);
      for (const { edge, isEnd } of frame.edges) W = add(W, scaled(isEnd ? 1 : -1, onEnds[edge]!));
      const own = pose(frame.object);
      out.set(intoFrame(own, W.force), first + 6 * k);
      out.set(intoFrame(own, plus(W.moment, times(-1, cross(own.r, W.force)))), first + 6 * k + 3);
    });
  };
  const signals: DerivedSignal[] = shown.flatMap(({ path }) => [
    { name: `${path}.f`, shape: [3], unit: "N", description: "cut force, in axes of the frame" },
    { name: `${path}.t`, shape: [3], unit: "N*m", description: "cut torque, in axes of the frame" },
  ]);
  return { signals, variables: [...computed.variables, ...variables], compute };
}

/** Which loads and edges are known: an edge is when everything behind it is. */
function knownOf(
  loads: readonly Load[],
  balances: readonly Balance[],
  edgeCount: number,
  edges: FrameForces["edges"],
  outputs: ReadonlyMap<string, number>,
): { readonly loads: readonly boolean[]; readonly edges: readonly boolean[] } {
  const ofLoads = loads.map((load) => {
    if (load.kind === "joint") return outputs.has(`${load.joint}.cutForce`);
    if (load.kind === "line") return outputs.has(load.output);
    return load.kind !== "unknown";
  });
  const isOpen = new Set(loads.flatMap(({ object }, k) => (ofLoads[k]! ? [] : [object])));
  const ofEdges: boolean[] = Array.from({ length: edgeCount }, () => true);
  for (const { object, edge } of balances) {
    if (!isOpen.has(object)) continue;
    ofEdges[edge] = false;
    const { from, to } = edges[edge]!;
    isOpen.add(from === object ? to : from);
  }
  return { loads: ofLoads, edges: ofEdges };
}

/** I·v of I_11, I_22, I_33, I_21, I_31, I_32. */
function multiply([xx, yy, zz, xy, xz, yz]: readonly number[], [x, y, z]: Vector): Vector {
  return [xx! * x + xy! * y + xz! * z, xy! * x + yy! * y + yz! * z, xz! * x + yz! * y + zz! * z];
}
