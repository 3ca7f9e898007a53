// A crank with a flywheel drives a slider through a connecting rod; the way of the slider has a closed form.
import assert from "node:assert/strict";
import {
  Box,
  Cylinder,
  instantiate,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  Scene,
  Solid,
  simulate,
  Var,
} from "rattleback";

const [r, l] = [0.1, 0.3];
const SliderCrank = Model3D({
  world: Object3D({ feature: Scene({ nominalLength: 0.4 }) }),
  wheel: Object3D({
    feature: Solid({ shape: Cylinder({ axis: 3, diameter: 0.3, length: 0.03 }), solidMaterial: "Steel" }),
  }),
  pin: Object3D({ parent: "wheel", translation: [r, 0, 0] }),
  rod: Object3D({
    feature: Solid({ shape: Box({ lengthX: l, lengthY: 0.02, lengthZ: 0.02 }), solidMaterial: "Aluminium" }),
  }),
  rodStart: Object3D({ parent: "rod", translation: [-l / 2, 0, 0] }),
  rodEnd: Object3D({ parent: "rod", translation: [l / 2, 0, 0] }),
  slider: Object3D({
    feature: Solid({ shape: Box({ lengthX: 0.06, lengthY: 0.04, lengthZ: 0.04 }), solidMaterial: "Steel" }),
  }),
  crank: Revolute({ obj1: "world", obj2: "wheel", axis: 3, phi: Var({ init: 0.3 }), w: Var({ init: 10 }) }),
  pinJoint: Revolute({ obj1: "pin", obj2: "rodStart", axis: 3, phi: -0.4 }),
  sliderJoint: Revolute({ obj1: "slider", obj2: "rodEnd", axis: 3 }),
  guide: Prismatic({ obj1: "world", obj2: "slider", axis: 1, s: 0.35 }),
});

export default SliderCrank;
export const experiment = { stopTime: 2, tolerance: 1e-8, plots: ["crank.w", "guide.s"] };

const result = simulate(instantiate(SliderCrank), { stopTime: 2, tolerance: 1e-8 });
const phi = result.signal("crank.phi").values;
const s = result.signal("guide.s").values;
const error = Math.max(
  ...phi.map((angle, i) => Math.abs(s[i] - (r * Math.cos(angle) + Math.sqrt(l * l - (r * Math.sin(angle)) ** 2)))),
);
const energy = result.signal("energy.total").values;
const drift = Math.max(...energy.map((value) => Math.abs(value - energy[0])));
console.log(
  `${(phi[phi.length - 1] / (2 * Math.PI)).toFixed(1)} revolutions; slider off its closed form by ${error.toExponential(1)} m`,
);
assert(phi[0] === 0.3 && error < 1e-9);
assert(drift < 1e-5 * Math.max(...result.signal("energy.kinetic").values));
