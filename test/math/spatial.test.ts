import { describe, expect, it } from "vitest";
import { mulMtV, mulMV } from "../../src/math/mat3.ts";
import { matrixFromQuaternion } from "../../src/math/quaternion.ts";
import { createRandom } from "../../src/math/random.ts";
import * as inertia from "../../src/math/spatialInertia.ts";
import * as spatial from "./spatial.ts";

const random = createRandom(81);
const draw = (length: number) => Float64Array.from({ length }, () => random.normal());
const tolerance = 1e-13; // entries of size 1 to 10, a few dozen operations

function randomRotation(): Float64Array {
  const R = new Float64Array(9);
  matrixFromQuaternion(R, 0, draw(4), 0);
  return R;
}

function expectNear(actual: Float64Array, expected: Float64Array): void {
  const scale = Math.max(1, ...expected.map(Math.abs));
  for (let i = 0; i < expected.length; i++) expect(Math.abs(actual[i] - expected[i])).toBeLessThan(tolerance * scale);
}

/** A body of point masses: the independent way to momentum, energy and inertia. */
interface PointMasses {
  readonly masses: Float64Array;
  readonly points: Float64Array[];
}

function randomBody(): PointMasses {
  return { masses: draw(6).map((m) => 0.1 + Math.abs(m)), points: Array.from({ length: 6 }, () => draw(3)) };
}

const cross = (a: ArrayLike<number>, b: ArrayLike<number>) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function inertiaOf(body: PointMasses): Float64Array {
  const total = new Float64Array(inertia.inertiaLength);
  body.points.forEach((p, k) => {
    const one = new Float64Array(inertia.inertiaLength);
    inertia.inertiaFromCentre(one, 0, body.masses[k], p, 0, new Float64Array(6), 0);
    inertia.addInertia(total, 0, one, 0);
  });
  return total;
}

describe("spatial vectors", () => {
  it("go to another frame and back", () => {
    for (let k = 0; k < 50; k++) {
      const [R, r, m] = [randomRotation(), draw(3), draw(6)];
      const out = new Float64Array(6);
      spatial.motionToInner(out, 0, R, 0, r, 0, m, 0);
      spatial.motionToOuter(out, 0, R, 0, r, 0, out, 0);
      expectNear(out, m);
      spatial.forceToInner(out, 0, R, 0, r, 0, m, 0);
      spatial.forceToOuter(out, 0, R, 0, r, 0, out, 0);
      expectNear(out, m);
    }
  });

  it("give every body point the same velocity in both frames", () => {
    for (let k = 0; k < 50; k++) {
      const [R, r, m_A, p_B] = [randomRotation(), draw(3), draw(6), draw(3)];
      const m_B = new Float64Array(6);
      spatial.motionToInner(m_B, 0, R, 0, r, 0, m_A, 0);
      const p_A = new Float64Array(3);
      mulMV(p_A, 0, R, 0, p_B, 0);
      const velocity_A = cross(
        m_A,
        p_A.map((x, i) => x + r[i]),
      ).map((x, i) => x + m_A[3 + i]);
      const velocity_B = Float64Array.from(cross(m_B, p_B).map((x, i) => x + m_B[3 + i]));
      const turned = new Float64Array(3);
      mulMtV(turned, 0, R, 0, Float64Array.from(velocity_A), 0);
      expectNear(velocity_B, turned);
    }
  });

  it("have the same power in every frame", () => {
    for (let k = 0; k < 50; k++) {
      const [R, r, m_A, f_A] = [randomRotation(), draw(3), draw(6), draw(6)];
      const [m_B, f_B] = [new Float64Array(6), new Float64Array(6)];
      spatial.motionToInner(m_B, 0, R, 0, r, 0, m_A, 0);
      spatial.forceToInner(f_B, 0, R, 0, r, 0, f_A, 0);
      expect(Math.abs(spatial.spatialDot(m_B, 0, f_B, 0) - spatial.spatialDot(m_A, 0, f_A, 0))).toBeLessThan(
        50 * tolerance,
      );
    }
  });

  it("have dual cross products: (a × b)·f = −b·(a ×* f), and a × a = 0", () => {
    for (let k = 0; k < 50; k++) {
      const [a, b, f] = [draw(6), draw(6), draw(6)];
      const [axb, axf] = [new Float64Array(6), new Float64Array(6)];
      spatial.crossMotion(axb, 0, a, 0, b, 0);
      spatial.crossForce(axf, 0, a, 0, f, 0);
      const sum = spatial.spatialDot(axb, 0, f, 0) + spatial.spatialDot(b, 0, axf, 0);
      expect(Math.abs(sum)).toBeLessThan(50 * tolerance);
      spatial.crossMotion(a, 0, a, 0, a, 0);
      expectNear(a, new Float64Array(6));
    }
  });

  it("have a cross product that is the derivative of the change of frame", () => {
    // B moves with velocity u_A relative to A: d/dt (X·m) = −u × (X·m) for a constant motion m of A, all in B at t = 0.
    const h = 1e-5;
    const [u, m] = [draw(6), draw(6)];
    const moved = (t: number) => {
      const angle = Math.hypot(u[0], u[1], u[2]) * t;
      const s = Math.sin(angle / 2) / Math.hypot(u[0], u[1], u[2]);
      const R = new Float64Array(9);
      matrixFromQuaternion(R, 0, Float64Array.of(u[0] * s, u[1] * s, u[2] * s, Math.cos(angle / 2)), 0);
      const r = Float64Array.of(u[3] * t, u[4] * t, u[5] * t);
      const out = new Float64Array(6);
      spatial.motionToInner(out, 0, R, 0, r, 0, m, 0);
      return out;
    };
    const [after, before] = [moved(h), moved(-h)];
    const expected = new Float64Array(6);
    spatial.crossMotion(expected, 0, u, 0, m, 0);
    for (let i = 0; i < 6; i++) expect((after[i] - before[i]) / (2 * h)).toBeCloseTo(-expected[i], 7);
  });
});

