// Loops whose axes are parallel to some digits only, as files have them: they move as they are meant to, and say so.
import {
  dynamics,
  instantiate,
  MassProperties,
  Model3D,
  mechanismOf,
  Object3D,
  Revolute,
  Scene,
  Solid,
  Spherical,
  simulate,
  UniformGravityField,
} from "rattleback";
import { expect, it } from "vitest";

const mass = Solid({ massProperties: MassProperties({ mass: 1, Ixx: 0.01, Iyy: 0.01, Izz: 0.01 }) });

/** Four bars in the plane z = 0, that a ball closes; the axis of the crank is tilted by `tilt`. */
function fourBar(tilt: number, crank = 1.1, ground = 0.5) {
  return instantiate(
    Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 9.81, n: [0, -1, 0] }) }) }),
      crank: Object3D({ feature: mass }),
      coupler: Object3D({ feature: mass }),
      rocker: Object3D({ feature: mass }),
      tip: Object3D({ parent: "crank", translation: [0.3, 0, 0] }),
      tail: Object3D({ parent: "coupler", translation: [0.5, 0, 0] }),
      foot: Object3D({ parent: "world", translation: [ground, 0, 0] }),
      top: Object3D({ parent: "rocker", translation: [0.3, 0, 0] }),
      j1: Revolute({ obj1: "world", obj2: "crank", axis: [tilt, 0, 1], phi: crank }),
      j2: Revolute({ obj1: "tip", obj2: "coupler", axis: [0, 0, 1], phi: -crank }),
      j3: Revolute({ obj1: "foot", obj2: "rocker", axis: [0, 0, 1], phi: crank }),
      closed: Spherical({ obj1: "tail", obj2: "top" }),
    }),
  );
}

it.each([1e-7, 1e-6])("a four-bar linkage with axes that are parallel to within %d moves", (tilt) => {
  const options = { stopTime: 0.5, interval: 0.5, tolerance: 1e-8 };
  const exact = simulate(fourBar(0), options);
  const tilted = simulate(fourBar(tilt), options);
  expect(Math.abs(exact.final<number>("j1.phi") - 1.1)).toBeGreaterThan(0.5);
  expect(Math.abs(tilted.final<number>("j1.phi") - exact.final<number>("j1.phi"))).toBeLessThan(1e-7 + 10 * tilt);
  expect(exact.warnings.join()).not.toContain("W-LOOP-DIGITS");
  expect(tilted.warnings.join()).toMatch(/W-LOOP-DIGITS {2}The loop through "closed"/);
  const [loop] = mechanismOf(tilted)!.loops;
  expect(loop!.degreesOfFreedom).toBe(1);
  expect(loop!.gap).toBeLessThan(100 * tilt);
});

it("axes that are plainly not parallel hold the linkage, as they should", () => {
  const result = simulate(fourBar(0.01), { stopTime: 0.1 });
  expect(mechanismOf(result)!.loops[0]!.degreesOfFreedom).toBe(0);
  expect(result.warnings.join()).not.toContain("W-LOOP-DIGITS");
});

it("a parallelogram that is nearly flat keeps its one freedom: what vanishes in one position only is not redundant", () => {
  expect(dynamics(fourBar(0, 1e-7)).positionNames.length).toBe(1);
});
