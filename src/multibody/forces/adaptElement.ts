/** From the force elements on bodies to elements of a model: frames by name, outputs in their places. */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { BodyFrame } from "../../forces/bodyFrame.ts";
import type { ForceElement as BodyForceElement, ElementOutput, SensorElement } from "../../forces/forceElement.ts";
import type { LineMass } from "../../forces/lineMass.ts";
import { wrongQuantity } from "../quantities.ts";
import type { ForceDefinition, ForceSetup } from "./forceElement.ts";

/** The frame that the parameter `name` of the element means; undefined when the element names none. */
export function optionalFrame(setup: ForceSetup, name: string): BodyFrame | undefined {
  const object = setup.read.text(`${setup.path}.${name}`);
  return object === undefined || object === "" ? undefined : toFrame(setup, object, name);
}

export function requiredFrame(setup: ForceSetup, name: string): BodyFrame {
  const object = setup.read.text(`${setup.path}.${name}`);
  if (object === undefined || object === "")
    throw wrongQuantity(setup.read.full(setup.path), name, object, "the name of an object");
  return toFrame(setup, object, name);
}

function toFrame(setup: ForceSetup, object: string | undefined, name: string): BodyFrame {
  const { body, r, R } = setup.frame(object, `${setup.path}.${name}`);
  return new BodyFrame(body, r, R);
}

interface CreatedElement {
  readonly element: BodyForceElement;
  readonly bodies: readonly number[];
  readonly lineMasses?: readonly LineMass[];
  readonly timeEvents?: readonly number[];
  readonly valuesAt?: (time: number) => ArrayLike<number>;
  readonly warning?: () => string | undefined;
}

/** An element that adds forces; `bodies` are those it acts on. */
export function forceDefinition(
  objects: readonly string[],
  outputs: readonly ElementOutput[],
  create: (setup: ForceSetup) => CreatedElement,
): ForceDefinition {
  return {
    kind: "force",
    objects,
    outputs,
    create(setup) {
      const { element, ...rest } = create(setup);
      const copy = outputCopier(outputs, element.values, setup);
      return {
        ...rest,
        ...(element.energy !== undefined && { energy: (motion) => element.energy!(motion) }),
        apply({ time, motion, forces, outputs: target }) {
          try {
            element.apply(time, motion, forces);
          } catch (cause) {
            throw cause instanceof RattlebackError ? cause : functionThrew(setup.read.full(setup.path), time, cause);
          }
          copy(target, false);
        },
      };
    },
  };
}

function functionThrew(path: string, time: number, cause: unknown): RattlebackError {
  return new RattlebackError("E-FORCE-THREW", `A function of "${path}" threw an exception.`, {
    path,
    where: `t = ${time} s`,
    because: cause instanceof Error ? cause.message : String(cause),
    hint: "mend the law or load function that the element was given",
    data: { time },
    cause,
  });
}

/** An element that measures. */
export function sensorDefinition(
  objects: readonly string[],
  outputs: readonly ElementOutput[],
  create: (setup: ForceSetup) => SensorElement,
): ForceDefinition {
  return {
    kind: "force",
    objects,
    outputs,
    create(setup) {
      const sensor = create(setup);
      const copy = outputCopier(outputs, sensor.values, setup);
      return {
        bodies: [],
        apply({ motion, outputs: target }) {
          sensor.measure(motion);
          copy(target, false);
        },
        observe({ motion, outputs: target }, accelerations) {
          sensor.measure(motion);
          sensor.measureAccelerations(accelerations);
          copy(target, true);
        },
      };
    },
  };
}

/** Copies the outputs that are known without, or with, accelerations to their places. */
export function outputCopier(outputs: readonly ElementOutput[], values: Float64Array, setup: ForceSetup) {
  let at = 0;
  const places = outputs.map(({ name, size = 1, needsAcceleration = false }) => {
    const place = { from: at, to: setup.output(name), size, needsAcceleration };
    at += size;
    return place;
  });
  return (target: Float64Array, withAccelerations: boolean): void => {
    for (const { from, to, size, needsAcceleration } of places) {
      if (needsAcceleration !== withAccelerations) continue;
      for (let k = 0; k < size; k++) target[to + k] = values[from + k]!;
    }
  };
}
