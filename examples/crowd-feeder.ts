// A geared motor drives a slider-crank that sweeps boxes off a table as they fall on it. A preview with rigid contacts: loop, gear and motor take part in every impact.
import assert from "node:assert/strict";
import {
  Box,
  Cylinder,
  ElasticContactPairMaterial,
  instantiate,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
  Var,
} from "rattleback";
import { IdealGear, Inertia, Torque } from "rattleback/rotational";

const [r, l] = [0.1, 0.3];
const [side, count] = [0.08, 6];
/** Between these is the front of the plate that the slider moves. */
const [nearest, farthest] = [l - r + 0.04, l + r + 0.04];
const steel = (shape: unknown) => Solid({ shape: shape as never, solidMaterial: "Steel" });
const wood = (lengthX: number, lengthY: number, lengthZ: number) =>
  Solid({ shape: Box({ lengthX, lengthY, lengthZ }), solidMaterial: "DryWood", collision: true });
const still = (translation: readonly number[], feature?: ReturnType<typeof wood>) =>
  Object3D({ parent: "world", translation: translation as never, ...(feature !== undefined && { feature }) });
const free = { init: null };

const Feeder = Model3D({
  world: Object3D({
    feature: Scene({
      gravityField: UniformGravityField({ n: [0, 0, -1] }),
      response: "rigid",
      nominalLength: 0.6,
      contactPairMaterials: {
        "DryWood,DryWood": ElasticContactPairMaterial({
          coefficientOfRestitution: 0.1,
          slidingFrictionCoefficient: 0.3,
        }),
      },
    }),
  }),
  // the table ends before the plate turns back; a scraper keeps what lies on it from going back with it
  table: still([farthest - 0.35, 0, -0.02], wood(0.6, 0.3, 0.04)),
  floor: still([0.6, 0, -0.45], wood(2, 1.2, 0.1)),
  scraper: still([nearest - 0.03, 0, 0.291], wood(0.04, 0.3, 0.5)),
  ...Object.fromEntries(
    Array.from({ length: count }, (_, k) => [
      `box${k + 1}`,
      Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [nearest + 0.07, 0.09 * ((k % 3) - 1), 0.06 + 0.3 * k],
        rotation: [0, 0, 0.4 * k],
        feature: wood(side, side, side),
      }),
    ]),
  ),

  // the mechanism: a loop of four joints beside the table, the shaft of which belongs to the drive
  bearing: still([0, 0.2, 0.022]),
  wheel: Object3D({ feature: steel(Cylinder({ axis: 2, diameter: 0.24, length: 0.02 })) }),
  pin: Object3D({ parent: "wheel", translation: [r, 0, 0] }),
  rod: Object3D({ feature: steel(Box({ lengthX: l, lengthY: 0.02, lengthZ: 0.02 })) }),
  rodStart: Object3D({ parent: "rod", translation: [-l / 2, 0, 0] }),
  rodEnd: Object3D({ parent: "rod", translation: [l / 2, 0, 0] }),
  slider: Object3D(),
  plate: Object3D({ parent: "slider", translation: [-0.11, -0.2, 0], feature: wood(0.3, 0.28, 0.036) }),
  shaft: RevoluteWithFlange({ obj1: "bearing", obj2: "wheel", axis: 2, phi: Var({ init: 3 }), w: Var({ init: 0 }) }),
  pinJoint: Revolute({ obj1: "pin", obj2: "rodStart", axis: 2, phi: -3 }),
  sliderJoint: Revolute({ obj1: "slider", obj2: "rodEnd", axis: 2 }),
  guide: Prismatic({ obj1: "bearing", obj2: "slider", axis: 1, s: l - r }),

  // the drive: a motor whose torque falls with its speed
  gear: IdealGear.with({ ratio: 20 }),
  rotor: Inertia.with({ J: 2e-5, phi: free, w: free }),
  motor: Torque,
  equations: 'motor.tau = quantity(0.004, "N*m*s/rad")*(quantity(125, "rad/s") - rotor.w)',
  connect: [
    ["motor.flange", "rotor.flange_a"],
    ["rotor.flange_b", "gear.flange_a"],
    ["gear.flange_b", "shaft.flange"],
  ],
});

export default Feeder;
export const experiment = {
  stopTime: 4,
  interval: 0.02,
  plots: ["rotor.w", "guide.s", "box1.translation", "box3.translation"],
};

const result = simulate(instantiate(Feeder), { stopTime: 4, interval: 0.02 });
console.log(result.warnings[0]);
const heights = Array.from({ length: count }, (_, k) => (result.final(`box${k + 1}.translation`) as number[])[2]!);
const fallen = heights.filter((z) => z < -0.3).length;
const turns = ((result.final("shaft.phi") as number) - Math.PI) / (2 * Math.PI);
console.log(`${fallen} boxes have been swept off in ${turns.toFixed(1)} turns`);

// the loop is closed, and the gear holds, through every push
const [phi, s, w] = ["shaft.phi", "guide.s", "rotor.w"].map((name) => result.signal(name).values as Float64Array) as [
  Float64Array,
  Float64Array,
  Float64Array,
];
const open = phi.map((angle, i) => s[i]! - (r * Math.cos(angle) + Math.sqrt(l * l - (r * Math.sin(angle)) ** 2)));
const slip = w.map((speed, i) => speed - 20 * (result.signal("shaft.w").values as Float64Array)[i]!);
assert.ok(Math.max(...open.map(Math.abs)) < 1e-9);
assert.ok(Math.max(...slip.map(Math.abs)) < 1e-9);
assert.ok(fallen === count && heights.every((z) => z > -0.4));
