// What is plotted, and over what.
import { describe, expect, it } from "vitest";
import { defaultPanels, expandPanels, panelFor, panelNames, panelWith } from "../../app/session/panelChoice.ts";
import { unwrap } from "../../app/session/runRecord.ts";
import { instantiate, Model, Par, simulate, Var } from "../../src/index.ts";

const result = simulate(
  instantiate(
    Model({
      still: Var({ init: 2, unit: "m" }),
      x: Var({ init: 1, unit: "m" }),
      v: Var({ init: [0, 1], unit: "m/s" }),
      equations: "der(still) = 0; der(x) = -x*k; der(v) = -v*k",
      k: Par(1, "1/s"),
    }),
  ),
  { stopTime: 1 },
);

describe("panels", () => {
  it("begin with what moves; what stands still is left out", () => {
    expect(defaultPanels(result)).toEqual([["x"], ["v[1]", "v[2]"]]);
  });

  it("of a model in which nothing moves show it all the same", () => {
    const rest = simulate(instantiate(Model({ a: Var({ init: 3 }), equations: "der(a) = 0" })), { stopTime: 1 });
    expect(defaultPanels(rest)).toEqual([["a"]]);
  });

  it("of a long vector alone show some of its elements, from the first to the last", () => {
    const init = Array.from({ length: 32 }, (_, i) => i);
    const rod = simulate(instantiate(Model({ T: Var({ init }), equations: "der(T) = -T" })), { stopTime: 1 });
    // the first of them stands still
    expect(defaultPanels(rod)).toEqual([["T[1]", "T[11]", "T[22]", "T[32]"]]);
  });

  it("may stand over a signal, which stays when vectors become their elements", () => {
    const panel = panelWith({ across: "x", names: ["v"] });
    expect(panelNames(panel)).toEqual({ across: "x", names: ["v"] });
    expect(expandPanels([panel], result)).toEqual([panelWith({ across: "x", names: ["v[1]", "v[2]"] })]);
    // a signal that is ticked goes beside curves over time
    expect(panelFor([panel], "v[1]", result)).toEqual([panel, ["v[1]"]]);
    expect(panelNames(["x"])).toEqual({ across: undefined, names: ["x"] });
  });
});

describe("angles", () => {
  it("go on where they would jump by a turn, also when they come in parts", () => {
    const angle = (k: number) => 0.3 * k;
    const wrapped = Float64Array.from({ length: 60 }, (_, k) => Math.atan2(Math.sin(angle(k)), Math.cos(angle(k))));
    unwrap(wrapped, 0, 25);
    unwrap(wrapped, 25, 60);
    wrapped.forEach((value, k) => {
      expect(value).toBeCloseTo(angle(k), 9);
    });
  });
});
