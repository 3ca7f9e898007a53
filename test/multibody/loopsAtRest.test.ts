// A mechanism with loops that has come to rest under stiff forces costs a solver nothing: neither what a closure leaves open nor
// differences of vanishing velocities may look like motion.
import {
  Cylinder,
  instantiate,
  Model,
  Model3D,
  Object3D,
  PrismaticWithFlange,
  Scene,
  Solid,
  Spherical,
  simulate,
  UniformGravityField,
  Universal,
} from "rattleback";
import { Force } from "rattleback/translational";
import { describe, expect, it } from "vitest";

const steel = (diameter: number, length: number) =>
  Solid({ shape: Cylinder({ axis: 3, diameter, length }), solidMaterial: "Steel" });
/** Six points on a circle, in pairs. */
const corners = (radius: number, half: number) =>
  [0, 1, 2].flatMap((k) =>
    [-half, half].map((offset) => {
      const angle = (2 * Math.PI * k) / 3 + offset;
      return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
    }),
  );

/** A Stewart platform whose legs are driven towards lengths that tilt it: springs of stiffness kp with dampers kd. */
function platform(kp: number, kd: number) {
  const [base, top, z0] = [corners(1, 0.2), corners(0.6, 0.85), 1.2];
  const parts: Record<string, unknown> = {};
  const equations: string[] = [];
  const connect: string[][] = [];
  base.forEach((foot, k) => {
    const [x, y] = [top[k]![0]! - foot[0]!, top[k]![1]! - foot[1]!];
    const length = Math.hypot(x, y, z0);
    const [tiltX, tiltY] = [Math.atan2(-y, z0), Math.asin(x / length)];
    parts[`foot${k}`] = Object3D({ parent: "world", translation: foot });
    parts[`corner${k}`] = Object3D({ parent: "platform", translation: top[k]! });
    parts[`lower${k}`] = Model({
      frame: Object3D(),
      tube: Object3D({ parent: "frame", translation: [0, 0, 0.3], feature: steel(0.08, 0.6) }),
    });
    parts[`upper${k}`] = Model({
      frame: Object3D(),
      piston: Object3D({ parent: "frame", translation: [0, 0, -0.3], feature: steel(0.05, 0.6) }),
    });
    const [lower, upper] = [`lower${k}.frame`, `upper${k}.frame`];
    const tilt = { phi1: tiltX, phi2: tiltY };
    parts[`cardan${k}`] = Universal({ obj1: `foot${k}`, obj2: lower, axis: 1, secondAxis: 2, ...tilt });
    parts[`drive${k}`] = PrismaticWithFlange({ obj1: lower, obj2: upper, axis: 3, s: length });
    parts[`ball${k}`] = Spherical({ obj1: `corner${k}`, obj2: upper, rotation: [tiltX, tiltY, 0] });
    parts[`force${k}`] = Force;
    connect.push([`force${k}.flange`, `drive${k}.flange`]);
    equations.push(`force${k}.f = ${kp}*(${length + 0.02 * k} - drive${k}.s) - ${kd}*drive${k}.v`);
  });
  return Model3D({
    world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }), nominalLength: 2 }) }),
    platform: Object3D({ feature: steel(1.3, 0.05) }),
    ...parts,
    equations,
    connect,
  });
}

describe("a Stewart platform with controlled legs", () => {
  it.each([
    [1e5, 1e4, 1e-8, "auto"],
    [1e8, 1e6, 1e-8, "bdf"],
  ] as const)("kp %s, kd %s rests for 100 s at %s with %s as cheaply as for 5 s", (kp, kd, tolerance, method) => {
    const model = instantiate(platform(kp, kd), { checkUnits: false });
    const steps = [5, 100].map((stopTime) => {
      const result = simulate(model, { stopTime, interval: stopTime, tolerance, method, maximumSteps: 5000 });
      expect(Math.abs(result.final<number>("drive3.v"))).toBeLessThan(tolerance);
      return result.statistics.steps;
    });
    expect(steps[1]).toBeLessThan(steps[0]! + 100);
  });
});
