/** The same scenes in MuJoCo's WASM build, with its default solver and steps of 1 ms. */
import type { Mujoco } from "../multibody/mujoco.ts";
import type { CrowdBody, CrowdScene } from "./scenes.ts";

const density = { Steel: 8000, DryWood: 700 } as const;

function geometry({ shape, size, material }: CrowdBody): string {
  const half = shape === "capsule" ? [size[0] / 2, size[1] / 2] : size.map((x) => x / 2);
  return `<geom type="${shape}" size="${half.join(" ")}" density="${density[material]}"/>`;
}

function write(body: CrowdBody): string {
  const [x, y, z] = body.rotation ?? [0, 0, 0];
  const joint = body.isFixed === true ? "" : "<freejoint/>";
  return `<body pos="${body.position.join(" ")}" euler="${x} ${y} ${z}">${joint}${geometry(body)}</body>`;
}

/** Processor seconds per simulated second. */
export function runInMujoco(mujoco: Mujoco, scene: CrowdScene): number {
  const model = mujoco.MjModel.from_xml_string(`<mujoco><compiler angle="radian"/><size memory="200M"/>
    <option gravity="0 0 ${scene.hasGravity ? -9.81 : 0}" timestep="0.001"/>
    <worldbody>${scene.bodies.map(write).join("")}</worldbody></mujoco>`);
  if (model === null) throw new Error("MuJoCo did not accept the scene");
  const data = new mujoco.MjData(model);
  const velocities = data.qvel as Float64Array;
  scene.bodies
    .filter(({ isFixed }) => isFixed !== true)
    .forEach(({ velocity = [0, 0, 0], angularVelocity = [0, 0, 0] }, k) => {
      velocities.set(velocity, 6 * k);
      velocities.set(angularVelocity, 6 * k + 3);
    });
  const begin = process.cpuUsage();
  const steps = Math.round(scene.duration / 0.001);
  for (let k = 0; k < steps; k++) mujoco.mj_step(model, data);
  const { user, system } = process.cpuUsage(begin);
  data.delete();
  model.delete();
  return (1e-6 * (user + system)) / scene.duration;
}
