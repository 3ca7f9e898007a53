/**
 * The Nordsieck array: the solution polynomial around t, stored as z_j = h^j/j! · y^(j).
 *
 * Source   [Nordsieck1962], [Byrne1975]
 *          y(t + s·h) = Σ z_j s^j;   prediction is a multiplication with the Pascal triangle matrix.
 */

/** Elements that stay in the nearest memory while all columns are added. */
const stretch = 256;

/**
 * Moves the polynomial one step ahead: z ← z·A with the Pascal triangle A, additions only. At the highest orders of the stiff formulas
 * all columns of an element are added at once, in the same order.
 */
export function predict(z: Float64Array[], q: number): void {
  if (q === 4) predictFour(z);
  else if (q === 5) predictFive(z);
  else predictAny(z, q);
}

function predictFour([z0, z1, z2, z3, z4]: Float64Array[]): void {
  for (let i = 0; i < z0.length; i++) {
    const e = z4[i];
    const d = z3[i] + e;
    const c = z2[i] + d;
    const b = z1[i] + c;
    const dd = d + e;
    const cc = c + dd;
    const ddd = dd + e;
    z0[i] += b;
    z1[i] = b + cc;
    z2[i] = cc + ddd;
    z3[i] = ddd + e;
  }
}

function predictFive([z0, z1, z2, z3, z4, z5]: Float64Array[]): void {
  for (let i = 0; i < z0.length; i++) {
    const f = z5[i];
    const e = z4[i] + f;
    const d = z3[i] + e;
    const c = z2[i] + d;
    const b = z1[i] + c;
    const ee = e + f;
    const dd = d + ee;
    const cc = c + dd;
    const eee = ee + f;
    const ddd = dd + eee;
    const eeee = eee + f;
    z0[i] += b;
    z1[i] = b + cc;
    z2[i] = cc + ddd;
    z3[i] = ddd + eeee;
    z4[i] = eeee + f;
  }
}

function predictAny(z: Float64Array[], q: number): void {
  const n = z[0].length;
  for (let from = 0; from < n; from += stretch) {
    const to = Math.min(n, from + stretch);
    for (let k = 1; k <= q; k++) {
      // two columns at a time: the one between them is read once
      let j = q;
      for (; j > k; j -= 2) addTwo(z[j - 2], z[j - 1], z[j], from, to);
      if (j === k) add(z[j - 1], z[j], from, to);
    }
  }
}

/** The inverse of predict. */
export function undoPrediction(z: Float64Array[], q: number): void {
  for (let k = 1; k <= q; k++) {
    for (let j = q; j >= k; j--) subtract(z[j - 1], z[j]);
  }
}

/** Changes the step by the factor η: z_j ← η^j·z_j. */
export function rescale(z: Float64Array[], q: number, η: number): void {
  let factor = η;
  for (let j = 1; j <= q; j++) {
    const zj = z[j];
    for (let i = 0; i < zj.length; i++) zj[i] *= factor;
    factor *= η;
  }
}

/** z_j ← z_j + l_j·correction for j = 0 … q, two columns at a time: the correction is read once for both. */
export function correct(z: Float64Array[], q: number, l: Float64Array, correction: Float64Array): void {
  const n = correction.length;
  let j = 0;
  for (; j < q; j += 2) {
    const a = z[j];
    const b = z[j + 1];
    const la = l[j];
    const lb = l[j + 1];
    for (let i = 0; i < n; i++) {
      const c = correction[i];
      a[i] += la * c;
      b[i] += lb * c;
    }
  }
  if (j > q) return;
  const a = z[j];
  const la = l[j];
  for (let i = 0; i < n; i++) a[i] += la * correction[i];
}

/** out ← Σ z_j s^j. */
export function interpolatePolynomial(out: Float64Array, z: Float64Array[], q: number, s: number): void {
  const n = out.length;
  const top = z[q];
  for (let i = 0; i < n; i++) out[i] = top[i];
  for (let j = q - 1; j >= 0; j--) {
    const zj = z[j];
    for (let i = 0; i < n; i++) out[i] = out[i] * s + zj[i];
  }
}

/** The same for some entries. */
export function interpolatePolynomialEntries(
  out: Float64Array,
  z: Float64Array[],
  q: number,
  s: number,
  entries: Int32Array,
): void {
  const n = entries.length;
  const top = z[q];
  for (let k = 0; k < n; k++) out[k] = top[entries[k]];
  for (let j = q - 1; j >= 0; j--) {
    const zj = z[j];
    for (let k = 0; k < n; k++) out[k] = out[k] * s + zj[entries[k]];
  }
}

/** out ← (1/h)·Σ j·z_j s^(j−1). */
export function interpolatePolynomialDerivative(
  out: Float64Array,
  z: Float64Array[],
  q: number,
  s: number,
  h: number,
): void {
  const n = out.length;
  const top = z[q];
  for (let i = 0; i < n; i++) out[i] = q * top[i];
  for (let j = q - 1; j >= 1; j--) {
    const zj = z[j];
    for (let i = 0; i < n; i++) out[i] = out[i] * s + j * zj[i];
  }
  for (let i = 0; i < n; i++) out[i] /= h;
}

/** The same for some entries. */
export function interpolatePolynomialDerivativeEntries(
  out: Float64Array,
  z: Float64Array[],
  q: number,
  s: number,
  h: number,
  entries: Int32Array,
): void {
  const n = entries.length;
  const top = z[q];
  for (let k = 0; k < n; k++) out[k] = q * top[entries[k]];
  for (let j = q - 1; j >= 1; j--) {
    const zj = z[j];
    for (let k = 0; k < n; k++) out[k] = out[k] * s + j * zj[entries[k]];
  }
  for (let k = 0; k < n; k++) out[k] /= h;
}

function add(a: Float64Array, b: Float64Array, from: number, to: number): void {
  for (let i = from; i < to; i++) a[i] += b[i];
}

/** b ← b + c, then a ← a + b. */
function addTwo(a: Float64Array, b: Float64Array, c: Float64Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const sum = b[i] + c[i];
    b[i] = sum;
    a[i] += sum;
  }
}

function subtract(a: Float64Array, b: Float64Array): void {
  const n = a.length;
  for (let i = 0; i < n; i++) a[i] -= b[i];
}
