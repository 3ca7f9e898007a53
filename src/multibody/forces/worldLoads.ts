/** Forces and torques of the world on one object, given by a function of the user. */
import { checkOptionNames } from "../../errors/optionNames.ts";
import { forceOutputs, type LoadFunction, torqueOutputs, WorldLoad } from "../../forces/worldLoad.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { wrongQuantity } from "../quantities.ts";
import { forceDefinition, optionalFrame, requiredFrame } from "./adaptElement.ts";

interface LoadOptions {
  /** Name of the object it acts on, at its origin. */
  readonly objectApply: string;
  /** Name of the object in whose axes the function gives the load; the world's by default. */
  readonly objectCoord?: string;
}

export interface WorldForceOptions extends LoadOptions {
  /** N; called with the time and the motion of the object. */
  readonly forceFunction: LoadFunction;
}

export interface WorldTorqueOptions extends LoadOptions {
  /** N·m; called with the time and the motion of the object. */
  readonly torqueFunction: LoadFunction;
}

/** Force at the origin of an object: `forceFunction: ({ time }) => [0, 0, 100 * time]`. Result: forceVector. */
export function WorldForce(options: WorldForceOptions): ModelDefinition {
  checkOptionNames(options, ["objectApply", "objectCoord", "forceFunction"], "WorldForce");
  return worldLoad("WorldForce", "force", options, options.forceFunction);
}

/** Torque on an object. Result: torqueVector. */
export function WorldTorque(options: WorldTorqueOptions): ModelDefinition {
  checkOptionNames(options, ["objectApply", "objectCoord", "torqueFunction"], "WorldTorque");
  return worldLoad("WorldTorque", "torque", options, options.torqueFunction);
}

function worldLoad(owner: string, kind: "force" | "torque", options: LoadOptions, load: LoadFunction): ModelDefinition {
  if (typeof load !== "function")
    throw wrongQuantity(owner, `${kind}Function`, load, "a function that gives three numbers");
  const definition = forceDefinition(
    ["objectApply", "objectCoord"],
    kind === "force" ? forceOutputs : torqueOutputs,
    (setup) => {
      const frame = requiredFrame(setup, "objectApply");
      const axes = optionalFrame(setup, "objectCoord");
      const element = new WorldLoad(kind, setup.read.full(setup.path), frame, load, axes);
      return { element, bodies: axes === undefined ? [frame.body] : [frame.body, axes.body] };
    },
  );
  return Model({
    objectApply: options.objectApply,
    ...(options.objectCoord !== undefined && { objectCoord: options.objectCoord }),
    [elementTag]: { ...definition, document: { type: owner, options: { [`${kind}Function`]: load } } },
  });
}