describe("spatial inertia", () => {
  it("gives momentum and energy of a cloud of point masses", () => {
    for (let k = 0; k < 20; k++) {
      const body = randomBody();
      const m = draw(6);
      const J = inertiaOf(body);
      const expected = new Float64Array(6);
      let energy = 0;
      body.points.forEach((p, q) => {
        const v = cross(m, p).map((x, i) => x + m[3 + i]);
        const momentum = v.map((x) => body.masses[q] * x);
        cross(p, momentum).forEach((x, i) => {
          expected[i] += x;
        });
        momentum.forEach((x, i) => {
          expected[3 + i] += x;
        });
        energy += 0.5 * body.masses[q] * v.reduce((sum, x) => sum + x * x, 0);
      });
      const out = new Float64Array(6);
      inertia.mulInertiaMotion(out, 0, J, 0, m, 0);
      expectNear(out, expected);
      expect(inertia.kineticEnergy(J, 0, m, 0) / energy).toBeCloseTo(1, 12);
      expect(0.5 * spatial.spatialDot(m, 0, out, 0)).toBeCloseTo(energy, 10);
    }
  });

  it("moves to another frame like the cloud itself", () => {
    for (let k = 0; k < 20; k++) {
      const body = randomBody();
      const [R, r] = [randomRotation(), draw(3)];
      const moved: PointMasses = {
        masses: body.masses,
        points: body.points.map((p) => {
          const out = new Float64Array(3);
          mulMV(out, 0, R, 0, p, 0);
          return out.map((x, i) => x + r[i]);
        }),
      };
      const out = inertiaOf(body);
      inertia.inertiaToOuter(out, 0, R, 0, r, 0, out, 0);
      expectNear(out, inertiaOf(moved));
    }
  });

  it("keeps the kinetic energy when the frame changes", () => {
    const J = inertiaOf(randomBody());
    const [R, r, m_A] = [randomRotation(), draw(3), draw(6)];
    const m_B = new Float64Array(6);
    const J_A = new Float64Array(inertia.inertiaLength);
    spatial.motionToInner(m_B, 0, R, 0, r, 0, m_A, 0);
    inertia.inertiaToOuter(J_A, 0, R, 0, r, 0, J, 0);
    expect(inertia.kineticEnergy(J_A, 0, m_A, 0) / inertia.kineticEnergy(J, 0, m_B, 0)).toBeCloseTo(1, 12);
  });
});
