/**
 * One contact between shapes with flat faces or straight edges, as the contact handler keeps it: patch, damping, and friction
 * that is smoothed or truly sticks.
 */
import { hasPointDistance } from "../../collision/pointDistance.ts";
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import { StickSlip, type StickSlipConstants } from "../stiction/stickSlip.ts";
import { StickSlipInput } from "../stiction/stickSlipInput.ts";
import { LineContact } from "./lineContact.ts";
import type { PatchBody } from "./patchBody.ts";
import { PatchContact } from "./patchContact.ts";
import type { PatchDamping } from "./patchDissipation.ts";
import type { PatchStiffness } from "./patchLaw.ts";
import { relativeTwist } from "./relativeTwist.ts";

/** Mean distance of the points of a patch from its centre, over the root of its area: 0.376 for a disc, 0.383 for a square. */
const meanLever = 0.38;

export interface FlatContactSetup {
  readonly placement: FlatPlacement;
  readonly bodyA: PatchBody;
  readonly bodyB: PatchBody;
  readonly stiffness: PatchStiffness;
  readonly damping: number;
  readonly friction: number;
  readonly smallSpeed: number;
  /** Present when the contact may stick. */
  readonly stiction?: StickSlipConstants;
  /** R_geo, m: how round bodies roll. */
  readonly radius: number;
}

/** Where the two shapes are: shape s at r[3·s..] with R[9·s..], row-major; and the bodies that carry them. */
export interface FlatPlacement {
  readonly R: Float64Array;
  readonly r: Float64Array;
  readonly a: number;
  readonly b: number;
  readonly bodyA: number;
  readonly bodyB: number;
}

/** A capsule and a body from which the distance of a point has a formula. */
function touchInLine({ core: A, round: first }: PatchBody, { core: B, round: second }: PatchBody): boolean {
  return (
    (first?.hasRoundEnds === true && hasPointDistance(B)) || (second?.hasRoundEnds === true && hasPointDistance(A))
  );
}

const axes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

export class FlatContact {
  readonly patch: PatchContact | LineContact;
  readonly stickSlip: StickSlip | undefined;

  private readonly placement: FlatPlacement;
  private readonly stiffness: PatchStiffness;
  private readonly law: PatchDamping;
  private readonly friction: number;
  private readonly input = new StickSlipInput();
  /** Force, torque and size of the force without damping and friction, of the last evaluation. */
  private readonly elastic = new Float64Array(7);

  constructor(setup: FlatContactSetup) {
    const { bodyA, bodyB, radius } = setup;
    this.patch = touchInLine(bodyA, bodyB) ? new LineContact(bodyA, bodyB, radius) : new PatchContact(bodyA, bodyB);
    this.placement = setup.placement;
    this.stiffness = setup.stiffness;
    this.friction = setup.friction;
    this.law = { damping: setup.damping, friction: setup.friction, smallSpeed: setup.smallSpeed };
    const canRoll = setup.bodyA.round !== undefined || setup.bodyB.round !== undefined;
    this.stickSlip = setup.stiction && new StickSlip(setup.stiction, canRoll ? setup.radius : 0);
  }

  /** Force and torque of the patch, for the motion given; the patch holds them. */
  evaluate(motion: BodyMotion): void {
    const { patch, elastic } = this;
    const { R, r, a, b } = this.placement;
    patch.evaluate(R, 9 * a, r, 3 * a, R, 9 * b, r, 3 * b, this.stiffness);
    for (let k = 0; k < 3; k++) {
      elastic[k] = patch.force[k];
      elastic[3 + k] = patch.torque[k];
    }
    elastic[6] = patch.normalForce;
    this.dissipate(motion);
  }

  /** The same where the bodies have other velocities, but are where they were. */
  evaluateAgain(motion: BodyMotion): void {
    const { patch, elastic } = this;
    for (let k = 0; k < 3; k++) {
      patch.force[k] = elastic[k];
      patch.torque[k] = elastic[3 + k];
    }
    patch.normalForce = elastic[6];
    this.dissipate(motion);
  }

  /** Adds what depends on velocities. */
  private dissipate(motion: BodyMotion): void {
    const { patch, stickSlip, input } = this;
    const { bodyA, bodyB } = this.placement;
    this.law.friction = stickSlip === undefined || stickSlip.isRolling ? this.friction : 0;
    patch.addDissipation(motion, bodyA, bodyB, this.law);
    if (stickSlip === undefined || !patch.isTouching) return;
    this.fill(motion);
    stickSlip.evaluate(input);
    for (let k = 0; k < 3; k++) {
      patch.force[k] += stickSlip.force[k];
      patch.torque[k] += stickSlip.torque[k];
    }
  }

  /**
   * When the contact begins: sticks or slips. Point and normal at k are those of the narrow phase: the shapes may touch without
   * a patch as yet.
   */
  begin(motion: BodyMotion, point: Float64Array, normal: Float64Array, k: number): void {
    const { stickSlip, patch } = this;
    if (stickSlip === undefined) return;
    for (let i = 0; i < 3; i++) {
      patch.point[i] = point[k + i];
      patch.normal[i] = normal[k + i];
    }
    this.fill(motion);
    stickSlip.begin(this.input);
  }

  /** At every event: modes that are over change. */
  settle(motion: BodyMotion): void {
    const { stickSlip, patch } = this;
    if (stickSlip === undefined) return;
    this.evaluate(motion);
    if (!patch.isTouching) return;
    this.fill(motion);
    stickSlip.settle(this.input);
  }

  private fill(motion: BodyMotion): void {
    const { input, patch } = this;
    const { R, r, a, b, bodyA, bodyB } = this.placement;
    input.RA = input.RB = R;
    input.rA = input.rB = r;
    input.iRA = 9 * a;
    input.iRB = 9 * b;
    input.irA = 3 * a;
    input.irB = 3 * b;
    for (let k = 0; k < 3; k++) {
      input.point[k] = patch.point[k];
      input.normal[k] = patch.normal[k];
    }
    relativeTwist(input.twist, 0, motion, bodyA, bodyB, axes, patch.point);
    input.load[0] = patch.normalForce;
    input.load[1] = meanLever * Math.sqrt(Math.max(0, patch.area));
  }
}
