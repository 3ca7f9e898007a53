/**
 * Time of the direct solvers, best of many short runs so that a busy machine matters little, and a check value each.
 *
 *     npx tsx bench/math.ts
 */
import { createComplexFactorization, createFactorization } from "../src/math/createFactorization.ts";
import type { MatrixStructure } from "../src/math/matrixStructure.ts";
import { sparseStructure, valueCount } from "../src/math/matrixStructure.ts";
import { createRandom } from "../src/math/random.ts";
import { SparseLU } from "../src/math/sparse/sparseLU.ts";

/** Nanoseconds per call: minimum over `runs` runs of about a millisecond each. */
function time(work: () => void, runs: number): number {
  const start = performance.now();
  work();
  const once = Math.max(performance.now() - start, 1e-4);
  const repetitions = Math.max(1, Math.round(1 / once));
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const from = performance.now();
    for (let k = 0; k < repetitions; k++) work();
    best = Math.min(best, (performance.now() - from) / repetitions);
  }
  return best * 1e6;
}

/** Random values with a dominant diagonal, as in the iteration matrices of stiff problems. */
function dominantValues(structure: MatrixStructure, seed: number): Float64Array {
  const random = createRandom(seed);
  const values = Float64Array.from({ length: valueCount(structure) }, () => random.uniform() - 0.5);
  const { size: n } = structure;
  for (let j = 0; j < n; j++) {
    if (structure.kind === "dense") values[j + n * j] += 3;
    else if (structure.kind === "banded") values[structure.upper + (structure.lower + structure.upper + 1) * j] += 3;
    else {
      for (let p = structure.columnPointers[j]; p < structure.columnPointers[j + 1]; p++) {
        if (structure.rowIndices[p] === j) values[p] += 3;
      }
    }
  }
  return values;
}

function grid(m: number): MatrixStructure {
  const entries: [number, number][] = [];
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      const k = i * m + j;
      if (i > 0) entries.push([k, k - m], [k - m, k]);
      if (j > 0) entries.push([k, k - 1], [k - 1, k]);
    }
  }
  return sparseStructure(m * m, entries);
}

function chain(cells: number): MatrixStructure {
  const entries: [number, number][] = [];
  for (let i = 0; i < 2 * cells; i++) {
    if (i % 2 === 0) entries.push([i, i + 1], [i + 1, i]);
    if (i >= 2) entries.push([i, i - 2], [i - 2, i]);
  }
  return sparseStructure(2 * cells, entries);
}

const microseconds = (nanoseconds: number) => (nanoseconds / 1000).toFixed(2).padStart(15);

function report(name: string, structure: MatrixStructure): void {
  const n = structure.size;
  const values = dominantValues(structure, 1);
  const random = createRandom(2);
  const b = Float64Array.from({ length: n }, () => random.normal());
  const runs = n > 2000 ? 15 : 200;

  const real = createFactorization(structure);
  const start = performance.now();
  real.factor(values);
  const first = (performance.now() - start) * 1e6;
  const factor = time(() => real.factor(values), runs);
  const x = b.slice();
  const solve = time(() => {
    x.set(b);
    real.solve(x);
  }, runs);

  const complex = createComplexFactorization(structure);
  const factorComplex = time(() => complex.factor(values, values), runs);
  const z = b.slice();
  const solveComplex = time(() => {
    x.set(b);
    z.set(b);
    complex.solve(x, z);
  }, runs);

  x.set(b);
  real.solve(x);
  const check = x.reduce((sum, value) => sum + value, 0);
  const fill = real instanceof SparseLU ? `  entries of L ${real.pattern.lp[n]}` : "";
  console.log(
    `${name.padEnd(26)}${microseconds(first)}${microseconds(factor)}${microseconds(solve)}` +
      `${microseconds(factorComplex)}${microseconds(solveComplex)}   ${check.toPrecision(12)}${fill}`,
  );
}

const heads = ["first", "factor", "solve", "complex factor", "complex solve"];
console.log(`Node ${process.version}, microseconds`);
console.log(`${"".padEnd(26)}${heads.map((head) => head.padStart(15)).join("")}   check value`);
for (const n of [3, 10, 20, 40, 80, 160]) report(`dense ${n}`, { kind: "dense", size: n });
report("banded 1000, 2 + 2", { kind: "banded", size: 1000, lower: 2, upper: 2 });
report("banded 1000, 20 + 20", { kind: "banded", size: 1000, lower: 20, upper: 20 });
for (const cells of [125, 500, 2000]) report(`sparse chain 2 × ${cells}`, chain(cells));
for (const m of [25, 50, 100]) report(`sparse grid ${m} × ${m}`, grid(m));
