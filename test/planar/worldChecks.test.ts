import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { harmonicMotion } from "../../src/planar/motion.ts";
import { PlanarError } from "../../src/planar/planarResult.ts";
import { type PlanarOptions, simulatePlanar } from "../../src/planar/simulatePlanar.ts";
import type { PlanarWorld } from "../../src/planar/world.ts";
import { ball, box, floor } from "./worlds.ts";

function errorOf(action: () => unknown): RattlebackError {
  try {
    action();
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("expected an error");
}

const good = ball({ position: [0, 1] }, {});
const body = { mass: 1, inertia: 1 };
const contact = { target: "floor", initiators: "ball", stiffness: 1e5 };
const section = { axialStiffness: 1, bendingStiffness: 1, massPerLength: 1 };
const nodes = [
  [0, 1],
  [1, 1],
] as const;

describe("a planar world", () => {
  // wrong on purpose: the types would not allow most of these
  it.each<[string, object, string, string, RegExp]>([
    ["a key it does not know", { body: {} }, "E-OPTION-UNKNOWN", "options.body", /bodies/],
    ["gravity with one number", { gravity: [1] }, "E-PLANAR-VALUE", "gravity", /two finite/],
    ["a mass of zero", { bodies: { ball: { ...body, mass: 0 } } }, "E-PLANAR-VALUE", "bodies.ball.mass", /positive/],
    ["no inertia", { bodies: { ball: { mass: 1 } } }, "E-PLANAR-VALUE", "bodies.ball.inertia", /positive/],
    [
      "an angle that is NaN",
      { bodies: { ball: { ...body, angle: NaN } } },
      "E-PLANAR-VALUE",
      "bodies.ball.angle",
      /rad/,
    ],
    [
      "a point that is none",
      { bodies: { ball: { ...body, points: [[1]] } } },
      "E-PLANAR-VALUE",
      "bodies.ball.points[0]",
      /two/,
    ],
    ["a body that is called like a target", { bodies: { floor: body } }, "E-PLANAR-NAME", "floor", /different names/],
    [
      "a beam clamped to nothing",
      { beams: { b: { nodes, section, attach: { 0: "bal" } } } },
      "E-PLANAR-NAME",
      "beams.b.attach[0]",
      /"ball"/,
    ],
    [
      "a clamp at a node that is not there",
      { beams: { b: { nodes, section, attach: { 7: "ball" } } } },
      "E-PLANAR-VALUE",
      "beams.b.attach",
      /node/,
    ],
    [
      "a contact with an unknown target",
      { contacts: [{ ...contact, target: "flor" }] },
      "E-PLANAR-NAME",
      "contacts[0].target",
      /"floor"/,
    ],
    [
      "a contact of unknown initiators",
      { contacts: [{ ...contact, initiators: "wing" }] },
      "E-PLANAR-NAME",
      "contacts[0].initiators",
      /"ball"/,
    ],
    [
      "a body without outline as target",
      { contacts: [{ ...contact, target: "ball" }] },
      "E-PLANAR-NAME",
      "contacts[0].target",
      /"floor"/,
    ],
    [
      "both ways without outlines",
      { contacts: [{ ...contact, bothWays: true }] },
      "E-PLANAR-NAME",
      "contacts[0].target",
      /outline/,
    ],
    [
      "a contact with itself",
      { bodies: { ball: { ...body, outline: box(1, 1) } }, contacts: [{ ...contact, target: "ball" }] },
      "E-PLANAR-VALUE",
      "contacts[0].initiators",
      /itself/,
    ],
    [
      "a rule it does not know",
      { contacts: [{ ...contact, rule: "mtv" }] },
      "E-PLANAR-VALUE",
      "contacts[0].rule",
      /nearest/,
    ],
    [
      "a point that is not there",
      { contacts: [{ ...contact, select: [1] }] },
      "E-PLANAR-VALUE",
      "contacts[0].select",
      /0 to 0/,
    ],
    [
      "a negative stiffness",
      { contacts: [{ ...contact, stiffness: -1 }] },
      "E-PLANAR-VALUE",
      "contacts[0].stiffness",
      /positive/,
    ],
    [
      "an exponent below 1",
      { contacts: [{ ...contact, exponent: 0.5 }] },
      "E-PLANAR-VALUE",
      "contacts[0].exponent",
      /≥ 1/,
    ],
    ["negative damping", { contacts: [{ ...contact, damping: -1 }] }, "E-PLANAR-VALUE", "contacts[0].damping", /≥ 0/],
    [
      "negative friction",
      { contacts: [{ ...contact, friction: -1 }] },
      "E-PLANAR-VALUE",
      "contacts[0].friction",
      /≥ 0/,
    ],
    [
      "a slip speed of zero",
      { contacts: [{ ...contact, slipSpeed: 0 }] },
      "E-PLANAR-VALUE",
      "contacts[0].slipSpeed",
      /positive/,
    ],
    [
      "a motion that is not finite",
      { targets: { floor: { ...floor, motion: (_t: number, pose: Float64Array) => void pose.fill(NaN) } } },
      "E-PLANAR-MOTION",
      "targets.floor.motion",
      /six finite/,
    ],
    [
      "an outline that is not convex",
      {
        targets: {
          floor: {
            outline: [
              [0, 0],
              [0, 1],
              [0.4, 0.5],
              [1, 1],
              [1, 0],
            ],
          },
        },
      },
      "E-PLANAR-NOT-CONVEX",
      "targets.floor.outline[2]",
      /convex/,
    ],
  ])("refuses %s", (_what, wrong, code, path, hint) => {
    const error = errorOf(() => simulatePlanar({ ...good, ...wrong } as PlanarWorld, { stopTime: 1 }));
    expect(error.code).toBe(code);
    expect(error.path).toBe(path);
    expect(error.hint).toMatch(hint);
  });

  it.each<[string, object, string, RegExp]>([
    ["an unknown option", { stopTime: 1, tolerence: 1e-6 }, "E-OPTION-UNKNOWN", /tolerance/],
    ["no time to run", { stopTime: 0 }, "E-TIME-RANGE", /differs/],
    ["to run backwards", { stopTime: -1 }, "E-TIME-RANGE", /after/],
    ["a negative interval", { stopTime: 1, interval: -1 }, "E-OPTION-VALUE", /time/],
    ["a tolerance of zero", { stopTime: 1, absoluteTolerance: 0 }, "E-OPTION-VALUE", /positive/],
    ["an unknown way with corners", { stopTime: 1, corners: "round" }, "E-OPTION-VALUE", /handOn/],
    ["an unknown method", { stopTime: 1, method: "euler" }, "E-METHOD-UNKNOWN", /one of/],
    ["too many steps", { stopTime: 1, maximumSteps: 3 }, "E-STEP-LIMIT", /softer/],
  ])("refuses %s", (_what, options, code, hint) => {
    const error = errorOf(() => simulatePlanar(good, options as PlanarOptions));
    expect(error.code).toBe(code);
    expect(error.hint).toMatch(hint);
  });

  it("keeps what was computed before an error, and names the state that failed", () => {
    const failing: PlanarWorld = {
      bodies: { ball: { ...body, load: (t, _motion, load) => void (load[0] = t > 0.5 ? Number.NaN : 0) } },
    };
    const error = errorOf(() => simulatePlanar(failing, { stopTime: 1 }));
    expect(error).toBeInstanceOf(PlanarError);
    const { partial, path } = error as PlanarError;
    expect(path).toBe("ball.vx");
    expect(partial.isFinished).toBe(false);
    expect(partial.lastTime).toBeGreaterThan(0.4);
    expect(partial.lastTime).toBeLessThanOrEqual(0.5);
    expect(partial.final("ball.vy")).toBeCloseTo(-9.81 * partial.lastTime, 9);
  });

  it("names signals and suggests the nearest one", () => {
    const result = simulatePlanar(good, { stopTime: 0.1 });
    expect(result.names()).toContain("floor/ball[0].normalForce");
    const error = errorOf(() => result.signal("ball.z"));
    expect(error.code).toBe("E-PLANAR-SIGNAL");
    expect(error.hint).toContain("ball.");
  });

  it("warns once about points that start inside, whatever they then do", () => {
    const inside = ball({ position: [0, -0.2] }, {});
    const pushed = simulatePlanar(inside, { stopTime: 0.05 });
    expect(pushed.warnings).toHaveLength(1);
    expect(pushed.warnings[0]).toMatch(/^W-PLANAR-INSIDE .*floor\/ball\[0\] \(surface 1\).*nearest surface/);
    expect(pushed.signal("floor/ball[0].surface").values[0]).toBe(1);
    const falling = simulatePlanar(inside, { stopTime: 0.05, startInside: "none" });
    expect(falling.warnings[0]).toContain("until they have been outside");
    expect(falling.final("ball.vy")).toBeCloseTo(-9.81 * 0.05, 9);
    expect(simulatePlanar(good, { stopTime: 0.05 }).warnings).toEqual([]);
  });
});

describe("harmonic motion", () => {
  it("gives rates that are the derivatives of the pose", () => {
    const motion = harmonicMotion({
      sway: { amplitude: 0.3, period: 4 },
      heave: { mean: 1, amplitude: 0.5, period: 7, phase: 0.3 },
      roll: { amplitude: 0.1, period: 5, phase: -1 },
    });
    const [before, now, after] = [2 - 1e-6, 2, 2 + 1e-6].map((t) => {
      const pose = new Float64Array(6);
      motion(t, pose);
      return pose;
    });
    for (let k = 0; k < 3; k++) expect(now[3 + k]).toBeCloseTo((after[k] - before[k]) / 2e-6, 8);
    expect(now[1]).toBeCloseTo(1 + 0.5 * Math.sin((4 * Math.PI) / 7 + 0.3), 12);
  });

  it("refuses a period of zero", () => {
    const error = errorOf(() => harmonicMotion({ roll: { amplitude: 1, period: 0 } }));
    expect(error.code).toBe("E-PLANAR-VALUE");
    expect(error.path).toBe("roll");
    expect(error.hint).toContain("positive period");
  });
});
