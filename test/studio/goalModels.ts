// The two models that are to be built without knowing the language: how their files begin, and what is in them at the end.

export const emptyModel = (name: string, experiment: string) => `import { Model } from "rattleback";

const ${name} = Model({});

export default ${name};
export const experiment = ${experiment};
`;

export const emptyFourBar = emptyModel(
  "FourBar",
  '{ stopTime: 1, tolerance: 1e-8, plots: ["revolute.phi", "inertia.w"] }',
);
export const emptyGripper = emptyModel(
  "Gripper",
  '{ stopTime: 1.5, tolerance: 1e-6, method: "radau5", plots: ["part.translation"] }',
);

/** Without the places of the drawing. */
export const drawnText = (text: string) => text.replace(/ {2}diagram: \{.*\},\n/, "");

export const fourBarText = `import { Model3D, Object3D, Scene, Solid, Beam, RevoluteWithFlange, Revolute } from "rattleback";
import { Step, Feedback, PI } from "rattleback/blocks";
import { Torque, Inertia, IdealGear, SpeedSensor } from "rattleback/rotational";

const FourBar = Model3D({
  world: Object3D({ feature: Scene() }),
  link: Object3D({
    feature: Solid({ shape: Beam({ axis: 1, length: 0.2, width: 0.04, thickness: 0.04 }), solidMaterial: "Steel" }),
  }),
  linkA: Object3D({ parent: "link", translation: [-0.1, 0, 0] }),
  linkB: Object3D({ parent: "link", translation: [0.1, 0, 0] }),
  link2: Object3D({
    feature: Solid({ shape: Beam({ axis: 1, length: 0.4, width: 0.04, thickness: 0.04 }), solidMaterial: "Steel" }),
  }),
  link2A: Object3D({ parent: "link2", translation: [-0.2, 0, 0] }),
  link2B: Object3D({ parent: "link2", translation: [0.2, 0, 0] }),
  link3: Object3D({
    feature: Solid({ shape: Beam({ axis: 1, length: 0.4, width: 0.04, thickness: 0.04 }), solidMaterial: "Steel" }),
  }),
  link3A: Object3D({ parent: "link3", translation: [-0.2, 0, 0] }),
  link3B: Object3D({ parent: "link3", translation: [0.2, 0, 0] }),
  worldPivot: Object3D({ parent: "world", translation: [0, 0, 0], rotation: [0, 0, Math.PI / 2] }),
  revolute: RevoluteWithFlange({ obj1: "worldPivot", obj2: "linkA" }),
  linkBPivot: Object3D({ parent: "linkB", translation: [0, 0, 0], rotation: [0, 0, -Math.PI / 2] }),
  revolute2: Revolute({ obj1: "linkBPivot", obj2: "link2A" }),
  link2BPivot: Object3D({ parent: "link2B", translation: [0, 0, 0], rotation: [0, 0, Math.PI / 2] }),
  revolute3: Revolute({ obj1: "link2BPivot", obj2: "link3B" }),
  worldPivot2: Object3D({ parent: "world", translation: [0.4, -0.2, 0], rotation: [0, 0, Math.PI / 2] }),
  revolute4: Revolute({ obj1: "worldPivot2", obj2: "link3A" }),
  step: Step.with({ height: 50 }),
  feedback: Feedback,
  controller: PI.with({ k: 0.5, T: 0.1 }),
  torque: Torque,
  inertia: Inertia.with({ J: 0.001 }),
  idealGear: IdealGear.with({ ratio: 10 }),
  speedSensor: SpeedSensor,
  connect: [
    ["step.y", "feedback.u1"],
    ["feedback.y", "controller.u"],
    ["controller.y", "torque.tau"],
    ["torque.flange", "inertia.flange_a"],
    ["inertia.flange_b", "idealGear.flange_a"],
    ["idealGear.flange_b", "revolute.flange"],
    ["speedSensor.flange", "inertia.flange_b"],
    ["speedSensor.w", "feedback.u2"],
  ],
});

export default FourBar;
export const experiment = { stopTime: 1, tolerance: 1e-8, plots: ["revolute.phi", "inertia.w"] };
`;

export const gripperText = `import { Model3D, Object3D, Scene, Solid, Box, PrismaticWithFlange } from "rattleback";
import { KinematicPTP } from "rattleback/blocks";
import { PrescribedPosition, ConstantForce, LinearVelocityDependentForce } from "rattleback/translational";

const Gripper = Model3D({
  world: Object3D({ feature: Scene({ elasticContactReductionFactor: 0.001 }) }),
  table: Object3D({
    parent: "world",
    feature: Solid({ shape: Box({ lengthX: 1, lengthY: 0.1, lengthZ: 1 }), solidMaterial: "DryWood", collision: true }),
    translation: [0, -0.05, 0],
  }),
  part: Object3D({
    parent: "world",
    translation: [0, 0.05, 0],
    feature: Solid({ shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }), solidMaterial: "DryWood", collision: true }),
    fixedToParent: false,
  }),
  hand: Object3D({
    feature: Solid({ shape: Box({ lengthX: 0.3, lengthY: 0.03, lengthZ: 0.04 }), solidMaterial: "Steel" }),
  }),
  left: Object3D({
    feature: Solid({ shape: Box({ lengthX: 0.03, lengthY: 0.08, lengthZ: 0.06 }), solidMaterial: "DryWood", collision: true }),
  }),
  right: Object3D({
    feature: Solid({ shape: Box({ lengthX: 0.03, lengthY: 0.08, lengthZ: 0.06 }), solidMaterial: "DryWood", collision: true }),
  }),
  worldPivot: Object3D({ parent: "world", translation: [0, 0.2, 0] }),
  prismatic: PrismaticWithFlange({ obj1: "worldPivot", obj2: "hand", axis: 2 }),
  handPivot: Object3D({ parent: "hand", translation: [-0.08, -0.14, 0] }),
  prismatic2: PrismaticWithFlange({ obj1: "handPivot", obj2: "left" }),
  handPivot2: Object3D({ parent: "hand", translation: [0.08, -0.14, 0] }),
  prismatic3: PrismaticWithFlange({ obj1: "handPivot2", obj2: "right", axis: -1 }),
  kinematicPTP: KinematicPTP.with({ deltaq: 0.2, qd_max: 0.5, startTime: 0.4 }),
  prescribedPosition: PrescribedPosition,
  constantForce: ConstantForce.with({ f: 40 }),
  linearVelocityDependentForce: LinearVelocityDependentForce.with({ f_nominal: -100 }),
  constantForce2: ConstantForce.with({ f: 40 }),
  linearVelocityDependentForce2: LinearVelocityDependentForce.with({ f_nominal: -100 }),
  connect: [
    ["kinematicPTP.q", "prescribedPosition.s"],
    ["prescribedPosition.flange", "prismatic.flange"],
    ["constantForce.flange", "linearVelocityDependentForce.flange"],
    ["constantForce2.flange", "linearVelocityDependentForce2.flange"],
    ["constantForce.flange", "prismatic2.flange"],
    ["constantForce2.flange", "prismatic3.flange"],
  ],
});

export default Gripper;
export const experiment = { stopTime: 1.5, tolerance: 1e-6, method: "radau5", plots: ["part.translation"] };
`;
