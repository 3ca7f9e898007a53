/** What a robot description says about a joint besides its axis: stops, damping, friction, and joints that follow others. */
import { listNames } from "../errors/nearestName.ts";
import { Model, type ModelDefinition } from "../language/model.ts";
import { input, Var } from "../language/values.ts";
import { parameter } from "../libraries/parameter.ts";
import { Damper, Spring } from "../libraries/rotational/compliant.ts";
import { Fixed } from "../libraries/rotational/fixed.ts";
import { Flange } from "../libraries/rotational/flange.ts";
import { BearingFriction } from "../libraries/rotational/friction.ts";
import { TranslationalDamper, TranslationalSpring } from "../libraries/translational/compliant.ts";
import { TranslationalFlange } from "../libraries/translational/flange.ts";
import { SupportFriction } from "../libraries/translational/friction.ts";
import { FixedPosition } from "../libraries/translational/rigid.ts";
import type { UrdfJoint } from "./urdfRobot.ts";

export interface StopOptions {
  /** N·m/rad or N/m. */
  readonly stiffness: number;
  /** N·m·s/rad or N·s/m, while the stop is pressed. */
  readonly damping: number;
}

/** Elastic stops of a joint; they push, and never pull. */
const RotationalStop = Model({
  lower: parameter(-1, "rad", "lower limit"),
  upper: parameter(1, "rad", "upper limit"),
  c: parameter(1e4, "N*m/rad", "stiffness"),
  d: parameter(10, "N*m*s/rad", "damping while pressed"),
  flange: Flange,
  w: Var({ unit: "rad/s" }),
  over: Var({ unit: "rad", description: "how far the limit is passed" }),
  equations: `
    w = der(flange.phi)
    over = if flange.phi > upper then flange.phi - upper else if flange.phi < lower then flange.phi - lower else 0
    flange.tau = if over > 0 then max(0, c*over + d*w) else if over < 0 then min(0, c*over + d*w) else 0`,
});

const TranslationalStop = Model({
  lower: parameter(-1, "m", "lower limit"),
  upper: parameter(1, "m", "upper limit"),
  c: parameter(1e5, "N/m", "stiffness"),
  d: parameter(100, "N*s/m", "damping while pressed"),
  flange: TranslationalFlange,
  v: Var({ unit: "m/s" }),
  over: Var({ unit: "m", description: "how far the limit is passed" }),
  equations: `
    v = der(flange.s)
    over = if flange.s > upper then flange.s - upper else if flange.s < lower then flange.s - lower else 0
    flange.f = if over > 0 then max(0, c*over + d*v) else if over < 0 then min(0, c*over + d*v) else 0`,
});

/** rad or m: files write numbers of this size where they mean that there is no limit. */
const unreached = 1e15;

/** rad/s or m/s. */
const smoothSpeed = 1e-3;

/**
 * Friction that is smooth about rest, for joints of one closed loop: several that stick in one freedom would share the load in any way.
 *
 *     τ = τ_c·w/√(w² + w₀²)
 */
function smoothFriction(isSliding: boolean, largest: number): ModelDefinition {
  const [connector, q, effort, unit, rateUnit] = isSliding
    ? [TranslationalFlange, "s", "f", "N", "m/s"]
    : ([Flange, "phi", "tau", "N*m", "rad/s"] as const);
  return Model({
    largest: parameter(largest, unit, "friction while moving"),
    slow: parameter(smoothSpeed, rateUnit, "speed about which friction fades"),
    flange_a: connector,
    rate: Var({ unit: rateUnit }),
    equations: `
      rate = der(flange_a.${q})
      flange_a.${effort} = largest*rate/sqrt(rate^2 + slow^2)`,
  });
}

/** Speed at which the torque of a motor begins to fade, as part of its largest one: no motor stops pulling at one instant. */
const fading = 0.95;

/**
 * A motor with gear: `u` is the torque or force that a controller asks the motor for. What reaches the joint is reduction·u, within the
 * effort limit, and fades to zero where the joint moves at its velocity limit in the same direction. The joint may still be moved
 * faster from outside. Limits of zero stand for nothing known.
 */
