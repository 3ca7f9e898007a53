/** Efforts along one coordinate of a joint, of whatever kind: elastic stops, and torques or forces that equations give. */

import { checkOptionNames } from "../../errors/optionNames.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { Var } from "../../language/values.ts";
import * as elementary from "../../math/elementary.ts";
import { type Scalar, scalarParameter, wrongQuantity } from "../quantities.ts";
import type { ForceDefinition, ForceSetup } from "./forceElement.ts";

export interface JointLimitOptions {
  /** Coordinate of a joint, e.g. "elbow.phi" or "slide.s". */
  readonly coordinate: string;
  /** rad or m: where the stops begin; either may be left out. */
  readonly min?: Scalar;
  readonly max?: Scalar;
  /** N·m/rad or N/m. */
  readonly stiffness: Scalar;
  /** N·m·s/rad or N·s/m; the damping never exceeds the elastic part. Default 0. */
  readonly damping?: Scalar;
}

/** Units of a coordinate and of what acts along it. */
const ofAngle = { q: "rad", rate: "rad/s", effort: "N*m", stiffness: "N*m/rad", damping: "N*m*s/rad" } as const;
const ofLength = { q: "m", rate: "m/s", effort: "N", stiffness: "N/m", damping: "N*s/m" } as const;

/**
 * Elastic stops of a coordinate of a joint, with or without flange, in the tree or on a loop:
 *
 *     δ = q − max  or  min − q;     δ > 0:   effort = −(c·δ + d·δ̇) towards the inside, the damping limited to ±c·δ
 *
 * The stops begin and end at events. Results: penetration, effort.
 */
export function JointLimit(options: JointLimitOptions): ModelDefinition {
  const owner = "JointLimit";
  checkOptionNames(options, ["coordinate", "min", "max", "stiffness", "damping"], owner);
  const {
    coordinate,
    min = Number.NEGATIVE_INFINITY,
    max = Number.POSITIVE_INFINITY,
    stiffness,
    damping = 0,
  } = options;
  const units = unitsOf(coordinate, owner);
  if (typeof stiffness === "number" && !(stiffness > 0))
    throw wrongQuantity(owner, "stiffness", stiffness, "a stiffness above zero");
  if (typeof damping === "number" && !(damping >= 0))
    throw wrongQuantity(owner, "damping", damping, "a damping of at least zero");
  if (typeof min === "number" && typeof max === "number" && !(min <= max))
    throw wrongQuantity(owner, "max", max, `at least min = ${min}`);
  if (options.min === undefined && options.max === undefined)
    throw wrongQuantity(owner, "min", undefined, "a number, or max is one");
  const definition: ForceDefinition = {
    kind: "force",
    coordinates: [coordinate],
    outputs: [
      { name: "penetration", unit: units.q, description: "beyond the nearer stop; negative between them" },
      { name: "effort", unit: units.effort, description: "on obj2, towards larger values of the coordinate" },
    ],
    document: { type: owner, options: { coordinate } },
    create: createLimit,
  };
  return Model({
    ...(options.min !== undefined && { min: scalarParameter(min, units.q, owner, "min") }),
    ...(options.max !== undefined && { max: scalarParameter(max, units.q, owner, "max") }),
    stiffness: scalarParameter(stiffness, units.stiffness, owner, "stiffness"),
    damping: scalarParameter(damping, units.damping, owner, "damping"),
    [elementTag]: definition,
  });
}

function createLimit(setup: ForceSetup): ReturnType<ForceDefinition["create"]> {
  const { path, read } = setup;
  const joint = setup.coordinate(0);
  const number = (name: string, absent: number): number =>
    read.has(`${path}.${name}`) ? read.number(`${path}.${name}`) : absent;
  const [min, max] = [number("min", Number.NEGATIVE_INFINITY), number("max", Number.POSITIVE_INFINITY)];
  const [stiffness, damping] = [read.number(`${path}.stiffness`), read.number(`${path}.damping`)];
  if (!(min <= max)) throw wrongQuantity(read.full(path), "max", max, `at least min = ${min}`);
  if (!(stiffness > 0)) throw wrongQuantity(read.full(path), "stiffness", stiffness, "a stiffness above zero");
  if (!(damping >= 0)) throw wrongQuantity(read.full(path), "damping", damping, "a damping of at least zero");
  const [penetration, effort] = [setup.output("penetration"), setup.output("effort")];
  const eventFunction = setup.eventFunctions(2, "stop");
  const depth = (): number => Math.max(joint.position - max, min - joint.position);
  return {
    bodies: joint.bodies,
    apply({ motion, forces, outputs, eventFunctions }) {
      joint.locate(motion);
      const side = joint.position - max > min - joint.position ? 1 : -1;
      const x = depth();
      let force = 0;
      if (x > 0) {
        const elastic = stiffness * x;
        const rate = damping * side * joint.velocity;
        force = -side * (elastic + Math.max(-elastic, Math.min(elastic, rate)));
      }
      joint.add(forces, force);
      outputs[penetration] = x;
      outputs[effort] = force;
      eventFunctions[eventFunction] = Number.isFinite(max) ? joint.position - max : -1;
      eventFunctions[eventFunction + 1] = Number.isFinite(min) ? min - joint.position : -1;
    },
    energy(motion) {
      joint.locate(motion);
      return 0.5 * stiffness * elementary.square(Math.max(0, depth()));
    },
  };
}

export interface JointEffortOptions {
  /** Coordinate of a joint, e.g. "cardan.phi1" or "ram.s". */
  readonly coordinate: string;
}

/**
 * A torque or force that equations give along a coordinate of a joint of any kind: the variable `effort` acts on obj2 towards larger
 * values of the coordinate, the opposite on obj1.
 *
 * Results: position, velocity. Equations may read them: `drive.effort = 30*(target - drive.position) - 4*drive.velocity`.
 */
export function JointEffort(options: JointEffortOptions): ModelDefinition {
  const owner = "JointEffort";
  checkOptionNames(options, ["coordinate"], owner);
  const { coordinate } = options;
  const units = unitsOf(coordinate, owner);
  const definition: ForceDefinition = {
    kind: "force",
    coordinates: [coordinate],
    inputs: ["effort"],
    outputs: [
      { name: "position", unit: units.q, description: "the coordinate" },
      { name: "velocity", unit: units.rate, description: "its rate" },
    ],
    document: { type: owner, options: { coordinate } },
    create(setup) {
      const joint = setup.coordinate(0);
      const [position, velocity] = [setup.output("position"), setup.output("velocity")];
      return {
        bodies: joint.bodies,
        apply({ motion, outputs }) {
          joint.locate(motion);
          outputs[position] = joint.position;
          outputs[velocity] = joint.velocity;
        },
        load: (forces, u, first) => joint.add(forces, u[first]!),
      };
    },
  };
  return Model({ effort: Var({ unit: units.effort }), [elementTag]: definition });
}

/** Angles have names that begin with phi. */
function unitsOf(coordinate: unknown, owner: string): typeof ofAngle | typeof ofLength {
  const [, leaf] = typeof coordinate === "string" ? (/^[^.].*\.(phi|s)\d?$/.exec(coordinate) ?? []) : [];
  if (leaf === undefined)
    throw wrongQuantity(owner, "coordinate", coordinate, 'the name of a coordinate, e.g. "elbow.phi" or "slide.s"');
  return leaf === "phi" ? ofAngle : ofLength;
}
