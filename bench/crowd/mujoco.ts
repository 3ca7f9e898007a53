/** The same scenes in MuJoCo's WASM build, with its default solver and, unless something else is wanted, steps of 1 ms. */
import type { Mujoco } from "../multibody/mujoco.ts";
import type { CrowdBody, CrowdScene } from "./scenes.ts";

const density = { Steel: 8000, DryWood: 700 } as const;

export interface MujocoOptions {
  /** In seconds. */
  readonly step?: number;
  /** Whether contacts are as hard as the step allows (a time constant of two steps); by default it is 20 ms, however short the step is. */
  readonly isHard?: boolean;
}

export interface MujocoRun {
  /** Processor seconds per simulated second. */
  readonly pace: number;
  /** Bodies that end below all that is fixed. */
  readonly lost: number;
  /** Whether accelerations became so large that it began again from the start, as it does then. */
  readonly diverged: boolean;
}

function geometry({ shape, size, material }: CrowdBody): string {
  const half = shape === "capsule" ? [size[0] / 2, size[1] / 2] : size.map((x) => x / 2);
  return `<geom type="${shape}" size="${half.join(" ")}" density="${density[material]}"/>`;
}

function write(body: CrowdBody): string {
  const [x, y, z] = body.rotation ?? [0, 0, 0];
  const joint = body.isFixed === true ? "" : "<freejoint/>";
  return `<body pos="${body.position.join(" ")}" euler="${x} ${y} ${z}">${joint}${geometry(body)}</body>`;
}

export function runInMujoco(
  mujoco: Mujoco,
  scene: CrowdScene,
  { step = 0.001, isHard = false }: MujocoOptions = {},
): MujocoRun {
  const contacts = isHard ? `<default><geom solref="${2 * step} 1"/></default>` : "";
  const model = mujoco.MjModel.from_xml_string(`<mujoco><compiler angle="radian"/><size memory="200M"/>
    <option gravity="0 0 ${scene.hasGravity ? -9.81 : 0}" timestep="${step}"/>${contacts}
    <worldbody>${scene.bodies.map(write).join("")}</worldbody></mujoco>`);
  if (model === null) throw new Error("MuJoCo did not accept the scene");
  const data = new mujoco.MjData(model);
  const velocities = data.qvel as Float64Array;
  const free = scene.bodies.filter(({ isFixed }) => isFixed !== true);
  free.forEach(({ velocity = [0, 0, 0], angularVelocity = [0, 0, 0] }, k) => {
    velocities.set(velocity, 6 * k);
    velocities.set(angularVelocity, 6 * k + 3);
  });
  const begin = process.cpuUsage();
  const steps = Math.round(scene.duration / step);
  for (let k = 0; k < steps; k++) mujoco.mj_step(model, data);
  const { user, system } = process.cpuUsage(begin);
  const floor = Math.min(
    ...scene.bodies.filter(({ isFixed }) => isFixed === true).map(({ position, size }) => position[2] - size[2]! / 2),
  );
  const places = data.qpos as Float64Array;
  const lost = free.filter((_, k) => places[7 * k + 2]! < floor).length;
  const diverged = (data.time as number) < scene.duration - step;
  data.delete();
  model.delete();
  return { pace: (1e-6 * (user + system)) / scene.duration, lost, diverged };
}
