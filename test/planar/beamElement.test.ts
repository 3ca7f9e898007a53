import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beamElement, beamElementTangent, ElementLoads } from "../../src/planar/beamElement.ts";

const L = 1.3;
const start = 0.4;
/** L, β0, EA, EI, τ. */
const parameters = Float64Array.of(L, start, 5e3, 70, 0.02);
const rest = [0, 0, 0, L * Math.cos(start), L * Math.sin(start), 0];
const number = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
const six = (limit: number) => fc.array(number(limit), { minLength: 6, maxLength: 6 });

function loadsAt(q: readonly number[], qd: readonly number[] = [0, 0, 0, 0, 0, 0]): ElementLoads {
  const loads = new ElementLoads();
  loads.q.set(q);
  loads.qd.set(qd);
  beamElement(loads, parameters, 0);
  return loads;
}

/** Rest shape turned by phi and moved, with small deformations on top. */
function deformed(move: readonly number[], phi: number): number[] {
  const [c, s] = [Math.cos(phi), Math.sin(phi)];
  return rest.map((_, k) => {
    if (k % 3 === 2) return phi + move[k];
    const [x, y] = [rest[3 * Math.floor(k / 3)], rest[3 * Math.floor(k / 3) + 1]];
    return (k % 3 === 0 ? c * x - s * y : s * x + c * y) + move[k];
  });
}

describe("co-rotational beam element", () => {
  it("feels nothing of a rigid motion, however far it turns and however fast", () => {
    fc.assert(
      fc.property(number(50), number(9), number(9), number(5), (phi, x, y, w) => {
        const q = deformed([x, y, 0, x, y, 0], phi);
        const rates = [-w * (q[1] - y), w * (q[0] - x), w, -w * (q[4] - y), w * (q[3] - x), w];
        const { f, strainEnergy, dampingPower } = loadsAt(q, rates);
        for (const force of f) expect(Math.abs(force)).toBeLessThan(1e-9);
        expect(strainEnergy).toBeLessThan(1e-20);
        expect(dampingPower).toBeLessThan(1e-20);
      }),
      { seed: 20, numRuns: 200 },
    );
  });

  it("its forces are minus the gradient of its strain energy", () => {
    fc.assert(
      fc.property(six(0.3), number(7), (move, phi) => {
        const q = deformed(move, phi);
        const { f } = loadsAt(q);
        const h = 1e-5;
        for (let k = 0; k < 6; k++) {
          const shifted = (s: number) => loadsAt(q.map((value, m) => (m === k ? value + s : value))).strainEnergy;
          expect(f[k]).toBeCloseTo(-(shifted(h) - shifted(-h)) / (2 * h), 4);
        }
      }),
      { seed: 21, numRuns: 100 },
    );
  });

  it("its tangent is minus the derivative of its forces, and symmetric", () => {
    fc.assert(
      fc.property(six(0.3), number(7), (move, phi) => {
        const q = deformed(move, phi);
        const loads = loadsAt(q);
        const K = new Float64Array(36);
        beamElementTangent(K, loads, parameters, 0);
        const h = 1e-6;
        for (let j = 0; j < 6; j++) {
          const shifted = (s: number) => loadsAt(q.map((value, m) => (m === j ? value + s : value))).f;
          const [plus, minus] = [shifted(h), shifted(-h)];
          for (let i = 0; i < 6; i++) {
            expect(K[6 * i + j]).toBeCloseTo(-(plus[i] - minus[i]) / (2 * h), 3);
            expect(K[6 * i + j]).toBeCloseTo(K[6 * j + i], 9);
          }
        }
      }),
      { seed: 22, numRuns: 60 },
    );
  });

  it("its forces have no resultant and no moment, with damping too", () => {
    fc.assert(
      fc.property(six(0.3), number(7), six(4), (move, phi, rates) => {
        const q = deformed(move, phi);
        const { f } = loadsAt(q, rates);
        const scale = 1e-13 * f.reduce((sum, force) => sum + Math.abs(force), 1);
        expect(Math.abs(f[0] + f[3])).toBeLessThanOrEqual(scale);
        expect(Math.abs(f[1] + f[4])).toBeLessThanOrEqual(scale);
        const moment = f[2] + f[5] + (q[3] - q[0]) * f[4] - (q[4] - q[1]) * f[3];
        expect(Math.abs(moment)).toBeLessThanOrEqual(10 * scale);
      }),
      { seed: 23, numRuns: 100 },
    );
  });

  it("damping takes the power that its forces take from the nodes, and never gives", () => {
    fc.assert(
      fc.property(six(0.3), number(7), six(4), (move, phi, rates) => {
        const q = deformed(move, phi);
        const moving = loadsAt(q, rates);
        const still = loadsAt(q);
        const taken = -rates.reduce((sum, rate, k) => sum + rate * (moving.f[k] - still.f[k]), 0);
        expect(moving.dampingPower).toBeGreaterThanOrEqual(0);
        expect(Math.abs(taken - moving.dampingPower)).toBeLessThan(1e-9 * (1 + moving.dampingPower));
      }),
      { seed: 24, numRuns: 100 },
    );
  });
});
