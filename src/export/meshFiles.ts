/**
 * A configuration as OBJ, STL or PLY.
 *
 *  1. OBJ: one object per object of the model, with the colour at every vertex behind its coordinates, as most readers know
 *     it; grids as lines.
 *  2. STL, binary: triangles alone, without colour, names and grids.
 *  3. PLY, binary: triangles with colours.
 *
 * Files with the same points share nothing: vertices are per object, in metres, in the axes of the world.
 */
import { guarded } from "../errors/boundary.ts";
import type { Animation } from "../scene/animation.ts";
import { type PlacedPart, placeScene } from "./configuration.ts";

export function configurationToObj(animation: Animation, time: number): string {
  return guarded("configurationToObj", () => {
    const lines = [`# rattleback, t = ${time} s`];
    let first = 1;
    placeScene(animation, time).forEach(({ path, color, positions, indices, isLines }) => {
      lines.push(`o ${path.replaceAll(/\s+/g, "_")}`);
      const tint = color.map((level) => (level / 255).toFixed(3)).join(" ");
      for (let k = 0; k < positions.length; k += 3) {
        const point = [positions[k]!, positions[k + 1]!, positions[k + 2]!].map((value) =>
          Number(value.toPrecision(8)),
        );
        lines.push(`v ${point.join(" ")} ${tint}`);
      }
      const size = isLines ? 2 : 3;
      for (let k = 0; k < indices.length; k += size) {
        const corners = Array.from(indices.subarray(k, k + size), (index) => first + index);
        lines.push(`${isLines ? "l" : "f"} ${corners.join(" ")}`);
      }
      first += positions.length / 3;
    });
    return `${lines.join("\n")}\n`;
  });
}

export function configurationToStl(animation: Animation, time: number): Uint8Array {
  return guarded("configurationToStl", () => {
    const parts = surfaces(animation, time);
    const count = triangleCount(parts);
    const file = new Uint8Array(84 + 50 * count);
    file.set(new TextEncoder().encode(`rattleback, t = ${time} s`).subarray(0, 79));
    const view = new DataView(file.buffer);
    view.setUint32(80, count, true);
    let at = 84;
    for (const { positions, indices } of parts) {
      for (let k = 0; k < indices.length; k += 3) {
        const corners = [0, 1, 2].map((i) => positions.subarray(3 * indices[k + i]!, 3 * indices[k + i]! + 3));
        [normalOf(corners), ...corners].forEach((vector) => {
          vector.forEach((value) => {
            view.setFloat32(at, value, true);
            at += 4;
          });
        });
        at += 2; // attributes, none
      }
    }
    return file;
  });
}

export function configurationToPly(animation: Animation, time: number): Uint8Array {
  return guarded("configurationToPly", () => {
    const parts = surfaces(animation, time);
    const vertexCount = parts.reduce((sum, { positions }) => sum + positions.length / 3, 0);
    const header = new TextEncoder().encode(
      [
        "ply",
        "format binary_little_endian 1.0",
        `comment rattleback, t = ${time} s`,
        `element vertex ${vertexCount}`,
        ...["x", "y", "z"].map((name) => `property float ${name}`),
        ...["red", "green", "blue", "alpha"].map((name) => `property uchar ${name}`),
        `element face ${triangleCount(parts)}`,
        "property list uchar uint vertex_indices",
        "end_header\n",
      ].join("\n"),
    );
    const file = new Uint8Array(header.length + 16 * vertexCount + 13 * triangleCount(parts));
    file.set(header);
    const view = new DataView(file.buffer);
    let at = header.length;
    for (const { positions, color, transparency } of parts) {
      const tint = [...color, 255 * (1 - transparency)].map(Math.round);
      for (let k = 0; k < positions.length; k += 3) {
        for (let i = 0; i < 3; i++) view.setFloat32(at + 4 * i, positions[k + i]!, true);
        file.set(tint, at + 12);
        at += 16;
      }
    }
    let first = 0;
    for (const { positions, indices } of parts) {
      for (let k = 0; k < indices.length; k += 3) {
        view.setUint8(at, 3);
        for (let i = 0; i < 3; i++) view.setUint32(at + 1 + 4 * i, first + indices[k + i]!, true);
        at += 13;
      }
      first += positions.length / 3;
    }
    return file;
  });
}

function surfaces(animation: Animation, time: number): PlacedPart[] {
  return placeScene(animation, time).filter(({ isLines }) => !isLines);
}

function triangleCount(parts: readonly PlacedPart[]): number {
  return parts.reduce((sum, { indices }) => sum + indices.length / 3, 0);
}

function normalOf([a, b, c]: readonly Float64Array[]): Float64Array {
  const u = [b![0]! - a![0]!, b![1]! - a![1]!, b![2]! - a![2]!] as const;
  const v = [c![0]! - a![0]!, c![1]! - a![1]!, c![2]! - a![2]!] as const;
  const n = Float64Array.of(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
  const length = Math.hypot(...n);
  return length > 0 ? n.map((value) => value / length) : n;
}
