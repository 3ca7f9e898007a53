import { describe, expect, it } from "vitest";
import { buildMechanism } from "../../src/mechanics/buildMechanism.ts";
import { kineticEnergy, momentum } from "../../src/mechanics/energy.ts";
import { MechanismDynamics } from "../../src/mechanics/mechanismDynamics.ts";
import { runMechanism } from "./simulateMechanism.ts";

/** Turns about its middle axis, which is unstable: the body flips over again and again. */
function tumbling(): MechanismDynamics {
  const dynamics = new MechanismDynamics(
    buildMechanism({
      bodies: [
        {
          path: "body",
          parent: 0,
          mass: 2,
          centre: [0.1, -0.2, 0.3],
          inertia: [1, 0, 0, 2, 0, 3],
          joint: { path: "free", kind: "free" },
        },
      ],
    }),
  );
  dynamics.state.v.set([0.1, 0, 0, 0.1, 1, 0.1]);
  dynamics.assemble();
  return dynamics;
}

/** Angular momentum about the centre of mass, and momentum. */
function centralMomentum({ mechanism, state }: MechanismDynamics): number[] {
  const p = new Float64Array(6);
  momentum(p, mechanism, state);
  const { position, rotation } = state.motion;
  const c = [0, 1, 2].map((i) => {
    const R = rotation.subarray(9 + 3 * i, 12 + 3 * i);
    return (
      position[3 + i]! + R[0]! * mechanism.centre[3]! + R[1]! * mechanism.centre[4]! + R[2]! * mechanism.centre[5]!
    );
  }) as [number, number, number];
  const [, , , x, y, z] = p as unknown as [number, number, number, number, number, number];
  const moment = [c[1] * z - c[2] * y, c[2] * x - c[0] * z, c[0] * y - c[1] * x];
  return Array.from(p, (value, i) => (i < 3 ? value - moment[i]! : value));
}

describe("a body that tumbles freely in all directions for 10 000 s", () => {
  for (const method of ["lsodar", "dop853", "tsit5"] as const) {
    it(`keeps energy and angular momentum at the default tolerance of ${method}, so that nothing is seen of their drift`, () => {
      const dynamics = tumbling();
      const { mechanism, state } = dynamics;
      const energy = kineticEnergy(mechanism, state);
      const before = centralMomentum(dynamics);
      const report = runMechanism(dynamics, { tEnd: 10_000, method });
      const after = centralMomentum(dynamics);
      const spin = Math.hypot(before[0]!, before[1]!, before[2]!);
      // a thousandth is a pixel of a plot; steps may err by 1e-6 each in the same direction, measured were 7e-5 … 4e-4
      expect(report.steps).toBeGreaterThan(5000);
      expect(Math.abs(kineticEnergy(mechanism, state) / energy - 1)).toBeLessThan(1e-3);
      for (let i = 0; i < 3; i++) expect(Math.abs(after[i]! - before[i]!) / spin).toBeLessThan(1e-3);
      for (let i = 3; i < 6; i++) expect(Math.abs(after[i]! - before[i]!)).toBeLessThan(1e-3);
    });
  }

  it("loses a hundred times less at a tolerance a hundred times smaller", () => {
    const dynamics = tumbling();
    const { mechanism, state } = dynamics;
    const energy = kineticEnergy(mechanism, state);
    runMechanism(dynamics, { tEnd: 10_000, method: "dop853", relativeTolerance: 1e-8 });
    expect(Math.abs(kineticEnergy(mechanism, state) / energy - 1)).toBeLessThan(2e-5);
  });
});

describe("a body that spins about an axis of symmetry", () => {
  it("precesses with the closed form of a symmetric top", () => {
    const [A, C] = [2, 3];
    const dynamics = new MechanismDynamics(
      buildMechanism({
        bodies: [
          { path: "body", parent: 0, mass: 1, inertia: [A, 0, 0, A, 0, C], joint: { path: "free", kind: "free" } },
        ],
      }),
    );
    const [w, spin] = [0.4, 2];
    dynamics.state.v.set([0, 0, 0, w, 0, spin]);
    dynamics.assemble();
    const tEnd = 20;
    runMechanism(dynamics, { tEnd, method: "dop853", relativeTolerance: 1e-11 });
    const rate = ((C - A) / A) * spin; // of ω in the axes of the body
    expect(dynamics.state.v[3]).toBeCloseTo(w * Math.cos(rate * tEnd), 8);
    expect(dynamics.state.v[4]).toBeCloseTo(w * Math.sin(rate * tEnd), 8);
    expect(dynamics.state.v[5]).toBeCloseTo(spin, 9);
  });
});
