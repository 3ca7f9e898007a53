import { describe, expect, it } from "vitest";
import { kineticEnergy } from "../../src/mechanics/energy.ts";
import { MechanismDynamics } from "../../src/mechanics/mechanismDynamics.ts";
import { movingKinds, randomFrom, randomSample } from "./randomMechanism.ts";
import { runMechanism, totalEnergy } from "./simulateMechanism.ts";

describe("random trees with joints of all kinds, left to themselves", () => {
  for (const method of ["tsit5", "dop853", "adams"] as const) {
    it(`keep their energy as well as the tolerance of ${method} asks for`, () => {
      for (let seed = 1; seed <= 6; seed++) {
        const { mechanism } = randomSample(seed, 5, { kinds: movingKinds });
        for (const relativeTolerance of [1e-5, 1e-8]) {
          const dynamics = new MechanismDynamics(mechanism);
          const { state } = dynamics;
          const random = randomFrom(seed + 50);
          for (let i = 0; i < mechanism.nq; i++) state.q[i]! += random();
          for (let j = 0; j < mechanism.nv; j++) state.v[j] = random();
          dynamics.assemble();
          const energy = totalEnergy(dynamics);
          let scale = kineticEnergy(mechanism, state);
          const report = runMechanism(dynamics, {
            tEnd: 1,
            method,
            relativeTolerance,
            onStep: () => (scale = Math.max(scale, kineticEnergy(mechanism, state))),
          });
          // velocities may err by the tolerance in every step, the energy by twice that
          expect(Math.abs(totalEnergy(dynamics) - energy) / scale).toBeLessThan(2 * relativeTolerance * report.steps);
        }
      }
    });
  }
});
