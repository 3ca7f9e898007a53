import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { parseGltf } from "../../src/geometry/parseGltf.ts";
import type { TriangleData } from "../../src/geometry/parseObj.ts";
import { parsePly } from "../../src/geometry/parsePly.ts";
import { Mesh, meshGeometry } from "../../src/geometry/shapes/mesh.ts";
import { parseDae } from "../../src/urdf/parseDae.ts";

/** A tetrahedron with volume 1/6, outwards oriented. */
const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const faces = [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2];
/** The same in pieces: three faces of a strip, and the last one. */
const strip = [0, 2, 1, 3, 0];
const fan = [0, 3, 2];
const bytes = (text: string) => new TextEncoder().encode(text);
const volume = (data: TriangleData, scale: [number, number, number] = [1, 1, 1]) =>
  meshGeometry.volume(Mesh({ ...data, scale }));
const triples = (list: readonly number[]) =>
  Array.from({ length: list.length / 3 }, (_, i) => list.slice(3 * i, 3 * i + 3));

describe("PLY files", () => {
  const header = (format: string) =>
    `ply\nformat ${format} 1.0\ncomment made here\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n` +
    "property uchar red\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n";

  it("are read as text and as bytes of both orders", () => {
    const text = `${header("ascii")}${triples(corners)
      .map((p) => `${p.join(" ")} 255`)
      .join("\n")}\n${triples(faces)
      .map((f) => `3 ${f.join(" ")}`)
      .join("\n")}\n`;
    expect(volume(parsePly(bytes(text)))).toBeCloseTo(1 / 6, 12);
    for (const little of [true, false]) {
      const body = new DataView(new ArrayBuffer(4 * 13 + 4 * 13));
      triples(corners).forEach((p, i) => p.forEach((x, k) => body.setFloat32(13 * i + 4 * k, x, little)));
      triples(faces).forEach((f, i) => {
        body.setUint8(52 + 13 * i, 3);
        f.forEach((v, k) => body.setInt32(53 + 13 * i + 4 * k, v, little));
      });
      const head = bytes(header(little ? "binary_little_endian" : "binary_big_endian"));
      const file = Uint8Array.from([...head, ...new Uint8Array(body.buffer)]);
      expect(volume(parsePly(file))).toBeCloseTo(1 / 6, 12);
      expect(() => parsePly(file.subarray(0, file.length - 1))).toThrow(/E-MESH-FORMAT[\s\S]*ends before/);
    }
  });

  it("are refused with a reason when damaged", () => {
    expect(() => parsePly(bytes("plx"))).toThrow(RattlebackError);
    expect(() => parsePly(bytes(`${header("ascii")}0 0 0`))).toThrow(/missing/);
    expect(() => parsePly(bytes(header("ascii").replace("float x", "flot x")))).toThrow(/not a property/);
  });
});

describe("glTF files", () => {
  const buffer = new Uint8Array(Float32Array.from(corners).buffer.byteLength + faces.length * 2);
  buffer.set(new Uint8Array(Float32Array.from(corners).buffer));
  buffer.set(new Uint8Array(Uint16Array.from(faces).buffer), 48);
  const json = (uri?: string) => ({
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { children: [1], scale: [2, 2, 2] },
      { mesh: 0, translation: [1, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: "VEC3" },
      { bufferView: 1, componentType: 5123, count: 12, type: "SCALAR" },
    ],
    bufferViews: [{ buffer: 0 }, { buffer: 0, byteOffset: 48 }],
    buffers: [{ byteLength: buffer.length, ...(uri !== undefined && { uri }) }],
  });
  const binary = () => {
    const text = JSON.stringify(json());
    const padded = bytes(text.padEnd(Math.ceil(text.length / 4) * 4));
    const head = new DataView(new ArrayBuffer(28 + padded.length));
    [0x46546c67, 2, head.byteLength + buffer.length, padded.length, 0x4e4f534a].forEach((n, k) =>
      head.setUint32(4 * k, n, true),
    );
    new Uint8Array(head.buffer).set(padded, 20);
    head.setUint32(20 + padded.length, buffer.length, true);
    head.setUint32(24 + padded.length, 0x004e4942, true);
    return Uint8Array.from([...new Uint8Array(head.buffer), ...buffer]);
  };

  it("are read with their buffers inside, beside, or in one file, nodes placed", () => {
    const inside = `data:application/octet-stream;base64,${btoa(String.fromCharCode(...buffer))}`;
    for (const data of [
      parseGltf(bytes(JSON.stringify(json(inside)))),
      parseGltf(bytes(JSON.stringify(json("a%20b.bin"))), (name) => (name === "a b.bin" ? buffer : undefined)),
      parseGltf(binary()),
    ]) {
      expect(volume(data)).toBeCloseTo(8 / 6, 6);
      // x axis turned to y, moved by 1, doubled
      expect(data.vertices.slice(3, 6).map((x) => Math.round(1e6 * x) / 1e6)).toEqual([2, 2, 0]);
    }
  });

  it("keep their outside outside when a node mirrors, and refuse positions that would be read wrongly", () => {
    const inside = `data:;base64,${btoa(String.fromCharCode(...buffer))}`;
    const mirrored = { ...json(inside), nodes: [{ mesh: 0, scale: [-1, 1, 1] }] };
    expect(volume(parseGltf(bytes(JSON.stringify(mirrored))))).toBeCloseTo(1 / 6, 6);
    for (const odd of [{ normalized: true }, { sparse: {} }]) {
      const accessors = json().accessors.map((accessor) => ({ ...accessor, ...odd }));
      expect(() => parseGltf(bytes(JSON.stringify({ ...json(inside), accessors })))).toThrow(/accessor 0 is/);
    }
  });

  it("are refused with a reason", () => {
    expect(() => parseGltf(bytes(JSON.stringify(json("x.bin"))))).toThrow(/"x.bin" does not exist/);
    expect(() => parseGltf(bytes("{"))).toThrow(/not JSON/);
    expect(() =>
      parseGltf(bytes(JSON.stringify({ ...json(), extensionsRequired: ["KHR_draco_mesh_compression"] }))),
    ).toThrow(/compressed/);
    expect(() => parseGltf(bytes(JSON.stringify({ ...json("data:;base64,AAAA") })))).toThrow(/past the end/);
  });
});

