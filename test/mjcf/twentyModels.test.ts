// Twenty models beside MuJoCo: kinematics, mass matrix, gravity, and one second of motion without contact.
import { dynamics, instantiate, Model3D, Object3D, Scene, simulate } from "rattleback";
import { importMjcf } from "rattleback/robots";
import { expect, it } from "vitest";
import { createRandom } from "../../src/math/random.ts";
import { witnessOf } from "./mujoco.ts";
import { type TestModel, twentyModels } from "./twentyModels.ts";

const usualStep = 2e-3;

/** Joints in the order of the file, which is that of MuJoCo's coordinates. */
function jointsIn(text: string) {
  return [...text.matchAll(/<(freejoint|joint) name="(\w+)"([^>]*)>/g)]
    .filter(([, , , rest]) => !rest!.includes("joint1"))
    .map(([, element, name, rest]) => {
      const type = element === "freejoint" ? "free" : (/type="(\w+)"/.exec(rest!)?.[1] ?? "hinge");
      return { name: name!, type, ref: Number(/ref="([-\d.]+)"/.exec(rest!.replace(/springref/, ""))?.[1] ?? 0) };
    });
}

/** A position and velocities that are nothing special, as a keyframe. */
function withStart({ text, control, soft, step = usualStep }: TestModel): string {
  const option = `<option timestep="${step}" integrator="RK4"><flag contact="disable" limit="disable"/></option>`;
  const random = createRandom(7);
  const number = (size: number) => (size * (2 * random.uniform() - 1)).toFixed(3);
  const quaternion = () => [1, number(0.5), number(0.5), number(0.5)].join(" ");
  const numbers = (count: number, size: number) => Array.from({ length: count }, () => number(size)).join(" ");
  const joints = jointsIn(text);
  const q = joints.map(({ type }) => {
    if (type === "free") return `${numbers(3, 2)} ${quaternion()}`;
    return type === "ball" ? quaternion() : number(type === "slide" ? 0.3 : 0.8);
  });
  const v = joints.map(({ type }) => numbers(type === "free" ? 6 : type === "ball" ? 3 : 1, 1));
  const ctrl = control === undefined ? "" : `ctrl="${control.join(" ")}"`;
  // loops begin as they are drawn: closed
  const start = soft === undefined ? `qpos="${q.join(" ")}" qvel="${v.join(" ")}"` : "";
  return `<mujoco>${option}${text}<keyframe><key name="start" ${start} ${ctrl}/></keyframe></mujoco>`;
}

it.each(twentyModels)("$name", async (model) => {
  const text = withStart(model);
  const imported = importMjcf(text, { keyframe: "start" });
  const scene = Object3D({ feature: Scene({ gravityField: imported.gravityField }) });
  const instance = instantiate(Model3D({ world: scene, robot: imported.model }));
  const witness = await witnessOf(text);
  witness.useKeyframe(0);
  const tolerance = model.soft === undefined ? 1e-9 : 1e-6;
  const result = simulate(instance, { stopTime: 1, tolerance, interval: 1 });
  const bodies = [...text.matchAll(/<body name="(\w+)"/g)].map(([, name]) => name!);
  const difference = (time: number): number => {
    let largest = 0;
    bodies.forEach((name, k) => {
      const place = result.at<number[]>(time, `robot.${name}.r_abs`);
      const axes = result.at<number[][]>(time, `robot.${name}.R_abs`);
      for (let i = 0; i < 3; i++) {
        largest = Math.max(largest, Math.abs(place[i]! - witness.xpos[3 * k + 3 + i]!));
        // axes of the body as columns there, as rows here
        for (let j = 0; j < 3; j++)
          largest = Math.max(largest, Math.abs(axes[j]![i]! - witness.xmat[9 * k + 9 + 3 * i + j]!));
      }
    });
    return largest;
  };
  expect(bodies.length).toBeGreaterThan(0);
  expect(difference(0)).toBeLessThan(1e-12);

  if (model.soft === undefined) {
    const precision = model.massTolerance ?? 1e-12;
    const mechanics = dynamics(instance);
    // velocities of both in the order of the file
    const places = jointsIn(text).flatMap(({ name, type }) => {
      const owner =
        type === "free"
          ? [...text.matchAll(/<body name="(\w+)"[^>]*>\s*<(?:free)?joint name="(\w+)"/g)].find(
              ([, , joint]) => joint === name,
            )![1]!
          : name;
      const at = mechanics.velocityNames.findIndex((velocity) => velocity.startsWith(`robot.${owner}.`));
      return Array.from({ length: type === "free" ? 6 : type === "ball" ? 3 : 1 }, (_, k) => at + k);
    });
    const q = mechanics.startPositions;
    const ours = mechanics.massMatrix(q);
    const theirs = witness.massMatrix;
    const size = Math.max(...theirs.map((row, i) => row[i]!));
    expect(theirs.length).toBe(places.length);
    const errors = theirs.flatMap((row, i) =>
      // rotors are parts on flanges here
      row.map((value, j) => Math.abs(ours[places[i]!]![places[j]!]! + (i === j ? witness.armature[i]! : 0) - value)),
    );
    expect(Math.max(...errors)).toBeLessThan(precision * size);
    witness.rest();
    const weight = mechanics.biasForces(q, new Float64Array(places.length));
    const heaviest = Math.max(1, ...witness.bias.map(Math.abs));
    witness.bias.forEach((value, i) => {
      expect(Math.abs(weight[places[i]!]! - value)).toBeLessThan(precision * heaviest);
    });
    witness.useKeyframe(0);
  }

  witness.step(Math.round(1 / (model.step ?? usualStep)));
  expect(difference(1)).toBeLessThan(model.soft ?? 1e-6);
});
