/** Two boxes in the world: how far they are apart, or inside each other, along the best of the directions that decide it (boxDirections.ts). */
import { type BoxTolerances, boxesFar, boxesShown, boxGap } from "../../collision/boxDirections.ts";
import { locate, Pair } from "../../collision/pair.ts";
import type { Core } from "../../geometry/core.ts";
import type { ShapePoses } from "../shapePoses.ts";

const tolerances: BoxTolerances = { better: 1e-9, rim: 1e-9, parallel: 1e-6, clear: 0 };

export class BoxPair {
  /** m, negative when penetrating. */
  distance = Number.NaN;
  /** Unit vector from A to B. */
  readonly normal = new Float64Array(3);
  readonly pointA = new Float64Array(3);
  readonly pointB = new Float64Array(3);
  /** Whether pointA and pointB show the distance. */
  isShown = false;

  private pair: Pair | undefined;

  /** False where the boxes are farther apart than `reach`; nothing else is known then. */
  evaluate(poses: ShapePoses, a: number, b: number, reach: number): boolean {
    const { rotation: R, position: r, cores } = poses;
    const [A, B] = [cores[a]!, cores[b]!];
    this.pair ??= new Pair(A, B);
    const { pair } = this;
    pair.A = A;
    pair.B = B;
    pair.size = Math.max(poses.reach[a], poses.reach[b]);
    pair.reach = reach;
    locate(pair, R, 9 * a, r, 3 * a, R, 9 * b, r, 3 * b);
    const found = boxGap(pair, tolerances);
    if (found === boxesFar) return false;
    this.isShown = found === boxesShown;
    this.distance = pair.distance;
    turn(this.normal, pair.n, A, R, 9 * a);
    turn(this.pointA, pair.a, A, R, 9 * a);
    turn(this.pointB, pair.b, A, R, 9 * a);
    for (let i = 0; i < 3; i++) {
      this.pointA[i] += r[3 * a + i];
      this.pointB[i] += r[3 * a + i];
    }
    return true;
  }
}

/** out ← a vector in the frame of a core, in the world. */
function turn(out: Float64Array, v: Float64Array, { axis }: Core, R: Float64Array, o: number): void {
  const x = o + (axis % 3);
  const y = o + ((axis + 1) % 3);
  const z = o + ((axis + 2) % 3);
  for (let i = 0; i < 9; i += 3) out[i / 3] = R[x + i] * v[0] + R[y + i] * v[1] + R[z + i] * v[2];
}
