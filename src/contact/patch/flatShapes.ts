/** Which collision shapes touch each other in patches, with what they need for it. */
import * as elementary from "../../math/elementary.ts";
import type { CollisionShape } from "../collisionShape.ts";
import type { ContactPairMaterial } from "../contactPairMaterial.ts";
import type { NormalLaw } from "../laws/law.ts";
import type { PairResponses } from "../pairResponses.ts";
import type { ShapePoses } from "../shapePoses.ts";
import { FlatContact } from "./flatContact.ts";
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

  /**
   * The patch of two shapes that begin to touch in one, as a part of a contact's data; laws of a form of their own know points
   * only.
   */
  contact(
    a: number,
    b: number,
    start: StartOfContact,
    material: ContactPairMaterial,
    law: NormalLaw,
    damping: number,
    poses: ShapePoses,
    responses: PairResponses,
  ): { readonly flat?: FlatContact } {
    const [bodyA, bodyB] = [this.bodies[a], this.bodies[b]];
    if (bodyA === undefined || bodyB === undefined || law.hasAreas !== true) return {};
    if (material.kind !== "ElasticContactPairMaterial") return {};
    const { rotation } = poses;
    const isBounce = material.coefficientOfRestitution > leastRebound && start.speed > slow;
    const depth = elementary.pow((1.25 * start.mass * elementary.square(start.speed)) / responses.stiffness(a, b), 0.4);
    if (
      isBounce &&
      (isInclined(bodyA, rotation, 9 * a, start.normal, depth) ||
        isInclined(bodyB, rotation, 9 * b, start.normal, depth))
    )
      return {};
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

/** What is known of a contact when it begins: the normal, the approach, m/s, the mass that it stops, kg. */
export interface StartOfContact {
  readonly normal: ArrayLike<number>;
  readonly speed: number;
  readonly mass: number;
}

/**
 * Above this speed, m/s, and restitution a contact is a bounce: it ends before the body has turned much. A capsule that stands on one end
 * has Hertz' law as a patch, too, within 0.4 % (capsule.test.ts), so the limits decide about cost alone: below them a contact may last until
 * the capsule lies, which a point cannot carry.
 */
const slow = 0.1;
const leastRebound = 0.3;

/**
 * Whether a capsule meets a face with one end, where it is a ball, while the other end is further away than twice the depth that
 * the impact will have, δ = (5/4·m·v²/c)^(2/5).
 */
function isInclined(
  { core, round }: PatchBody,
  R: Float64Array,
  i: number,
  n: ArrayLike<number>,
  depth: number,
): boolean {
  if (round?.hasRoundEnds !== true) return false;
  const k = i + core.axis - 1;
  return 2 * core.size[0] * Math.abs(R[k] * n[0] + R[k + 3] * n[1] + R[k + 6] * n[2]) > 2 * depth;
}
