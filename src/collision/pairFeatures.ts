/** The features of both bodies at a normal, in the frame of A. */
import { conditionLength, evaluateFeature, featureLength, firstCondition } from "./features.ts";
import { type Pair, turnToB } from "./pair.ts";

/** Features of both bodies at n, those of B in the frame of A; numbers of conditions as mA + 4·mB. */
export function evaluateBoth(pair: Pair): number {
  const n = pair.n;
  const R = pair.R;
  const d = pair.d;
  const f = pair.features;
  const o = featureLength;
  d[0] = n[0];
  d[1] = n[1];
  d[2] = n[2];
  turnToB(pair);
  const mA = evaluateFeature(f, 0, pair.A, pair.codes, 0, d, 0);
  const mB = evaluateFeature(f, o, pair.B, pair.codes, 4, d, 4);
  rotate(f, o, R, 1);
  for (let k = 0; k < 3; k++) f[o + k] += pair.r[k];
  rotateHessian(f, o + 3, R);
  for (let j = 0; j < mB; j++) {
    const at = o + firstCondition + conditionLength * j;
    rotate(f, at, R, -1); // n·k = c is asked of the direction −n
    rotate(f, at + 4, R, 1);
  }
  return mA + 4 * mB;
}

function rotate(f: Float64Array, i: number, R: Float64Array, s: number): void {
  const x = s * f[i];
  const y = s * f[i + 1];
  const z = s * f[i + 2];
  f[i] = R[0] * x + R[1] * y + R[2] * z;
  f[i + 1] = R[3] * x + R[4] * y + R[5] * z;
  f[i + 2] = R[6] * x + R[7] * y + R[8] * z;
}

/** H ← R·H·Rᵀ */
function rotateHessian(f: Float64Array, i: number, R: Float64Array): void {
  const a = f[i];
  const b = f[i + 1];
  const c = f[i + 2];
  const d = f[i + 3];
  const e = f[i + 4];
  const g = f[i + 5];
  if (a === 0 && d === 0 && g === 0) return; // a corner: H = 0
  const x0 = R[0] * a + R[1] * b + R[2] * c;
  const y0 = R[0] * b + R[1] * d + R[2] * e;
  const z0 = R[0] * c + R[1] * e + R[2] * g;
  const x1 = R[3] * a + R[4] * b + R[5] * c;
  const y1 = R[3] * b + R[4] * d + R[5] * e;
  const z1 = R[3] * c + R[4] * e + R[5] * g;
  const x2 = R[6] * a + R[7] * b + R[8] * c;
  const y2 = R[6] * b + R[7] * d + R[8] * e;
  const z2 = R[6] * c + R[7] * e + R[8] * g;
  f[i] = x0 * R[0] + y0 * R[1] + z0 * R[2];
  f[i + 1] = x0 * R[3] + y0 * R[4] + z0 * R[5];
  f[i + 2] = x0 * R[6] + y0 * R[7] + z0 * R[8];
  f[i + 3] = x1 * R[3] + y1 * R[4] + z1 * R[5];
  f[i + 4] = x1 * R[6] + y1 * R[7] + z1 * R[8];
  f[i + 5] = x2 * R[6] + y2 * R[7] + z2 * R[8];
}
