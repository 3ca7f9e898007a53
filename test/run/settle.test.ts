// A steady start that Newton's method does not find: it leaves the range of a medium, while the model comes to rest inside it.
import { describe, expect, it } from "vitest";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { conditionsOf, saysRest } from "../../src/run/initialConditions.ts";
import { RunningModel } from "../../src/run/runningModel.ts";
import { settle } from "../../src/run/settle.ts";
import { simulate } from "../../src/run/simulate.ts";

/** A function of a medium: it stays a call, and knows no temperatures outside of its range. */
const medium = `
  function heat input Real T; output Real h = 0; protected Integer k = 0;
    algorithm
      assert(T > 250 and T < 1000, "the temperature is out of range");
      while k < T/1e6 loop h := T; k := k + 1; end while; end heat;`;

const translated = (body: string) =>
  importModelica({ texts: { "T.mo": `package T ${medium} model M ${body} end M; end T;` } }).instantiate("T.M");
const start = (body: string) => simulate(translated(body), { stopTime: 1e-3, tolerance: 1e-8 });

/** Where a model settles, from its start values; undefined when it does not. */
function restOf(body: string, wanted: "all" | "some" = "all"): number[] | undefined {
  const { program } = translated(body);
  const none = new Map();
  const model = new RunningModel(program, none, none, none);
  model.samplers.begin(0, model.services.timeSlack);
  const { conditions } = conditionsOf(model, true);
  const free = program.states.map((_, k) => k);
  const saysSo = saysRest(model, wanted === "all" ? conditions : conditions.slice(1), free);
  return saysSo && settle(model, 0, free) ? [...model.X] : undefined;
}

describe("a start at rest", () => {
  it("is found by shorter steps where whole ones leave the range of a function", () => {
    // far from its zero the arctangent is flat: Newton's method goes to −1086 at first
    const result = start(`Real T(start = 400);
      initial equation der(T) = 0;
      equation der(T) = -atan((heat(T) - 300)/10);`);
    expect(result.final("T")).toBeCloseTo(300, 6);
  });

  it("is where the model goes by itself, where shorter steps end at the border of the range", () => {
    // without flow there is no temperature at which the loss is balanced; the flow comes long before the temperature has changed
    const result = start(`Real p(start = 1e-6); Real T(start = 300); Real m = p/sqrt(abs(p) + 1e-6);
      initial equation der(p) = 0; der(T) = 0;
      equation der(p) = 1e6*(1 - m); der(T) = m*(300 - heat(T)) - 20;`);
    expect(result.final("p")).toBeCloseTo((1 + Math.sqrt(1 + 4e-6)) / 2, 9);
    expect(result.final("T")).toBeCloseTo(280, 6);
  });

  it("is met by steps that grow: far from rest, beside a border, and with rates that differ by ten orders of magnitude", () => {
    // der(T) = −atan((T − 300)/10)
    expect(restOf("Real T(start = 400); equation der(T) = -atan((heat(T) - 300)/10);")![0]).toBeCloseTo(300, 9);
    // m = √p but near zero, where a temperature would have to be −2·10⁴
    const flow = "Real p(start = 1e-6); Real T(start = 300); Real m = p/sqrt(abs(p) + 1e-6);";
    const [p, T] = restOf(`${flow} equation der(p) = 1e8*(1 - m); der(T) = 0.01*(m*(300 - heat(T)) - 20);`)!;
    expect(p).toBeCloseTo((1 + Math.sqrt(1 + 4e-6)) / 2, 9);
    expect(T).toBeCloseTo(280, 9);
  });

  it("is the stable one of several", () => {
    // x³ = x: Newton's method goes from 0.5 to −1, and from 0.1 to 0
    for (const x of [0.5, 0.1])
      expect(restOf(`Real x(start = ${x}); equation der(x) = x - x^3;`)![0]).toBeCloseTo(1, 9);
  });

  it("is none where a model does not come to rest, has no values, or something else is wanted", () => {
    expect(restOf("Real x(start = 1); equation der(x) = 1 + x^2;")).toBe(undefined);
    expect(restOf("Real T(start = 260); equation der(T) = -heat(T);")).toBe(undefined);
    expect(restOf("Real T(start = 100); equation der(T) = -heat(T);")).toBe(undefined);
    expect(restOf("Real x(start = 2); Real y(start = 2); equation der(x) = -x; der(y) = -y;", "some")).toBe(undefined);
    expect(restOf("Real x(start = 2); Real y(start = 2); equation der(x) = -x; der(y) = -y;")).toEqual([
      expect.closeTo(0, 9),
      expect.closeTo(0, 9),
    ]);
  });

  it("says which assertion ended the search where there is none", () => {
    const hot = `Real T(start = 400); initial equation der(T) = 0; equation der(T) = 2 - heat(T)/1000;`;
    expect(() => start(hot)).toThrow("the temperature is out of range");
  });
});
