// A mobile, defined recursively: a bar on a thread carries a smaller mobile at each end; eight levels, 255 joints.
import assert from "node:assert/strict";
import {
  Box,
  Cylinder,
  instantiate,
  Model,
  Model3D,
  type ModelDefinition,
  Object3D,
  Revolute,
  Scene,
  Solid,
  simulate,
  UniformGravityField,
} from "rattleback";

const rod = (length: number) => Cylinder({ axis: 2, diameter: 0.01, length });

/** Hangs on `hook`; the rod goes down to the middle of a bar, whose ends carry mobiles of one level less. */
function Mobile(levels: number, span: number): ModelDefinition {
  const hanging = {
    hook: Object3D(),
    rod: Object3D({
      parent: "hook",
      translation: [0, -0.1, 0],
      feature: Solid({ shape: rod(0.2), solidMaterial: "DryWood" }),
    }),
  };
  if (levels === 1) {
    const weight = Solid({ shape: Box({ lengthX: 0.05, lengthY: 0.05, lengthZ: 0.05 }), solidMaterial: "Steel" });
    return Model({ ...hanging, weight: Object3D({ parent: "hook", translation: [0, -0.225, 0], feature: weight }) });
  }
  const below = Mobile(levels - 1, span / 2);
  const bar = Solid({ shape: Box({ lengthX: span, lengthY: 0.02, lengthZ: 0.02 }), solidMaterial: "DryWood" });
  return Model({
    ...hanging,
    bar: Object3D({ parent: "hook", translation: [0, -0.2, 0], feature: bar }),
    leftEnd: Object3D({ parent: "bar", translation: [-span / 2, 0, 0] }),
    rightEnd: Object3D({ parent: "bar", translation: [span / 2, 0, 0] }),
    left: below,
    right: below,
    leftJoint: Revolute({ obj1: "leftEnd", obj2: "left.hook", axis: 3 }),
    rightJoint: Revolute({ obj1: "rightEnd", obj2: "right.hook", axis: 3 }),
  });
}

const MobileOnCeiling = Model3D({
  world: Object3D({ feature: Scene({ gravityField: UniformGravityField() }) }),
  mobile: Mobile(8, 6.4),
  top: Revolute({ obj1: "world", obj2: "mobile.hook", axis: 3, w: 0.1 }),
});

export default MobileOnCeiling;
export const experiment = { stopTime: 5, tolerance: 1e-6, plots: ["top.phi", "mobile.leftJoint.phi"] };

const model = instantiate(MobileOnCeiling);
const result = simulate(model, { stopTime: 5, tolerance: 1e-7 });
const energy = result.signal("energy.total").values;
const kinetic = Math.max(...result.signal("energy.kinetic").values);
console.log(`${result.stateNames.length} states, ${result.statistics.evaluations} evaluations`);
console.log(
  `energy changes by ${((energy[energy.length - 1] - energy[0]) / kinetic).toExponential(1)} of the kinetic energy`,
);
assert.equal(result.stateNames.length, 2 * 255);
assert(energy.every((value) => Math.abs(value - energy[0]) < 1e-4 * kinetic));

// Pushed to the other side, without compiling again, it shows the mirror image: left and right exchanged.
const mirrored = simulate(model, { stopTime: 5, tolerance: 1e-7, merge: { "top.w": -0.1 } });
assert(Math.abs(result.final("mobile.leftJoint.phi") + mirrored.final("mobile.rightJoint.phi")) < 1e-6);
