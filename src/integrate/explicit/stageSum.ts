/** Weighted sums of stage derivatives, the inner loop of all Runge–Kutta methods: zero weights left out, four at a time. */

export interface StageWeights {
  readonly stages: Int32Array;
  readonly weights: Float64Array;
}

export function stageWeights(row: readonly number[]): StageWeights {
  const used = row.flatMap((weight, j) => (weight === 0 ? [] : [j]));
  return { stages: Int32Array.from(used), weights: Float64Array.from(used, (j) => row[j]) };
}

/** out ← Σ_j w_j·k_j */
export function sumStages(out: Float64Array, row: StageWeights, k: readonly Float64Array[]): void {
  const { stages, weights } = row;
  const n = out.length;
  const count = stages.length;
  let j = count % 4;
  if (j === 0) {
    out.fill(0);
  } else if (j === 1) {
    const w0 = weights[0];
    const k0 = k[stages[0]];
    for (let i = 0; i < n; i++) out[i] = w0 * k0[i];
  } else if (j === 2) {
    const w0 = weights[0];
    const w1 = weights[1];
    const k0 = k[stages[0]];
    const k1 = k[stages[1]];
    for (let i = 0; i < n; i++) out[i] = w0 * k0[i] + w1 * k1[i];
  } else {
    const w0 = weights[0];
    const w1 = weights[1];
    const w2 = weights[2];
    const k0 = k[stages[0]];
    const k1 = k[stages[1]];
    const k2 = k[stages[2]];
    for (let i = 0; i < n; i++) out[i] = w0 * k0[i] + w1 * k1[i] + w2 * k2[i];
  }
  for (; j < count; j += 4) {
    const w0 = weights[j];
    const w1 = weights[j + 1];
    const w2 = weights[j + 2];
    const w3 = weights[j + 3];
    const k0 = k[stages[j]];
    const k1 = k[stages[j + 1]];
    const k2 = k[stages[j + 2]];
    const k3 = k[stages[j + 3]];
    for (let i = 0; i < n; i++) out[i] += w0 * k0[i] + w1 * k1[i] + w2 * k2[i] + w3 * k3[i];
  }
}

/** out ← y + h·Σ_j w_j·k_j, the argument of a stage: the same sums, in one pass where there are no more than six. */
export function addStages(
  out: Float64Array,
  y: Float64Array,
  h: number,
  row: StageWeights,
  k: readonly Float64Array[],
): void {
  const { stages, weights } = row;
  const n = out.length;
  const count = stages.length;
  if (count === 0 || count > 6) {
    sumStages(out, row, k);
    for (let i = 0; i < n; i++) out[i] = y[i] + h * out[i];
    return;
  }
  const w0 = weights[0];
  const k0 = k[stages[0]];
  if (count === 1) {
    for (let i = 0; i < n; i++) out[i] = y[i] + h * (w0 * k0[i]);
    return;
  }
  const w1 = weights[1];
  const k1 = k[stages[1]];
  if (count === 2) {
    for (let i = 0; i < n; i++) out[i] = y[i] + h * (w0 * k0[i] + w1 * k1[i]);
    return;
  }
  const w2 = weights[2];
  const k2 = k[stages[2]];
  if (count === 3) {
    for (let i = 0; i < n; i++) out[i] = y[i] + h * (w0 * k0[i] + w1 * k1[i] + w2 * k2[i]);
    return;
  }
  const w3 = weights[3];
  const k3 = k[stages[3]];
  if (count === 4) {
    for (let i = 0; i < n; i++) out[i] = y[i] + h * (w0 * k0[i] + w1 * k1[i] + w2 * k2[i] + w3 * k3[i]);
    return;
  }
  const w4 = weights[4];
  const k4 = k[stages[4]];
  if (count === 5) {
    for (let i = 0; i < n; i++) out[i] = y[i] + h * (w0 * k0[i] + (w1 * k1[i] + w2 * k2[i] + w3 * k3[i] + w4 * k4[i]));
    return;
  }
  const w5 = weights[5];
  const k5 = k[stages[5]];
  for (let i = 0; i < n; i++)
    out[i] = y[i] + h * (w0 * k0[i] + w1 * k1[i] + (w2 * k2[i] + w3 * k3[i] + w4 * k4[i] + w5 * k5[i]));
}
