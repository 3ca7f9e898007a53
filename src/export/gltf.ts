/**
 * glTF 2.0, the exchange format for scenes in motion: as one binary file (GLB) or as JSON with the data inside.
 *
 *  1. An object of the model is a node with its path as name; its parts are children. glTF has y up: a root node turns scenes
 *     whose up direction is another one.
 *  2. Objects that come and go have an animated scale of 0 or 1, since glTF has no visibility.
 *  3. Positions and quaternions are interpolated linearly, as poses are everywhere in the package.
 *
 * Source   [Gltf2021]
 */
import { guarded } from "../errors/boundary.ts";
import type { Animation } from "../scene/animation.ts";
import { linearIntensity } from "../scene/color.ts";
import type { Scene3D } from "../scene/scene3d.ts";
import type { Geometry } from "../scene/surface.ts";
import { viewBasis } from "../scene/viewBasis.ts";
import { type Drawing, type DrawnObject, drawScene, type Look } from "./drawing.ts";
import { arrayBuffer, type BufferWriter, bufferWriter, elementArrayBuffer } from "./gltfBuffer.ts";
import { chosenAnimation, type Track, type TrackOptions, tracksOf } from "./tracks.ts";

const lineMode = 1;

/** One binary file. */
export function animationToGlb(animation: Animation, options: TrackOptions = {}): Uint8Array {
  return guarded("animationToGlb", () => {
    const { document, bytes } = compose(animation, options);
    const json = padded(new TextEncoder().encode(JSON.stringify(document)), 0x20);
    const data = padded(bytes, 0);
    const hasData = data.length > 0;
    const total = 12 + 8 + json.length + (hasData ? 8 + data.length : 0);
    const file = new Uint8Array(total);
    const view = new DataView(file.buffer);
    [0x46546c67, 2, total, json.length, 0x4e4f534a].forEach((word, k) => view.setUint32(4 * k, word, true));
    file.set(json, 20);
    if (!hasData) return file;
    view.setUint32(20 + json.length, data.length, true);
    view.setUint32(24 + json.length, 0x004e4942, true);
    file.set(data, 28 + json.length);
    return file;
  });
}

/** JSON with the data inside, as base 64. */
export function animationToGltf(animation: Animation, options: TrackOptions = {}): string {
  return guarded("animationToGltf", () => {
    const { document, bytes } = compose(animation, options);
    const uri = `data:application/octet-stream;base64,${base64(bytes)}`;
    const buffers = bytes.length > 0 ? { buffers: [{ byteLength: bytes.length, uri }] } : {};
    return JSON.stringify({ ...document, ...buffers });
  });
}

function compose(recorded: Animation, options: TrackOptions) {
  const animation = chosenAnimation(recorded, options);
  const { scene } = animation;
  const drawing = drawScene(scene);
  const { times, tracks } = tracksOf(animation, options);
  const buffer = bufferWriter();
  const accessors = drawing.geometries.map((geometry) => geometryAccessors(geometry, buffer));

  const meshes: object[] = [];
  const meshNumbers = new Map<string, number>();
  const meshOf = (geometry: number, look: number) => {
    const key = `${geometry} ${look}`;
    const number =
      meshNumbers.get(key) ?? meshes.push({ primitives: [{ ...accessors[geometry]!, material: look }] }) - 1;
    meshNumbers.set(key, number);
    return number;
  };

  const nodes: object[] = [rootNode(scene, drawing)];
  drawing.objects.forEach((object) => nodes.push(objectNode(object, tracks[object.index]!)));
  drawing.objects.forEach(({ parts }, k) => {
    const children = parts.map(({ geometry, look, scale, offset }) => {
      const place = { ...(isOne(scale) ? {} : { scale }), ...(isZero(offset) ? {} : { translation: offset }) };
      return nodes.push({ mesh: meshOf(geometry, look), ...place }) - 1;
    });
    Object.assign(nodes[k + 1]!, { children });
  });

  const isEmpty = drawing.objects.length === 0;
  const movement = writeMovement(drawing, tracks, times, buffer);
  const { bufferViews, accessors: allAccessors, bytes } = buffer.finish();
  const document = {
    asset: { version: "2.0", generator: "rattleback" },
    scene: 0,
    scenes: [{ name: scene.path || "scene", ...(isEmpty ? {} : { nodes: [0] }) }],
    ...(isEmpty ? {} : { nodes }),
    ...listed("meshes", meshes),
    ...listed("materials", drawing.looks.map(materialJson)),
    ...listed("animations", movement),
    ...listed("accessors", allAccessors),
    ...listed("bufferViews", bufferViews),
    ...(bytes.length > 0 ? { buffers: [{ byteLength: bytes.length }] } : {}),
    ...(drawing.looks.some(isUnlit) ? { extensionsUsed: ["KHR_materials_unlit"] } : {}),
  };
  return { document, bytes };
}

