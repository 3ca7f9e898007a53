/** Problems with closed-form solutions, to measure the order of methods and the accuracy of their interpolants. */
import type { OdeSystem } from "../../src/integrate/problem.ts";

export interface ClosedForm {
  readonly system: OdeSystem;
  readonly t0: number;
  readonly tEnd: number;
  /** The solution at t. */
  exact(t: number): number[];
}

/** Nonlinear, coupled and explicit in t; all components are functions of sin t² and cos t². */
export const chirp: ClosedForm = {
  t0: 0,
  tEnd: 1,
  system: {
    size: 4,
    rhs: (t, y, ydot) => {
      ydot[0] = 2 * t * y[1] ** 0.2 * y[3];
      ydot[1] = 10 * t * Math.exp(5 * (y[2] - 1)) * y[3];
      ydot[2] = 2 * t * y[3];
      ydot[3] = -2 * t * Math.log(y[0]);
    },
    jacobian: (t, y, jac) => {
      const growth = 10 * t * Math.exp(5 * (y[2] - 1));
      jac[3] = (-2 * t) / y[0];
      jac[4] = 0.4 * t * y[1] ** -0.8 * y[3];
      jac[9] = 5 * growth * y[3];
      jac[12] = 2 * t * y[1] ** 0.2;
      jac[13] = growth;
      jac[14] = 2 * t;
    },
  },
  exact: (t) => {
    const s = Math.sin(t * t);
    return [Math.exp(s), Math.exp(5 * s), s + 1, Math.cos(t * t)];
  },
};

/** x'' = −x */
export const oscillator: ClosedForm = {
  t0: 0,
  tEnd: 10,
  system: {
    size: 2,
    rhs: (_t, y, ydot) => {
      ydot[0] = y[1];
      ydot[1] = -y[0];
    },
  },
  exact: (t) => [Math.cos(t), -Math.sin(t)],
};

/** y' = −λ·(y − cos t) − sin t: a stiff component pulled to the smooth solution cos t [ProtheroRobinson1974]. */
export function protheroRobinson(λ: number): ClosedForm {
  return {
    t0: 0,
    tEnd: 2,
    system: {
      size: 1,
      names: ["pulled"],
      rhs: (t, y, ydot) => {
        ydot[0] = -λ * (y[0] - Math.cos(t)) - Math.sin(t);
      },
      jacobian: (_t, _y, jac) => {
        jac[0] = -λ;
      },
    },
    exact: (t) => [Math.cos(t)],
  };
}
