// What the page is told about many runs of a model, in Node.
import { describe, expect, it } from "vitest";
import type { StudyOutcome, StudyRequest, UnsureValue } from "../../app/engine/modelStudy.ts";
import { runInNode } from "./runInNode.ts";

const decay = `import { Model, Par, Var } from "rattleback";
export default Model({ k: Par(2, "1/s"), x: Var({ init: 1, unit: "m" }), equations: "der(x) = -k*x" });
export const experiment = { stopTime: 1, tolerance: 1e-9 };
`;
const k: UnsureValue = { name: "k", isStart: false, value: 2, deviation: 0.1 };
const x: UnsureValue = { name: "x", isStart: true, value: 1, deviation: 0.01 };

async function ask<S extends StudyRequest["study"]>(request: StudyRequest & { study: S }, merge = {}) {
  const { of, done } = await runInNode(decay, [{ kind: "study", model: 0, merge, request }]);
  const text = of("study")[0]?.text;
  return {
    outcome: text === undefined ? undefined : (JSON.parse(text) as Extract<StudyOutcome, { study: S }>),
    error: done.at(-1)!.error,
  };
}

describe("studies on the page", () => {
  it("are bands: x(1) = exp(−k) has the quantiles of a lognormal number", async () => {
    const { outcome } = await ask({ study: "bands", unsure: [k], output: "x", count: 256 });
    const [low, median, high] = outcome!.curves.map((curve) => curve.at(-1)!);
    expect(low).toBeCloseTo(Math.exp(-2 - 0.196), 2);
    expect(median).toBeCloseTo(Math.exp(-2), 3);
    expect(high).toBeCloseTo(Math.exp(-2 + 0.196), 2);
    expect(outcome!.convergence.map(({ runs }) => runs)).toEqual([64, 128, 256]);
  });

  it("are indices: ln x(1) = ln x(0) − k, so that k explains 100 parts and x(0) one", async () => {
    const { outcome } = await ask({ study: "indices", unsure: [x, k], output: "x", count: 128 });
    const [ofX, ofK] = outcome!.rows;
    expect([ofX!.name, ofK!.name, outcome!.runs]).toEqual(["x", "k", 512]);
    expect(ofX!.total).toBeCloseTo(1 / 101, 2);
    expect(ofK!.total).toBeCloseTo(100 / 101, 1);
  });

  it("are fits, with the values of the form for what is not fitted", async () => {
    const rows = [0, 0.2, 0.4, 0.6, 0.8].map((t, i) => `${t},${50 * Math.exp(-1.3 * t) * (1 + 1e-3 * (-1) ** i)}`);
    const { outcome } = await ask({ study: "fit", unsure: [k], table: `time,x [cm]\n${rows.join("\n")}` }, { x: 0.5 });
    const [fitted] = outcome!.parameters;
    expect(fitted!.value).toBeCloseTo(1.3, 2);
    expect(fitted!.interval[0]!).toBeLessThan(1.3);
    expect(fitted!.interval[1]!).toBeGreaterThan(1.3);
    expect(outcome!.merge).toEqual({ k: fitted!.value });
    expect(outcome!.series[0]).toMatchObject({ name: "x", measuredAt: [0, 0.2, 0.4, 0.6, 0.8] });
    expect(outcome!.series[0]!.values).toHaveLength(201);
  });

  it("end with an error that names what does not fit", async () => {
    const { outcome, error } = await ask({ study: "fit", unsure: [k], table: "time,y\n0,1\n1,2" });
    expect(outcome).toBeUndefined();
    expect(error).toMatchObject({ code: "E-CALIBRATION", what: expect.stringContaining('"y"') });
  });
});
