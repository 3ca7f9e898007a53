/**
 * What can be done to a model in space, as edits of its text. Each answers with nothing where the text computes what it would change:
 * then it is changed there.
 */
import { freeName, importEdits, remove } from "./diagramEdits.ts";
import { entryOf, exportedModel, exportedObject, isDocument, type ObjectPart, type Part } from "./modelText.ts";
import { angleText, numberText, vectorText } from "./numberText.ts";
import { numbersOf, sceneIn, vectorAt } from "./sceneText.ts";
import { addLine, applyEdits, removeEntry, replacePart, setEntry, type TextEdit, writtenIn } from "./textEdits.ts";

export interface Placement {
  readonly translation: ArrayLike<number>;
  /** Cardan angles 1-2-3, rad. */
  readonly rotation: ArrayLike<number>;
}

/**
 * A value inside an entry of the model, by the names on the way: `["box", "feature", "shape", "lengthX"]`. What a call is given is
 * made when it is given nothing. `written` undefined takes the entry away.
 */
export function setValue(text: string, path: readonly string[], written: string | undefined): string | undefined {
  const [last, ...above] = [...path].reverse();
  const object = exportedObject(text);
  if (last === undefined || object === undefined) return undefined;
  let around: ObjectPart = object;
  for (const key of above.reverse()) {
    const value = entryOf(around, key)?.value;
    const inside = value?.kind === "call" ? value.given[0] : value;
    if (value?.kind === "call" && inside === undefined && key === path.at(-2) && written !== undefined) {
      // `Solid()` is given its first value
      const at = value.to - 1;
      return applyEdits(text, [{ from: at, to: at, insert: `{ ${last}: ${written} }` }]);
    }
    if (inside?.kind !== "object") return undefined;
    around = inside;
  }
  if (written === undefined) {
    const edit = removeEntry(text, around, last);
    return edit === undefined ? text : applyEdits(text, [edit]);
  }
  const present = entryOf(around, last)?.value;
  if (present !== undefined && isComputed(present) && !(present.kind === "call" && /^\w+\(/.test(written)))
    return undefined;
  return applyEdits(text, [setEntry(text, around, last, written)]);
}

/** Three numbers: only those that differ are written. */
export function setVector(
  text: string,
  name: readonly string[],
  values: ArrayLike<number>,
  write: (value: number) => string = numberText,
): string | undefined {
  const path = startPath(text, name);
  const present = partAt(text, path);
  if (present?.kind === "list") {
    const before = numbersOf(present);
    if (before === undefined) return undefined;
    const edits: TextEdit[] = [];
    for (const [k, item] of present.items.entries())
      if (write(before[k]!) !== write(values[k]!)) edits.push(replacePart(item, writtenIn(text, write(values[k]!))));
    return applyEdits(text, edits);
  }
  if (present === undefined && Array.from(values).every((value) => write(value) === "0")) return text;
  return setValue(text, path, vectorText(values, write));
}

/** A start value: the number itself, or that inside `Var({ init: … })`. */
export function setStart(text: string, path: readonly string[], written: string): string | undefined {
  return setValue(text, startPath(text, path), written);
}

/** The number that a start value has in the text; undefined when it is missing or computed. */
export function startValue(text: string, path: readonly string[]): number | undefined {
  const part = partAt(text, startPath(text, path));
  return part?.kind === "plain" && typeof part.value === "number" ? part.value : undefined;
}

function startPath(text: string, path: readonly string[]): readonly string[] {
  const part = partAt(text, path);
  const given = part?.kind === "call" && part.name === "Var" ? part.given[0] : undefined;
  if (given?.kind !== "object") return path;
  const key = ["init", "start"].find((name) => entryOf(given, name) !== undefined);
  return key === undefined ? path : [...path, key];
}

/** Puts an object elsewhere in its parent. */
export function place(text: string, name: string, { translation, rotation }: Placement): string | undefined {
  const moved = setVector(text, [name, "translation"], translation);
  // what only moves is not read once more
  const isTurned = setVector(text, [name, "rotation"], rotation, angleText) !== text;
  return moved === undefined || !isTurned ? moved : setVector(moved, [name, "rotation"], rotation, angleText);
}

/** Another length of a shape along an axis: what is fixed to its ends stays there. The text, and the names of what went along. */
export function setLength(
  text: string,
  name: string,
  length: number,
): { text: string; carried: readonly string[] } | undefined {
  const path = [name, "feature", "shape"];
  const before = partAt(text, [...path, "length"]);
  const axis = partAt(text, [...path, "axis"]);
  let result = setValue(text, [...path, "length"], numberText(length));
  const carried: string[] = [];
  if (before?.kind !== "plain" || typeof before.value !== "number" || axis?.kind !== "plain")
    return result === undefined ? undefined : { text: result, carried };
  const along = Number(axis.value) - 1;
  const half = before.value / 2;
  for (const { name: own, parent, given } of sceneIn(text)?.objects ?? []) {
    const at = parent === name ? vectorAt(given, "translation") : undefined;
    const isAtEnd = at?.every((value, k) => Math.abs(k === along ? Math.abs(value) - half : value) < 1e-9 * half);
    if (at === undefined || isAtEnd !== true || result === undefined) continue;
    const moved = at.map((value, k) => (k === along ? (Math.sign(value) * length) / 2 : value));
    const next = setVector(result, [own, "translation"], moved);
    if (next === undefined) continue;
    result = next;
    carried.push(own);
  }
  return result === undefined ? undefined : { text: result, carried };
}

/** Another parent; what it is given keeps the object where it is. */
export function setParent(text: string, name: string, parent: string, given: Placement): string | undefined {
  const changed = setValue(text, [name, "parent"], JSON.stringify(parent));
  return changed === undefined ? undefined : place(changed, name, given);
}

/** The shapes of the palette with the sizes that a new one gets, m. */
export const newShapes = {
  Box: { lengthX: 0.2, lengthY: 0.2, lengthZ: 0.2 },
  Sphere: { diameter: 0.2 },
  Cylinder: { axis: 3, diameter: 0.1, length: 0.3 },
  Beam: { axis: 1, length: 0.4, width: 0.04, thickness: 0.04 },
  Cone: { axis: 3, diameter: 0.2, length: 0.3 },
  Capsule: { axis: 3, diameter: 0.1, length: 0.3 },
  Ellipsoid: { lengthX: 0.3, lengthY: 0.2, lengthZ: 0.15 },
} as const;

export type NewShape = keyof typeof newShapes;
/** A bar with a frame at each end, where joints can hold it. */
export type NewObject = NewShape | "Link" | "Frame";

/** The text with the object in it, fixed to `parent` until something else is said, and the name that it got. */
export function addObject(
  text: string,
  kind: NewObject,
  parent: string,
  at: readonly number[] = [0, 0, 0],
): { text: string; name: string } | undefined {
  const spatial = makeSpatial(text);
  if (spatial === undefined) return undefined;
  const name = freeName(spatial, kind === "Frame" ? "frame" : kind === "Link" ? "link" : lower(kind));
  const parts = [`parent: ${JSON.stringify(parent)}`];
  if (at.some((value) => value !== 0)) parts.push(`translation: ${vectorText(at)}`);
  if (kind === "Frame") return added(spatial, name, `Object3D({ ${parts.join(", ")} })`, ["Object3D"]);
  const shape: NewShape = kind === "Link" ? "Beam" : kind;
  parts.push(`feature: Solid({ shape: ${shapeText(shape)}, solidMaterial: "Steel" })`);
  const first = added(spatial, name, `Object3D({\n${parts.map((part) => `    ${part},\n`).join("")}  })`, [
    "Object3D",
    "Solid",
    shape,
  ]);
  if (kind !== "Link" || first === undefined) return first;
  let result = first.text;
  for (const [end, x] of [
    ["A", -newShapes.Beam.length / 2],
    ["B", newShapes.Beam.length / 2],
  ] as const) {
    const frame = `Object3D({ parent: ${JSON.stringify(name)}, translation: [${x}, 0, 0] })`;
    result = added(result, freeName(result, `${name}${end}`), frame, [])!.text;
  }
  return { text: result, name };
}

/** A solid object whose shape is a constant of another file: the text, its name, and the name of the constant. */
export function addMesh(
  text: string,
  base: string,
  module: string,
): { text: string; name: string; word: string } | undefined {
  const spatial = makeSpatial(text);
  const world = spatial === undefined || isDocument(text) ? undefined : worldOf(spatial);
  if (spatial === undefined || world === undefined) return undefined;
  const name = freeName(spatial, base);
  const word = freeName(spatial, `${name}Surface`);
  const imported = applyEdits(spatial, importEdits(spatial, word, module));
  const parts = [`parent: ${JSON.stringify(world)}`, `feature: Solid({ shape: ${word}, solidMaterial: "Steel" })`];
  const written = `Object3D({\n${parts.map((part) => `    ${part},\n`).join("")}  })`;
  const result = added(imported, name, written, ["Object3D", "Solid"]);
  return result && { ...result, word };
}

/** A shape with the sizes of a new one. */
export function shapeText(kind: NewShape): string {
  const sizes = Object.entries(newShapes[kind]).map(([key, value]) => `${key}: ${value}`);
  return `${kind}({ ${sizes.join(", ")} })`;
}

export interface NewJoint {
  readonly kind: string;
  readonly obj1: string;
  readonly obj2: string;
  /** Where obj2 is in obj1: a frame is put there when they are not on each other. */
  readonly at: Placement;
  /** The object that was fixed and is held by the joint from now on. */
  readonly freed: string | undefined;
}

/** A joint that leaves everything where it stands. */
export function addJoint(
  text: string,
  { kind, obj1, obj2, at, freed }: NewJoint,
): { text: string; name: string } | undefined {
  let result: string | undefined = text;
  if (freed !== undefined) {
    for (const key of ["parent", "translation", "rotation", "fixedToParent"])
      result = result === undefined ? undefined : setValue(result, [freed, key], undefined);
    if (result === undefined) return undefined;
  }
  let pivot = obj1;
  const isOnIt = [...Array.from(at.translation), ...Array.from(at.rotation)].every((value) => Math.abs(value) < 1e-9);
  if (!isOnIt) {
    pivot = freeName(result, `${obj1.replaceAll(".", "_")}Pivot`);
    const turned = vectorText(at.rotation, angleText);
    const parts = [`parent: ${JSON.stringify(obj1)}`, `translation: ${vectorText(at.translation)}`];
    if (turned !== "[0, 0, 0]") parts.push(`rotation: ${turned}`);
    const frame = added(result, pivot, `Object3D({ ${parts.join(", ")} })`, ["Object3D"]);
    if (frame === undefined) return undefined;
    result = frame.text;
  }
  const base = lower(kind.replace("WithFlange", ""));
  const written = `${kind}({ obj1: ${JSON.stringify(pivot)}, obj2: ${JSON.stringify(obj2)} })`;
  return added(result, freeName(result, base), written, [kind]);
}

/** An object with all that is fixed to it, and the joints that held any of it. */
export function removeObject(text: string, name: string): { text: string; removed: readonly string[] } | undefined {
  const scene = sceneIn(text);
  if (scene === undefined) return undefined;
  const gone = new Set([name]);
  for (let count = 0; count !== gone.size; ) {
    count = gone.size;
    for (const object of scene.objects)
      if (object.parent !== undefined && gone.has(object.parent)) gone.add(object.name);
  }
  for (const { name: joint, obj1, obj2 } of scene.joints)
    if ([obj1, obj2].some((end) => gone.has(end.split(".")[0]!))) gone.add(joint);
  let result: string | undefined = text;
  for (const each of gone) result = result === undefined ? undefined : remove(result, each);
  return result === undefined ? undefined : { text: result, removed: [...gone] };
}

/** Makes a `Model3D` with a world of a model that has none. */
export function makeSpatial(text: string): string | undefined {
  const model = exportedModel(text);
  if (model === undefined) return undefined;
  let result = text;
  if (model.call.name === "Model" && isDocument(text))
    result = applyEdits(text, [setEntry(text, model.object, "_class", '"Model3D"')]);
  else if (model.call.name === "Model") {
    const { from } = model.call;
    result = applyEdits(text, [{ from, to: from + "Model".length, insert: "Model3D" }]);
    // the word is not imported for nothing
    const word = /^import\s+\{[^}]*?\bModel\b/m.exec(result);
    if (/\bModel\(/.test(result) || word === null)
      result = applyEdits(result, importEdits(result, "Model3D", "rattleback"));
    else {
      const end = word.index + word[0].length;
      result = applyEdits(result, [{ from: end - "Model".length, to: end, insert: "Model3D" }]);
    }
  } else if (model.call.name !== "Model3D") return undefined;
  const scene = sceneIn(result);
  if (scene === undefined) return undefined;
  if (scene.objects.some(({ feature }) => feature?.name === "Scene")) return result;
  return added(result, freeName(result, "world"), "Object3D({ feature: Scene() })", ["Object3D", "Scene"])?.text;
}

/** The object with the feature `Scene`. */
export function worldOf(text: string): string | undefined {
  return sceneIn(text)?.objects.find(({ feature }) => feature?.name === "Scene")?.name;
}

function added(
  text: string,
  name: string,
  written: string,
  words: readonly string[],
): { text: string; name: string } | undefined {
  let result = text;
  for (const word of words) result = applyEdits(result, importEdits(result, word, "rattleback"));
  const object = exportedObject(result);
  if (object === undefined) return undefined;
  return { text: applyEdits(result, [addLine(result, object, name, written)]), name };
}

export function partAt(text: string, path: readonly string[]): Part | undefined {
  let part: Part | undefined = exportedObject(text);
  for (const key of path) {
    const inside: Part | undefined = part?.kind === "call" ? part.given[0] : part;
    part = inside?.kind === "object" ? entryOf(inside, key)?.value : undefined;
  }
  return part;
}

/** Whether something of it is not a literal, so that a number in its place would lose it. */
function isComputed(part: Part): boolean {
  if (part.kind === "list") return part.items.some(isComputed);
  return part.kind === "computed" || part.kind === "name" || part.kind === "call";
}

function lower(word: string): string {
  return word.charAt(0).toLowerCase() + word.slice(1);
}
