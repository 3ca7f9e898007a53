/**
 * How fast a body turns at most whose quaternion is a polynomial of time, as dense output makes it. It is not a unit quaternion.
 *
 *     ω = 2·u/N,   u = vec(q*∘dq/dt) in body axes,   N = |q|²,   dω/dt = 2·vec(q*∘d²q/dt²)/N − 2·u·(dN/dt)/N²,   dN/dt = 2·q·dq/dt
 *
 * u, N and their derivatives are polynomials of twice the degree: what they are on a grid bounds them (polynomialBounds.ts).
 */
import { productGrid } from "../math/polynomialBounds.ts";

/** Smallest N, relative to its largest value, that is believed: below, a quaternion is no orientation. */
const smallestNorm = 0.01;

const q = new Float64Array(4);
const rate = new Float64Array(4);
const second = new Float64Array(4);

/**
 * out[0] ← bound of |ω|, out[1] of |dω/dt|, out[2..4] of the rates at which the axes x, y, z of the body turn. Values of the four components
 * at the nodes of degree n over a time h, scalar last.
 */
export function boundTurning(
  out: Float64Array,
  degree: number,
  h: number,
  values: Float64Array,
  stride: number,
  offset: number,
): void {
  const grid = productGrid(degree);
  const n = degree + 1;
  let u = 0;
  let uRate = 0;
  let normRate = 0;
  let aboutX = 0;
  let aboutY = 0;
  let aboutZ = 0;
  let least = Infinity;
  let most = 0;
  for (let i = 0; i < grid.count; i++) {
    for (let k = 0; k < 4; k++) {
      const start = values[offset + k];
      let p = start;
      let d = 0;
      let dd = 0;
      for (let j = 1; j < n; j++) {
        const v = values[j * stride + offset + k] - start;
        p += grid.value[i * n + j] * v;
        d += grid.first[i * n + j] * v;
        dd += grid.second[i * n + j] * v;
      }
      q[k] = p;
      rate[k] = d;
      second[k] = dd;
    }
    const N = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    least = Math.min(least, N);
    most = Math.max(most, N);
    const x = q[3] * rate[0] - q[0] * rate[3] - (q[1] * rate[2] - q[2] * rate[1]);
    const y = q[3] * rate[1] - q[1] * rate[3] - (q[2] * rate[0] - q[0] * rate[2]);
    const z = q[3] * rate[2] - q[2] * rate[3] - (q[0] * rate[1] - q[1] * rate[0]);
    u = Math.max(u, x * x + y * y + z * z);
    aboutX = Math.max(aboutX, y * y + z * z);
    aboutY = Math.max(aboutY, z * z + x * x);
    aboutZ = Math.max(aboutZ, x * x + y * y);
    normRate = Math.max(normRate, Math.abs(q[0] * rate[0] + q[1] * rate[1] + q[2] * rate[2] + q[3] * rate[3]));
    const ax = q[3] * second[0] - q[0] * second[3] - (q[1] * second[2] - q[2] * second[1]);
    const ay = q[3] * second[1] - q[1] * second[3] - (q[2] * second[0] - q[0] * second[2]);
    const az = q[3] * second[2] - q[2] * second[3] - (q[0] * second[1] - q[1] * second[0]);
    uRate = Math.max(uRate, ax * ax + ay * ay + az * az);
  }
  const { productFactor: c } = grid;
  const N = Math.max(0.5 * (most + least) - 0.5 * c * (most - least), smallestNorm * most);
  const scale = (2 * c) / (N * h);
  out[0] = scale * Math.sqrt(u);
  out[1] = (scale * (Math.sqrt(uRate) + (2 * c * Math.sqrt(u) * normRate) / N)) / h;
  out[2] = scale * Math.sqrt(aboutX);
  out[3] = scale * Math.sqrt(aboutY);
  out[4] = scale * Math.sqrt(aboutZ);
}
