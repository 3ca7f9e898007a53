/** A matrix with equal blocks on its diagonal and zeros elsewhere: one block is factored, all are solved with its factors. */
import type { ComplexFactorization, Factorization } from "./factorization.ts";

/** `copies` blocks like the one that `block` factors; the same object when there is only one. */
export function repeated(block: Factorization, copies = 1): Factorization {
  if (copies === 1) return block;
  const n = block.size;
  // iterations solve with the same array again and again
  let last: Float64Array = new Float64Array(0);
  let parts: Float64Array[] = [];
  return {
    size: n * copies,
    factor: (values) => block.factor(values),
    solve: (b) => {
      if (block.solveAll !== undefined) {
        block.solveAll(b);
        return;
      }
      if (b !== last) {
        last = b;
        parts = Array.from({ length: copies }, (_, k) => b.subarray(k * n, (k + 1) * n));
      }
      for (let k = 0; k < copies; k++) block.solve(parts[k]);
    },
    save: () => block.save(),
    restore: (snapshot) => block.restore(snapshot),
  };
}

export function repeatedComplex(block: ComplexFactorization, copies = 1): ComplexFactorization {
  if (copies === 1) return block;
  const n = block.size;
  return {
    size: n * copies,
    factor: (re, im) => block.factor(re, im),
    solve: (re, im) => {
      for (let k = 0; k < copies; k++) block.solve(re.subarray(k * n, (k + 1) * n), im.subarray(k * n, (k + 1) * n));
    },
    save: () => block.save(),
    restore: (snapshot) => block.restore(snapshot),
  };
}
