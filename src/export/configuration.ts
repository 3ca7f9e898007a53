/** The triangles and lines of a scene at one time, in world axes: what OBJ, STL and PLY hold. */
import { aFiniteNumber } from "../errors/shapes.ts";
import { anAnimation } from "../scene/anAnimation.ts";
import { type Animation, poseSize } from "../scene/animation.ts";
import type { Rgb } from "../scene/color.ts";
import { interpolatePose, interpolateScale, sampleBefore } from "../scene/poseAt.ts";
import { type DrawnPart, drawScene } from "./drawing.ts";

export interface PlacedPart {
  readonly path: string;
  readonly color: Rgb;
  readonly transparency: number;
  /** Packed x, y, z in the world, m. */
  readonly positions: Float64Array;
  /** Packed triples of positions, counter-clockwise seen from outside; pairs when it is lines. */
  readonly indices: Uint32Array;
  readonly isLines: boolean;
}

/** All parts of objects that exist at a time. */
export function placeScene(animation: Animation, time: number): PlacedPart[] {
  anAnimation(animation, "animation");
  aFiniteNumber(time, "time");
  const { geometries, looks, objects } = drawScene(animation.scene, 32);
  const sample = sampleBefore(animation.time, time);
  const pose = new Float64Array(poseSize);
  const size = new Float64Array(3);
  return objects.flatMap(({ index, path, parts }) => {
    if (!interpolatePose(pose, animation, index, time, sample)) return [];
    interpolateScale(size, animation, index, time, sample);
    return parts.map((part): PlacedPart => {
      const geometry = geometries[part.geometry]!;
      const { color, transparency } = looks[part.look]!;
      const isLines = geometry.kind === "lines";
      const indices = isLines
        ? Uint32Array.from({ length: geometry.positions.length / 3 }, (_, k) => k)
        : geometry.indices;
      return { path, color, transparency, isLines, indices, positions: placed(geometry.positions, part, pose, size) };
    });
  });
}

/** r + R·size·(offset + scale·p) for every point p. */
function placed(
  points: Float32Array,
  { scale, offset }: DrawnPart,
  pose: Float64Array,
  size: Float64Array,
): Float64Array {
  const [x, y, z, w] = [pose[3]!, pose[4]!, pose[5]!, pose[6]!];
  const out = new Float64Array(points.length);
  for (let k = 0; k < points.length; k += 3) {
    const u = size[0]! * (offset[0] + scale[0] * points[k]!);
    const v = size[1]! * (offset[1] + scale[1] * points[k + 1]!);
    const s = size[2]! * (offset[2] + scale[2] * points[k + 2]!);
    out[k] = pose[0]! + (1 - 2 * (y * y + z * z)) * u + 2 * (x * y - w * z) * v + 2 * (x * z + w * y) * s;
    out[k + 1] = pose[1]! + 2 * (x * y + w * z) * u + (1 - 2 * (x * x + z * z)) * v + 2 * (y * z - w * x) * s;
    out[k + 2] = pose[2]! + 2 * (x * z - w * y) * u + 2 * (y * z + w * x) * v + (1 - 2 * (x * x + y * y)) * s;
  }
  return out;
}
