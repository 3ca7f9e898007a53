/**
 * The objects of a scene on the graphics card: parts with the same geometry and look are one draw call with an instance per
 * object, so that hundreds of moving shapes cost no more than a few.
 */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  type Material,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Quaternion,
  SRGBColorSpace,
} from "three";
import type { Shape } from "../geometry/registry.ts";
import type { Vector3 } from "../geometry/vectors.ts";
import { poseSize } from "../scene/animation.ts";
import type { Rgb } from "../scene/color.ts";
import { defaultSegments, drawShape } from "../scene/drawShape.ts";
import type { Scene3D } from "../scene/scene3d.ts";
import type { ShapePart } from "../scene/shapePart.ts";
import type { Geometry } from "../scene/surface.ts";
import type { VisualMaterial } from "../scene/visualMaterial.ts";
import { placeMatrix } from "./placeMatrix.ts";

/** Scenes with more objects than this get rounder shapes with fewer corners: the eye sees each of them smaller. */
const manyObjects = 200;

/** Segments around round shapes in pictures that must be quick. */
const quickSegments = 10;

interface Instance {
  readonly object: number;
  readonly scale: Vector3;
  readonly offset: Vector3;
  readonly color: Rgb;
}

interface Batch {
  readonly part: ShapePart;
  /** Where the part comes from: number `index` of the parts of `shape`. */
  readonly shape: Shape;
  readonly index: number;
  readonly material: VisualMaterial;
  readonly transparency: number;
  readonly instances: Instance[];
}

interface DrawnBatch {
  readonly mesh: InstancedMesh;
  readonly shape: Shape;
  readonly index: number;
  readonly instances: readonly Instance[];
  readonly facesScreen: boolean;
}

export class ObjectBatches {
  readonly group = new Group();
  readonly #batches: DrawnBatch[] = [];
  readonly #lines: { readonly lines: LineSegments; readonly instance: Instance }[] = [];
  readonly #geometries = new Map<string, BufferGeometry>();
  readonly #facing = new Float64Array(poseSize);
  readonly #matrix = new Float32Array(16);
  /** Around round shapes. */
  readonly #segments: number;
  #isQuick = false;

