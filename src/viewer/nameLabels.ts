/** Names beside objects, always of the same size on the screen. All names that fit into one picture are one draw call. */
import {
  BufferAttribute,
  CanvasTexture,
  DynamicDrawUsage,
  Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
  SRGBColorSpace,
} from "three";
import { poseSize } from "../scene/animation.ts";
import type { BoundingBox } from "../scene/bounds.ts";
import type { SceneObject } from "../scene/scene3d.ts";

/** Height of a letter in pixels of the page, and of the picture that it is drawn with. */
const fontSize = 13;
const sharpness = 2;
const font = `600 ${fontSize * sharpness}px system-ui, sans-serif`;
const padding = 5 * sharpness;
const plateHeight = Math.ceil(1.5 * fontSize * sharpness);
/** Between plates, so that they do not show at each other's edges. */
const gap = 2;
/** Edge of a picture that every graphics card takes. */
const largest = 2048;

/** Where a name stands in its picture. */
interface Plate {
  readonly object: number;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface Sheet {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly texture: CanvasTexture;
  readonly objects: readonly number[];
  /** Per name: where its object is, and 1; 0 for one that does not exist. */
  readonly places: InstancedBufferAttribute;
}

export class NameLabels {
  readonly group = new Group();
  readonly #objects: readonly SceneObject[];
  readonly #pixelAngle: () => number;
  #sheets: Sheet[] | undefined;

  constructor(objects: readonly SceneObject[], pixelAngle: () => number) {
    this.#objects = objects;
    this.#pixelAngle = pixelAngle;
    this.group.visible = false;
  }

  /** Above the origins of their objects. */
  place(isShown: boolean, poses: Float64Array, boxes: readonly (BoundingBox | undefined)[]): void {
    this.group.visible = isShown;
    if (!isShown) return;
    this.#sheets ??= this.#build(boxes);
    const unit = this.#pixelAngle();
    for (const { mesh, objects, places } of this.#sheets) {
      mesh.material.uniforms["unit"]!.value = unit;
      for (let i = 0; i < objects.length; i++) {
        const k = poseSize * objects[i]!;
        const isThere = !Number.isNaN(poses[k]!);
        for (let axis = 0; axis < 3; axis++) places.array[4 * i + axis] = isThere ? poses[k + axis]! : 0;
        places.array[4 * i + 3] = isThere ? 1 : 0;
      }
      places.needsUpdate = true;
    }
  }

  dispose(): void {
    for (const { mesh, texture } of this.#sheets ?? []) {
      mesh.geometry.dispose();
      mesh.material.dispose();
      texture.dispose();
    }
    this.#sheets = undefined;
    this.group.clear();
  }

  #build(boxes: readonly (BoundingBox | undefined)[]): Sheet[] {
    const named = this.#objects.flatMap(({ path }, object) => (boxes[object] === undefined ? [] : [{ path, object }]));
    const sheets = layOut(named).map(sheetOf);
    for (const { mesh } of sheets) this.group.add(mesh);
    return sheets;
  }
}

/** Plates in rows, and the rows in as many pictures as they need. */
function layOut(named: readonly { readonly path: string; readonly object: number }[]): Plate[][] {
  const context = document.createElement("canvas").getContext("2d")!;
  context.font = font;
  const sheets: Plate[][] = [];
  let [x, y] = [0, largest];
  for (const { path, object } of named) {
    const width = Math.min(largest, Math.ceil(context.measureText(path).width) + 2 * padding);
    if (x + width > largest) [x, y] = [0, y + plateHeight + gap];
    if (y + plateHeight > largest) {
      sheets.push([]);
      [x, y] = [0, 0];
    }
    sheets.at(-1)!.push({ object, name: path, x, y, width });
    x += width + gap;
  }
  return sheets;
}

function sheetOf(plates: readonly Plate[]): Sheet {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(...plates.map(({ x, width }) => x + width));
  canvas.height = Math.max(...plates.map(({ y }) => y + plateHeight));
  const context = canvas.getContext("2d")!;
  for (const plate of plates) write(context, plate);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;

  const geometry = new InstancedBufferGeometry();
  geometry.instanceCount = plates.length;
  const corners = Float32Array.of(-0.5, -0.5, 0, 0.5, -0.5, 0, 0.5, 0.5, 0, -0.5, 0.5, 0);
  geometry.setAttribute("position", new BufferAttribute(corners, 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  const pieces = plates.flatMap(({ x, y, width }) => [
    x / canvas.width,
    1 - (y + plateHeight) / canvas.height,
    width / canvas.width,
    plateHeight / canvas.height,
  ]);
  geometry.setAttribute("piece", new InstancedBufferAttribute(Float32Array.from(pieces), 4));
  const sizes = plates.flatMap(({ width }) => [width / sharpness, plateHeight / sharpness]);
  geometry.setAttribute("size", new InstancedBufferAttribute(Float32Array.from(sizes), 2));
  const places = new InstancedBufferAttribute(new Float32Array(4 * plates.length), 4).setUsage(DynamicDrawUsage);
  geometry.setAttribute("place", places);

  const mesh = new Mesh(
    geometry,
    new ShaderMaterial({
      uniforms: { map: { value: texture }, unit: { value: 0 } },
      vertexShader,
      fragmentShader,
      transparent: true,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
    }),
  );
  mesh.frustumCulled = false;
  mesh.renderOrder = 20;
  return { mesh, texture, objects: plates.map(({ object }) => object), places };
}

/** Dark letters on a light plate: legible before anything. */
function write(context: CanvasRenderingContext2D, { name, x, y, width }: Plate): void {
  context.font = font;
  context.fillStyle = "rgba(255, 255, 255, 0.9)";
  context.beginPath();
  context.roundRect(x, y, width, plateHeight, 4 * sharpness);
  context.fill();
  context.fillStyle = "#0b0d10";
  context.textBaseline = "middle";
  context.fillText(name, x + padding, y + plateHeight / 2, width - 2 * padding);
}

/** A plate a little above its place, turned to the screen, as large at any distance; `unit` is a pixel at distance 1. */
const vertexShader = `
  attribute vec4 place;
  attribute vec4 piece;
  attribute vec2 size;
  uniform float unit;
  varying vec2 at;
  void main() {
    vec4 center = modelViewMatrix * vec4(place.xyz, 1.0);
    center.xy += (position.xy + vec2(0.0, 1.1)) * size * unit * place.w * -center.z;
    at = piece.xy + (position.xy + 0.5) * piece.zw;
    gl_Position = projectionMatrix * center;
  }
`;

const fragmentShader = `
  uniform sampler2D map;
  varying vec2 at;
  void main() {
    gl_FragColor = texture2D(map, at);
    #include <colorspace_fragment>
  }
`;
