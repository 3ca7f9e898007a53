import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildMechanism } from "../../src/mechanics/buildMechanism.ts";
import { inverseDynamics } from "../../src/mechanics/inverseDynamics.ts";
import { massMatrix } from "../../src/mechanics/massMatrix.ts";
import { MechanismDynamics } from "../../src/mechanics/mechanismDynamics.ts";
import { randomBodies, randomFrom, randomiseState, relativeDifference } from "./randomMechanism.ts";

const size = fc.tuple(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 12 }));

/** A random tree in which half of the joints that can have a flange have one. */
function withFlanges(seed: number, n: number) {
  const random = randomFrom(seed);
  const bodies = randomBodies(random, n).map((body) => {
    const canHave = body.joint.kind !== "spherical" && body.joint.kind !== "free";
    return canHave && random() > 0 ? { ...body, joint: { ...body.joint, hasFlange: true } } : body;
  });
  const mechanism = buildMechanism({ bodies, gravity: { kind: "uniform", vector: [0.3, -9.81, 0.7] } });
  const dynamics = new MechanismDynamics(mechanism);
  randomiseState(mechanism, dynamics.state, random);
  return { mechanism, dynamics, random };
}

describe("joints with flange in random trees", () => {
  it("have the efforts and accelerations that inverse dynamics of the whole tree confirms", () => {
    fc.assert(
      fc.property(size, ([seed, n]) => {
        const { mechanism, dynamics, random } = withFlanges(seed, n);
        const { state } = dynamics;
        const count = dynamics.flangeCount;
        const M = new Float64Array(count * count);
        const h = new Float64Array(count);
        dynamics.flangeDynamics(M, h);
        const a = Float64Array.from({ length: count }, () => 3 * random());
        const xdot = new Float64Array(dynamics.hiddenCount);
        // a second call with other accelerations must not remember the first
        dynamics.finish(new Float64Array(count).fill(7), 0, xdot, 0);
        dynamics.finish(a, 0, xdot, 0);

        const tau = new Float64Array(mechanism.nv);
        const expected = state.tau.slice();
        for (let f = 0; f < count; f++) {
          let effort = h[f]! + expected[dynamics.flangeVelocities[f]!]!;
          for (let l = 0; l < count; l++) effort += M[f + count * l]! * a[l]!;
          expected[dynamics.flangeVelocities[f]!] = effort;
          expect(state.vdot[dynamics.flangeVelocities[f]!]).toBe(a[f]);
        }
        inverseDynamics(tau, mechanism, state, state.vdot);
        expect(relativeDifference(tau, expected)).toBeLessThan(1e-10);
      }),
      { seed: 13, numRuns: 200 },
    );
  });

  it("have the mass matrix of the tree with all hidden joints eliminated", () => {
    fc.assert(
      fc.property(size, ([seed, n]) => {
        const { mechanism, dynamics } = withFlanges(seed, n);
        const { nv } = mechanism;
        const count = dynamics.flangeCount;
        const M = new Float64Array(count * count);
        dynamics.flangeDynamics(M, new Float64Array(count));
        const full = new Float64Array(nv * nv);
        massMatrix(full, mechanism, dynamics.state);
        // M_FF − M_FH·M_HH⁻¹·M_HF: eliminate the hidden rows and columns one after the other
        const isFlange = new Set(dynamics.flangeVelocities);
        for (let k = 0; k < nv; k++) {
          if (isFlange.has(k)) continue;
          for (let i = 0; i < nv; i++) {
            if (i === k) continue;
            const factor = full[i + nv * k]! / full[k + nv * k]!;
            for (let j = 0; j < nv; j++) full[i + nv * j]! -= factor * full[k + nv * j]!;
          }
        }
        const flanges = Array.from(dynamics.flangeVelocities);
        const expected = flanges.flatMap((j) => flanges.map((i) => full[i + nv * j]!));
        expect(relativeDifference(M, expected)).toBeLessThan(1e-10);
      }),
      { seed: 17, numRuns: 100 },
    );
  });
});

describe("hidden states", () => {
  it("come back as they were written", () => {
    fc.assert(
      fc.property(size, ([seed, n]) => {
        const { mechanism, dynamics } = withFlanges(seed, n);
        const { q, v, motion } = dynamics.state;
        const x = new Float64Array(dynamics.hiddenCount + 1);
        dynamics.writeHidden(x, 1);
        const flanges = Array.from(dynamics.flangeVelocities, (j, f) => {
          const b = dynamics.flangeBodies[f]!;
          return { phi: q[mechanism.qStart[b]! + j - mechanism.vStart[b]!]!, w: v[j]! };
        });
        const position = motion.position.slice();
        q.fill(9);
        v.fill(9);
        const phi = Float64Array.from(flanges, (flange) => flange.phi);
        const w = Float64Array.from(flanges, (flange) => flange.w);
        expect(dynamics.setStates(x, 1, phi, 0, w, 0)).toBe(true);
        expect(motion.position).toEqual(position);
      }),
      { seed: 19, numRuns: 50 },
    );
  });
});
