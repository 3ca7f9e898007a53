/**
 * Meshes from COLLADA files: the triangles and polygons of all nodes of the scene, in metres. Materials, skins and animations are passed over.
 *
 * Source   [COLLADA1.4]. Deviation: the upward axis of the file is not applied, as robot viewers do; descriptions are written for that.
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
} from "../geometry/matrix4.ts";
import type { TriangleData } from "../geometry/parseObj.ts";
import * as elementary from "../math/elementary.ts";
import { parseXml, type XmlElement } from "./xmlElement.ts";

export function parseDae(text: string): TriangleData {
  const root = parseXml(text);
  if (root.name !== "COLLADA") throw daeError(`its outer element is <${root.name}>`);
  const geometries = new Map(
    root
      .all("library_geometries")
      .flatMap((library) => library.all("geometry").map((g) => [g.attribute("id") ?? "", g] as const)),
  );
  const unit = root.child("asset")?.child("unit")?.number("meter", 1) ?? 1;
  const reader = new DaeReader(geometries, libraryNodes(root));
  const start = scale4([unit, unit, unit]);
  const scenes = root.all("library_visual_scenes").flatMap((library) => library.all("visual_scene"));
  const wanted = root.child("scene")?.child("instance_visual_scene")?.attribute("url")?.slice(1);
  const scene = scenes.find((candidate) => candidate.attribute("id") === wanted) ?? scenes[0];
  if (scene === undefined) for (const id of geometries.keys()) reader.addGeometry(id, start);
  else for (const node of scene.all("node")) reader.addNode(node, start, 0);
  return reader.data;
}

function libraryNodes(root: XmlElement): ReadonlyMap<string, XmlElement> {
  const nodes = root.all("library_nodes").flatMap((library) => library.all("node"));
  return new Map(nodes.map((node) => [node.attribute("id") ?? "", node]));
}

const faceElements = ["triangles", "polylist", "polygons", "tristrips", "trifans"];

class DaeReader {
  readonly data: TriangleData = { vertices: [], triangles: [] };
  private readonly geometries: ReadonlyMap<string, XmlElement>;
  private readonly nodes: ReadonlyMap<string, XmlElement>;

  constructor(geometries: ReadonlyMap<string, XmlElement>, nodes: ReadonlyMap<string, XmlElement>) {
    this.geometries = geometries;
    this.nodes = nodes;
  }

  addNode(node: XmlElement, parent: Matrix4, depth: number): void {
    if (depth > 1000) throw daeError("a node contains itself");
    const place = node.children
      .map(transformOf)
      .reduce<Matrix4>((m, t) => (t === undefined ? m : multiply4(m, t)), parent);
    for (const child of node.children) {
      const url = child.attribute("url")?.slice(1) ?? "";
      if (child.name === "instance_geometry") this.addGeometry(url, place);
      else if (child.name === "node") this.addNode(child, place, depth + 1);
      else if (child.name === "instance_node") {
        const target = this.nodes.get(url);
        if (target !== undefined) this.addNode(target, place, depth + 1);
      }
    }
  }

  addGeometry(id: string, place: Matrix4): void {
    const mesh = this.geometries.get(id)?.child("mesh");
    if (mesh === undefined) return;
    const sources = new Map(mesh.all("source").map((source) => [source.attribute("id") ?? "", source]));
    const vertices = mesh.child("vertices");
    const position = vertices?.all("input").find((input) => input.attribute("semantic") === "POSITION");
    const source = sources.get(position?.attribute("source")?.slice(1) ?? "");
    if (source === undefined) return;
    const first = this.data.vertices.length / 3;
    const numbers = numbersOf(source.child("float_array"));
    const stride = source.child("technique_common")?.child("accessor")?.number("stride", 3) ?? 3;
    for (let i = 0; i + 2 < numbers.length; i += stride) {
      this.data.vertices.push(...transformed(place, numbers[i]!, numbers[i + 1]!, numbers[i + 2]!));
    }
    const isMirrored = determinant4(place) < 0;
    for (const part of mesh.children) this.addFaces(part, first, isMirrored);
  }

  private addFaces(part: XmlElement, first: number, isMirrored: boolean): void {
    if (!faceElements.includes(part.name)) return;
    const inputs = part.all("input");
    const width = 1 + Math.max(0, ...inputs.map((input) => input.number("offset", 0)));
    const offset = inputs.find((input) => input.attribute("semantic") === "VERTEX")?.number("offset", 0) ?? 0;
    const addPolygon = (indices: readonly number[], from: number, count: number) => {
      const corner = (k: number) => first + indices[(from + k) * width + offset]!;
      for (let k = 2; k < count; k++) {
        if (isMirrored) this.data.triangles.push(corner(0), corner(k), corner(k - 1));
        else this.data.triangles.push(corner(0), corner(k - 1), corner(k));
      }
    };
    if (part.name === "tristrips") {
      for (const p of part.all("p")) {
        const indices = numbersOf(p);
        const corner = (k: number) => indices.slice(k * width, (k + 1) * width);
        // every other triangle of a strip runs the other way round
        for (let k = 0; (k + 3) * width <= indices.length; k++)
          addPolygon([...corner(k), ...corner(k + 1 + (k % 2)), ...corner(k + 2 - (k % 2))], 0, 3);
      }
      return;
    }
    if (part.name === "polygons" || part.name === "trifans") {
      // a fan is cut into triangles from its first corner, as polygons are
      for (const p of [...part.all("p"), ...part.all("ph").flatMap((hollow) => hollow.all("p"))]) {
        const indices = numbersOf(p);
        addPolygon(indices, 0, indices.length / width);
      }
      return;
    }
    const indices = numbersOf(part.child("p"));
    const counts = part.name === "polylist" ? numbersOf(part.child("vcount")) : undefined;
    if (counts === undefined) {
      for (let from = 0; (from + 3) * width <= indices.length; from += 3) addPolygon(indices, from, 3);
      return;
    }
    let from = 0;
    for (const count of counts) {
      addPolygon(indices, from, count);
      from += count;
    }
  }
}

/** What a child of a node does to its place; undefined for children that are not transformations. */
function transformOf(element: XmlElement): Matrix4 | undefined {
  switch (element.name) {
    case "matrix": {
      // written row by row
      const m = numbersOf(element);
      return m.length === 16 ? Array.from({ length: 16 }, (_, k) => m[4 * (k % 4) + Math.floor(k / 4)]!) : identity4;
    }
    case "translate":
      return translation4(numbersOf(element));
    case "scale":
      return scale4(numbersOf(element));
    case "rotate": {
      const [x, y, z, angle] = numbersOf(element) as [number, number, number, number];
      const half = (angle * Math.PI) / 360;
      const factor = elementary.sin(half) / (elementary.hypot(x, y, z) || 1);
      return rotation4([factor * x, factor * y, factor * z, elementary.cos(half)]);
    }
    default:
      return undefined;
  }
}

function numbersOf(element: XmlElement | undefined): number[] {
  const words = element?.content.trim().split(/\s+/).filter(Boolean) ?? [];
  const numbers = words.map(Number);
  const wrong = numbers.findIndex(Number.isNaN);
  if (wrong >= 0) throw daeError(`<${element!.name}> in line ${element!.line} holds "${words[wrong]}"`);
  return numbers;
}

function daeError(because: string): RattlebackError {
  return new RattlebackError("E-MESH-FORMAT", "The COLLADA file cannot be read.", {
    because,
    hint: "check that the file is complete, and the program that wrote it",
  });
}
