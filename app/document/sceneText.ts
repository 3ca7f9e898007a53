/** What the text of a model in space says of its objects and joints, as far as they are literals. */
import { type CallPart, type EntryPart, entryOf, exportedModel, type ObjectPart, type Part } from "./modelText.ts";

/** Words of the language that make something with two objects. */
export const jointKinds = [
  "Revolute",
  "RevoluteWithFlange",
  "Prismatic",
  "PrismaticWithFlange",
  "Cylindrical",
  "CylindricalWithFlanges",
  "Screw",
  "ScrewWithFlange",
  "Universal",
  "UniversalWithFlanges",
  "Planar",
  "PlanarWithFlanges",
  "Spherical",
  "GimbalWithFlanges",
  "Free",
  "Fix",
] as const;

export interface ObjectText {
  readonly name: string;
  readonly entry: EntryPart;
  /** What stands between the brackets of `Object3D({ … })`; undefined when nothing does. */
  readonly given: ObjectPart | undefined;
  readonly parent: string | undefined;
  /** `fixedToParent: false`. */
  readonly isFree: boolean;
  /** The call of `Scene`, `Solid` or `Visual`. */
  readonly feature: CallPart | undefined;
  readonly shape: CallPart | undefined;
}

export interface JointText {
  readonly name: string;
  readonly entry: EntryPart;
  readonly kind: string;
  readonly given: ObjectPart;
  readonly obj1: string;
  readonly obj2: string;
}

export interface SceneText {
  readonly objects: readonly ObjectText[];
  readonly joints: readonly JointText[];
}

/** undefined when the file exports no literal `Model3D({ … })`. */
export function sceneIn(text: string): SceneText | undefined {
  const model = exportedModel(text);
  if (model === undefined || model.call.name !== "Model3D") return undefined;
  const objects: ObjectText[] = [];
  const joints: JointText[] = [];
  for (const entry of model.object.entries) {
    const { key: name, value } = entry;
    if (value.kind !== "call") continue;
    const [first] = value.given;
    const given = first?.kind === "object" ? first : undefined;
    if (value.name === "Object3D") {
      const feature = callAt(given, "feature");
      const own = feature?.given[0];
      objects.push({
        name,
        entry,
        given,
        parent: stringAt(given, "parent"),
        isFree: valueAt(given, "fixedToParent") === false,
        feature,
        shape: own?.kind === "object" ? callAt(own, "shape") : undefined,
      });
    } else if ((jointKinds as readonly string[]).includes(value.name) && given !== undefined) {
      const [obj1, obj2] = [stringAt(given, "obj1"), stringAt(given, "obj2")];
      if (obj1 !== undefined && obj2 !== undefined) joints.push({ name, entry, kind: value.name, given, obj1, obj2 });
    }
  }
  return { objects, joints };
}

/** The plain value of an entry; undefined when it is missing or computed. */
export function valueAt(object: ObjectPart | undefined, key: string): number | boolean | string | undefined {
  const part = object && entryOf(object, key)?.value;
  return part?.kind === "plain" ? part.value : undefined;
}

export function stringAt(object: ObjectPart | undefined, key: string): string | undefined {
  const value = valueAt(object, key);
  return typeof value === "string" ? value : undefined;
}

/** Three numbers; undefined when something of them is computed; zeros when they are not written. */
export function vectorAt(object: ObjectPart | undefined, key: string): readonly number[] | undefined {
  const part = object && entryOf(object, key)?.value;
  return part === undefined ? [0, 0, 0] : numbersOf(part);
}

export function numbersOf(part: Part): readonly number[] | undefined {
  if (part.kind !== "list") return undefined;
  const numbers = part.items.map((item) => (item.kind === "plain" ? item.value : undefined));
  return numbers.every((value) => typeof value === "number") ? (numbers as number[]) : undefined;
}

function callAt(object: ObjectPart | undefined, key: string): CallPart | undefined {
  const part = object && entryOf(object, key)?.value;
  return part?.kind === "call" ? part : undefined;
}
