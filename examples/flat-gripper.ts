// Two fingers close on a box and on a ball, lift them, and hold them: friction sticks, nothing creeps out of the grip.
import assert from "node:assert/strict";
import {
  Box,
  contactsOf,
  ElasticContactPairMaterial,
  instantiate,
  Model3D,
  type ModelDefinition,
  Object3D,
  Par,
  PrismaticWithFlange,
  Scene,
  Solid,
  type SolidShape,
  Sphere,
  simulate,
  UniformGravityField,
  Var,
} from "rattleback";
import { Force, PrescribedPosition } from "rattleback/translational";

/** A hand that moves up and down carries two fingers, each pushed inwards by a force. */
function gripper(shape: SolidShape, grip: number): ModelDefinition {
  const finger = Solid({
    shape: Box({ lengthX: 0.03, lengthY: 0.06, lengthZ: 0.08 }),
    solidMaterial: "Aluminium",
    collision: true,
  });
  const palm = Solid({ shape: Box({ lengthX: 0.3, lengthY: 0.04, lengthZ: 0.03 }), solidMaterial: "Aluminium" });
  const slide = (obj2: string, side: number) =>
    PrismaticWithFlange({ obj1: "root", obj2, axis: 1, s: Var({ init: 0.075 * side }), v: Var({ init: 0 }) });
  const pair = { coefficientOfRestitution: 0.2, slidingFrictionCoefficient: 0.5, stiction: true };
  return Model3D({
    grip: Par({ value: grip, unit: "N", description: "force of each finger" }),
    brake: Par({ value: 20, unit: "N*s/m", description: "of each finger" }),
    low: Par({ value: 0.17, unit: "m" }),
    rise: Par({ value: 0.2, unit: "m" }),
    start: Par({ value: 0.5, unit: "s" }),
    duration: Par({ value: 1, unit: "s" }),
    world: Object3D({
      feature: Scene({
        gravityField: UniformGravityField({ n: [0, 0, -1] }),
        elasticContactReductionFactor: 1e-3,
        contactPairMaterials: {
          "Aluminium,Aluminium": ElasticContactPairMaterial(pair),
          "DryWood,DryWood": ElasticContactPairMaterial(pair),
        },
      }),
    }),
    table: Object3D({
      parent: "world",
      translation: [0, 0, -0.05],
      feature: Solid({
        shape: Box({ lengthX: 1, lengthY: 1, lengthZ: 0.1 }),
        solidMaterial: "DryWood",
        collision: true,
      }),
    }),
    hand: Object3D({ feature: palm }),
    root: Object3D({ parent: "hand", translation: [0, 0, -0.12] }),
    lift: PrismaticWithFlange({ obj1: "world", obj2: "hand", axis: 3 }),
    left: Object3D({ feature: finger }),
    right: Object3D({ feature: finger }),
    slideLeft: slide("left", -1),
    slideRight: slide("right", 1),
    drive: PrescribedPosition,
    pushLeft: Force,
    pushRight: Force,
    part: Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [0, 0, 0.05],
      feature: Solid({ shape, solidMaterial: "DryWood", collision: true }),
    }),
    // the hand waits until the fingers hold, rises, and stays
    equations: `
      x = max(0, min(1, (time - start)/duration))
      drive.s = low + rise*x^3*(10 - 15*x + 6*x^2)
      pushLeft.f = grip - brake*slideLeft.v
      pushRight.f = -grip - brake*slideRight.v`,
    connect: [
      ["drive.flange", "lift.flange"],
      ["pushLeft.flange", "slideLeft.flange"],
      ["pushRight.flange", "slideRight.flange"],
    ],
  });
}

const Lifting = gripper(Box({ lengthX: 0.1, lengthY: 0.05, lengthZ: 0.1 }), 20);
export default Lifting;
export const experiment = { stopTime: 3, tolerance: 1e-7, method: "radau5", plots: ["part.translation"] };

const parts: Record<string, SolidShape> = {
  box: Box({ lengthX: 0.1, lengthY: 0.05, lengthZ: 0.1 }),
  ball: Sphere({ diameter: 0.1 }),
};
for (const [name, shape] of Object.entries(parts)) {
  const model = instantiate(gripper(shape, 20));
  const result = simulate(model, { stopTime: 20, tolerance: 1e-7, interval: 0.05, method: "radau5" });
  const height = (t: number) => (result.at(t, "part.translation") as number[])[2];
  const creep = height(20) - height(3);
  console.log(`${name}: lifted to ${height(3).toFixed(4)} m, creep in 17 s ${(1e6 * creep).toExponential(1)} µm`);
  assert.ok(height(3) > 0.24);
  assert.ok(Math.abs(creep) < 1e-6);
  assert.ok(
    contactsOf(result).records.some(({ kind, time }) => kind === "end" && time > 0.5),
    "it leaves the table",
  );
}
