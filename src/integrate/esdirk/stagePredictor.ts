/**
 * First guesses of the stage derivatives: weights of the stages before, in the same step.
 *
 * Law      k_i ≈ Σ_{j<i} p_j·k_j   with   p₁ = p₂   and   Σ p_j·c_j^m = c_i^m,   m = 0, 1, … for as many as there are
 *          free weights
 * Why      p₁ = p₂ as in the dense output: what is wrong with k₁ in a stiff component is wrong with the opposite sign
 *          in k₂ and cancels.
 */

import * as elementary from "../../math/elementary.ts";

/** Weights of the stages before stage i (counted from 0, i ≥ 2). */
export function predictorWeights(c: readonly number[], i: number): number[] {
  const unknowns = i - 1;
  const rows = Array.from({ length: unknowns }, (_, m) => {
    const powers = c.map((node) => elementary.pow(node, m));
    // those of the stages behind are not read
    return [powers[0] + powers[1], ...powers.slice(2)];
  });
  const solution = solveSmall(rows);
  return [solution[0], ...solution];
}

/** Gauss elimination with row interchanges; behind as many columns as rows is the right-hand side. */
function solveSmall(rows: number[][]): number[] {
  const n = rows.length;
  for (let k = 0; k < n; k++) {
    const pivot = rows
      .slice(k)
      .reduce((best, row, r) => (Math.abs(row[k]) > Math.abs(rows[best][k]) ? k + r : best), k);
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  const x: number[] = [];
  for (let k = n - 1; k >= 0; k--) {
    // of those behind it: there are no others yet
    const known = x.reduce((sum, value, j) => sum + rows[k][j] * value, 0);
    x[k] = (rows[k][n] - known) / rows[k][k];
  }
  return x;
}
