/**
 * Colours of objects whose material nobody has chosen: what stands still is light grey, what moves has a colour by its shape,
 * so that parts can be told apart and equal parts look equal.
 */
import type { Shape } from "../geometry/registry.ts";
import type { Rgb } from "./color.ts";
import { numbersFingerprint } from "./fingerprint.ts";
import type { VisualMaterial } from "./visualMaterial.ts";

const standing: Rgb = [205, 208, 213];

/** Of equal weight, distinct for people with any colour vision by their lightness too. */
const moving: readonly Rgb[] = [
  [66, 122, 187],
  [236, 148, 58],
  [52, 152, 143],
  [206, 87, 84],
  [228, 198, 84],
  [141, 108, 182],
  [118, 172, 92],
  [154, 118, 96],
];

interface Drawable {
  readonly shape: Shape | undefined;
  readonly material: VisualMaterial;
  readonly isStatic: boolean;
}

export function withDefaultLooks<T extends Drawable>(objects: readonly T[]): T[] {
  const numbers = new Map<string, number>();
  return objects.map((object) => {
    const { material, shape, isStatic } = object;
    if (material.isUnset !== true || shape === undefined) return object;
    const { isUnset: _, ...known } = material;
    if (isStatic) return { ...object, material: { ...known, color: standing, shininess: 0.3 } };
    const kind = nameOf(shape);
    const number = numbers.get(kind) ?? numbers.size;
    numbers.set(kind, number);
    return { ...object, material: { ...known, color: moving[number % moving.length]!, shininess: 0.5 } };
  });
}

/** The same for shapes of the same kind and size. */
function nameOf(shape: Shape): string {
  return shape.kind === "Mesh"
    ? `mesh ${numbersFingerprint(shape.vertices)} ${numbersFingerprint(shape.triangles)}`
    : JSON.stringify(shape);
}
