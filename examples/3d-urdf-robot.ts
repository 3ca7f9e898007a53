// A robot from its URDF description: imported, driven at its flanges, and analysed with mass matrix and Jacobian.
import assert from "node:assert/strict";
import { dynamics, importUrdf, instantiate, Model3D, Object3D, Scene, simulate, UniformGravityField } from "rattleback";
import { Torque } from "rattleback/rotational";

const description = `<?xml version="1.0"?>
<robot name="twoLinks">
  <material name="orange"><color rgba="1 0.5 0.1 1"/></material>
  <link name="base">
    <visual><origin xyz="0 0 0.2"/><geometry><cylinder radius="0.1" length="0.4"/></geometry></visual>
  </link>
  <link name="upper">
    <inertial><origin xyz="0 0 0.25"/><mass value="3"/><inertia ixx="0.07" iyy="0.07" izz="0.01"/></inertial>
    <visual><origin xyz="0 0 0.25"/><geometry><box size="0.1 0.1 0.5"/></geometry><material name="orange"/></visual>
  </link>
  <link name="lower">
    <inertial><origin xyz="0 0 0.2"/><mass value="2"/><inertia ixx="0.03" iyy="0.03" izz="0.005"/></inertial>
    <visual><origin xyz="0 0 0.2"/><geometry><cylinder radius="0.04" length="0.4"/></geometry><material name="orange"/></visual>
  </link>
  <link name="tool"/>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><origin xyz="0 0 0.4"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="80" velocity="3"/><dynamics damping="0.5"/>
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/><child link="lower"/><origin xyz="0 0 0.5"/><axis xyz="0 1 0"/>
    <limit lower="-2.5" upper="2.5" effort="40" velocity="3"/><dynamics damping="0.5"/>
  </joint>
  <joint name="flangeOfTool" type="fixed"><parent link="lower"/><child link="tool"/><origin xyz="0 0 0.4"/></joint>
</robot>`;

const { model, joints, report } = importUrdf(description);
console.log(`joints ${joints.join(", ")}; ${report.join("; ")}`);

// both joints are held at a place by motors with proportional and derivative control and the torque against gravity
const wanted = { shoulder: 0.6, elbow: 0.8 };
const scene = Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 9.81, n: [0, 0, -1] }) }) });
const toolbox = dynamics(instantiate(Model3D({ world: scene, robot: model })));
const holding = toolbox.biasForces([wanted.shoulder, wanted.elbow], [0, 0]);
console.log(`torques against gravity ${holding.map((tau) => tau.toFixed(3)).join(", ")} N·m`);

const Robot = Model3D({
  world: scene,
  robot: model,
  motor1: Torque,
  motor2: Torque,
  connect: [
    ["motor1.flange", "robot.shoulder_flange"],
    ["motor2.flange", "robot.elbow_flange"],
  ],
  equations: Object.entries(wanted).map(
    ([joint, angle], k) =>
      `motor${k + 1}.tau = quantity(${holding[k]!}, "N*m") + quantity(200, "N*m/rad")*(quantity(${angle}, "rad") - robot.${joint}.phi)` +
      ` - quantity(30, "N*m*s/rad")*robot.${joint}.w`,
  ),
});

export default Robot;
export const experiment = { stopTime: 3, tolerance: 1e-7, plots: ["robot.shoulder.phi", "robot.elbow.phi"] };

const { stopTime, tolerance } = experiment;
const result = simulate(instantiate(Robot), { stopTime, tolerance });
for (const [joint, angle] of Object.entries(wanted))
  assert.ok(Math.abs(result.final(`robot.${joint}.phi`) - angle) < 1e-3);
const { position } = toolbox.kinematics("robot.tool", [wanted.shoulder, wanted.elbow]);
const tool = result.final<number[]>("robot.tool.r_abs");
console.log(`tool at ${tool.map((x) => x.toFixed(4)).join(", ")} m`);
assert.ok(Math.hypot(...tool.map((x, i) => x - position[i]!)) < 2e-3);