describe("COLLADA files", () => {
  const dae = (faceElement: string, node: string) => `<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit meter="0.01" name="centimeter"/><up_axis>Y_UP</up_axis></asset>
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="pa" count="12">${corners.map((x) => 100 * x).join(" ")}</float_array>
      <technique_common><accessor source="#pa" count="4" stride="3"/></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    ${faceElement}
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s">${node}</visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>`;
  const inputs = '<input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#n" offset="1"/>';
  const withNormals = faces.flatMap((i) => [i, 0]).join(" ");
  const node =
    '<node><translate>1 2 3</translate><rotate>0 0 1 90</rotate><scale>2 1 1</scale><instance_geometry url="#g"/></node>';

  it("are read as triangles and polygons, in metres, nodes placed", () => {
    for (const faceElement of [
      `<triangles count="4">${inputs}<p>${withNormals}</p></triangles>`,
      `<polylist count="4">${inputs}<vcount>3 3 3 3</vcount><p>${withNormals}</p></polylist>`,
      `<polygons count="4">${inputs}${triples(faces)
        .map((f) => `<p>${f.flatMap((i) => [i, 0]).join(" ")}</p>`)
        .join("")}</polygons>`,
      `<tristrips count="1">${inputs}<p>${strip.flatMap((i) => [i, 0]).join(" ")}</p></tristrips>
       <trifans count="1">${inputs}<p>${fan.flatMap((i) => [i, 0]).join(" ")}</p></trifans>`,
    ]) {
      const data = parseDae(dae(faceElement, node));
      expect(volume(data)).toBeCloseTo(2 / 6, 12);
      expect(data.vertices.slice(3, 6).map((x) => Math.round(1e9 * x) / 1e9)).toEqual([0.01, 2.02, 0.03]);
    }
  });

  it("keep their outside outside when a node mirrors", () => {
    const mirrored = '<node><matrix>-1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_geometry url="#g"/></node>';
    expect(
      volume(parseDae(dae(`<triangles count="4">${inputs}<p>${withNormals}</p></triangles>`, mirrored))),
    ).toBeCloseTo(1 / 6, 12);
  });

  it("are refused with a reason", () => {
    expect(() => parseDae("<robot/>")).toThrow(/outer element is <robot>/);
    expect(() => parseDae(dae(`<triangles>${inputs}<p>0 x</p></triangles>`, node))).toThrow(/holds "x"/);
  });
});

describe("a mesh from a file", () => {
  it("is closed although its corners differ by rounding, and stays open where a face is missing", () => {
    const loose = triples(faces).flatMap((face, f) =>
      face.flatMap((i) =>
        corners.slice(3 * i, 3 * i + 3).map((x, k) => x + (x === 0 ? -5.7e-17 : 3e-8) * ((f + k) % 2)),
      ),
    );
    const data = { vertices: loose, triangles: Array.from({ length: 12 }, (_, i) => i) };
    expect(volume(data)).toBeCloseTo(1 / 6, 6);
    expect(() => volume({ ...data, triangles: data.triangles.slice(3) })).toThrow(/E-MESH-OPEN/);
  });

  it("keeps its outside outside under mirrored scales", () => {
    const data = { vertices: corners, triangles: faces };
    for (const scale of [
      [1, -1, 1],
      [-2, 1, 1],
      [-1, -1, 1],
    ] as [number, number, number][]) {
      expect(volume(data, scale)).toBeCloseTo(Math.abs(scale[0] * scale[1] * scale[2]) / 6, 12);
    }
    expect(() => volume(data, [0, 1, 1])).toThrow(/E-MESH-DATA/);
  });
});
