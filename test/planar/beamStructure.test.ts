import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { createFactorization } from "../../src/math/createFactorization.ts";
import { type BeamShape, BeamStructure } from "../../src/planar/beamStructure.ts";
import type { Point } from "../../src/planar/convexPolygon.ts";

const section = { axialStiffness: 1e6, bendingStiffness: 50, massPerLength: 2 };
const length = 2;

/** A straight chain of n elements along x. */
function chain(n: number): BeamShape {
  return { nodes: Array.from({ length: n + 1 }, (_, k): Point => [(length * k) / n, 0]), section };
}

/** Equilibrium of the structure clamped at node 0, by Newton's method in load steps. */
function equilibrium(structure: BeamStructure, load: (fraction: number, f: Float64Array) => void, steps: number) {
  const n = 3 * structure.nodeCount;
  const free = n - 3;
  const q = structure.q0.slice();
  const still = new Float64Array(n);
  const factorization = createFactorization({ kind: "dense", size: free });
  for (let step = 1; step <= steps; step++) {
    for (let iteration = 0; iteration < 20; iteration++) {
      const f = new Float64Array(n);
      load(step / steps, f);
      structure.addForces(f, q, still);
      const K = new Float64Array(n * n);
      structure.addTangent(K, q);
      const reduced = new Float64Array(free * free);
      for (let i = 0; i < free; i++) for (let j = 0; j < free; j++) reduced[i + free * j] = K[n * (i + 3) + j + 3];
      factorization.factor(reduced);
      const change = f.slice(3);
      factorization.solve(change);
      for (let k = 0; k < free; k++) q[3 + k] += change[k];
      if (Math.hypot(...change) < 1e-12) break;
    }
  }
  return q;
}

