import { checkOptionNames } from "../../errors/optionNames.ts";
import { Sensor, sensorOutputs } from "../../forces/sensor.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { optionalFrame, requiredFrame, sensorDefinition } from "./adaptElement.ts";

export interface SensorResultOptions {
  /** Name of the object that is measured. */
  readonly object: string;
  /** From where; the world by default. */
  readonly objectOrigin?: string;
  /** In whose axes; those of objectOrigin by default. */
  readonly objectCoordinateRef?: string;
  /** Who observes velocities and accelerations; objectCoordinateRef by default. */
  readonly objectObserveRef?: string;
}

/**
 * Measures one object relative to others.
 *
 * Results: translation, velocity, acceleration, rotation (Cardan 1-2-3), angularVelocity, angularAcceleration, distance,
 * distanceVelocity, distanceAcceleration. Equations may read them.
 */
export function SensorResult(options: SensorResultOptions): ModelDefinition {
  checkOptionNames(options, ["object", "objectOrigin", "objectCoordinateRef", "objectObserveRef"], "SensorResult");
  const { object, objectOrigin } = options;
  const objectCoordinateRef = options.objectCoordinateRef ?? objectOrigin;
  const objectObserveRef = options.objectObserveRef ?? objectCoordinateRef;
  const definition = sensorDefinition(
    ["object", "objectOrigin", "objectCoordinateRef", "objectObserveRef"],
    sensorOutputs,
    (setup) => {
      const origin = optionalFrame(setup, "objectOrigin");
      const coordinates = optionalFrame(setup, "objectCoordinateRef");
      const observer = optionalFrame(setup, "objectObserveRef");
      return new Sensor({
        measured: requiredFrame(setup, "object"),
        ...(origin !== undefined && { origin }),
        ...(coordinates !== undefined && { coordinates }),
        ...(observer !== undefined && { observer }),
      });
    },
  );
  return Model({
    object,
    ...(objectOrigin !== undefined && { objectOrigin }),
    ...(objectCoordinateRef !== undefined && { objectCoordinateRef }),
    ...(objectObserveRef !== undefined && { objectObserveRef }),
    [elementTag]: { ...definition, document: { type: "SensorResult" } },
  });
}
