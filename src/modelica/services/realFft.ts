/**
 * Amplitudes and phases of a real signal, as the Modelica library's block computes them.
 *
 *     X_k = Σ_j u_j·exp(−2πi·j·k/n),   k = 0 … n/2
 *     amplitude = |X_k|/(n/2 + 1),   phase = atan2(Im X_k, Re X_k)
 *
 * Mixed radix: n is split by its smallest prime factor until factors are prime; the library asks for 2^a·3^b·5^c.
 */

import * as elementary from "../../math/elementary.ts";

export interface Spectrum {
  readonly amplitudes: Float64Array;
  readonly phases: Float64Array;
}

export function realSpectrum(signal: ArrayLike<number>): Spectrum {
  const n = signal.length;
  const { re, im } = transform(Float64Array.from(signal), new Float64Array(n));
  const count = Math.floor(n / 2) + 1;
  const amplitudes = new Float64Array(count);
  const phases = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    amplitudes[k] = elementary.hypot(re[k]!, im[k]!) / count;
    phases[k] = elementary.atan2(im[k]!, re[k]!);
  }
  return { amplitudes, phases };
}

interface Complexes {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

function transform(re: Float64Array, im: Float64Array): Complexes {
  const n = re.length;
  if (n <= 1) return { re, im };
  const p = smallestFactor(n);
  const m = n / p;
  const parts = Array.from({ length: p }, (_, r) => transform(every(re, r, p), every(im, r, p)));
  const outRe = new Float64Array(n);
  const outIm = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    for (let r = 0; r < p; r++) {
      const angle = (-2 * Math.PI * ((r * k) % n)) / n;
      const [c, s] = [elementary.cos(angle), elementary.sin(angle)];
      const part = parts[r]!;
      const [a, b] = [part.re[k % m]!, part.im[k % m]!];
      outRe[k] = outRe[k]! + c * a - s * b;
      outIm[k] = outIm[k]! + c * b + s * a;
    }
  }
  return { re: outRe, im: outIm };
}

function every(values: Float64Array, from: number, step: number): Float64Array {
  return Float64Array.from({ length: values.length / step }, (_, k) => values[from + k * step]!);
}

function smallestFactor(n: number): number {
  for (let p = 2; p * p <= n; p++) if (n % p === 0) return p;
  return n;
}
