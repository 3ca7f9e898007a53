// Once a step has nothing to correct, the contraction of the iteration is 0/0: free flight after an impact failed.
import { describe, expect, it } from "vitest";
import { integrate } from "../../../src/integrate/integrate.ts";

describe("free flight after an impact", () => {
  it.each(["lsodar", "adams", "bdf"] as const)("goes on with constant speed with %s", (method) => {
    let phase = 0;
    const result = integrate(
      {
        rhs: (_t, y, ydot) => {
          ydot[0] = y[1];
          ydot[1] = phase === 1 ? -1e5 * y[0] : 0;
        },
        t0: 0,
        y0: [0.1, -3],
        tEnd: 0.2,
        roots: (_t, y, g) => {
          g[0] = y[0];
        },
        numberOfRoots: 1,
      },
      {
        method,
        relativeTolerance: 1e-9,
        onRoot: () => {
          phase++;
          return "restart";
        },
      },
    );
    expect(result.status).toBe("finished");
    // half a period of the spring turns the speed round
    expect(result.roots[1].t - result.roots[0].t).toBeCloseTo(Math.PI / Math.sqrt(1e5), 9);
    expect(result.y[1]).toBeCloseTo(3, 6);
  });
});
