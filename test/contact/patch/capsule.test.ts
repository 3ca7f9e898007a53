import { instantiate, Model3D, Object3D, Scene, Solid, simulate } from "rattleback";
import { describe, expect, it } from "vitest";
import { ElasticContactPairMaterial } from "../../../src/contact/contactPairMaterial.ts";
import { patchBody } from "../../../src/contact/patch/patchBody.ts";
import { PatchContact } from "../../../src/contact/patch/patchContact.ts";
import { halfSpaceFactor, type PatchStiffness } from "../../../src/contact/patch/patchLaw.ts";
import { patchOutline } from "../../../src/contact/patch/patchOutline.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import { Box } from "../../../src/geometry/shapes/box.ts";
import { Capsule } from "../../../src/geometry/shapes/capsule.ts";
import { Cylinder } from "../../../src/geometry/shapes/cylinder.ts";
import { FreeBodies, type FreeBody } from "../freeBodies.ts";
import { identity, turnedBy } from "./poses.ts";

const [R, L, modulus] = [0.05, 0.3, 1.1e11];
const steel: PatchStiffness = { modulus, foundation: 0 };
const body = (shape: Parameters<typeof convexBody>[0]) => patchBody(convexBody(shape))!;
const capsule = Capsule({ axis: 1, diameter: 2 * R, length: L });
const tableShape = Box({ lengthX: 4, lengthY: 4, lengthZ: 1 });
const onTable = new PatchContact(body(tableShape), body(capsule));

/** The capsule, turned about y by the tilt ≥ 0, its lowest point at −depth; a smooth function of the tilt. */
function lie(tilt: number, depth: number, stiffness = steel, roll = 0.4, yaw = 0.3): PatchContact {
  const Q = turnedBy([0, 0, yaw], turnedBy([0, tilt, 0], turnedBy([roll, 0, 0])));
  const r = Float64Array.of(0.1, 0.2, R + (L / 2) * Math.sin(tilt) - depth);
  onTable.evaluate(identity, 0, Float64Array.of(0, 0, -0.5), 0, Q, 0, r, 0, stiffness);
  return onTable;
}

const hertz = (radius: number, depth: number) => (4 / 3) * modulus * Math.sqrt(radius) * depth ** 1.5;

/** Force of the law where surfaces of relative radius r touch along the length L, with half-spheres of that radius at the ends. */
function lineForce(r: number, depth: number, ends: number): number {
  const across = (64 / 315) * Math.sqrt(2 * r) * depth ** 4.5;
  const T = L * across + (ends * Math.PI * r * depth ** 5) / 10;
  const slope = (4.5 * L * across + (ends * 5 * Math.PI * r * depth ** 5) / 10) / depth;
  return (0.5 * halfSpaceFactor * modulus * slope) / Math.sqrt(T);
}

describe("a capsule on a table", () => {
  it("lies in a line: force of the law for a line with rounded ends, without torque", () => {
    for (const depth of [1e-7, 1e-6, 1e-5, 1e-4]) {
      const patch = lie(0, depth);
      expect(Math.abs(patch.force[2] / lineForce(R, depth, 1) - 1)).toBeLessThan(2e-4);
      expect(Math.hypot(...patch.torque)).toBeLessThan(1e-12 * patch.force[2]);
      expect(patch.point[0]).toBeCloseTo(0.1, 10);
      expect(patch.point[1]).toBeCloseTo(0.2, 10);
    }
  });

  it("on an elastic foundation carries k times the volume below the plane", () => {
    for (const depth of [1e-6, 1e-4]) {
      const angle = Math.acos(1 - depth / R);
      // the segment of the circle from its series: the difference of angle and sine loses all digits
      const area = R * R * (angle ** 3 * (2 / 3) - angle ** 5 * (2 / 15) + angle ** 7 * (4 / 315));
      const volume = L * area + (Math.PI * depth ** 2 * (3 * R - depth)) / 3;
      const patch = lie(0, depth, { modulus: 0, foundation: 1e9 });
      expect(Math.abs(patch.force[2] / (1e9 * volume) - 1)).toBeLessThan(2e-3);
    }
  });

  it("stands on one end with the force of Hertz at every angle", () => {
    for (const depth of [1e-7, 1e-5])
      for (const tilt of [0.05, 0.5, 1, 1.5, 1.57, Math.PI / 2])
        expect(Math.abs(lie(tilt, depth).force[2] / hertz(R, depth) - 1)).toBeLessThan(4e-3);
  });

  it("passes from lying to standing on one end without a jump", () => {
    const depth = 1e-5;
    for (const around of [0, 1e-4, 1e-3, 0.02, 0.2, Math.PI / 2]) {
      for (const step of [1e-9, 1e-8]) {
        // second differences: the square of the step over the tilt that lifts one end, and a thousandth of that step where a
        // ring of facets passes the equator; those of a function that jumps would not fall with the step
        const [a, b, c] = [-1, 0, 1].map((k) => {
          const { force, torque, point } = lie(around + 3e-10 + k * step, depth);
          return [...force, ...torque, force[2] * point[0]];
        }) as [number[], number[], number[]];
        const size = Math.abs(b[2]!);
        const part = (step * L) / depth;
        const smooth = 10 * part ** 2 + 1e-3 * part;
        for (let i = 0; i < 7; i++) expect(Math.abs(a[i]! - 2 * b[i]! + c[i]!) / size).toBeLessThan(smooth);
      }
    }
  });

  it("has a centre of pressure that moves from the middle to the lower end", () => {
    let last = -1e-12;
    for (const tilt of [0, 1e-6, 1e-5, 3e-5, 1e-4, 1e-3, 1e-2]) {
      const { point } = lie(tilt, 1e-5, steel, 0.4, 0);
      const way = Math.abs(point[0] - 0.1);
      expect(way).toBeGreaterThan(last);
      last = way;
    }
    expect(Math.abs(lie(0.1, 1e-5, steel, 0.4, 0).point[0] - 0.1)).toBeCloseTo((L / 2) * Math.cos(0.1), 6);
  });

  it("shows an outline of its patch, lying and on one end", () => {
    expect(patchOutline(lie(0, 1e-5)).length).toBeGreaterThan(9);
    expect(patchOutline(lie(0.5, 1e-5)).length).toBeGreaterThan(9);
  });
});