function motorOf({ type, limit }: UrdfJoint, reduction: number): ModelDefinition {
  const [connector, q, effort, unit, rateUnit] =
    type === "prismatic"
      ? [TranslationalFlange, "s", "f", "N", "m/s"]
      : ([Flange, "phi", "tau", "N*m", "rad/s"] as const);
  const [largest, speed] = [limit?.effort ?? 0, limit?.velocity ?? 0];
  return Model({
    reduction: parameter(reduction, "1", "turns of the motor per turn of the joint"),
    ...(largest > 0 && { limit: parameter(largest, unit, "largest effort at the joint") }),
    ...(speed > 0 && { speed: parameter(speed, rateUnit, "largest speed of the joint") }),
    flange: connector,
    u: input({ unit, description: "effort of the motor that is asked for" }),
    effort: Var({ unit, description: "effort at the joint" }),
    rate: Var({ unit: rateUnit }),
    wanted: Var({ unit }),
    equations: `
      rate = der(flange.${q})
      wanted = ${largest > 0 ? "if reduction*u > limit then limit else if reduction*u < -limit then -limit else reduction*u" : "reduction*u"}
      effort = ${speed > 0 ? `wanted*(if wanted*rate <= 0 or abs(rate) < ${fading}*speed then 1 else if abs(rate) < speed then (1 - abs(rate)/speed)/${1 - fading} else 0)` : "wanted"}
      flange.${effort} = -effort`,
  });
}

/** The motor of a joint, on its flange. */
export function motorParts(joint: UrdfJoint, name: string, reduction: number): JointParts {
  return {
    components: { [`${name}_motor`]: motorOf(joint, reduction) },
    connect: [[`${name}.flange`, `${name}_motor.flange`]],
  };
}

/** Dry friction of a joint, on `flange_a`. */
export function frictionOf(isSliding: boolean, friction: number, isOnLoop: boolean): ModelDefinition {
  if (isOnLoop) return smoothFriction(isSliding, friction);
  return isSliding ? SupportFriction.with({ f_c: friction }) : BearingFriction.with({ tau_c: friction });
}

/** For reports. */
export function smoothedNote(joints: readonly string[]): string {
  return `dry friction of joints on closed loops fades below ${smoothSpeed} rad/s or m/s: ${listNames(joints, 8)}`;
}

export interface JointParts {
  readonly components: Readonly<Record<string, ModelDefinition>>;
  readonly connect: readonly (readonly string[])[];
}

/** Components on the flange of a joint, and how they are connected. */
export function jointParts(
  joint: UrdfJoint,
  name: string,
  stops: StopOptions | undefined,
  isOnLoop: boolean,
): JointParts {
  const isSliding = joint.type === "prismatic";
  const components: Record<string, ModelDefinition> = {};
  const flanges: string[] = [];
  const connect: string[][] = [];
  const { lower = -Infinity, upper = Infinity } = joint.limit ?? {};
  if (stops !== undefined && (lower > -unreached || upper < unreached)) {
    const [from, to] = [Math.max(lower, -unreached), Math.min(upper, unreached)];
    const values = { lower: from, upper: to, c: stops.stiffness, d: stops.damping };
    components[`${name}_stop`] = (isSliding ? TranslationalStop : RotationalStop).with(values);
    flanges.push(`${name}_stop.flange`);
  }
  if (joint.damping > 0) {
    components[`${name}_damper`] = (isSliding ? TranslationalDamper : Damper).with({ d: joint.damping });
    components[`${name}_housing`] = isSliding ? FixedPosition : Fixed;
    flanges.push(`${name}_damper.flange_b`);
    connect.push([`${name}_damper.flange_a`, `${name}_housing.flange`]);
  }
  if (joint.spring !== undefined) {
    const { stiffness: c, reference } = joint.spring;
    components[`${name}_spring`] = isSliding
      ? TranslationalSpring.with({ c, s_rel0: reference })
      : Spring.with({ c, phi_rel0: reference });
    components[`${name}_anchor`] = isSliding ? FixedPosition : Fixed;
    flanges.push(`${name}_spring.flange_b`);
    connect.push([`${name}_spring.flange_a`, `${name}_anchor.flange`]);
  }
  if (joint.friction > 0) {
    components[`${name}_friction`] = frictionOf(isSliding, joint.friction, isOnLoop);
    flanges.push(`${name}_friction.flange_a`);
  }
  if (flanges.length > 0) connect.push([`${name}.flange`, ...flanges]);
  return { components, connect };
}
