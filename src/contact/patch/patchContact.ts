/**
 * Contact of two bodies in a patch: force, torque, and the patch itself.
 *
 * The field of depths is that of one body, chosen once for the pair: a polytope rather than a round body, a cylinder, cone or
 * beam rather than a capsule, the larger of two alike, the first of two that are equally large. The choice matters by the square of the angle between touching faces.
 *
 * Holds    The force without damping and friction is the gradient of `energy`. Force and torque are those on B, the torque
 *          about `point`; A gets the opposite.
 */
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import { AreaContact } from "./areaContact.ts";
import { FieldPass } from "./fieldPass.ts";
import { type PatchBody, thickness } from "./patchBody.ts";
import type { PatchDamping } from "./patchDissipation.ts";
import type { PatchStiffness } from "./patchLaw.ts";

/** Bodies whose sizes differ by less than this part count as equally large. */
const sameSize = 0.01;

function roundness({ round }: PatchBody): number {
  if (round === undefined) return 0;
  return round.hasRoundEnds ? 2 : 1;
}

export class PatchContact extends AreaContact {
  /** The overlap behind it, in the frame of the body that gives the field. */
  readonly pass: FieldPass;
  /** 1 when B dips into the field of A, −1 when A dips into that of B. */
  private readonly sign: number;

  constructor(A: PatchBody, B: PatchBody) {
    const [first, second] = [roundness(A), roundness(B)];
    const isFirst = first === second ? A.core.reach / B.core.reach > 1 - sameSize : first < second;
    super(0.5 * thickness(isFirst ? A : B));
    this.sign = isFirst ? 1 : -1;
    this.pass = isFirst ? new FieldPass(A, B) : new FieldPass(B, A);
  }

  /** Elastic force for the poses r + R·x of both shapes; R row-major at iR, r at ir. */
  evaluate(
    RA: Float64Array,
    iRA: number,
    rA: Float64Array,
    irA: number,
    RB: Float64Array,
    iRB: number,
    rB: Float64Array,
    irB: number,
    stiffness: PatchStiffness,
  ): void {
    const { pass, sign, force, torque, point, normal } = this;
    if (sign > 0) pass.evaluate(RA, iRA, rA, irA, RB, iRB, rB, irB, stiffness);
    else pass.evaluate(RB, iRB, rB, irB, RA, iRA, rA, irA, stiffness);
    this.isTouching = pass.isTouching;
    this.depth = pass.depth;
    this.energy = pass.energy;
    this.area = pass.area;
    this.normalForce = pass.normalForce;
    torque.fill(0);
    if (!pass.isTouching) {
      force.fill(0);
      return;
    }
    for (let k = 0; k < 3; k++) {
      force[k] = sign * pass.force[k];
      normal[k] = force[k] / pass.normalForce;
      point[k] = pass.point[k];
    }
    pass.addMoment(torque, sign);
  }

  /** Adds damping and friction to force and torque, for the motion of the bodies that carry the shapes. */
  addDissipation(motion: BodyMotion, bodyA: number, bodyB: number, law: PatchDamping): void {
    if (!this.isTouching) return;
    const { pass, sign } = this;
    if (sign > 0) pass.dissipate(motion, bodyA, bodyB, law);
    else pass.dissipate(motion, bodyB, bodyA, law);
    this.normalForce = pass.dampedNormalForce;
    pass.addDissipated(this.force, this.torque, sign);
  }
}
