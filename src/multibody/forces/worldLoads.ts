/** Forces and torques of the world on one object, given by a function of the user or by equations. */
import { checkOptionNames } from "../../errors/optionNames.ts";
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
  readonly objectApply: string;
  /** Name of the object in whose axes the function gives the load; the world's by default. */
  readonly objectCoord?: string;
  /** Times at which the function changes abruptly, if they are known: no step of the solver goes across them. */
  readonly timeEvents?: readonly number[];
}

export interface WorldForceOptions extends LoadOptions {
  /** N; called with the time and the motion of the object. Without it equations give the variable `forceVector`. */
  readonly forceFunction?: LoadFunction;
}

export interface WorldTorqueOptions extends LoadOptions {
  /** N·m; called with the time and the motion of the object. Without it equations give the variable `torqueVector`. */
  readonly torqueFunction?: LoadFunction;
}

/**
 * Force at the origin of an object: `forceFunction: ({ time }) => [0, 0, 100 * time]`, or, without it, the variable `forceVector`, which
 * equations give: `push.forceVector = [0, 0, controller.y]`. Result: forceVector.
 */
export function WorldForce(options: WorldForceOptions): ModelDefinition {
  checkOptionNames(options, ["objectApply", "objectCoord", "forceFunction", "timeEvents"], "WorldForce");
  return worldLoad("WorldForce", "force", options, options.forceFunction);
}

/** Torque on an object, by torqueFunction or as the variable `torqueVector`. Result: torqueVector. */
export function WorldTorque(options: WorldTorqueOptions): ModelDefinition {
  checkOptionNames(options, ["objectApply", "objectCoord", "torqueFunction", "timeEvents"], "WorldTorque");
  return worldLoad("WorldTorque", "torque", options, options.torqueFunction);
}

const objects = ["objectApply", "objectCoord"];

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
    const frame = requiredFrame(setup, "objectApply");
    const axes = optionalFrame(setup, "objectCoord");
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
    objectApply: options.objectApply,
    ...(options.objectCoord !== undefined && { objectCoord: options.objectCoord }),
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
