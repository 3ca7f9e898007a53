// What a page meets when there is nothing to simulate in. The rest is in test/studio/embed.test.ts, in a browser.
import { describe, expect, it } from "vitest";
import { Model, Var } from "../../src/index.ts";
import { createPlot } from "../../src/page/createPlot.ts";
import { simulateInWorker } from "../../src/page/simulateInWorker.ts";

const model = Model({ x: Var({ init: 1 }), equations: "der(x) = -x" });

describe("simulateInWorker", () => {
  it("says so where there are no workers of a browser", () => {
    expect(() => simulateInWorker(model)).toThrow(expect.objectContaining({ code: "E-WORKER" }));
  });

  it("refuses options that simulate refuses, before anything starts", () => {
    expect(() => simulateInWorker(model, { tolerance: -1 })).toThrow(
      expect.objectContaining({ code: "E-OPTION-VALUE" }),
    );
  });
});

describe("createPlot", () => {
  it("needs panels", () => {
    expect(() => createPlot(undefined as never, undefined as never, { plots: [] })).toThrow(
      expect.objectContaining({ code: "E-OPTION-VALUE" }),
    );
  });
});
