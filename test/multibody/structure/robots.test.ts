/** The robots of the examples: final states of a published model, agreement of the scenarios, and a walk. */
import { instantiate, type Result, simulate } from "rattleback";
import { describe, expect, it } from "vitest";
import { grippingRobot, type Scenario } from "../../../examples/models/grippingRobot.ts";
import { spaceRobot } from "../../../examples/models/spaceRobot.ts";
import { expectReferenceValue } from "../../reference/recordComparison.ts";

function run(scenario: Scenario, publishedInertias = false): Result {
  const model = instantiate(grippingRobot(scenario, publishedInertias));
  return simulate(model, { stopTime: 13.5, tolerance: 1e-7 });
}

/** Final states as published (tolerance 1e-7 there); an independent program with the same data differs by 4.1e-7 from them. */
const published: Readonly<Record<string, number>> = {
  "rev1.phi": 3.1415926553482936,
  "rev1.w": 3.940308425576264e-9,
  "rev2.phi": 0.6805942761756493,
  "rev2.w": -0.0956576899775176,
  "rev3.phi": 0.7909095290954901,
  "rev3.w": 0.10951977177943406,
  "rev4.phi": 1.0327025673843655,
  "rev4.w": -0.14501159844620148,
  "rev5.phi": 1.9286175287484307e-8,
  "rev5.w": -3.283069277920548e-8,
  "servo1.ppi.PI.x": -4.1609409172268536e-6,
  "servo2.ppi.PI.x": -0.41631100515552766,
  "servo3.ppi.PI.x": -0.36361306819749833,
  "servo4.ppi.PI.x": -0.1122726475747107,
  "servo5.ppi.PI.x": 0.0003657180323440799,
  "servo6.ppi.PI.x": 6.003535500656957e-5,
  "servo6.drive.motorMass.s": 0.04800122492323228,
  "servo6.drive.motorMass.v": -1.2243878275181126e-6,
};

/** By attachments alone, for comparison. */
let idealRun: Result | undefined;
const idealResult = (): Result => {
  idealRun ??= run("S4");
  return idealRun;
};

describe("gripping robot", () => {
  it("by attachments alone reaches the published final states, and the cargo its independently computed place", () => {
    const result = run("S4", true);
    for (const [name, value] of Object.entries(published))
      expectReferenceValue(name, result.final(`youbot1.${name}`), value, 1e-6);
    const cargo = result.final<number[]>("ball.r_abs");
    [-0.784806015, 1.897e-7, 0.220595184].forEach((x, i) => {
      expectReferenceValue(`ball.r_abs[${i + 1}]`, cargo[i]!, x, 1e-7);
    });
    expect(result.segments).toHaveLength(5);
  });

  it.each(["S1", "S2", "S3"] as const)("%s, with real contacts, moves like the one without", (scenario) => {
    const [result, ideal] = [run(scenario), idealResult()];
    expect(result.endTime).toBe(13.5);
    for (const k of [1, 2, 3, 4, 5])
      expect(
        Math.abs(result.final(`youbot1.rev${k}.phi`) - ideal.final(`youbot1.rev${k}.phi`)),
        `axis ${k}`,
      ).toBeLessThan(1e-4);
    // the cargo hangs in the gripper, and lay on the plate between the two lifts
    const at = (r: Result, t: number) => r.at<number[]>(t, "ball.r_abs");
    const [end, idealEnd] = [at(result, 13.5), at(ideal, 13.5)];
    expect(Math.hypot(end[0]! - idealEnd[0]!, end[2]! - idealEnd[2]!)).toBeLessThan(3e-3);
    expect(Math.hypot(...at(result, 10.5).map((x, i) => x - [-0.78, 0, 0.1842][i]!))).toBeLessThan(7e-3);
  });
});

describe("space robot", () => {
  it("moves two boxes, and stands on its other foot in between", () => {
    const result = simulate(instantiate(spaceRobot), { stopTime: 86, tolerance: 1e-6 });
    const isAt = (name: string, place: number[]) => {
      const r = result.final<number[]>(`${name}.r_abs`);
      expect(Math.hypot(...r.map((x, i) => x - place[i]!)), name).toBeLessThan(1e-3);
    };
    isAt("boxA.body", [0, 1, 0.2]);
    isAt("boxB.body", [-1, -1, 0.2]);
    isAt("green.lock", [-1, 0, 0]);
    const flipped = result.events.flatMap(({ changed }) => changed).find((line) => line.startsWith("flipChain"))!;
    expect(flipped).toContain("degrees of freedom 7 → 7");
  });
});
