/** A force or a torque that a function of the user gives, in the axes of a frame or of the world. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { mulMV } from "../math/mat3.ts";
import { copy3 } from "../math/vec3.ts";
import type { BodyForces, BodyMotion } from "../mechanics/bodyMotion.ts";
import type { BodyFrame } from "./bodyFrame.ts";
import type { ElementOutput, ForceElement } from "./forceElement.ts";

/** Time and the motion of the frame it acts on, world axes. Arrays are valid during the call. */
export interface LoadContext {
  readonly time: number;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly angularVelocity: Float64Array;
}

export type LoadFunction = (context: LoadContext) => ArrayLike<number>;

export const forceOutputs: readonly ElementOutput[] = [
  { name: "forceVector", size: 3, unit: "N", description: "applied force, axes of objCoord" },
];
export const torqueOutputs: readonly ElementOutput[] = [
  { name: "torqueVector", size: 3, unit: "N*m", description: "applied torque, axes of objCoord" },
];

export class WorldLoad implements ForceElement {
  readonly outputs: readonly ElementOutput[];
  readonly values = new Float64Array(3);
  private readonly kind: "force" | "torque";
  private readonly path: string;
  private readonly frame: BodyFrame;
  private readonly axes: BodyFrame | undefined;
  private readonly load: LoadFunction;
  private readonly world = new Float64Array(3);
  private readonly context: { -readonly [K in keyof LoadContext]: LoadContext[K] };

  constructor(
    kind: "force" | "torque",
    path: string,
    frame: BodyFrame,
    load: LoadFunction,
    /** Frame in whose axes the function gives the load. */
    axes?: BodyFrame,
  ) {
    this.kind = kind;
    this.path = path;
    this.outputs = kind === "force" ? forceOutputs : torqueOutputs;
    this.frame = frame;
    this.axes = axes;
    this.load = load;
    const { position, velocity, angularVelocity } = frame;
    this.context = { time: 0, position, velocity, angularVelocity };
  }

  apply(time: number, motion: BodyMotion, forces: BodyForces): void {
    const { frame, axes, context, world, values } = this;
    frame.locate(motion);
    context.time = time;
    const load = this.load(context);
    for (let k = 0; k < 3; k++) values[k] = load?.[k];
    if (!(load?.length === 3 && Number.isFinite(values[0] + values[1] + values[2]))) throw this.notFinite(time, load);
    if (axes === undefined) copy3(world, 0, values, 0);
    else {
      axes.locate(motion);
      mulMV(world, 0, axes.rotation, 0, values, 0);
    }
    if (this.kind === "force") frame.addForce(forces, world[0], world[1], world[2]);
    else frame.addTorque(forces, world[0], world[1], world[2]);
  }

  /** What the function gives at another time, for the motion of the last evaluation. */
  valuesAt(time: number): ArrayLike<number> {
    this.context.time = time;
    return this.load(this.context) ?? [];
  }

  private notFinite(time: number, load: ArrayLike<number> | undefined): RattlebackError {
    const text = load == null ? String(load) : `[${Array.from(load).join(", ")}]`;
    return new RattlebackError("E-LOAD", `The ${this.kind} function does not give three finite numbers.`, {
      path: this.path,
      where: `t = ${time} s`,
      because: `it returned ${text}`,
      hint: `({ time }) => [0, 0, 10]`,
      data: { time, load: text },
    });
  }
}
