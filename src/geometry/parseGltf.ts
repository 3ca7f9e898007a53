/**
 * Meshes from glTF 2.0: the triangles of all nodes of the scene, in its coordinates. Materials, skins and animations are passed over.
 *
 * Source   [glTF2]
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import {
  determinant4,
  identity4,
  type Matrix4,
  multiply4,
  rotation4,
  scale4,
  transformed,
  translation4,
} from "./matrix4.ts";
import type { TriangleData } from "./parseObj.ts";

interface Gltf {
  readonly scene?: number;
  readonly scenes?: readonly { readonly nodes?: readonly number[] }[];
  readonly nodes?: readonly GltfNode[];
  readonly meshes?: readonly { readonly primitives: readonly Primitive[] }[];
  readonly accessors?: readonly Accessor[];
  readonly bufferViews?: readonly {
    readonly buffer: number;
    readonly byteOffset?: number;
    readonly byteStride?: number;
  }[];
  readonly buffers?: readonly { readonly uri?: string; readonly byteLength: number }[];
  readonly extensionsRequired?: readonly string[];
}
interface GltfNode {
  readonly children?: readonly number[];
  readonly mesh?: number;
  readonly matrix?: readonly number[];
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
}
interface Primitive {
  readonly attributes: Readonly<Record<string, number>>;
  readonly indices?: number;
  readonly mode?: number;
}
interface Accessor {
  readonly bufferView?: number;
  readonly byteOffset?: number;
  readonly componentType: number;
  readonly count: number;
  readonly type: string;
  readonly normalized?: boolean;
  readonly sparse?: object;
}

/** Gives the bytes of a file beside the glTF file. */
export type ReadBeside = (name: string) => Uint8Array | undefined;

const binaryMagic = 0x46546c67;
const components: Readonly<Record<number, readonly [size: number, read: (view: DataView, at: number) => number]>> = {
  5120: [1, (view, at) => view.getInt8(at)],
  5121: [1, (view, at) => view.getUint8(at)],
  5122: [2, (view, at) => view.getInt16(at, true)],
  5123: [2, (view, at) => view.getUint16(at, true)],
  5125: [4, (view, at) => view.getUint32(at, true)],
  5126: [4, (view, at) => view.getFloat32(at, true)],
};

export function parseGltf(content: Uint8Array, readBeside?: ReadBeside): TriangleData {
  const { json, binary } = unpack(content);
  if ((json.extensionsRequired ?? []).some((name) => /draco|meshopt/i.test(name))) {
    throw gltfError("it is compressed", "write it without mesh compression");
  }
  return new GltfReader(json, binary, readBeside).read();
}

function unpack(content: Uint8Array): { json: Gltf; binary: Uint8Array | undefined } {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  try {
    if (content.length < 20 || view.getUint32(0, true) !== binaryMagic) {
      return { json: JSON.parse(new TextDecoder().decode(content)) as Gltf, binary: undefined };
    }
    const length = view.getUint32(12, true);
    const json = JSON.parse(new TextDecoder().decode(content.subarray(20, 20 + length))) as Gltf;
    const at = 20 + length;
    const binary = at + 8 <= content.length ? content.subarray(at + 8, at + 8 + view.getUint32(at, true)) : undefined;
    return { json, binary };
  } catch (cause) {
    throw gltfError(`it is not JSON: ${(cause as Error).message}`, "check that the file is complete");
  }
}

class GltfReader {
  private readonly json: Gltf;
  private readonly binary: Uint8Array | undefined;
  private readonly readBeside: ReadBeside | undefined;
  private readonly vertices: number[] = [];
  private readonly triangles: number[] = [];

  constructor(json: Gltf, binary: Uint8Array | undefined, readBeside: ReadBeside | undefined) {
    this.json = json;
    this.binary = binary;
    this.readBeside = readBeside;
  }

  read(): TriangleData {
    const { scenes, scene = 0, nodes = [] } = this.json;
    const children = new Set(nodes.flatMap((node) => node.children ?? []));
    const roots = scenes?.[scene]?.nodes ?? nodes.map((_, k) => k).filter((k) => !children.has(k));
    for (const root of roots) this.addNode(root, identity4, 0);
    return { vertices: this.vertices, triangles: this.triangles };
  }

