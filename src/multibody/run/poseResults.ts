/**
 * Poses of all objects in a result. They are not stored: the coordinates of the tree in a stored row give the poses of the
 * bodies, and these the poses of the objects, when somebody asks.
 */
import type { DerivedSignal, SegmentDeclarations, StoredRow } from "../../language/predefined.ts";
import type { Mechanism } from "../../mechanics/mechanism.ts";
import { MechanismState } from "../../mechanics/mechanismState.ts";
import { computePositions } from "../../mechanics/positions.ts";
import type { BodyFrame } from "../forces/forceElement.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { frameCardan, framePosition, frameRotationFromWorld } from "./bodyPoses.ts";
import { frameOf } from "./frames.ts";
import type { CoordinatePlaces } from "./hiddenCoordinates.ts";

/** Numbers per object: position 3, rotation matrix 9, angles 3. */
const numbersPerObject = 15;

export function declarePoses(
  graph: ObjectGraph,
  tree: BodyTree,
  mechanism: Mechanism,
  places: CoordinatePlaces,
  flangePositions: readonly string[],
  declare: SegmentDeclarations,
): void {
  const present: number[] = [];
  for (let k = 0; k < graph.objects.length; k++) if (graph.objects[k]!.isGone !== true) present.push(k);
  let frames: BodyFrame[] | undefined;
  // a state of its own: a run that goes on must not be disturbed by somebody who reads its result
  let state: MechanismState | undefined;
  const R = new Float64Array(9);
  const compute = (row: StoredRow, out: Float64Array, at: number): void => {
    state ??= new MechanismState(mechanism);
    frames ??= present.map((k) => frameOf(graph, tree, k));
    readCoordinates(state, places, row);
    computePositions(mechanism, state);
    let k = at;
    for (const frame of frames) {
      framePosition(out, k, state.motion, frame);
      frameRotationFromWorld(out, k + 3, state.motion, frame);
      frameCardan(out, k + 12, state.motion, frame, R);
      k += numbersPerObject;
    }
  };
  declare.derived({
    get signals() {
      return present.flatMap((k) => posesOf(graph.objects[k]!));
    },
    variables: flangePositions,
    compute,
  });
}

/** Objects stay the same over changes of structure that do not concern them. */
const known = new WeakMap<object, readonly DerivedSignal[]>();

function posesOf(object: { readonly path: string }): readonly DerivedSignal[] {
  let signals = known.get(object);
  if (signals === undefined) {
    const { path } = object;
    signals = [
      { name: `${path}.r_abs`, shape: [3], unit: "m", description: "origin in the world" },
      { name: `${path}.R_abs`, shape: [3, 3], unit: "1", description: "rotation matrix world → object" },
      { name: `${path}.rot123_abs`, shape: [3], unit: "rad", description: "Cardan angles 1-2-3 world → object" },
    ];
    known.set(object, signals);
  }
  return signals;
}

/** q and anchors ← the row. */
export function readCoordinates(state: MechanismState, places: CoordinatePlaces, row: StoredRow): void {
  const { q, anchor } = state;
  const { first, state: hidden, flange, stored, loopPositions, anchoredBodies } = places;
  for (let i = 0; i < q.length; i++) {
    if (hidden[i]! >= 0) q[i] = row.values[row.states + first + hidden[i]!]!;
    else if (flange[i]! >= 0) q[i] = row.variable(flange[i]!);
  }
  let k = row.outputs + stored;
  for (const i of loopPositions) q[i] = row.values[k++]!;
  for (const b of anchoredBodies) for (let i = 0; i < 4; i++) anchor[4 * b + i] = row.values[k++]!;
}