  constructor({ objects }: Scene3D) {
    this.#segments = objects.length > manyObjects ? 20 : defaultSegments;
    const batches = new Map<string, Batch>();
    objects.forEach(({ shape, material }, object) => {
      if (shape === undefined) return;
      for (const [index, part] of drawShape(shape, this.#segments).entries()) {
        const transparency = part.transparency ?? material.transparency;
        const { wireframe, reflectsLight, shininess, shadowMask } = material;
        const key = [part.key, transparency, wireframe, reflectsLight, shininess, shadowMask, part.facesScreen].join(
          "|",
        );
        const batch = batches.get(key) ?? { part, shape, index, material, transparency, instances: [] };
        batches.set(key, batch);
        const { scale, offset } = part;
        batch.instances.push({ object, scale, offset, color: part.color ?? material.color });
      }
    });
    for (const batch of batches.values()) this.#add(batch);
  }

  /** Meshes that a ray can hit. */
  get meshes(): readonly InstancedMesh[] {
    return this.#batches.map(({ mesh }) => mesh);
  }

  /** Number of the object that instance `instance` of a mesh belongs to. */
  objectOf(mesh: unknown, instance: number): number | undefined {
    return this.#batches.find((batch) => batch.mesh === mesh)?.instances[instance]?.object;
  }

  /**
   * Moves everything to the poses, seven numbers per object; `screen` is the rotation of the camera, `sizes` are three factors per object,
   * of those that change their size.
   */
  place(poses: Float64Array, screen: Quaternion, sizes?: Float64Array): void {
    const sized = (vector: Vector3, object: number): Vector3 => {
      if (sizes === undefined) return vector;
      const k = 3 * object;
      return [vector[0] * sizes[k]!, vector[1] * sizes[k + 1]!, vector[2] * sizes[k + 2]!];
    };
    for (const { mesh, instances, facesScreen } of this.#batches) {
      const matrices = mesh.instanceMatrix.array as Float32Array;
      instances.forEach(({ object, scale, offset }, k) => {
        if (facesScreen) {
          const pose = this.#turned(poses, object, offset, screen);
          placeMatrix(matrices, 16 * k, pose, 0, scale, [0, 0, 0]);
        } else placeMatrix(matrices, 16 * k, poses, poseSize * object, sized(scale, object), sized(offset, object));
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
    for (const { lines, instance } of this.#lines) {
      const { object, scale, offset } = instance;
      placeMatrix(this.#matrix, 0, poses, poseSize * object, sized(scale, object), sized(offset, object));
      lines.visible = !Number.isNaN(poses[poseSize * instance.object]);
      lines.matrix.fromArray(this.#matrix);
      lines.matrixWorldNeedsUpdate = true;
    }
  }

  /** Round shapes with fewer corners, or with all of them. */
  setQuick(isQuick: boolean): void {
    if (isQuick === this.#isQuick) return;
    this.#isQuick = isQuick;
    const segments = isQuick ? quickSegments : this.#segments;
    for (const { mesh, shape, index } of this.#batches) {
      const part = drawShape(shape, segments)[index]!;
      mesh.geometry = this.#geometryOf(part, part.build);
    }
  }

  dispose(): void {
    for (const { mesh } of this.#batches) {
      (mesh.material as Material).dispose();
      mesh.dispose();
    }
    for (const { lines } of this.#lines) (lines.material as Material).dispose();
    for (const geometry of this.#geometries.values()) geometry.dispose();
    this.group.clear();
  }

  #geometryOf(part: ShapePart, build: () => Geometry): BufferGeometry {
    const geometry = this.#geometries.get(part.key) ?? toBufferGeometry(build());
    this.#geometries.set(part.key, geometry);
    return geometry;
  }

  #add({ part, shape, index, material, transparency, instances }: Batch): void {
    const data = part.build();
    const geometry = this.#geometryOf(part, () => data);
    if (data.kind === "lines") {
      for (const instance of instances) {
        const lines = new LineSegments(geometry, new LineBasicMaterial({ ...transparent(transparency) }));
        lines.material.color.copy(toColor(instance.color));
        lines.matrixAutoUpdate = false;
        lines.frustumCulled = false;
        this.#lines.push({ lines, instance });
        this.group.add(lines);
      }
      return;
    }
    const mesh = new InstancedMesh(geometry, toMaterial(material, transparency), instances.length);
    instances.forEach(({ color }, k) => mesh.setColorAt(k, toColor(color)));
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.castShadow = transparency < 0.5 && /Casts/.test(material.shadowMask);
    mesh.receiveShadow = /Receives/.test(material.shadowMask);
    this.#batches.push({ mesh, shape, index, instances, facesScreen: part.facesScreen });
    this.group.add(mesh);
  }

  /** Pose of a part at its offset in the object, turned to the screen. */
  #turned(poses: Float64Array, object: number, offset: Vector3, screen: Quaternion): Float64Array {
    placeMatrix(this.#matrix, 0, poses, poseSize * object, [1, 1, 1], offset);
    const isMissing = Number.isNaN(poses[poseSize * object]);
    for (let i = 0; i < 3; i++) this.#facing[i] = isMissing ? Number.NaN : this.#matrix[12 + i]!;
    screen.toArray(this.#facing, 3);
    return this.#facing;
  }
}

export function toBufferGeometry(data: Geometry): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(data.positions, 3));
  if (data.kind === "surface") {
    geometry.setAttribute("normal", new BufferAttribute(data.normals, 3));
    geometry.setIndex(new BufferAttribute(data.indices, 1));
  }
  return geometry;
}

export function toColor([r, g, b]: Rgb, out = new Color()): Color {
  return out.setRGB(r / 255, g / 255, b / 255, SRGBColorSpace);
}

function toMaterial({ wireframe, reflectsLight, shininess }: VisualMaterial, transparency: number): Material {
  if (!reflectsLight) return new MeshBasicMaterial({ wireframe, ...transparent(transparency) });
  const roughness = 1 - 0.8 * shininess;
  return new MeshStandardMaterial({ wireframe, roughness, metalness: 0, ...transparent(transparency) });
}

/** What is seen through must not hide what is behind it. */
function transparent(transparency: number) {
  return { opacity: 1 - transparency, transparent: transparency > 0, depthWrite: transparency === 0 };
}
