/**
 * Poses of all objects in a result. They are not stored: the coordinates of the tree in a stored row give the poses of the
 * bodies, and these the poses of the objects, when somebody asks.
 */
import type { SegmentDeclarations, StoredRow } from "../../language/predefined.ts";
import type { Mechanism } from "../../mechanics/mechanism.ts";
import { createMechanismState } from "../../mechanics/mechanismState.ts";
import { computePositions } from "../../mechanics/positions.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { frameCardan, framePosition, frameRotationFromWorld } from "./bodyPoses.ts";
import { frameOf } from "./frames.ts";
import type { CoordinatePlaces } from "./hiddenCoordinates.ts";

export function declarePoses(
  { graph, tree, mechanism }: { readonly graph: ObjectGraph; readonly tree: BodyTree; readonly mechanism: Mechanism },
  places: CoordinatePlaces,
  flangePositions: readonly string[],
  declare: SegmentDeclarations,
): void {
  const frames = graph.objects.map((_, k) => frameOf(graph, tree, k));
  // a state of its own: a run that goes on must not be disturbed by somebody who reads its result
  let state: ReturnType<typeof createMechanismState> | undefined;
  const compute = (row: StoredRow, out: Float64Array, at: number): void => {
    state ??= createMechanismState(mechanism);
    for (let i = 0; i < mechanism.nq; i++) {
      const place = places.q[i]!;
      state.q[i] = place >= 0 ? row.values[row.states + place]! : row.variable(-1 - place);
    }
    computePositions(mechanism, state);
    let k = at;
    for (const frame of frames) {
      framePosition(out, k, state.motion, frame);
      frameRotationFromWorld(out, k + 3, state.motion, frame);
      frameCardan(out, k + 12, state.motion, frame);
      k += 15;
    }
  };
  declare.derived({
    signals: graph.objects.flatMap(({ path }) => [
      { name: `${path}.r_abs`, shape: [3], unit: "m", description: "origin in the world" },
      { name: `${path}.R_abs`, shape: [3, 3], unit: "1", description: "rotation matrix world → object" },
      { name: `${path}.rot123_abs`, shape: [3], unit: "rad", description: "Cardan angles 1-2-3 world → object" },
    ]),
    variables: flangePositions,
    compute,
  });
}
