/** A ball dropped from 10 m that keeps 80 % of its speed at each impact. Impact times and end in closed form. */
import { filled, firstComponents, type OdeProblem } from "./referenceProblem.ts";

const g = 9.81;
const restitution = 0.8;

/** The first `count` impact times of a ball dropped from `height`: t1 = √(2h/g), then flights of 2·v/g. */
export function impactTimes(height: number, restitutionCoefficient: number, count: number): number[] {
  const times = [Math.sqrt((2 * height) / g)];
  let speed = g * times[0];
  while (times.length < count) {
    speed *= restitutionCoefficient;
    times.push(times[times.length - 1] + (2 * speed) / g);
  }
  return times;
}

/** A ball with the given restitution, until tEnd. The last flight gives the end values. */
export function bouncingBall(height: number, restitutionCoefficient: number, tEnd: number): OdeProblem {
  const times = impactTimes(height, restitutionCoefficient, 200).filter((t) => t <= tEnd);
  const duration = tEnd - times[times.length - 1];
  const speed = Math.sqrt(2 * g * height) * restitutionCoefficient ** times.length;
  return {
    name: "ball",
    title: "Bouncing ball",
    kind: "events",
    form: "ode",
    size: 2,
    t0: 0,
    tEnd,
    y0: Float64Array.of(height, 0),
    toleranceScale: filled(2, 1),
    compare: firstComponents(2),
    end: [(speed - 0.5 * g * duration) * duration, speed - g * duration],
    agreement: "closed form",
    sources: [],
    rhs(_t, y, ydot) {
      ydot[0] = y[1];
      ydot[1] = -g;
    },
    event: {
      roots(_t, y, values) {
        values[0] = y[0];
      },
      direction: -1,
      apply(y) {
        y[0] = 0;
        y[1] *= -restitutionCoefficient;
      },
      times,
    },
  };
}

export const ball = bouncingBall(10, restitution, 10);
