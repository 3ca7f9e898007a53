/**
 * A scene as SVG: triangles of all objects, seen from a camera at infinity, shaded, far ones first. For the figures of the
 * documentation; the viewer draws the same parts with WebGL.
 */
import { type Animation, poseAt } from "../../src/index.ts";
import { drawShape } from "../../src/scene/drawShape.ts";

export interface View {
  /** rad, about the up axis and above the horizon. */
  readonly longitude?: number;
  readonly latitude?: number;
  readonly width?: number;
  /** Around round shapes. */
  readonly segments?: number;
}

/** What is drawn: an animation at a time, with an opacity. */
export interface Layer {
  readonly animation: Animation;
  readonly time: number;
  readonly opacity?: number;
}

interface Piece {
  readonly depth: number;
  readonly points: readonly (readonly [number, number])[];
  readonly color: string;
  readonly opacity: number;
  readonly isLine: boolean;
}

type Vector = readonly [number, number, number];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vector): Vector => {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
};

/** Axes of the picture in the world: right, up, towards the eye. */
function basis(up: Vector, longitude: number, latitude: number): [Vector, Vector, Vector] {
  const side: Vector = up[1] !== 0 ? [0, 0, 1] : up[2] !== 0 ? [1, 0, 0] : [0, 1, 0];
  const other = cross(up, side);
  const flat: Vector = [0, 1, 2].map(
    (i) => Math.cos(longitude) * side[i]! + Math.sin(longitude) * other[i]!,
  ) as unknown as Vector;
  const eye = unit(
    [0, 1, 2].map((i) => Math.cos(latitude) * flat[i]! + Math.sin(latitude) * up[i]!) as unknown as Vector,
  );
  const right = unit(cross(up, eye));
  return [right, cross(eye, right), eye];
}

export function sceneSvg(layers: readonly Layer[], view: View = {}): string {
  const { longitude = 0.5, latitude = 0.35, width = 480, segments = 20 } = view;
  const [right, up, eye] = basis(layers[0]!.animation.scene.up as Vector, longitude, latitude);
  const light = unit([0, 1, 2].map((i) => 0.4 * right[i]! + 0.7 * up[i]! + 0.8 * eye[i]!) as unknown as Vector);
  const pieces: Piece[] = [];
  for (const { animation, time, opacity = 1 } of layers) {
    animation.scene.objects.forEach((object, k) => {
      const pose = poseAt(animation, k, time);
      if (object.shape === undefined || pose === undefined) return;
      for (const part of drawShape(object.shape, segments)) {
        const geometry = part.build();
        const point = (i: number): Vector => {
          const p = [0, 1, 2].map((c) => geometry.positions[3 * i + c]! * part.scale[c]! + (part.offset?.[c] ?? 0));
          return place(pose, p as unknown as Vector);
        };
        const [r, g, b] = part.color ?? object.material.color;
        const own = opacity * (1 - object.material.transparency);
        const project = (p: Vector): [number, number] => [dot(right, p), dot(up, p)];
        if (geometry.kind === "lines") {
          for (let i = 0; i + 1 < geometry.positions.length / 3; i += 2) {
            const ends = [point(i), point(i + 1)];
            pieces.push({
              depth: dot(eye, ends[0]!),
              points: ends.map(project),
              color: `rgb(${r},${g},${b})`,
              opacity: own,
              isLine: true,
            });
          }
          continue;
        }
        for (let t = 0; t < geometry.indices.length; t += 3) {
          const corners = [0, 1, 2].map((c) => point(geometry.indices[t + c]!)) as [Vector, Vector, Vector];
          const [a, c, d] = corners;
          const normal = unit(cross([c[0] - a[0], c[1] - a[1], c[2] - a[2]], [d[0] - a[0], d[1] - a[1], d[2] - a[2]]));
          if (dot(normal, eye) <= 0) continue;
          const shade = 0.45 + 0.55 * Math.max(0, dot(normal, light));
          const color = [r, g, b].map((x) => Math.round(Math.min(255, 60 + (195 / 255) * x) * shade));
          pieces.push({
            depth: (dot(eye, a) + dot(eye, c) + dot(eye, d)) / 3,
            points: corners.map(project),
            color: `rgb(${color.join(",")})`,
            opacity: own,
            isLine: false,
          });
        }
      }
    });
  }
  return compose(pieces, width);
}

function place(pose: Float64Array, p: Vector): Vector {
  const [x, y, z, qx, qy, qz, qw] = pose as unknown as [number, number, number, number, number, number, number];
  const q: Vector = [qx, qy, qz];
  const t = cross(q, p).map((value) => 2 * value) as unknown as Vector;
  const s = cross(q, t);
  return [x + p[0] + qw * t[0] + s[0], y + p[1] + qw * t[1] + s[1], z + p[2] + qw * t[2] + s[2]];
}

function compose(pieces: Piece[], width: number): string {
  const xs = pieces.flatMap(({ points }) => points.map(([x]) => x));
  const ys = pieces.flatMap(({ points }) => points.map(([, y]) => y));
  const low = (values: number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
  const high = (values: number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);
  const [x0, x1, y0, y1] = [low(xs), high(xs), low(ys), high(ys)];
  const scale = (width - 20) / Math.max(x1 - x0, 0.6 * (y1 - y0));
  const height = Math.round((y1 - y0) * scale + 20);
  const left = (width - (x1 - x0) * scale) / 2;
  const text = ([x, y]: readonly [number, number]): string =>
    `${((x - x0) * scale + left).toFixed(1)},${((y1 - y) * scale + 10).toFixed(1)}`;
  const body = pieces
    .sort((a, b) => a.depth - b.depth)
    .map(({ points, color, opacity, isLine }) => {
      const shown = opacity < 1 ? ` opacity="${opacity.toFixed(2)}"` : "";
      const path = points.map(text).join(" ");
      return isLine
        ? `<polyline points="${path}" stroke="${color}" fill="none" stroke-width="0.6"${shown}/>`
        : `<polygon points="${path}" fill="${color}" stroke="${color}" stroke-width="0.5"${shown}/>`;
    });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n<rect width="100%" height="100%" fill="white"/>\n${body.join("\n")}\n</svg>\n`;
}
