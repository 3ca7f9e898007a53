/** A scene in the terms of files: geometries and materials that objects share by number. */
import { hexColor, type Rgb } from "../scene/color.ts";
import { drawShape } from "../scene/drawShape.ts";
import type { Scene3D } from "../scene/scene3d.ts";
import type { ShapePart } from "../scene/shapePart.ts";
import type { Geometry } from "../scene/surface.ts";
import type { VisualMaterial } from "../scene/visualMaterial.ts";

/** The look of a part: the material of its object, with the colour and transparency that count. */
export type Look = VisualMaterial & { readonly isLine: boolean };

export interface DrawnPart {
  readonly geometry: number;
  readonly look: number;
  readonly scale: ShapePart["scale"];
  readonly offset: ShapePart["offset"];
}

export interface DrawnObject {
  /** Number in the scene. */
  readonly index: number;
  readonly path: string;
  readonly parts: readonly DrawnPart[];
}

export interface Drawing {
  readonly geometries: readonly Geometry[];
  readonly looks: readonly Look[];
  /** Those that have a shape. */
  readonly objects: readonly DrawnObject[];
}

/** Segments around of round shapes in files: fewer than on the screen, since every corner costs bytes. */
const fileSegments = 24;

export function drawScene({ objects }: Scene3D, segments = fileSegments): Drawing {
  const geometries: Geometry[] = [];
  const looks: Look[] = [];
  const geometryNumbers = new Map<string, number>();
  const lookNumbers = new Map<string, number>();
  const drawn = objects.flatMap(({ path, shape, material }, index): DrawnObject[] => {
    if (shape === undefined) return [];
    const parts = drawShape(shape, segments).map((part) => {
      const geometry = numbered(geometryNumbers, part.key, () => geometries.push(part.build()) - 1);
      const isLine = geometries[geometry]!.kind === "lines";
      const color: Rgb = part.color ?? material.color;
      const look: Look = { ...material, color, transparency: part.transparency ?? material.transparency, isLine };
      return {
        geometry,
        look: numbered(lookNumbers, JSON.stringify({ ...look, color: hexColor(color) }), () => looks.push(look) - 1),
        scale: part.scale,
        offset: part.offset,
      };
    });
    return [{ index, path, parts }];
  });
  return { geometries, looks, objects: drawn };
}

function numbered(numbers: Map<string, number>, key: string, add: () => number): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const added = add();
  numbers.set(key, added);
  return added;
}
