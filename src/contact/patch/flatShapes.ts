/** Which collision shapes touch each other in patches, with what they need for it. */
import type { CollisionShape } from "../collisionShape.ts";
import { type PatchBody, patchBody } from "./patchBody.ts";
import { sharpCore } from "./sharpCore.ts";

export class FlatShapes {
  /** The shapes, those with patches sharp-edged. */
  readonly shapes: readonly CollisionShape[];
  /** undefined for shapes that touch in points. */
  readonly bodies: readonly (PatchBody | undefined)[];

  constructor(shapes: readonly CollisionShape[], isEnabled: boolean) {
    this.bodies = shapes.map(({ core }) => (isEnabled ? patchBody(core) : undefined));
    this.shapes = shapes.map((shape, s) => {
      const body = this.bodies[s];
      return body === undefined ? shape : { ...shape, core: sharpCore(body), rounded: shape.core };
    });
  }
}
