/** Robots of three formats: read, put into a scene, run for a moment, written again. */
import type { ModelDefinition } from "../../src/language/model.ts";
import { importMjcf } from "../../src/mjcf/importMjcf.ts";
import { Scene } from "../../src/multibody/features/scene.ts";
import { Model3D } from "../../src/multibody/model3D.ts";
import { Object3D } from "../../src/multibody/object3D.ts";
import { writeMjcf } from "../../src/robotFiles/writeMjcf.ts";
import { writeUrdf } from "../../src/robotFiles/writeUrdf.ts";
import { instantiate } from "../../src/run/instantiate.ts";
import { simulate } from "../../src/run/simulate.ts";
import { importSdf } from "../../src/sdf/importSdf.ts";
import { importUrdf } from "../../src/urdf/importUrdf.ts";
import { mutateText } from "../mutate.ts";
import { shortRun, type Target } from "../target.ts";

const urdf = `<?xml version="1.0"?>
<robot name="arm">
  <link name="base"/>
  <link name="upper"><inertial><origin xyz="0 0 0.5" rpy="0 0 0"/><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <visual><geometry><box size="0.1 0.1 1"/></geometry></visual></link>
  <link name="lower"><inertial><mass value="0.5"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="10" velocity="1"/></joint>
  <joint name="elbow" type="prismatic"><parent link="upper"/><child link="lower"/><axis xyz="0 0 1"/><limit lower="0" upper="1" effort="1" velocity="1"/><dynamics damping="0.1" friction="0.2"/></joint>
</robot>`;

const mjcf = `<mujoco model="arm"><compiler angle="degree"/><option gravity="0 0 -9.8"/>
  <default><joint damping="0.1" armature="0.02"/><default class="thin"><geom type="capsule" size="0.02"/></default></default>
  <worldbody><body name="upper" pos="0.1 0.2 1" euler="10 20 30" childclass="thin">
    <joint name="shoulder" axis="0 1 0.2" range="-90 90" stiffness="2" springref="20"/><geom fromto="0 0 0 0.3 0 0"/>
    <body name="lower" pos="0.3 0 0"><joint name="slide" type="slide" axis="1 0 0"/><inertial pos="0.1 0 0" mass="0.7" diaginertia="0.01 0.02 0.015"/>
      <body name="tip" pos="0.2 0 0"><joint type="ball"/><geom type="box" size="0.05 0.03 0.02" mass="0.4"/></body></body></body>
    <body name="stone" pos="1 0 2"><freejoint/><geom type="ellipsoid" size="0.1 0.2 0.05"/></body></worldbody>
  <actuator><motor name="m" joint="slide" gear="2"/><position name="p" joint="shoulder" kp="3"/></actuator>
  <equality><joint joint1="shoulder" joint2="slide" polycoef="0 1"/></equality>
  <keyframe><key name="k" qpos="0 0 1 0 0 0 1 0 2 1 0 0 0"/></keyframe></mujoco>`;

const sdf = `<sdf version="1.9"><model name="arm"><pose>0 0 1 0 0 0</pose>
  <link name="upper"><pose>0.1 0 0.2 0.3 0 0.1</pose><inertial><mass>1.5</mass><inertia><ixx>0.03</ixx><iyy>0.04</iyy><izz>0.02</izz></inertia></inertial>
    <visual name="v"><geometry><cylinder><radius>0.1</radius><length>0.4</length></cylinder></geometry></visual></link>
  <frame name="corner" attached_to="upper"><pose>0.4 0 0.1 0 0.5 0</pose></frame>
  <link name="lower"><pose relative_to="corner">0.05 0 0 0 0 0.7</pose></link>
  <joint name="shoulder" type="revolute"><parent>world</parent><child>upper</child><axis><xyz>0 1 0</xyz><dynamics><damping>0.2</damping></dynamics></axis></joint>
  <joint name="elbow" type="prismatic"><parent>upper</parent><child>lower</child><axis><xyz expressed_in="__model__">0 1 0.3</xyz><limit><lower>-1</lower><upper>2</upper></limit></axis></joint>
</model></sdf>`;

function tryRobot(model: ModelDefinition, gravityField?: ModelDefinition): void {
  const scene = Scene(gravityField === undefined ? {} : { gravityField });
  const robot = Model3D({ world: Object3D({ feature: scene }), robot: model });
  const instance = instantiate(robot);
  writeUrdf(instance);
  writeMjcf(instance);
  simulate(instance, { ...shortRun, stopTime: 0.01, maximumSteps: 200 });
}

/** Most inputs are refused while they are read; of the others every one is run. */
export const robotTargets: readonly Target[] = [
  {
    name: "urdf",
    cost: 8,
    seeds: async () => [urdf],
    mutate: mutateText,
    run: (text) => tryRobot(importUrdf(text).model),
  },
  {
    name: "mjcf",
    cost: 8,
    seeds: async () => [mjcf],
    mutate: mutateText,
    run: (text) => {
      const { model, gravityField } = importMjcf(text);
      tryRobot(model, gravityField);
    },
  },
  {
    name: "sdf",
    cost: 2,
    seeds: async () => [sdf],
    mutate: mutateText,
    run: (text) => {
      const { model, gravityField } = importSdf(text);
      tryRobot(model, gravityField);
    },
  },
];
