/** Arrows, balls and lines that are set again for every picture: helpers beside the objects of a scene. */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Quaternion,
  Vector3,
} from "three";
import { Sphere } from "../geometry/shapes/sphere.ts";
import type { Rgb } from "../scene/color.ts";
import { arrow, drawShape } from "../scene/drawShape.ts";
import { type Surface, surfaceOf } from "../scene/surface.ts";
import { toBufferGeometry, toColor } from "./objectBatches.ts";

const firstCapacity = 64;
const alongZ = new Vector3(0, 0, 1);

/** Instances of one surface, as many as each picture needs. */
class MarkerSet {
  mesh: InstancedMesh;
  readonly #material: MeshStandardMaterial | MeshBasicMaterial;
  /** Room for the numbers of one marker, so that a picture with thousands of them makes no garbage. */
  readonly #paint = new Color();
  #count = 0;

  constructor(surface: Surface, options: { readonly isOnTop?: boolean } = {}) {
    this.#material = options.isOnTop
      ? new MeshBasicMaterial({ depthTest: false, transparent: true })
      : new MeshStandardMaterial({ roughness: 0.6 });
    this.mesh = this.#make(toBufferGeometry(surface), firstCapacity);
    if (options.isOnTop) this.mesh.renderOrder = 10;
  }

  clear(): void {
    this.#count = 0;
    this.mesh.count = 0;
  }

  add(matrix: Matrix4, color: Rgb): void {
    if (this.#count === this.mesh.instanceMatrix.count) this.#grow();
    this.mesh.setMatrixAt(this.#count, matrix);
    this.mesh.setColorAt(this.#count, toColor(color, this.#paint));
    this.#count++;
    this.mesh.count = this.#count;
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor !== null) this.mesh.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.#material.dispose();
    this.mesh.dispose();
  }

  #grow(): void {
    const old = this.mesh;
    const larger = this.#make(old.geometry, 2 * old.instanceMatrix.count);
    larger.renderOrder = old.renderOrder;
    larger.instanceMatrix.array.set(old.instanceMatrix.array);
    if (old.instanceColor !== null) larger.instanceColor!.array.set(old.instanceColor.array);
    old.parent?.add(larger);
    old.removeFromParent();
    old.dispose();
    this.mesh = larger;
  }

  #make(geometry: BufferGeometry, capacity: number): InstancedMesh {
    const mesh = new InstancedMesh(geometry, this.#material, capacity);
    mesh.setColorAt(0, toColor([255, 255, 255]));
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.count = 0;
    return mesh;
  }
}

/** Arrows by foot, direction and length. */
export class Arrows extends MarkerSet {
  readonly #direction = new Vector3();
  readonly #foot = new Vector3();
  readonly #size = new Vector3();
  readonly #turn = new Quaternion();
  readonly #matrix = new Matrix4();

  constructor(options: { readonly isOnTop?: boolean } = {}) {
    super(surfaceOf(arrow(3, 0.05)), options);
  }

  /** An arrow from a point along `vector`, which gives its length too; thickness as that of an arrow of length `girth`. */
  put(from: ArrayLike<number>, vector: ArrayLike<number>, color: Rgb, girth?: number): void {
    const length = Math.hypot(vector[0]!, vector[1]!, vector[2]!);
    if (!(length > 0)) return;
    this.#direction.set(vector[0]! / length, vector[1]! / length, vector[2]! / length);
    this.#turn.setFromUnitVectors(alongZ, this.#direction);
    const across = girth ?? length;
    this.#foot.set(from[0]!, from[1]!, from[2]!);
    this.#matrix.compose(this.#foot, this.#turn, this.#size.set(across, across, length));
    this.add(this.#matrix, color);
  }
}

/** Balls by centre and diameter. */
export class Balls extends MarkerSet {
  readonly #matrix = new Matrix4();

  constructor() {
    super(drawShape(Sphere(), 16)[0]!.build() as Surface, { isOnTop: true });
  }

  put(center: ArrayLike<number>, diameter: number, color: Rgb): void {
    this.#matrix.makeScale(diameter, diameter, diameter).setPosition(center[0]!, center[1]!, center[2]!);
    this.add(this.#matrix, color);
  }
}

/** Coloured line segments. */
export class LineSet {
  readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  #positions = new Float32Array(6 * firstCapacity);
  #colors = new Float32Array(6 * firstCapacity);
  readonly #paint = new Color();
  #count = 0;

  constructor() {
    this.lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true }));
    this.lines.frustumCulled = false;
    this.#attach();
  }

  clear(): void {
    this.#count = 0;
    this.lines.geometry.setDrawRange(0, 0);
  }

  put(from: ArrayLike<number>, to: ArrayLike<number>, color: Rgb): void {
    if (6 * (this.#count + 1) > this.#positions.length) this.#grow();
    const k = 6 * this.#count;
    for (let i = 0; i < 3; i++) {
      this.#positions[k + i] = from[i]!;
      this.#positions[k + 3 + i] = to[i]!;
    }
    toColor(color, this.#paint).toArray(this.#colors, k);
    this.#paint.toArray(this.#colors, k + 3);
    this.#count++;
  }

  /** To be called after the last `put`. */
  finish(): void {
    const { attributes } = this.lines.geometry;
    attributes["position"]!.needsUpdate = true;
    attributes["color"]!.needsUpdate = true;
    this.lines.geometry.setDrawRange(0, 2 * this.#count);
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }

  #grow(): void {
    const [positions, colors] = [this.#positions, this.#colors];
    this.#positions = new Float32Array(2 * positions.length);
    this.#positions.set(positions);
    this.#colors = new Float32Array(2 * colors.length);
    this.#colors.set(colors);
    this.lines.geometry.dispose();
    this.lines.geometry = new BufferGeometry();
    this.#attach();
  }

  #attach(): void {
    const { geometry } = this.lines;
    geometry.setAttribute("position", new BufferAttribute(this.#positions, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute("color", new BufferAttribute(this.#colors, 3).setUsage(DynamicDrawUsage));
  }
}