describe("a capsule on a round body", () => {
  const depth = 1e-5;
  for (const [name, shape, ends] of [
    ["capsule", capsule, 1],
    ["longer cylinder", Cylinder({ axis: 1, diameter: 2 * R, length: 2 * L }), 0],
  ] as const) {
    const pair = new PatchContact(body(shape), body(capsule));
    const at = (yaw: number) =>
      pair.evaluate(identity, 0, new Float64Array(3), 0, turnedBy([0, 0, yaw]), 0, Float64Array.of(0, 0, 2 * R - depth), 0, steel); // biome-ignore format: one pose

    it(`lies along a ${name} in a line and across it in a circle`, () => {
      at(0);
      expect(Math.abs(pair.force[2] / lineForce(R / 2, depth, ends) - 1)).toBeLessThan(2e-2);
      expect(Math.hypot(pair.torque[0], pair.torque[1])).toBeLessThan(1e-9 * pair.force[2]);
      at(Math.PI / 2);
      // two crossed cylinders of one radius touch as a sphere of that radius and a plane do
      expect(Math.abs(pair.force[2] / hertz(R, depth) - 1)).toBeLessThan(1e-2);
    });
  }
});

describe("a capsule at rest", () => {
  const table: FreeBody = {
    name: "table",
    shape: tableShape,
    material: "Steel",
    isFixed: true,
    position: [0, 0, -0.5],
  };
  const pairs = {
    "Steel,Steel": ElasticContactPairMaterial({ coefficientOfRestitution: 0.3, slidingFrictionCoefficient: 0.5 }),
  };

  it("lies still on its side for 1 s in few evaluations", () => {
    const lying: FreeBody = { name: "rod", shape: capsule, material: "Steel", density: 8000, position: [0.1, 0.2, R] };
    const system = new FreeBodies([table, lying], { pairs });
    // it sinks in by 3e-7 m: six digits of its force are more than a tolerance of 1e-8 promises
    const { y } = system.simulate(1, { method: "radau5", relativeTolerance: 1e-9 });
    expect(Math.hypot(y[0]! - 0.1, y[1]! - 0.2, y[2]! - R)).toBeLessThan(1e-6);
    expect(Math.hypot(y[3]!, y[4]!, y[5]!)).toBeLessThan(1e-6);
    expect(system.handler.table.normalForce[0]! / (system.mass[0]! * 9.81)).toBeCloseTo(1, 6);
    expect(system.records.length).toBe(1);
    // a contact point that jumps from end to end needs thousands for a tenth of it
    expect(system.evaluations).toBeLessThan(3000);
  });

  it.each([0.0005, 0.05, 0.3])("dropped with an inclination of %d it bounces on its ends and comes to lie", (tilt) => {
    const wood = { solidMaterial: "DryWood", collision: true };
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      table: Object3D({
        parent: "world",
        translation: [0, -0.05, 0],
        feature: Solid({ shape: Box({ lengthX: 2, lengthY: 0.1, lengthZ: 2 }), ...wood }),
      }),
      rod: Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [0, 0.1 + (L / 2) * Math.sin(tilt), 0],
        rotation: [0, 0, tilt],
        feature: Solid({ shape: capsule, ...wood }),
      }),
    });
    const result = simulate(instantiate(model), { stopTime: 2 });
    const energy = result.signal("energy.total").values as unknown as number[];
    const lowest = energy.map((_, k) => Math.min(...energy.slice(0, k + 1)));
    expect(Math.max(...energy.map((e, k) => e - lowest[k]!))).toBeLessThan(1e-6 * energy[0]!);
    const [, height] = result.final<number[]>("rod.r_abs");
    expect(Math.abs(height! - R)).toBeLessThan(1e-5);
    // where ends touch in a point each, the last rattling does not come to an end
    expect(result.statistics.evaluations + result.statistics.jacobianEvaluations).toBeLessThan(15_000);
  });
});
