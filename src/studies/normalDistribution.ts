/**
 * The standard normal distribution.
 *
 * Source   [Wichura1988] AS 241, quantile to 16 digits; [Cody1969] error function by rational approximation
 */
import { exp, log } from "../math/elementary/exponential.ts";

export function normalDensity(x: number): number {
  return exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/** Φ(x), relative accuracy also far to the left. */
export function normalProbability(x: number): number {
  return complementaryError(-x / Math.SQRT2) / 2;
}

const ratio = (p: readonly number[], q: readonly number[], x: number): number => horner(p, x) / horner(q, x);

/** Highest power first. */
function horner(c: readonly number[], x: number): number {
  let sum = 0;
  for (const coefficient of c) sum = sum * x + coefficient;
  return sum;
}

const nearP = [0.18577770618460315, 3.1611237438705655, 113.86415415105016, 377.485237685302, 3209.3775891384694];
const nearQ = [1, 23.601290952344122, 244.02463793444417, 1282.6165260773723, 2844.236833439171];
const middleP = [
  2.1531153547440383e-8, 0.5641884969886701, 8.883149794388377, 66.11919063714163, 298.6351381974001, 881.952221241769,
  1712.0476126340707, 2051.0783778260716, 1230.3393547979972,
];
const middleQ = [
  1, 15.744926110709835, 117.6939508913125, 537.1811018620099, 1621.3895745666903, 3290.7992357334597,
  4362.619090143247, 3439.3676741437216, 1230.3393548037495,
];
const farP = [
  0.016315387137302097, 0.30532663496123236, 0.36034489994980445, 0.12578172611122926, 0.016083785148742275,
  0.0006587491615298378,
];
const farQ = [1, 2.568520192289822, 1.8729528499234673, 0.5279051029514285, 0.06051834131244132, 0.0023352049762686918];

/** erfc(x) [Cody1969]. */
function complementaryError(x: number): number {
  const y = Math.abs(x);
  // below the smallest number
  if (y > 27) return x > 0 ? 0 : 2;
  if (y <= 0.46875) return 1 - x * ratio(nearP, nearQ, y * y);
  let tail: number;
  if (y <= 4) tail = ratio(middleP, middleQ, y);
  else {
    const z = 1 / (y * y);
    tail = (1 / Math.sqrt(Math.PI) - z * ratio(farP, farQ, z)) / y;
  }
  // exp(−y²) in two factors, so that the square is not rounded
  const head = Math.trunc(y * 16) / 16;
  tail *= exp(-head * head) * exp(-(y - head) * (y + head));
  return x > 0 ? tail : 2 - tail;
}

const a = [
  2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
  133.14166789178438, 3.3871328727963665,
];
const b = [
  5226.495278852546, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
  42.31333070160091, 1,
];
const c = [
  0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
  5.769497221460691, 4.630337846156546, 1.4234371107496835,
];
const d = [
  1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
  1.6763848301838038, 2.053191626637759, 1,
];
const e = [
  2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
  1.7848265399172913, 5.463784911164114, 6.657904643501103,
];
const f = [
  2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133, 0.014875361290850615,
  0.1369298809227358, 0.599832206555888, 1,
];

/** Φ⁻¹(p) [Wichura1988]. */
export function normalQuantile(p: number): number {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return q * ratio(a, b, 0.180625 - q * q);
  const tail = Math.min(p, 1 - p);
  if (tail <= 0) return q < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const r = Math.sqrt(-log(tail));
  const x = r <= 5 ? ratio(c, d, r - 1.6) : ratio(e, f, r - 5);
  return q < 0 ? -x : x;
}