function geometryAccessors(geometry: Geometry, buffer: BufferWriter): object {
  const POSITION = buffer.add(geometry.positions, "VEC3", { target: arrayBuffer, hasBounds: true });
  if (geometry.kind === "lines") return { attributes: { POSITION }, mode: lineMode };
  const NORMAL = buffer.add(unitVectors(geometry.normals), "VEC3", { target: arrayBuffer });
  const isSmall = geometry.positions.length / 3 < 65536;
  const indices = buffer.add(isSmall ? Uint16Array.from(geometry.indices) : geometry.indices, "SCALAR", {
    target: elementArrayBuffer,
  });
  return { attributes: { POSITION, NORMAL }, indices };
}

/** Turns the up direction of the scene to y, keeping what is on the right and what is near. */
function rootNode({ up, path }: Scene3D, { objects }: Drawing): object {
  const { right, up: above, towards } = viewBasis(up);
  // rows are the axes of the picture: world → picture; glTF stores columns
  const matrix = [0, 1, 2].flatMap((i) => [right[i]!, above[i]!, towards[i]!, 0]).concat([0, 0, 0, 1]);
  const isTurned = above[1] !== 1;
  return { name: path || "scene", ...(isTurned ? { matrix } : {}), children: objects.map((_, k) => k + 1) };
}

function objectNode({ path }: DrawnObject, track: Track): object {
  const translation = [...track.positions.subarray(0, 3)];
  const rotation = [...track.quaternions.subarray(0, 4)];
  return {
    name: path,
    ...(isZero(translation) ? {} : { translation }),
    ...(rotation[3] === 1 ? {} : { rotation }),
    ...firstScale(track),
  };
}

function firstScale({ exists, scales }: Track): { scale?: number[] } {
  if (exists[0] === 0) return { scale: [0, 0, 0] };
  return scales === undefined ? {} : { scale: [...scales.subarray(0, 3)] };
}

function materialJson(look: Look): object {
  const { color, transparency, shininess } = look;
  const baseColorFactor = [...color.map(linearIntensity), 1 - transparency];
  return {
    pbrMetallicRoughness: { baseColorFactor, metallicFactor: 0, roughnessFactor: 1 - 0.8 * shininess },
    ...(transparency > 0 ? { alphaMode: "BLEND" } : {}),
    ...(isUnlit(look) ? { extensions: { KHR_materials_unlit: {} } } : {}),
  };
}

function isUnlit({ reflectsLight, isLine }: Look): boolean {
  return !reflectsLight || isLine;
}

function writeMovement(
  { objects }: Drawing,
  tracks: readonly Track[],
  times: Float32Array,
  buffer: BufferWriter,
): object[] {
  const samplers: object[] = [];
  const channels: object[] = [];
  let input: number | undefined;
  const add = (node: number, path: string, values: Float32Array, type: "VEC3" | "VEC4", interpolation: string) => {
    input ??= buffer.add(times, "SCALAR", { hasBounds: true });
    const sampler = samplers.push({ input, output: buffer.add(values, type, {}), interpolation }) - 1;
    channels.push({ sampler, target: { node, path } });
  };
  objects.forEach(({ index }, k) => {
    const { positions, quaternions, scales: sizes, exists, isMoving, isTurning, isBlinking } = tracks[index]!;
    if (isMoving) add(k + 1, "translation", positions, "VEC3", "LINEAR");
    if (isTurning) add(k + 1, "rotation", quaternions, "VEC4", "LINEAR");
    const scales = () =>
      Float32Array.from({ length: 3 * exists.length }, (_, i) => exists[Math.floor(i / 3)]! * (sizes?.[i] ?? 1));
    if (isBlinking || sizes !== undefined) add(k + 1, "scale", scales(), "VEC3", isBlinking ? "STEP" : "LINEAR");
  });
  return channels.length > 0 ? [{ name: "run", samplers, channels }] : [];
}

/** Normals of norm 1 in single precision, up to what the format allows. */
function unitVectors(normals: Float32Array): Float32Array {
  const unit = Float32Array.from(normals);
  for (let k = 0; k < unit.length; k += 3) {
    const length = Math.hypot(unit[k]!, unit[k + 1]!, unit[k + 2]!);
    for (let i = 0; i < 3; i++) unit[k + i]! /= length;
  }
  return unit;
}

/** Empty lists are not allowed. */
function listed(name: string, items: readonly object[]): object {
  return items.length > 0 ? { [name]: items } : {};
}

const isOne = (v: readonly number[]) => v.every((value) => value === 1);
const isZero = (v: readonly number[]) => v.every((value) => value === 0);

function padded(bytes: Uint8Array, filler: number): Uint8Array {
  const out = new Uint8Array(4 * Math.ceil(bytes.length / 4)).fill(filler);
  out.set(bytes);
  return out;
}

export function base64(bytes: Uint8Array): string {
  let text = "";
  // arguments of a call are limited in number
  for (let k = 0; k < bytes.length; k += 0x8000) text += String.fromCharCode(...bytes.subarray(k, k + 0x8000));
  return btoa(text);
}
