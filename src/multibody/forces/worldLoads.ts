/** Forces and torques of the world on one object, given by a function of the user or by equations. */
import { checkOptionNames } from "../../errors/optionNames.ts";
import { inOwnSpelling, type Respelled } from "../../errors/spellings.ts";
import { VectorLoad } from "../../forces/inputLoad.ts";
import { forceOutputs, type LoadFunction, torqueOutputs, WorldLoad } from "../../forces/worldLoad.ts";
import { isTimes } from "../../language/functions.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { wrongQuantity } from "../quantities.ts";
import { forceDefinition, optionalFrame, requiredFrame } from "./adaptElement.ts";
import type { ForceSetup } from "./forceElement.ts";
import { inputDefinition, inputVariable, vectorInput } from "./inputLoads.ts";

interface LoadOptions {
  /** Name of the object it acts on, at its origin. */
  readonly obj: string;
  /** Name of the object in whose axes the function gives the load; the world's by default. */
  readonly objCoord?: string;
  /** Times at which the function changes abruptly, if they are known: no step of the solver goes across them. */
  readonly timeEvents?: readonly number[];
}

const spellings = { obj: "objectApply", objCoord: "objectCoord" } as const;

export interface WorldForceLoad extends LoadOptions {
  /** N; called with the time and the motion of the object. Without it equations give the variable `forceVector`. */
  readonly forceFunction?: LoadFunction;
}

export interface WorldTorqueLoad extends LoadOptions {
  /** N·m; called with the time and the motion of the object. Without it equations give the variable `torqueVector`. */
  readonly torqueFunction?: LoadFunction;
}

export type WorldForceOptions = WorldForceLoad | Respelled<WorldForceLoad, typeof spellings>;
export type WorldTorqueOptions = WorldTorqueLoad | Respelled<WorldTorqueLoad, typeof spellings>;

/**
 * Force at the origin of an object: `forceFunction: ({ time }) => [0, 0, 100 * time]`, or, without it, the variable `forceVector`, which
 * equations give: `push.forceVector = [0, 0, controller.y]`. Result: forceVector.
 */
export function WorldForce(options: WorldForceOptions): ModelDefinition {
  const given = inOwnSpelling<WorldForceLoad, typeof spellings>(options, spellings, "WorldForce");
  checkOptionNames(given, ["obj", "objCoord", "forceFunction", "timeEvents"], "WorldForce");
  return worldLoad("WorldForce", "force", given, given.forceFunction);
}

/** Torque on an object, by torqueFunction or as the variable `torqueVector`. Result: torqueVector. */
export function WorldTorque(options: WorldTorqueOptions): ModelDefinition {
  const given = inOwnSpelling<WorldTorqueLoad, typeof spellings>(options, spellings, "WorldTorque");
  checkOptionNames(given, ["obj", "objCoord", "torqueFunction", "timeEvents"], "WorldTorque");
  return worldLoad("WorldTorque", "torque", given, given.torqueFunction);
}

const objects = ["obj", "objCoord"];

function worldLoad(
  owner: string,
  kind: "force" | "torque",
  options: LoadOptions,
  load: LoadFunction | undefined,
): ModelDefinition {
  if (load !== undefined && typeof load !== "function")
    throw wrongQuantity(owner, `${kind}Function`, load, "a function that gives three numbers");
  const { timeEvents } = options;
  if (timeEvents !== undefined && !isTimes(timeEvents))
    throw wrongQuantity(owner, "timeEvents", timeEvents, "a list of times in seconds, [7, 8]");
  const frames = (setup: ForceSetup) => {
    const frame = requiredFrame(setup, "obj");
    const axes = optionalFrame(setup, "objCoord");
    return { frame, axes, bodies: axes === undefined ? [frame.body] : [frame.body, axes.body] };
  };
  const { name, elements } = vectorInput(kind);
  const definition =
    load === undefined
      ? inputDefinition(objects, elements, [], (setup) => {
          const { frame, axes, bodies } = frames(setup);
          return { load: new VectorLoad(kind, frame, undefined, axes), bodies };
        })
      : forceDefinition(objects, kind === "force" ? forceOutputs : torqueOutputs, (setup) => {
          const { frame, axes, bodies } = frames(setup);
          const element = new WorldLoad(kind, setup.read.full(setup.path), frame, load, axes);
          const valuesAt = (time: number): ArrayLike<number> => element.valuesAt(time);
          return { element, bodies, valuesAt, ...(timeEvents !== undefined && { timeEvents }) };
        });
  return Model({
    obj: options.obj,
    ...(options.objCoord !== undefined && { objCoord: options.objCoord }),
    ...(load === undefined && { [name]: inputVariable(kind) }),
    [elementTag]: {
      ...definition,
      document: {
        type: owner,
        ...(load !== undefined && {
          options: { [`${kind}Function`]: load, ...(timeEvents !== undefined && { timeEvents }) },
        }),
      },
    },
  });
}
