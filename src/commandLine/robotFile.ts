/**
 * A robot description (URDF, SDFormat, MJCF) as a model file: the robot stands in a scene with the gravity of the file, or along −z, and
 * moves from where its joints begin. The root link of URDF is fixed to the world.
 */
import { ModelDefinition } from "../language/model.ts";
import type { ReadFile } from "../language/readFile.ts";
import { importMjcf } from "../mjcf/importMjcf.ts";
import { type ModelFile, modelName } from "../modelFile/modelFile.ts";
import { UniformGravityField } from "../multibody/features/gravityField.ts";
import { Scene } from "../multibody/features/scene.ts";
import { type JointElement, jointKinds } from "../multibody/joints/jointKinds.ts";
import { Model3D } from "../multibody/model3D.ts";
import { Object3D } from "../multibody/object3D.ts";
import { importSdf } from "../sdf/importSdf.ts";
import { importUrdf } from "../urdf/importUrdf.ts";

/** Seconds that a robot is shown for when nobody says how long. */
const stopTime = 2;
/** Coordinates that are plotted. */
const mostPlots = 6;

interface Robot {
  readonly model: ModelDefinition;
  /** Of joints, by their names in the model. */
  readonly limits: Readonly<Record<string, { readonly lower: number; readonly upper: number }>>;
  readonly gravityField?: ModelDefinition;
  /** What was not used, renamed or mended. */
  readonly report: readonly string[];
}

/** By the outer element: files called .xml may hold any of them. */
const readers: Readonly<Record<string, (text: string, readFile: ReadFile) => Robot>> = {
  robot: (text, readFile) => importUrdf(text, { readFile, negligibleInertia: true }),
  sdf: (text, readFile) => importSdf(text, { readFile, negligibleInertia: true }),
  mujoco: (text, readFile) => importMjcf(text, { readFile }),
};

export interface RobotNotes {
  /** What was not used, renamed or mended. */
  readonly notes: readonly string[];
  /** Limits of the coordinates that have any, for sliders: rad or m. */
  readonly sliders: Readonly<Record<string, readonly [number, number]>>;
}

export const robotEndings: readonly string[] = [".urdf", ".sdf", ".xml"];

export function robotFile(source: string, fileName: string, readFile: ReadFile): ModelFile & RobotNotes {
  const outer = /<(robot|sdf|mujoco)[\s>]/.exec(source)?.[1] ?? "robot";
  let isRefused = false;
  const robot = readers[outer]!(
    source,
    optional(readFile, () => {
      isRefused = true;
    }),
  );
  const { gravityField = UniformGravityField({ n: [0, 0, -1] }) } = robot;
  const coordinates = coordinatesOf(robot.model);
  const plots = coordinates.slice(0, mostPlots);
  return {
    name: modelName(fileName).replace(/\.[^.]*$/, ""),
    model: Model3D({ world: Object3D({ feature: Scene({ gravityField }) }), robot: robot.model }),
    experiment: { stopTime, ...(plots.length > 0 && { plots }) },
    notes: [...robot.report, ...hintAt(robot.report, isRefused)],
    sliders: Object.fromEntries(
      coordinates.flatMap((name) => {
        const { lower = 0, upper = 0 } = robot.limits[name.split(".")[1]!] ?? {};
        return lower < upper && Number.isFinite(upper - lower) ? [[name, [lower, upper] as const]] : [];
      }),
    ),
  };
}

function coordinatesOf({ entries }: ModelDefinition): string[] {
  return [...entries].flatMap(([name, entry]) => {
    const element = entry instanceof ModelDefinition ? (entry.element as JointElement | undefined) : undefined;
    if (element?.kind !== "joint") return [];
    return jointKinds[element.joint].coordinates.map(({ position }) => `robot.${name}.${position}`);
  });
}

/** Files outside of what may be read count as missing: a robot without a mesh is still a robot, and the report names it. */
function optional(readFile: ReadFile, refuse: () => void): ReadFile {
  return (name) => {
    try {
      return readFile(name);
    } catch {
      refuse();
      return undefined;
    }
  };
}

/** Only where something is missing: many places outside are tried on the way to a file that is found. */
function hintAt(report: readonly string[], isRefused: boolean): string[] {
  return isRefused && report.some((line) => line.includes("not found") || line.includes("cannot be read"))
    ? ["files outside the folder and the package of the robot are read from folders that --allow-files names"]
    : [];
}
