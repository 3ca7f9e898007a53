/**
 * Friction that sticks, of a contact in a point: bristles at the common point, against slip and drilling. A ball may roll.
 *
 * Source   [Johnson1985] sec. 4.2: a² = R·δ for the radius of the contact; the mean lever of Hertz' pressure is 3·π/16·a
 */
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import { relativeTwist } from "../patch/relativeTwist.ts";
import type { ShapePoses } from "../shapePoses.ts";
import { StickSlip, type StickSlipConstants } from "./stickSlip.ts";
import { StickSlipInput } from "./stickSlipInput.ts";

const meanLever = (3 * Math.PI) / 16;

const axes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** What it reads of the contacts, one row each. */
interface ContactRows {
  readonly point: Float64Array;
  readonly normal: Float64Array;
  readonly normalForce: Float64Array;
  readonly distance: Float64Array;
}

export class PointGrip {
  readonly stickSlip: StickSlip;
  private readonly input = new StickSlipInput();
  private readonly bodyA: number;
  private readonly bodyB: number;
  private readonly radius: number;

  /** For the contact of shapes a and b, with R_geo as the radius of rolling. */
  constructor(constants: StickSlipConstants, radius: number, poses: ShapePoses, a: number, b: number) {
    this.stickSlip = new StickSlip(constants, radius);
    this.radius = radius;
    this.bodyA = poses.body[a];
    this.bodyB = poses.body[b];
    const { input } = this;
    input.RA = input.RB = poses.rotation;
    input.rA = input.rB = poses.position;
    input.iRA = 9 * a;
    input.iRB = 9 * b;
    input.irA = 3 * a;
    input.irB = 3 * b;
  }

  /** When the contact begins. */
  begin(table: ContactRows, row: number, motion: BodyMotion): void {
    this.fill(table, row, motion);
    this.stickSlip.begin(this.input);
  }

  /** Friction on B for the contact as the table has it, with its normal force. */
  evaluate(table: ContactRows, row: number, motion: BodyMotion): void {
    this.fill(table, row, motion);
    this.stickSlip.evaluate(this.input);
  }

  /** At an event: modes that are over change. */
  settle(table: ContactRows, row: number, motion: BodyMotion): void {
    if (!(table.normalForce[row] > 0)) return;
    this.fill(table, row, motion);
    this.stickSlip.settle(this.input);
  }

  private fill(table: ContactRows, row: number, motion: BodyMotion): void {
    const { input } = this;
    const k = 3 * row;
    for (let i = 0; i < 3; i++) {
      input.point[i] = table.point[k + i];
      input.normal[i] = table.normal[k + i];
    }
    relativeTwist(input.twist, 0, motion, this.bodyA, this.bodyB, axes, input.point);
    input.load[0] = table.normalForce[row];
    input.load[1] = meanLever * Math.sqrt(this.radius * Math.max(0, -table.distance[row]));
  }
}
