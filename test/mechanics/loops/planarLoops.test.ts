/** Loops in a plane: rows that cannot open are not computed again, and nothing is lost. */
import { describe, expect, it } from "vitest";
import { buildMechanism } from "../../../src/mechanics/buildMechanism.ts";
import { largestGap } from "../../../src/mechanics/loops/closeLoops.ts";
import { computeRows } from "../../../src/mechanics/loops/constraintRows.ts";
import type { BodyDescription } from "../../../src/mechanics/mechanismDescription.ts";
import { MechanismDynamics } from "../../../src/mechanics/mechanismDynamics.ts";

const link = { mass: 1, centre: [0.5, 0, 0], inertia: [0.01, 0, 0, 0.1, 0, 0.1] };

/** Crank and rod in a plane that is turned by angles in the world; the slide, along its line, is closed by a joint of `kind` about `axis`. */
function sliderCrank(kind: "revolute" | "cylindrical" | "spherical", axis: number[], tilt: number): MechanismDynamics {
  const plane = { rotation: [0.3, -0.4, 0.7] };
  const bodies: BodyDescription[] = [
    { path: "base", parent: 0, ...link, joint: { path: "j0", kind: "free", frameA: plane } },
    { path: "crank", parent: 1, ...link, joint: { path: "j1", kind: "revolute" } },
    { path: "rod", parent: 2, ...link, joint: { path: "j2", kind: "revolute", frameA: { r: [1, 0, 0] } } },
    { path: "slide", parent: 1, ...link, joint: { path: "j3", kind: "prismatic", axis: [1, 0, tilt] } },
  ] as never;
  const closing = { path: "j4", kind, axis, bodyA: 3, bodyB: 4, frameA: { r: [3, 0, 0] } };
  const dynamics = new MechanismDynamics(
    buildMechanism({
      bodies,
      loopJoints: [closing] as never,
      gravity: { kind: "uniform", vector: [0, -9.81, 0] },
    }),
  );
  return dynamics;
}

function assembled(dynamics: MechanismDynamics): MechanismDynamics {
  const { q } = dynamics.state;
  // the free base keeps what it has; crank, rod and slide are near a closed position
  const first = dynamics.mechanism.qStart[2]!;
  q.set([0.8, -1, 3], first);
  dynamics.assemble();
  return dynamics;
}

describe("a loop in a plane", () => {
  it("that a hinge closes has two rows that change", () => {
    const [group] = assembled(sliderCrank("revolute", [0, 0, 1], 0)).groups;
    expect(group!.changingCount).toBe(2);
    expect(group!.m).toBe(5);
    expect([...group!.usedRows.subarray(0, group!.rank)].sort()).toEqual([...group!.changingRows.subarray(0, 2)]);
  });

  it("stays closed in the rows that are left out, wherever it goes", () => {
    const dynamics = assembled(sliderCrank("revolute", [0, 0, 1], 0));
    const [group] = dynamics.groups;
    const x = new Float64Array(dynamics.hiddenCount);
    dynamics.writeHidden(x, 0);
    const crank = dynamics.positionCount - 1;
    for (let k = 0; k < 40; k++) {
      x[crank]! += 0.1;
      expect(dynamics.setStates(x, 0, new Float64Array(0), 0, new Float64Array(0), 0)).toBe(true);
      const { planarRow } = group!;
      const noted = planarRow.slice();
      planarRow.fill(-1);
      computeRows(dynamics.state, group!);
      expect(largestGap(group!)).toBeLessThan(1e-13);
      planarRow.set(noted);
    }
  });

  it("is none when an axis leaves it by a thousandth, or the joint is another", () => {
    const spatial = sliderCrank("spherical", [0, 0, 1], 0);
    expect(assembled(spatial).groups[0]!.changingCount).toBe(spatial.groups[0]!.m);
    const tilted = sliderCrank("cylindrical", [0, 0, 1], 1e-3);
    expect(assembled(tilted).groups[0]!.changingCount).toBe(tilted.groups[0]!.m);
  });
});
