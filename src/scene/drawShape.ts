/**
 * The parts of which the picture of a shape consists. A part has a geometry that many objects can share, and a scale: all balls
 * of a scene are one ball. Viewers and writers know parts alone, so that every shape looks the same everywhere.
 */
import { geometryOf, type Shape, type SolidShape, solidShapeKinds } from "../geometry/registry.ts";
import type { Axis } from "../geometry/shapeChecks.ts";
import { Cone } from "../geometry/shapes/cone.ts";
import { Cylinder } from "../geometry/shapes/cylinder.ts";
import type { Grid, TextShape } from "../geometry/shapes/visualShapes.ts";
import { tessellate } from "../geometry/tessellate.ts";
import type { Vector3 } from "../geometry/vectors.ts";
import { parseColor, type Rgb } from "./color.ts";
import { numbersFingerprint } from "./fingerprint.ts";
import { gearTriangles } from "./gearSurface.ts";
import { modelicaParts } from "./modelicaShape.ts";
import type { ShapePart } from "./shapePart.ts";
import { springTriangles } from "./springSurface.ts";
import { type Geometry, joinTriangles, mapPoints, surfaceOf } from "./surface.ts";
import { textTriangles } from "./textSurface.ts";

/** Segments around, for round shapes. */
export const defaultSegments = 32;

const unscaled: Vector3 = [1, 1, 1];
const noOffset: Vector3 = [0, 0, 0];

/** Colours of the axes x, y, z. */
export const axisColors: readonly Rgb[] = [
  [214, 39, 40],
  [44, 160, 44],
  [31, 119, 220],
];

export function drawShape(shape: Shape, segments = defaultSegments): ShapePart[] {
  if (isSolid(shape)) return [solidPart(shape, segments)];
  switch (shape.kind) {
    case "CoordinateSystem": {
      const scale: Vector3 = [shape.length, shape.length, shape.length];
      return ([1, 2, 3] as const).map((axis) => ({
        ...part(`arrow ${axis}`, () => surfaceOf(arrow(axis)), scale),
        color: axisColors[axis - 1]!,
      }));
    }
    case "Grid":
      return [part(JSON.stringify(shape), () => ({ kind: "lines", positions: gridLines(shape) }))];
    case "SpringShape":
      return [onAxis(shape.axis, JSON.stringify(shape), () => springTriangles(shape))];
    case "GearWheel":
      return [onAxis(shape.axis, JSON.stringify(shape), () => gearTriangles(shape))];
    case "TextShape":
      return [textPart(shape)];
    case "ModelicaShape":
      return modelicaParts(shape, (inner) => drawShape(inner, segments));
  }
}

function part(key: string, build: () => Geometry, scale = unscaled): ShapePart {
  return { key, build, scale, offset: noOffset, facesScreen: false };
}

function onAxis(axis: Axis, key: string, build: () => ReturnType<typeof gearTriangles>): ShapePart {
  const turn = (x: number, y: number, z: number) => (axis === 1 ? [z, x, y] : axis === 2 ? [y, z, x] : [x, y, z]);
  return part(key, () => surfaceOf(mapPoints(build(), turn)));
}

function isSolid(shape: Shape): shape is SolidShape {
  return (solidShapeKinds as readonly string[]).includes(shape.kind);
}

/** Solid shapes share a geometry of unit size where a scale can make them. */
function solidPart(solid: SolidShape, segments: number): ShapePart {
  const { shape, scale } = geometryOf(solid).unit?.(solid) ?? { shape: solid, scale: unscaled };
  return part(`${keyOf(shape)} ${segments}`, () => surfaceOf(tessellate(shape, segments)), withoutZero(scale));
}

/** The numbers of meshes are many. */
function keyOf(shape: SolidShape): string {
  return JSON.stringify(shape, (_, value) =>
    value instanceof Float64Array || value instanceof Int32Array ? numbersFingerprint(value) : value,
  );
}

/** A length of zero, as of a plane, becomes one that cannot be seen: normals need an invertible scale. */
function withoutZero(scale: Vector3): Vector3 {
  const least = 1e-6 * Math.max(...scale) || 1e-9;
  return [Math.max(scale[0], least), Math.max(scale[1], least), Math.max(scale[2], least)];
}

/** An arrow of length 1 along an axis. */
export function arrow(axis: Axis, thickness = 0.03) {
  const shaft = tessellate(Cylinder({ axis, diameter: thickness, length: 0.82 }), 12);
  const tip = tessellate(Cone({ axis, diameter: 3 * thickness, length: 0.2 }), 16);
  const move = (by: number) => (x: number, y: number, z: number) =>
    axis === 1 ? [x + by, y, z] : axis === 2 ? [x, y + by, z] : [x, y, z + by];
  return joinTriangles([mapPoints(shaft, move(0.41)), mapPoints(tip, move(0.8))]);
}

/** Lines at multiples of the distance from one corner on; (length, width) along axis 1 → (y, z), 2 → (z, x), 3 → (x, y). */
function gridLines({ axis, length, width, distance }: Grid): Float32Array {
  const points: number[] = [];
  const put = (u: number, v: number) => points.push(...(axis === 1 ? [0, u, v] : axis === 2 ? [v, 0, u] : [u, v, 0]));
  const lines = (extent: number, draw: (at: number) => void) => {
    // half a part in 10⁹ lets the last line in whatever the rounding
    const count = Math.floor((extent / distance) * (1 + 5e-10));
    for (let k = 0; k <= count; k++) draw(k * distance - extent / 2);
  };
  lines(length, (u) => {
    put(u, -width / 2);
    put(u, width / 2);
  });
  lines(width, (v) => {
    put(-length / 2, v);
    put(length / 2, v);
  });
  return Float32Array.from(points);
}

function textPart(shape: TextShape): ShapePart {
  const { axisAlignment, font, offset } = shape;
  const turn = (x: number, y: number, z: number) =>
    axisAlignment === "XZ_Plane" ? [x, -z, y] : axisAlignment === "YZ_Plane" ? [z, x, y] : [x, y, z];
  const { offset: _, ...drawn } = shape;
  return {
    key: JSON.stringify(drawn),
    build: () => surfaceOf(mapPoints(textTriangles(shape), turn)),
    scale: unscaled,
    offset,
    color: parseColor(font.color, "TextShape.font.color"),
    transparency: font.transparency,
    facesScreen: axisAlignment === "Screen",
  };
}
