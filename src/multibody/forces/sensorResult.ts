import { checkOptionNames } from "../../errors/optionNames.ts";
import { inOwnSpelling, type Respelled } from "../../errors/spellings.ts";
import { Sensor, sensorOutputs } from "../../forces/sensor.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { optionalFrame, requiredFrame, sensorDefinition } from "./adaptElement.ts";

export interface SensorObjects {
  /** Name of the object that is measured. */
  readonly obj: string;
  /** From where; the world by default. */
  readonly objOrigin?: string;
  /** In whose axes; those of objOrigin by default. */
  readonly objCoord?: string;
  /** Who observes velocities and accelerations; objCoord by default. */
  readonly objObserve?: string;
}

const spellings = {
  obj: "object",
  objOrigin: "objectOrigin",
  objCoord: "objectCoordinateRef",
  objObserve: "objectObserveRef",
} as const;

export type SensorResultOptions = SensorObjects | Respelled<SensorObjects, typeof spellings>;

const names = Object.keys(spellings);

/**
 * Measures one object relative to others.
 *
 * Results: translation, velocity, acceleration, rotation (Cardan 1-2-3), angularVelocity, angularAcceleration, distance,
 * distanceVelocity, distanceAcceleration. Equations may read them.
 */
export function SensorResult(options: SensorResultOptions): ModelDefinition {
  const given = inOwnSpelling<SensorObjects, typeof spellings>(options, spellings, "SensorResult");
  checkOptionNames(given, names, "SensorResult");
  const { obj, objOrigin } = given;
  const objCoord = given.objCoord ?? objOrigin;
  const objObserve = given.objObserve ?? objCoord;
  const definition = sensorDefinition(names, sensorOutputs, (setup) => {
    const origin = optionalFrame(setup, "objOrigin");
    const coordinates = optionalFrame(setup, "objCoord");
    const observer = optionalFrame(setup, "objObserve");
    return new Sensor({
      measured: requiredFrame(setup, "obj"),
      ...(origin !== undefined && { origin }),
      ...(coordinates !== undefined && { coordinates }),
      ...(observer !== undefined && { observer }),
    });
  });
  return Model({
    obj,
    ...(objOrigin !== undefined && { objOrigin }),
    ...(objCoord !== undefined && { objCoord }),
    ...(objObserve !== undefined && { objObserve }),
    [elementTag]: { ...definition, document: { type: "SensorResult" } },
  });
}
