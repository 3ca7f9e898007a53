/**
 * JSON Object Scene format 4 of three.js: the scene with its geometry, materials, cameras and lights, and the motion as an
 * animation clip. `THREE.ObjectLoader` and the editor of three.js load it.
 *
 * Tracks name their objects by UUID, since paths of models may hold dots and brackets, which have a meaning of their own in
 * the names of tracks.
 */
import { guarded } from "../errors/boundary.ts";
import type { Animation } from "../scene/animation.ts";
import { ballAround, focusBox } from "../scene/bounds.ts";
import { uuidOf } from "../scene/fingerprint.ts";
import type { Scene3D } from "../scene/scene3d.ts";
import type { Geometry } from "../scene/surface.ts";
import { directionTo, viewBasis } from "../scene/viewBasis.ts";
import { type Drawing, type DrawnObject, drawScene, type Look } from "./drawing.ts";
import { chosenAnimation, type Track, type TrackOptions, tracksOf } from "./tracks.ts";

/** The file as text. */
export function animationToThreeJson(recorded: Animation, options: TrackOptions = {}): string {
  return guarded("animationToThreeJson", () => {
    const animation = chosenAnimation(recorded, options);
    const { scene } = animation;
    const drawing = drawScene(scene);
    const { times, tracks } = tracksOf(animation, options);
    const name = `scene ${scene.path}`;
    const clip = {
      uuid: uuidOf(`clip ${name}`),
      name: scene.path || "animation",
      duration: times.at(-1) ?? 0,
      blendMode: 2500, // normal
      tracks: drawing.objects.flatMap((object) => clipTracks(object, tracks[object.index]!, times)),
    };
    const hasMotion = clip.tracks.length > 0;
    return JSON.stringify({
      metadata: { version: 4.7, type: "Object", generator: "rattleback" },
      geometries: drawing.geometries.map(geometryJson),
      materials: drawing.looks.map(materialJson),
      ...(hasMotion ? { animations: [clip] } : {}),
      object: {
        uuid: uuidOf(name),
        type: "Scene",
        name: scene.path || "scene",
        up: scene.up,
        background: 0xeef0f3,
        ...(hasMotion ? { animations: [clip.uuid] } : {}),
        children: [
          ...lights(scene),
          ...cameras(animation),
          ...drawing.objects.map((object) => objectJson(object, tracks[object.index]!, drawing)),
        ],
      },
    });
  });
}

function geometryJson(geometry: Geometry, k: number) {
  const attribute = (array: Float32Array) => ({
    itemSize: 3,
    type: "Float32Array",
    array: short(array),
    normalized: false,
  });
  const attributes =
    geometry.kind === "lines"
      ? { position: attribute(geometry.positions) }
      : { position: attribute(geometry.positions), normal: attribute(geometry.normals) };
  const index = geometry.kind === "surface" ? { index: { type: "Uint32Array", array: [...geometry.indices] } } : {};
  return { uuid: geometryId(k), type: "BufferGeometry", data: { attributes, ...index } };
}

function materialJson({ color, transparency, wireframe, reflectsLight, shininess, isLine }: Look, k: number) {
  const type = isLine ? "LineBasicMaterial" : reflectsLight ? "MeshStandardMaterial" : "MeshBasicMaterial";
  const [r, g, b] = color.map(Math.round) as [number, number, number];
  return {
    uuid: materialId(k),
    type,
    color: 65536 * r + 256 * g + b,
    ...(transparency > 0 ? { opacity: 1 - transparency, transparent: true, depthWrite: false } : {}),
    ...(type === "MeshStandardMaterial" ? { roughness: 1 - 0.8 * shininess, metalness: 0 } : {}),
    ...(isLine ? {} : { wireframe }),
  };
}

