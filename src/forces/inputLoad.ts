/**
 * Loads whose size comes from outside: linear in it, so that accelerations and loads can be found together.
 *
 *     force      f = R_A·u at the origin of frame 2, −f at the same point of body 1
 *     torque     n = R_A·u on body 2, −n on body 1                                            A: frame whose axes are used
 *     line       pull u along n = (r₂ − r₁)/d: +u·n at frame 1, −u·n at frame 2;   d'' = n·(a₂ − a₁) + (|v₂ − v₁|² − d'²)/d
 */
import { mulMV } from "../math/mat3.ts";
import { copy3, dot3, norm3, scale3, subtract3 } from "../math/vec3.ts";
import type { BodyForces, BodyMotion } from "../mechanics/bodyMotion.ts";
import type { BodyAccelerations, BodyFrame } from "./bodyFrame.ts";
import type { ElementOutput } from "./forceElement.ts";

export interface InputLoad {
  /** The motion from now on. */
  locate(motion: BodyMotion): void;
  /** Adds the loads u, from `first` on. */
  add(forces: BodyForces, u: ArrayLike<number>, first: number): void;
  /** Outputs that need accelerations, after locate(). */
  accelerate?(accelerations: BodyAccelerations): void;
  /** In the order of its outputs, after locate(). */
  readonly values: Float64Array;
}

/** A force or a torque with three components on the second frame; the body of the first, when there is one, feels the reaction. */
export class VectorLoad implements InputLoad {
  readonly values = new Float64Array(0);
  private readonly kind: "force" | "torque";
  private readonly frame: BodyFrame;
  private readonly reaction: BodyFrame | undefined;
  private readonly axes: BodyFrame | undefined;
  private readonly given = new Float64Array(3);
  private readonly world = new Float64Array(3);

  constructor(kind: "force" | "torque", frame: BodyFrame, reaction?: BodyFrame, axes?: BodyFrame) {
    this.kind = kind;
    this.frame = frame;
    this.reaction = reaction;
    this.axes = axes;
  }

  locate(motion: BodyMotion): void {
    this.frame.locate(motion);
    this.reaction?.locate(motion);
    this.axes?.locate(motion);
  }

  add(forces: BodyForces, u: ArrayLike<number>, first: number): void {
    const { kind, frame, reaction, axes, given, world } = this;
    for (let k = 0; k < 3; k++) given[k] = u[first + k];
    if (axes === undefined) copy3(world, 0, given, 0);
    else mulMV(world, 0, axes.rotation, 0, given, 0);
    const [x, y, z] = world;
    if (kind === "torque") {
      frame.addTorque(forces, x, y, z);
      reaction?.addTorque(forces, -x, -y, -z);
      return;
    }
    frame.addForce(forces, x, y, z);
    if (reaction === undefined) return;
    // at the point where the force acts, not at the origin of the other frame
    const rx = frame.position[0] - reaction.position[0];
    const ry = frame.position[1] - reaction.position[1];
    const rz = frame.position[2] - reaction.position[2];
    reaction.addForce(forces, -x, -y, -z);
    reaction.addTorque(forces, rz * y - ry * z, rx * z - rz * x, ry * x - rx * y);
  }
}

export const lineLoadOutputs: readonly ElementOutput[] = [
  { name: "distance", unit: "m", description: "distance of the points" },
  { name: "velocity", unit: "m/s", description: "rate of the distance" },
];

/** The same with a flange. */
export const lineFlangeOutputs: readonly ElementOutput[] = [
  ...lineLoadOutputs,
  { name: "acceleration", unit: "m/s^2", description: "rate of the velocity", needsAcceleration: true },
];

/** A force along the line between two points, positive when it pulls them together. No direction, and no force, where they coincide. */
export class LineLoad implements InputLoad {
  readonly values = new Float64Array(3);
  /** In an instant accelerations are jumps of velocities: what the rate has jumped before. */
  jump = 0;
  private readonly frame1: BodyFrame;
  private readonly frame2: BodyFrame;
  private readonly n = new Float64Array(3);
  private readonly v = new Float64Array(3);
  private readonly a = new Float64Array(3);
  private readonly sign: number;

  /** `isPush`: positive when it pushes the points apart. */
  constructor(frame1: BodyFrame, frame2: BodyFrame, isPush = false) {
    this.frame1 = frame1;
    this.frame2 = frame2;
    this.sign = isPush ? -1 : 1;
  }

  locate(motion: BodyMotion): void {
    const { frame1, frame2, n, v, values } = this;
    frame1.locate(motion);
    frame2.locate(motion);
    subtract3(n, 0, frame2.position, 0, frame1.position, 0);
    subtract3(v, 0, frame2.velocity, 0, frame1.velocity, 0);
    const d = norm3(n, 0);
    scale3(n, 0, d > 0 ? 1 / d : 0, n, 0);
    values[0] = d;
    values[1] = dot3(n, 0, v, 0);
  }

  accelerate(accelerations: BodyAccelerations): void {
    const { frame1, frame2, n, v, a, values } = this;
    frame1.accelerate(accelerations);
    frame2.accelerate(accelerations);
    subtract3(a, 0, frame2.acceleration, 0, frame1.acceleration, 0);
    const across = dot3(v, 0, v, 0) - values[1] * values[1];
    values[2] = dot3(n, 0, a, 0) + (values[0] > 0 ? across / values[0] : 0) + this.jump;
  }

  add(forces: BodyForces, u: ArrayLike<number>, first: number): void {
    const { frame1, frame2, n } = this;
    const f = this.sign * u[first];
    frame1.addForce(forces, f * n[0], f * n[1], f * n[2]);
    frame2.addForce(forces, -f * n[0], -f * n[1], -f * n[2]);
  }
}
