import { describe, expect, it } from "vitest";
import { createAdams } from "../../src/integrate/adams.ts";
import { createBdf } from "../../src/integrate/bdf.ts";
import { createDop853 } from "../../src/integrate/dop853.ts";
import { createEsdirk54 } from "../../src/integrate/esdirk54.ts";
import { createIda } from "../../src/integrate/ida/ida.ts";
import { createLsodar } from "../../src/integrate/lsodar.ts";
import type { CreateIntegrator, OdeSystem } from "../../src/integrate/problem.ts";
import { createRadau5 } from "../../src/integrate/radau5.ts";
import { createTsit5 } from "../../src/integrate/tsit5.ts";
import { allocatedPerCall } from "../allocatedBytes.ts";
import { forOdes } from "./ida/odeAsDae.ts";
import { methodOptions } from "./oneStepContract.ts";

const methods: Readonly<Record<string, CreateIntegrator>> = {
  tsit5: createTsit5,
  dop853: createDop853,
  esdirk54: createEsdirk54,
  radau5: createRadau5,
  bdf: createBdf,
  adams: createAdams,
  lsodar: createLsodar,
  ida: forOdes(createIda),
};

describe("a step with output", () => {
  it.each(Object.keys(methods))("allocates far less than one vector: %s", (name) => {
    const n = 1000;
    const system: OdeSystem = {
      size: n,
      sparsity: { kind: "banded", size: n, lower: 0, upper: 0 },
      rhs: (t, y, ydot) => {
        for (let i = 0; i < n; i++) ydot[i] = Math.cos(t) - y[i];
      },
    };
    const integrator = methods[name]!(
      system,
      0,
      new Float64Array(n),
      1e9,
      methodOptions(n, 1e-6, { maximumStep: 0.1 }),
    );
    const out = new Float64Array(n);
    const perStep = allocatedPerCall(500, () => {
      integrator.step(1e9);
      integrator.interpolate(out, 0.5 * (integrator.tPrevious + integrator.t));
    });
    expect(perStep).toBeLessThan(n);
  });
});
