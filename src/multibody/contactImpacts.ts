/**
 * Impulses on a mechanism: accelerations are linear in the applied forces, so the change of the hidden velocities by an impulse
 * is the difference of their derivatives with and without a force of that size.
 */
import { relativeVelocity } from "../contact/contactForces.ts";
import type { ImpactDynamics } from "../contact/impact.ts";
import type { ComponentAccess } from "../language/predefined.ts";
import { addForceAtPoint, clearBodyForces } from "../mechanics/bodyMotion.ts";
import type { MechanismDynamics } from "../mechanics/mechanismDynamics.ts";

/**
 * Impulses on the present state; `first` is the place of the hidden states. undefined when joints have flanges: a jump of their
 * velocities would concern everything in the equations that is connected to them.
 */
export function impactDynamics(
  access: ComponentAccess,
  dynamics: MechanismDynamics,
  first: number,
): ImpactDynamics | undefined {
  if (dynamics.outsideVelocities.length + dynamics.observed.length > 0) return undefined;
  const { motion, forces } = dynamics.state;
  const { hiddenCount, positionCount } = dynamics;
  const x = access.x.slice(first, first + hiddenCount);
  const none = new Float64Array(3);
  const set = (): void => void dynamics.setStates(x, 0, none, 0, none, 0);
  const derivative = (): Float64Array => {
    const xdot = new Float64Array(hiddenCount);
    dynamics.flangeDynamics(none, none);
    dynamics.finish(none, 0, xdot, 0);
    return xdot;
  };
  const change = (bodyA: number, bodyB: number, point: Float64Array, J: Float64Array): Float64Array => {
    clearBodyForces(forces);
    const without = derivative();
    clearBodyForces(forces);
    if (bodyA !== 0) {
      const opposite = J.map((value) => -value);
      addForceAtPoint(forces, motion, bodyA, point, 0, opposite, 0, none, 0);
    }
    if (bodyB !== 0) addForceAtPoint(forces, motion, bodyB, point, 0, J, 0, none, 0);
    const jump = derivative().map((value, k) => (k < positionCount ? 0 : value - without[k]!));
    clearBodyForces(forces);
    return jump;
  };
  const relative = new Float64Array(6);
  return {
    response(out, bodyA, bodyB, point, e) {
      const jump = change(bodyA, bodyB, point, e);
      relativeVelocity(relative, motion, bodyA, bodyB, point, 0);
      const before = relative.slice();
      for (let k = positionCount; k < hiddenCount; k++) x[k]! += jump[k]!;
      set();
      relativeVelocity(relative, motion, bodyA, bodyB, point, 0);
      for (let i = 0; i < 3; i++) out[i] = relative[i]! - before[i]!;
      for (let k = positionCount; k < hiddenCount; k++) x[k]! -= jump[k]!;
      set();
    },
    apply(bodyA, bodyB, point, J) {
      const jump = change(bodyA, bodyB, point, J);
      for (let k = positionCount; k < hiddenCount; k++) {
        x[k]! += jump[k]!;
        access.setState(first + k, x[k]!);
      }
      set();
    },
  };
}
