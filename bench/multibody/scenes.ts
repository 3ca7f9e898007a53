/** The mechanisms of the benchmark, as the kernel takes them; peers get the same numbers. */
import type { BodyDescription, MechanismDescription } from "../../src/mechanics/mechanismDescription.ts";

/** One link of the chains: a thin rod that hangs down from its hinge along y. */
export const link = { length: 0.2, mass: 1, lateral: 0.2 ** 2 / 12, axial: 1e-4 } as const;

const down = { kind: "uniform", vector: [0, 0, -9.81] } as const;

/** N equal links in a row. Every second hinge may be turned by 90°, so that the chain moves in space. */
export function chain(count: number, isSpatial: boolean): MechanismDescription {
  return {
    gravity: down,
    bodies: Array.from({ length: count }, (_, i) => ({
      path: `link${i + 1}`,
      parent: i,
      mass: link.mass,
      centre: [0, 0, -link.length / 2],
      inertia: [link.lateral, 0, 0, link.lateral, 0, link.axial],
      joint: {
        path: `hinge${i + 1}`,
        kind: "revolute",
        axis: hingeAxis(i, isSpatial),
        frameA: { r: [0, 0, i === 0 ? 0 : -link.length] },
      },
    })),
  };
}

export const hingeAxis = (i: number, isSpatial: boolean): number[] =>
  isSpatial && i % 2 === 1 ? [1, 0, 0] : [0, 1, 0];

/** Seven joints as in a collaborative arm: alternating axes, masses that shrink outwards. */
export const armAxes = [
  [0, 0, 1],
  [0, 1, 0],
  [0, 0, 1],
  [0, 1, 0],
  [0, 0, 1],
  [0, 1, 0],
  [0, 0, 1],
];

export function arm(): MechanismDescription {
  return {
    gravity: down,
    bodies: armAxes.map((axis, i): BodyDescription => {
      const mass = 4 - 0.5 * i;
      return {
        path: `link${i + 1}`,
        parent: i,
        mass,
        centre: [0.01, 0.02, 0.1],
        inertia: [0.03 * mass, 0, 0, 0.028 * mass, 0, 0.005 * mass],
        joint: { path: `axis${i + 1}`, kind: "revolute", axis, frameA: { r: [0, 0, i === 0 ? 0.1 : 0.2] } },
      };
    }),
  };
}

export function freeBodies(count: number): MechanismDescription {
  return {
    gravity: down,
    bodies: Array.from({ length: count }, (_, i) => ({
      path: `body${i + 1}`,
      parent: 0,
      mass: 1,
      centre: [0.01, 0, 0.02],
      inertia: [0.02, 0, 0, 0.03, 0, 0.04],
      joint: { path: `free${i + 1}`, kind: "free" },
    })),
  };
}

/** Crank, coupler and rocker; planar, closed by a hinge in space: three of its five constraints are redundant. */
export const bars = { crank: 0.1, coupler: 0.4, rocker: 0.3, base: 0.35, startAngle: 0.3, startSpeed: 30 } as const;

export function fourBar(): MechanismDescription {
  const rod = (length: number) => ({
    mass: 1,
    centre: [length / 2, 0, 0],
    inertia: [1e-3, 0, 0, length ** 2 / 12, 0, length ** 2 / 12],
  });
  return {
    gravity: { kind: "uniform", vector: [0, -9.81, 0] },
    bodies: [
      { path: "crank", parent: 0, ...rod(bars.crank), joint: { path: "j1", kind: "revolute" } },
      {
        path: "coupler",
        parent: 1,
        ...rod(bars.coupler),
        joint: { path: "j2", kind: "revolute", frameA: { r: [bars.crank, 0, 0] } },
      },
      {
        path: "rocker",
        parent: 0,
        ...rod(bars.rocker),
        joint: { path: "j3", kind: "revolute", frameA: { r: [bars.base, 0, 0] } },
      },
    ],
    loopJoints: [
      {
        path: "j4",
        kind: "revolute",
        bodyA: 2,
        bodyB: 3,
        frameA: { r: [bars.coupler, 0, 0] },
        frameB: { r: [bars.rocker, 0, 0] },
      },
    ],
  };
}

/** Positions and velocities at which the evaluations are timed. */
export const startPosition = (i: number): number => 0.3 * Math.sin(i + 1);
export const startVelocity = (i: number): number => 0.5 * Math.cos(2 * i + 1);
