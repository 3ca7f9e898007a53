/** Solvers without models: options and problems as plain objects, with right sides that are right. */
import { type IntegrateOptions, integrate } from "../../src/integrate/integrate.ts";
import { type IntegrateDaeOptions, integrateDae } from "../../src/integrate/integrateDae.ts";
import { type PlanarOptions, simulatePlanar } from "../../src/planar/simulatePlanar.ts";
import type { PlanarWorld } from "../../src/planar/world.ts";
import { mutateJson } from "../mutate.ts";
import type { Target } from "../target.ts";

const problems = ["tsit5", "dop853", "bdf", "adams", "radau5", "esdirk54", "lsodar"].map((method) => ({
  problem: { t0: 0, y0: [1, 0], tEnd: 0.5, names: ["a", "b"] },
  options: {
    method,
    relativeTolerance: 1e-4,
    absoluteTolerance: [1e-6, 1e-6],
    maximumSteps: 500,
    initialStep: 0.01,
    maximumStep: 0.2,
  },
}));

const world = {
  world: {
    gravity: [0, -9.81],
    bodies: {
      ball: {
        mass: 1,
        inertia: 1,
        position: [0, 0.05],
        velocity: [1, 0],
        outline: [
          [-0.1, -0.1],
          [-0.1, 0.1],
          [0.1, 0.1],
          [0.1, -0.1],
        ],
      },
    },
    targets: {
      floor: {
        outline: [
          [-1, -1],
          [-1, 0],
          [1, 0],
          [1, -1],
        ],
      },
    },
    beams: {
      reed: {
        nodes: [
          [0, 1],
          [0.5, 1],
          [1, 1],
        ],
        section: { axialStiffness: 1e3, bendingStiffness: 1, massPerLength: 0.1 },
        attach: { 0: "world" },
      },
    },
    contacts: [{ target: "floor", initiators: "ball", stiffness: 1e4, damping: 0.1, friction: 0.3 }],
  },
  options: { stopTime: 0.05, tolerance: 1e-3, interval: 0.01, maximumSteps: 300, maximumEvents: 100 },
};

type Sized = { readonly length: number };

/** Who allows 4·10⁹ steps gets them; the time ends what nobody would wait for, in s. */
const maximumWallTime = 10;

export const solverTargets: readonly Target[] = [
  {
    name: "integrate",
    seeds: async () => problems.map((problem) => JSON.stringify(problem)),
    mutate: (text, _, random) => mutateJson(text, random),
    run: (text) => {
      const { problem, options } = JSON.parse(text) as { problem: object; options: IntegrateOptions };
      const rhs = (_t: number, y: Float64Array, d: Float64Array): void => {
        for (let k = 0; k < d.length; k++) d[k] = y[(k + 1) % d.length]! - 2 * y[k]!;
      };
      integrate({ ...(problem as { t0: number; y0: number[]; tEnd: number }), rhs }, { maximumWallTime, ...options });
    },
  },
  {
    name: "dae",
    seeds: async () => [
      JSON.stringify({
        problem: { t0: 0, y0: [1, 1], yp0: [-1, -1], tEnd: 0.5, differential: [true, false] },
        options: { relativeTolerance: 1e-4, maximumSteps: 500 },
      }),
    ],
    mutate: (text, _, random) => mutateJson(text, random),
    run: (text) => {
      const { problem, options } = JSON.parse(text) as { problem: object; options: IntegrateDaeOptions };
      const residual = (_t: number, y: Float64Array, yp: Float64Array, r: Float64Array): void => {
        r[0] = yp[0]! + y[0]!;
        for (let k = 1; k < (r as Sized).length; k++) r[k] = y[k]! - y[0]!;
      };
      integrateDae({ ...problem, residual } as never, { maximumWallTime, ...options });
    },
  },
  {
    name: "planar",
    cost: 2,
    seeds: async () => [JSON.stringify(world)],
    mutate: (text, _, random) => mutateJson(text, random),
    run: (text) => {
      const own = JSON.parse(text) as { world: PlanarWorld; options: PlanarOptions };
      simulatePlanar(own.world, { maximumWallTime, ...own.options });
    },
  },
];
