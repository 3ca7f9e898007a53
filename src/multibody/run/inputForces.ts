/**
 * Forces that variables of the equations give: they enter the efforts of flanges linearly, and the accelerations when they are known.
 *
 *     τ = M·a + G·u + h        column j of G: the change of h by one unit of input j
 */
import * as elementary from "../../math/elementary.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { FlangeOrder } from "./flangeOrder.ts";
import type { LineMasses } from "./lineMasses.ts";
import type { RunElements } from "./runElements.ts";

/** The larger, the smaller the share of h that is subtracted. */
const trial = 1e6;

export class InputForces {
  private readonly dynamics: MechanismDynamics;
  private readonly elements: RunElements;
  private readonly onLines: LineMasses | undefined;
  private readonly count: number;
  /** All other forces. */
  private readonly force: Float64Array;
  private readonly torque: Float64Array;
  private readonly M: Float64Array;
  private readonly h: Float64Array;
  private readonly u: Float64Array;

  constructor(
    dynamics: MechanismDynamics,
    elements: RunElements,
    onLines: LineMasses | undefined,
    /** Number of inputs. */
    count: number,
  ) {
    this.dynamics = dynamics;
    this.elements = elements;
    this.onLines = onLines;
    this.count = count;
    this.force = new Float64Array(dynamics.state.forces.force.length);
    this.torque = new Float64Array(this.force.length);
    this.M = new Float64Array(elementary.square(dynamics.relatedCount));
    this.h = new Float64Array(dynamics.relatedCount);
    this.u = new Float64Array(count);
  }

  /** All other forces are complete. */
  begin(): void {
    const { force, torque } = this.dynamics.state.forces;
    this.force.set(force);
    this.torque.set(torque);
  }

  /** G for the equations; in an instant the columns of flanges alone. */
  fillColumns(flanges: FlangeOrder, isInstant: boolean): void {
    const { count, u, h } = this;
    u.fill(0);
    for (let j = 0; j < count; j++) {
      u[j] = trial;
      this.apply(u, isInstant);
      u[j] = 0;
      for (let f = 0; f < h.length; f++) h[f] = (h[f]! - flanges.h[f]!) / trial;
      flanges.setInputColumn(j, count, h);
    }
  }

  /** The dynamics are ready for finish(), with the forces of the inputs; in an instant with those of flanges alone. */
  apply(u: ArrayLike<number>, isInstant: boolean): void {
    const { dynamics, elements, M, h } = this;
    const { forces } = dynamics.state;
    forces.force.set(this.force);
    forces.torque.set(this.torque);
    elements.load(forces, u, isInstant);
    dynamics.flangeDynamics(M, h);
    this.onLines?.reduce(M, h);
  }
}
