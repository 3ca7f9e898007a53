/**
 * Sizes of what is drawn beside the objects. The scene gives them in metres, by default for things of about 1 m; beside smaller things
 * they are smaller, so that a mark never hides what it marks.
 */
import type { BoundingBox } from "./bounds.ts";
import type { Scene3D } from "./scene3d.ts";

export interface HelperSizes {
  /** Of the axes of a coordinate system, m. */
  readonly frameLength: number;
  /** Of the mark of a contact, m. */
  readonly contactDiameter: number;
  /** Of the arrow of the largest force, m. */
  readonly forceLength: number;
}

/** At most these shares of the size of things. */
const shares = { frame: 0.8, contact: 0.2, force: 3 };

/** `boxes`: see sceneBoxes; `radius`: of the ball around everything. */
export function helperSizes(
  { objects, frameLength, contactDiameter }: Scene3D,
  boxes: readonly (BoundingBox | undefined)[],
  radius: number,
): HelperSizes {
  const moving = boxes.filter((_, k) => !objects[k]!.isStatic);
  const size = middleSize(moving) ?? middleSize(boxes) ?? Number.POSITIVE_INFINITY;
  return {
    frameLength: Math.min(frameLength, shares.frame * size),
    contactDiameter: Math.min(contactDiameter, shares.contact * size),
    forceLength: Math.min(0.2 * radius, shares.force * size),
  };
}

/** Median of the longest edges; undefined without boxes. */
function middleSize(boxes: readonly (BoundingBox | undefined)[]): number | undefined {
  const sizes = boxes
    .flatMap((box) => (box === undefined ? [] : [Math.max(...box.high.map((value, i) => value - box.low[i]!))]))
    .filter((size) => size > 0)
    .sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)];
}
