import { describe, expect, it } from "vitest";
import { resultCurves } from "../../src/modelica/compare/resultCurve.ts";
import { verifySignal } from "../../src/modelica/compare/verify.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { resultFromJson } from "../../src/results/resultFromJson.ts";
import { resultToCsv } from "../../src/results/writers/csv.ts";
import { resultToJson } from "../../src/results/writers/json.ts";
import { simulate } from "../../src/run/simulate.ts";

const run = (body: string, interval = 0.1) => {
  const model = importModelica({ texts: { "M.mo": `model M ${body} end M;` } }).instantiate("M");
  return simulate(model, { stopTime: 1, tolerance: 1e-8, interval });
};
const kinds = ({ events }: { events: readonly { kind: string }[] }) => events.slice(1).map(({ kind }) => kind);
/** Times of the lines behind the first. */
const times = (csv: string) => csv.trim().split("\r\n").slice(1).map(parseFloat);

describe("events in which nothing happens", () => {
  const x = "Real x(start = 0, fixed = true); Real y; equation der(x) = 1;";

  it("a kink of smooth(0, …) is silent, the same kink without smooth an event", () => {
    const bent = "if x > 0.55 then 2*x - 0.55 else x";
    expect(kinds(run(`${x} y = smooth(0, ${bent});`))).toEqual(["silent"]);
    expect(kinds(run(`${x} y = smooth(0, noEvent(${bent}));`))).toEqual(["silent"]);
    expect(kinds(run(`${x} y = ${bent};`))).toEqual(["state"]);
  });

  it("where a discrete variable has the same condition it is an event", () => {
    const result = run(`Boolean b; ${x} y = smooth(0, if x > 0.55 then 2*x - 0.55 else x); b = x > 0.55;`);
    expect(kinds(result)).toEqual(["state"]);
    expect(result.events[1]).toMatchObject({ time: expect.closeTo(0.55, 7) });
  });

  it("a condition that makes no difference because of another one is silent", () => {
    const armed = (at: number) =>
      `Boolean armed = time > ${at}; Boolean b; ${x} b = armed and x > 0.55; y = if b then 1 else 0;`;
    expect(kinds(run(armed(0.25)))).toEqual(["time", "state"]);
    expect(kinds(run(armed(0.75)))).toEqual(["silent", "time"]);
    expect(run(armed(0.75)).at(0.8, "y")).toBe(1);
  });

  it("a condition inside of an equation of continuous variables is never silent, also when they are what they were", () => {
    expect(kinds(run(`${x} y = if x > 0.55 then x else 1*x + 0;`))).toEqual([]);
    expect(kinds(run(`Boolean armed = time > 0.75; ${x} y = if armed and x > 0.55 then 1 else x;`))).toEqual([
      "state",
      "time",
    ]);
  });

  it("a condition that makes a continuous variable jump is none, though its equation has a discrete one alone on a side", () => {
    const result = run(
      "discrete Real n(start = 2, fixed = true); Real z; Real x(start = 0, fixed = true); equation der(x) = 1; when x > 0.9 then n = 4; end when; (if x > 0.5 then 1 else 2)*z = n;",
    );
    expect(kinds(result)).toEqual(["state", "state"]);
    expect([result.at(0.4999, "z"), result.at(0.5001, "z")]).toEqual([1, 2]);
  });

  it("files have no lines there, results read back know which events are silent", () => {
    const result = run(`${x} y = smooth(0, if x > 0.55 then 2*x - 0.55 else x);`);
    const grid = Array.from({ length: 11 }, (_, k) => 0.1 * k);
    expect(result.time.length).toBe(13);
    const read = times(resultToCsv(result));
    expect(read).toHaveLength(11);
    read.forEach((time, k) => {
      expect(time).toBeCloseTo(grid[k]!, 12);
    });
    const again = resultFromJson(resultToJson(result));
    expect(kinds(again)).toEqual(["silent"]);
    expect(times(resultToCsv(again))).toEqual(read);
    expect(times(resultToCsv(run(`${x} y = if x > 0.55 then 2*x - 0.55 else x;`)))).toHaveLength(13);
  });

  it("an event at the time of a silent one keeps its lines", () => {
    const result = run(
      `Boolean late = time > 0.5; ${x} y = smooth(0, if time*x > 0.25 then 2*time*x - 0.25 else time*x);`,
      0.3,
    );
    const near = times(resultToCsv(result)).filter((time) => time > 0.4 && time < 0.55);
    expect(near.filter((time) => time === 0.5)).toHaveLength(2);
  });

  it("a peak between the rows of a reference does not count against a result", () => {
    // a triangle that turns at x = 0.55, of which rows at 0.5 and 0.6 know nothing
    const result = run(`${x} y = smooth(0, if x > 0.55 then 1.1 - x else x);`);
    const time = Array.from({ length: 11 }, (_, k) => 0.1 * k);
    const reference = { time, values: time.map((t) => (t > 0.55 ? 1.1 - t : t)) };
    expect(verifySignal("y", reference, resultCurves(result)("y"))).toMatchObject({ isInside: true, isStrict: true });
    const event = run(`${x} y = if x > 0.55 then 1.1 - x else x;`);
    expect(verifySignal("y", reference, resultCurves(event)("y"))).toMatchObject({ isInside: false });
    expect(resultCurves(result)("z")).toBeUndefined();
  });
});
