/** Where start values of DAEs are sought, and what is found: ../work/ida-starts.txt. What it should be is said in consistentInitialValues.test.ts. */
import { expect, it } from "vitest";
import { RattlebackError } from "../../../src/errors/rattlebackError.ts";
import { consistentInitialValues } from "../../../src/integrate/ida/consistentInitialValues.ts";
import type { DaeSystem, MethodOptions } from "../../../src/integrate/problem.ts";
import { cos, exp } from "../../../src/math/elementary.ts";
import { Account, optionsOf } from "../drivenIntegrator.ts";
import { decay } from "./drivenDaes.ts";

const starts: Readonly<
  Record<string, { system: DaeSystem; y: number[]; yp: number[]; options?: Partial<MethodOptions>; tEnd?: number }>
> = {
  "an algebraic equation": { system: decay, y: [1, 0], yp: [0, 0] },
  "an algebraic equation, from far away": {
    system: {
      size: 2,
      residual: (_t, y, yp, r) => void r.set([yp[0]! + y[1]!, y[1]! * y[1]! * y[1]! + y[1]! - 30 * y[0]!]),
      differential: [true, false],
    },
    y: [1, -60],
    yp: [0, 0],
    tEnd: 0,
  },
  "an exponential": {
    system: {
      size: 2,
      residual: (_t, y, yp, r) => void r.set([yp[0]! - y[1]!, exp(y[1]!) - 1000 * (1 + y[0]!)]),
      differential: [true, false],
    },
    y: [1, -2],
    yp: [3, 0],
  },
  "no solution": {
    system: {
      size: 2,
      residual: (_t, y, yp, r) => void r.set([yp[0]! - y[1]!, y[1]! * y[1]! + 1]),
      differential: [true, false],
      names: ["x", "z"],
    },
    y: [1, 0.5],
    yp: [3, 0],
  },
  "nothing that determines it": {
    system: {
      size: 2,
      residual: (_t, y, yp, r) => void r.set([yp[0]! - y[0]!, y[0]! - 1]),
      differential: [true, false],
    },
    y: [1, 0.5],
    yp: [3, 0],
  },
  "not a number": {
    system: { size: 2, residual: (_t, _y, _yp, r) => void r.set([1, Number.POSITIVE_INFINITY]) },
    y: [1, 0.5],
    yp: [3, 0],
  },
  "a border that a whole step would pass": {
    system: {
      size: 2,
      residual: (_t, y, yp, r) => void r.set([yp[0]! - y[1]!, Math.sqrt(y[1]!) - 0.1 - 1e-3 * y[0]!]),
      differential: [true, false],
    },
    y: [1, 4],
    yp: [0, 0],
  },
  "a fast and a slow part": {
    system: {
      size: 3,
      residual: (t, y, yp, r) =>
        void r.set([
          1e-3 * yp[0]! + 1e5 * (y[0]! - y[2]!),
          yp[1]! * (1 + yp[1]! * yp[1]!) - cos(t) - y[2]!,
          y[2]! - y[1]! * y[1]! - 0.01 * y[2]! * y[2]!,
        ]),
      differential: [true, true, false],
    },
    y: [1, 2, 1],
    yp: [0, 0, 0],
    options: { absoluteTolerance: Float64Array.of(1e-6, 1e-9, 1e-3) },
  },
  "a border at the guess": {
    system: {
      size: 2,
      residual: (_t, y, yp, r) => void r.set([yp[0]! - y[1]!, Math.sqrt(0.5 - y[1]!) - 0.1]),
      differential: [true, false],
    },
    y: [1, 0.5],
    yp: [0, 0],
  },
  "rounding that is left": {
    system: {
      size: 2,
      residual: (_t, y, yp, r) => void r.set([yp[0]! - y[1]!, y[1]! + 1e8 - 1e8 - 0.3]),
      jacobian: (_t, _y, _yp, c, J) => void J.set([c, 0, -1, 1]),
      differential: [true, false],
    },
    y: [1, 0.1],
    yp: [0, 0],
  },
  "fixed already": { system: decay, y: [1, 1], yp: [-1, -2] },
};

it("start values are sought where they were", async () => {
  const lines = Object.entries(starts).flatMap(([name, { system, y, yp, options, tEnd = 3 }]) =>
    (["differential", "derivatives"] as const).map((mode) => {
      const asked = new Account();
      const counted: DaeSystem = {
        ...system,
        residual: (t, at, slope, r) => {
          asked.addAt(t, at);
          asked.addAt(0, slope);
          system.residual(t, at, slope, r);
        },
      };
      let found: string;
      try {
        const values = consistentInitialValues(
          counted,
          0,
          Float64Array.from(y),
          Float64Array.from(yp),
          tEnd,
          optionsOf(system.size, 1e-6, options),
          mode,
        );
        const digits = (x: number): string => String(Number(x.toPrecision(12)));
        found = `${Array.from(values.y, digits).join(" ")}; ${Array.from(values.yp, digits).join(" ")}\n  counts ${Object.values(values.statistics).join(" ")}`;
      } catch (error) {
        if (!(error instanceof RattlebackError)) throw error;
        found = error.message.replaceAll("\n", "\n  ");
      }
      return `${name}, ${mode}\n  ${found}\n  asked ${asked}\n`;
    }),
  );
  await expect(lines.join("")).toMatchFileSnapshot("../work/ida-starts.txt");
});
