/** Which collision shapes touch each other in patches, with what they need for it. */
import type { CollisionShape } from "../collisionShape.ts";
import type { ContactPairMaterial } from "../contactPairMaterial.ts";
import { hertzForce, type NormalLaw } from "../laws/law.ts";
import type { PairResponses } from "../pairResponses.ts";
import type { ShapePoses } from "../shapePoses.ts";
import { FlatContact } from "./flatContact.ts";
import { type PatchBody, patchBody } from "./patchBody.ts";
import type { RoundBody } from "./roundBody.ts";
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

  /** The patch of two shapes that touch in one, as a part of a contact's data; laws of a form of their own know points only. */
  contact(
    a: number,
    b: number,
    material: ContactPairMaterial,
    law: NormalLaw,
    damping: number,
    poses: ShapePoses,
    responses: PairResponses,
  ): { readonly flat?: FlatContact } {
    const [bodyA, bodyB] = [this.bodies[a], this.bodies[b]];
    if (bodyA === undefined || bodyB === undefined || law.force !== hertzForce) return {};
    if (touchInPoint(bodyA.round, bodyB.round)) return {};
    if (material.kind !== "ElasticContactPairMaterial") return {};
    const { stiction, foundationStiffness = 0, slidingFrictionCoefficient, vsmall } = material;
    const flat = new FlatContact({
      placement: { R: poses.rotation, r: poses.position, a, b, bodyA: poses.body[a], bodyB: poses.body[b] },
      bodyA,
      bodyB,
      stiffness: { modulus: responses.modulus(a, b), foundation: foundationStiffness },
      damping,
      friction: slidingFrictionCoefficient,
      smallSpeed: vsmall,
      radius: responses.radius(a, b),
      ...(stiction === undefined ? {} : { stiction }),
    });
    return { flat };
  }
}

/** A capsule meets another round body in a point as a rule: its many facets against those of the other one cost too much there. */
function touchInPoint(first: RoundBody | undefined, second: RoundBody | undefined): boolean {
  return first !== undefined && second !== undefined && (first.hasRoundEnds || second.hasRoundEnds);
}
