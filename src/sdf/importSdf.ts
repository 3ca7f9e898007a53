/**
 * A model or world of SDFormat (Gazebo, Drake) as a component of a 3-D model, built as robots from URDF are.
 *
 * Source   [SDF]
 */

import { guarded } from "../errors/boundary.ts";
import { checkText } from "../errors/checkText.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import type { ModelDefinition } from "../language/model.ts";
import * as elementary from "../math/elementary.ts";
import { NoGravityField, UniformGravityField } from "../multibody/features/gravityField.ts";
import { importRobot } from "../urdf/importUrdf.ts";
import { robotOptionNames, type UrdfImport, type UrdfOptions } from "../urdf/urdfOptions.ts";
import type { Triple } from "../urdf/urdfRobot.ts";
import { parseSdf } from "./parseSdf.ts";

/** As for URDF; whether a link moves freely is said by the file. */
export type SdfOptions = Omit<UrdfOptions, "isFree">;

export interface SdfImport extends UrdfImport {
  /** m/s², of the world in the file; 9.8 m/s² along −z where it has none, as SDFormat says. */
  readonly gravity: Triple;
  /** The same as a field for `Scene({ gravityField })`. */
  readonly gravityField: ModelDefinition;
}

/** Reads models of SDFormat, alone or in a world. */
export function importSdf(text: string, options: SdfOptions = {}): SdfImport {
  checkText(text, "importSdf");
  checkOptionNames(
    options,
    robotOptionNames.filter((name) => name !== "isFree"),
    "importSdf",
  );
  const readText = (name: string): string | undefined => {
    const content = options.readFile?.(name);
    return content === undefined ? undefined : new TextDecoder().decode(content);
  };
  return guarded("importSdf", () => imported(text, options, readText), options);
}

function imported(text: string, options: SdfOptions, readText: (name: string) => string | undefined): SdfImport {
  const { robot, gravity } = parseSdf(text, readText);
  const g = elementary.hypot(...gravity);
  return {
    ...importRobot(robot, options),
    gravity,
    gravityField: g === 0 ? NoGravityField() : UniformGravityField({ g, n: gravity.map((x) => x / g) }),
  };
}