function objectJson({ path, parts }: DrawnObject, track: Track, { looks }: Drawing) {
  const pose = { position: short(track.positions.subarray(0, 3)), quaternion: [...track.quaternions.subarray(0, 4)] };
  const scaled = track.scales === undefined ? {} : { scale: [...track.scales.subarray(0, 3)] };
  const children = parts.map(({ geometry, look, scale, offset }, k) => {
    const { isLine, shadowMask } = looks[look]!;
    return {
      uuid: uuidOf(`part ${k} of ${path}`),
      type: isLine ? "LineSegments" : "Mesh",
      name: parts.length > 1 ? `${path} ${k + 1}` : path,
      geometry: geometryId(geometry),
      material: materialId(look),
      position: offset,
      scale,
      castShadow: /Casts/.test(shadowMask),
      receiveShadow: /Receives/.test(shadowMask),
    };
  });
  return {
    uuid: objectId(path),
    type: "Group",
    name: path,
    visible: track.exists[0] !== 0,
    ...pose,
    ...scaled,
    children,
  };
}

function clipTracks({ path }: DrawnObject, track: Track, times: Float32Array) {
  const id = objectId(path);
  const of = (name: string, type: string, values: unknown) => ({
    name: `${id}.${name}`,
    type,
    times: short(times),
    values,
  });
  return [
    ...(track.isMoving ? [of("position", "vector", short(track.positions))] : []),
    ...(track.isTurning ? [of("quaternion", "quaternion", short(track.quaternions))] : []),
    ...(track.scales === undefined ? [] : [of("scale", "vector", short(track.scales))]),
    ...(track.isBlinking
      ? [
          of(
            "visible",
            "bool",
            Array.from(track.exists, (value) => value === 1),
          ),
        ]
      : []),
  ];
}

function lights({ light, up }: Scene3D) {
  const position = directionTo(light, viewBasis(up)).map((value) => value * light.distance);
  return [
    { uuid: uuidOf("sun"), type: "DirectionalLight", name: "sun", color: 0xffffff, intensity: 2.2, position },
    { uuid: uuidOf("sky"), type: "AmbientLight", name: "sky", color: 0xffffff, intensity: 1.4 },
  ];
}

/** The camera of the scene, then three that look along the axes. */
function cameras(animation: Animation) {
  const { scene } = animation;
  const { center, radius } = ballAround(focusBox(animation));
  const fov = 40;
  const distance = radius / Math.sin((fov * Math.PI) / 360);
  const away = directionTo(scene.camera, viewBasis(scene.up));
  const range = { near: radius / 500, far: radius * 200 };
  const side = (name: string, direction: readonly [number, number, number], up: readonly number[]) => ({
    ...camera(name, "OrthographicCamera", center, direction, distance, up),
    ...range,
    left: -radius,
    right: radius,
    top: radius,
    bottom: -radius,
    zoom: 1,
  });
  return [
    { ...camera("camera", "PerspectiveCamera", center, away, distance, scene.up), ...range, fov, aspect: 1.6, zoom: 1 },
    side("camera XY", [0, 0, 1], [0, 1, 0]),
    side("camera YZ", [1, 0, 0], [0, 0, 1]),
    side("camera ZX", [0, 1, 0], [1, 0, 0]),
  ];
}

/** A camera that looks against `away` at `center`: its axes are right, up and `away`, the columns of its matrix. */
function camera(
  name: string,
  type: string,
  center: readonly number[],
  away: readonly number[],
  distance: number,
  up: readonly number[],
) {
  const right = unit(cross(up, away));
  const above = cross(away, right);
  const position = center.map((value, i) => value + distance * away[i]!);
  return { uuid: uuidOf(name), type, name, up, matrix: [...right, 0, ...above, 0, ...away, 0, ...position, 1] };
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!];
}

function unit(v: readonly number[]): number[] {
  const length = Math.hypot(...v);
  return length > 0 ? v.map((value) => value / length) : [1, 0, 0];
}

const geometryId = (k: number) => uuidOf(`geometry ${k}`);
const materialId = (k: number) => uuidOf(`material ${k}`);
const objectId = (path: string) => uuidOf(`object ${path}`);

/** Six digits are what single precision holds safely. */
function short(values: Float32Array): number[] {
  return Array.from(values, (value) => Number(value.toPrecision(6)));
}
