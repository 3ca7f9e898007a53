/** The same mechanisms in MuJoCo's WASM build: trees of hinges and free bodies as MJCF. */
import type loadMujoco from "@mujoco/mujoco";
import type { MechanismDescription } from "../../src/mechanics/mechanismDescription.ts";

export type Mujoco = Awaited<ReturnType<typeof loadMujoco>>;
type Model = NonNullable<ReturnType<Mujoco["MjModel"]["from_xml_string"]>>;
type Data = InstanceType<Mujoco["MjData"]>;

export interface Loaded {
  readonly model: Model;
  readonly data: Data;
}

/** Everything but smooth dynamics is switched off. */
export function loadScene(mujoco: Mujoco, description: MechanismDescription, timestep = 0.001): Loaded {
  const model = mujoco.MjModel.from_xml_string(toXml(description, timestep));
  if (model === null) throw new Error("MuJoCo did not accept the scene");
  return { model, data: new mujoco.MjData(model) };
}

function toXml(description: MechanismDescription, timestep: number): string {
  const children = new Map<number, number[]>();
  description.bodies.forEach((body, i) => {
    children.set(body.parent, [...(children.get(body.parent) ?? []), i + 1]);
  });
  const text = (values: ArrayLike<number> | undefined): string => Array.from(values ?? [0, 0, 0]).join(" ");
  const write = (b: number): string => {
    const { joint, mass, centre, inertia } = description.bodies[b - 1];
    const I = Array.from(inertia ?? []);
    const kind = joint.kind === "free" ? "<freejoint/>" : `<joint type="hinge" axis="${text(joint.axis)}"/>`;
    const inside = (children.get(b) ?? []).map(write).join("");
    return `<body pos="${text(joint.frameA?.r)}">${kind}<inertial pos="${text(centre)}" mass="${mass}" diaginertia="${I[0]} ${I[3]} ${I[5]}"/>${inside}</body>`;
  };
  const gravity = description.gravity?.kind === "uniform" ? text(description.gravity.vector) : "0 0 0";
  return `<mujoco><compiler angle="radian" boundmass="0" boundinertia="0"/>
    <size memory="20M"/>
    <option gravity="${gravity}" integrator="RK4" timestep="${timestep}">
      <flag contact="disable" constraint="disable" equality="disable" frictionloss="disable" limit="disable" sensor="disable" energy="disable" actuation="disable" spring="disable" damper="disable" autoreset="disable"/>
    </option>
    <worldbody>${(children.get(0) ?? []).map(write).join("")}</worldbody></mujoco>`;
}