describe("beam structure", () => {
  it("a cantilever bent by an end moment becomes the arc of a circle, at any number of elements", () => {
    for (const n of [4, 10, 40]) {
      const structure = new BeamStructure(chain(n));
      const turn = 1.5 * Math.PI;
      const moment = (turn * section.bendingStiffness) / length;
      const q = equilibrium(structure, (fraction, f) => void (f[3 * n + 2] = fraction * moment), 12);
      // the rotation of the tip is exact; chords of the arc are longer than its polygon by (turn / n)² / 24
      expect(q[3 * n + 2]).toBeCloseTo(turn, 9);
      const chordError = (turn / n) ** 2 / 24;
      const radius = length / turn;
      expect(Math.abs(q[3 * n] - radius * Math.sin(turn))).toBeLessThan(2 * radius * chordError);
      expect(Math.abs(q[3 * n + 1] - radius * (1 - Math.cos(turn)))).toBeLessThan(2 * radius * chordError);
    }
  });

  it("a cantilever with a small tip force bends by F·L³ / (3·E·I)", () => {
    const force = 1e-3;
    const structure = new BeamStructure(chain(3));
    const q = equilibrium(structure, (fraction, f) => void (f[10] = fraction * force), 1);
    // the cubic shape is exact; what is left is of second order in the slope
    expect(q[10] / ((force * length ** 3) / (3 * section.bendingStiffness))).toBeCloseTo(1, 8);
  });

  it("the frequencies of a cantilever converge to those of the Euler beam with the square of the element length", () => {
    // (β·L)² of the first two bending modes
    const exact = [1.875104068711961 ** 2, 4.694091132974174 ** 2].map(
      (square) => (square / length ** 2) * Math.sqrt(section.bendingStiffness / section.massPerLength),
    );
    const errors = [8, 16, 32].map((n) => {
      const found = bendingFrequencies(n);
      return exact.map((w, k) => Math.abs(found[k] / w - 1));
    });
    for (let k = 0; k < 2; k++) {
      const orders = [0, 1].map((m) => Math.log2(errors[m][k] / errors[m + 1][k]));
      for (const order of orders) expect(order).toBeGreaterThan(1.9);
      expect(errors[2][k]).toBeLessThan(2e-3);
    }
  });

  it("has the mass of its elements and of what is put on its nodes", () => {
    const structure = new BeamStructure({ ...chain(5), nodeMasses: { 0: 3, 5: 4 } });
    const total = structure.mass.filter((_, k) => k % 3 === 0).reduce((sum, m) => sum + m, 0);
    expect(total).toBeCloseTo(2 * length + 7, 12);
    expect(structure.mass[3 * 5]).toBeCloseTo((0.5 * 2 * length) / 5 + 4, 12);
  });

  it("joins elements in any arrangement: a frame in equilibrium under its own forces has no resultant", () => {
    const nodes: Point[] = [
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 0],
    ];
    const elements = [
      [0, 1],
      [1, 2],
      [2, 3],
      [1, 3],
    ] as const;
    const structure = new BeamStructure({ nodes, elements, section });
    const q = structure.q0.map((value, k) => value + 0.05 * Math.sin(3 * k));
    const f = new Float64Array(12);
    structure.addForces(f, q, new Float64Array(12));
    expect(structure.strainEnergy).toBeGreaterThan(0);
    for (const k of [0, 1]) expect(Math.abs(f[k] + f[3 + k] + f[6 + k] + f[9 + k])).toBeLessThan(1e-9);
  });

  it.each<[string, Partial<BeamShape>]>([
    ["one node", { nodes: [[0, 0]] }],
    [
      "a node that is not finite",
      {
        nodes: [
          [0, 0],
          [1, Number.NaN],
        ],
      },
    ],
    ["an element from a node to itself", { elements: [[1, 1]] }],
    ["an element to a node that does not exist", { elements: [[0, 7]] }],
    [
      "two nodes in one place",
      {
        nodes: [
          [0, 0],
          [0, 0],
        ],
      },
    ],
    ["a stiffness of zero", { section: { ...section, bendingStiffness: 0 } }],
    ["a negative damping time", { section: { ...section, dampingTime: -1 } }],
    ["too few sections", { section: [section] }],
    ["a negative mass at a node", { nodeMasses: { 0: -1 } }],
  ])("refuses %s", (_what, wrong) => {
    try {
      new BeamStructure({ ...chain(2), ...wrong }, "gear");
    } catch (error) {
      expect(error).toBeInstanceOf(RattlebackError);
      const { code, path, hint } = error as RattlebackError;
      expect(code).toBe("E-PLANAR-BEAM");
      expect(path).toBe("gear");
      expect(hint).toBeTruthy();
      return;
    }
    throw new Error("expected an error");
  });
});

/** The two lowest bending frequencies of a clamped chain, by inverse iteration with deflation; rad/s. */
function bendingFrequencies(n: number): number[] {
  const structure = new BeamStructure(chain(n));
  const size = 3 * structure.nodeCount;
  const free = size - 3;
  const K = new Float64Array(size * size);
  structure.addTangent(K, structure.q0);
  const reduced = new Float64Array(free * free);
  for (let i = 0; i < free; i++) for (let j = 0; j < free; j++) reduced[i + free * j] = K[size * (i + 3) + j + 3];
  const factorization = createFactorization({ kind: "dense", size: free });
  factorization.factor(reduced);
  const mass = structure.mass.slice(3);
  const product = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, k) => sum + value * mass[k] * b[k], 0);
  const modes: Float64Array[] = [];
  return [0, 1].map(() => {
    // bending only: axial displacements do not couple in the straight state
    let x = Float64Array.from(mass, (_, k) => (k % 3 === 1 ? 1 + Math.sin(k) : 0));
    let frequency = 0;
    for (let iteration = 0; iteration < 60; iteration++) {
      for (const mode of modes) {
        const share = product(mode, x);
        x = x.map((value, k) => value - share * mode[k]);
      }
      const norm = Math.sqrt(product(x, x));
      x = x.map((value) => value / norm);
      const y = x.map((value, k) => value * mass[k]);
      factorization.solve(y);
      frequency = 1 / Math.sqrt(product(x, y));
      x = y;
    }
    const norm = Math.sqrt(product(x, x));
    modes.push(x.map((value) => value / norm));
    return frequency;
  });
}