  private addNode(k: number, parent: Matrix4, depth: number): void {
    const node = this.json.nodes?.[k];
    if (node === undefined || depth > 1000)
      throw gltfError(`node ${k} does not exist or contains itself`, "check the file");
    const local =
      node.matrix ??
      [
        translation4(node.translation ?? [0, 0, 0]),
        rotation4(node.rotation ?? [0, 0, 0, 1]),
        scale4(node.scale ?? [1, 1, 1]),
      ].reduce(multiply4);
    const place = multiply4(parent, local);
    for (const primitive of node.mesh === undefined ? [] : (this.json.meshes?.[node.mesh]?.primitives ?? []))
      this.add(primitive, place);
    for (const child of node.children ?? []) this.addNode(child, place, depth + 1);
  }

  private add({ attributes, indices, mode = 4 }: Primitive, place: Matrix4): void {
    const position = attributes["POSITION"];
    if (position === undefined || mode < 4) return;
    const first = this.vertices.length / 3;
    const points = this.numbers(position, 3);
    for (let i = 0; i < points.length; i += 3)
      this.vertices.push(...transformed(place, points[i]!, points[i + 1]!, points[i + 2]!));
    const order =
      indices === undefined ? Array.from({ length: points.length / 3 }, (_, i) => i) : this.numbers(indices, 1);
    const isMirrored = determinant4(place) < 0;
    const corner = (a: number, p: number, q: number) => add(a, isMirrored ? q : p, isMirrored ? p : q);
    const add = (a: number, b: number, c: number) =>
      this.triangles.push(first + order[a]!, first + order[b]!, first + order[c]!);
    if (mode === 4) for (let i = 0; i + 2 < order.length; i += 3) corner(i, i + 1, i + 2);
    if (mode === 5) for (let i = 0; i + 2 < order.length; i++) corner(i, i + 1 + (i % 2), i + 2 - (i % 2));
    if (mode === 6) for (let i = 1; i + 1 < order.length; i++) corner(0, i, i + 1);
  }

  private numbers(k: number, width: number): number[] {
    const accessor = this.json.accessors?.[k];
    const bufferView = accessor?.bufferView === undefined ? undefined : this.json.bufferViews?.[accessor.bufferView];
    const component = components[accessor?.componentType ?? 0];
    if (accessor === undefined || bufferView === undefined || component === undefined) {
      throw gltfError(`accessor ${k} has no data`, "check the program that wrote the file");
    }
    if (accessor.normalized === true || accessor.sparse !== undefined) {
      throw gltfError(
        `accessor ${k} is ${accessor.sparse === undefined ? "normalised" : "sparse"}`,
        "write positions as plain floats",
      );
    }
    const [size, read] = component;
    const buffer = this.buffer(bufferView.buffer);
    const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    const begin = (bufferView.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
    const stride = bufferView.byteStride ?? size * width;
    if (begin + (accessor.count - 1) * stride + size * width > view.byteLength)
      throw gltfError(`accessor ${k} extends past the end of its buffer`, "check that the file is complete");
    const values: number[] = [];
    for (let i = 0; i < accessor.count; i++) {
      for (let c = 0; c < width; c++) values.push(read(view, begin + i * stride + c * size));
    }
    return values;
  }

  private buffer(k: number): Uint8Array {
    const uri = this.json.buffers?.[k]?.uri;
    if (uri === undefined) {
      if (this.binary !== undefined) return this.binary;
      throw gltfError(`buffer ${k} is missing`, "check that the file is complete");
    }
    const data = /^data:[^,]*;base64,(.*)$/s.exec(uri);
    if (data !== null) return Uint8Array.from(atob(data[1]!), (letter) => letter.charCodeAt(0));
    const found = this.readBeside?.(decodeURIComponent(uri));
    if (found === undefined)
      throw gltfError(`its buffer "${uri}" does not exist`, "put the file beside it, or use .glb");
    return found;
  }
}

function gltfError(because: string, hint: string): RattlebackError {
  return new RattlebackError("E-MESH-FORMAT", "The glTF file cannot be read.", { because, hint });
}
