/** Velocities and accelerations of a frame as bodies of the library name them, where results are stored or equations read them. */
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { copy3 } from "../../math/vec3.ts";
import type { BodyFrame, ForceDefinition } from "../../multibody/forces/forceElement.ts";

/** Position and linear quantities in world axes, angular ones in axes of the frame. */
const outputs = [
  { name: "v_0", size: 3, unit: "m/s" },
  { name: "w_a", size: 3, unit: "rad/s" },
  { name: "a_0", size: 3, unit: "m/s^2", needsAcceleration: true },
  { name: "z_a", size: 3, unit: "rad/s^2", needsAcceleration: true },
] as const;

export function BodyMotion(obj: string): ModelDefinition {
  const definition: ForceDefinition = {
    kind: "force",
    objects: ["obj"],
    outputs,
    onlyMeasures: true,
    create: (setup) => {
      const frame = setup.frame(obj, `${setup.path}.obj`);
      const [v, w, a, z] = outputs.map(({ name }) => setup.output(name)) as [number, number, number, number];
      const arm = new Float64Array(3);
      const rate = new Float64Array(3);
      return {
        bodies: [],
        show: ({ motion, outputs: out }) => {
          const b = 3 * frame.body;
          turn(arm, 0, motion.rotation, frame, frame.r);
          copy3(out, v, motion.velocity, b);
          addCross(out, v, motion.angularVelocity, b, arm, 0);
          intoFrame(out, w, motion.rotation, frame, motion.angularVelocity);
        },
        observe: ({ motion, outputs: out }, { acceleration, angularAcceleration }) => {
          const b = 3 * frame.body;
          turn(arm, 0, motion.rotation, frame, frame.r);
          copy3(out, a, acceleration, b);
          addCross(out, a, angularAcceleration, b, arm, 0);
          rate.fill(0);
          addCross(rate, 0, motion.angularVelocity, b, arm, 0);
          addCross(out, a, motion.angularVelocity, b, rate, 0);
          intoFrame(out, z, motion.rotation, frame, angularAcceleration);
        },
      };
    },
  };
  return Model({ obj, [elementTag]: definition });
}

/** out ← v of the body in world axes */
function turn(out: Float64Array, k: number, W: Float64Array, { body }: BodyFrame, v: ArrayLike<number>): void {
  const m = 9 * body;
  for (let i = 0; i < 3; i++)
    out[k + i] = W[m + 3 * i]! * v[0]! + W[m + 3 * i + 1]! * v[1]! + W[m + 3 * i + 2]! * v[2]!;
}

/** out ← the vector of the body, given in world axes, in axes of the frame */
function intoFrame(out: Float64Array, k: number, W: Float64Array, { body, R }: BodyFrame, v: Float64Array): void {
  const m = 9 * body;
  const b = 3 * body;
  for (let i = 0; i < 3; i++) {
    let sum = 0;
    for (let j = 0; j < 3; j++)
      sum += R[3 * j + i]! * (W[m + j]! * v[b]! + W[m + 3 + j]! * v[b + 1]! + W[m + 6 + j]! * v[b + 2]!);
    out[k + i] = sum;
  }
}

/** out += a × b */
function addCross(out: Float64Array, k: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const x = a[i]!;
  const y = a[i + 1]!;
  const z = a[i + 2]!;
  out[k]! += y * b[j + 2]! - z * b[j + 1]!;
  out[k + 1]! += z * b[j]! - x * b[j + 2]!;
  out[k + 2]! += x * b[j + 1]! - y * b[j]!;
}
