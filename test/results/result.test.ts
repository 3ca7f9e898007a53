import { describe, expect, it } from "vitest";
import { hashNumbers } from "../../src/results/stateHash.ts";
import { grid, oscillator, recordRun, refinedRod, sampleStatistics } from "./sampleRun.ts";

const times = grid(0, 2, 8);
const result = recordRun([oscillator(times, 1)]);
const rows = [0, 0.25, 0.5, 0.75, 1, 1, 1.25, 1.5, 1.75, 2];

describe("the signals of a result", () => {
  it("have time, values, unit and description", () => {
    const { time, values, unit, description } = result.signal("mass.s");
    expect([...time]).toEqual(rows);
    expect([...values]).toEqual(rows.map(Math.sin));
    expect(unit).toBe("m");
    expect(description).toBe("position");
  });

  it("are listed without those that the model hides", () => {
    expect(result.names()).toEqual([
      "mass.s",
      "mass.der(s)",
      "mass.v",
      "r",
      "der(r)",
      "on",
      "count",
      "f",
      "reaction",
      "minusR",
      "m",
      "k",
      "n",
    ]);
    expect(result.describe("m")).toEqual({
      name: "m",
      unit: "",
      description: "",
      kind: "algebraic",
      type: "real",
      shape: [2, 2],
    });
  });

  it("are arrays of arrays for vectors and matrices", () => {
    expect(result.signal<number[][]>("r").values).toEqual(rows.map((t) => [t, t * t, t ** 3]));
    expect(result.signal<number[][][]>("m").values[3]).toEqual([
      [0.75, Math.sin(0.75)],
      [Math.sin(0.75) / 3, 1e-300 * 0.75],
    ]);
    expect(result.final<number[]>("r")).toEqual([2, 4, 8]);
    expect(result.final<number[]>("n")).toEqual([0, 0, 1]);
  });

  it("have elements and parts", () => {
    expect([...result.signal("r[2]").values]).toEqual(rows.map((t) => t * t));
    expect(result.final("m[2,1]")).toBe(Math.sin(2) / 3);
    expect(result.final<number[]>("r[2:3]")).toEqual([4, 8]);
    expect(result.final<number[]>("m[1,:]")).toEqual([2, Math.sin(2)]);
    expect(result.final<number[][]>("m[:,2:2]")).toEqual([[Math.sin(2)], [2e-300]]);
    expect(result.describe("r[2:3]").shape).toEqual([2]);
  });

  it("have derivatives under both spellings", () => {
    expect(result.final("mass.der(s)")).toBe(Math.cos(2));
    expect(result.final("der(mass.s)")).toBe(Math.cos(2));
    expect(result.final("der(r[3])")).toBe(12);
    expect(result.final("der(r)[3]")).toBe(12);
  });

  it("that are negated aliases have the negative values, and plain zeros stay plain", () => {
    const { values } = result.signal("reaction");
    expect(values[3]).toBe(-Math.sin(0.75));
    expect(Object.is(values[0], 0)).toBe(true);
    expect(result.final<number[]>("minusR")).toEqual([-2, -4, -8]);
  });

  it("include time itself", () => {
    expect([...result.signal("time").values]).toEqual(rows);
    expect(result.signal("time").unit).toBe("s");
    expect(result.at(0.3, "time")).toBe(0.3);
    expect(result.final("time")).toBe(2);
  });

  it("cannot be changed through what the result hands out", () => {
    result.signal("mass.s").values.fill(0);
    result.time.fill(0);
    expect(result.final("mass.s")).toBe(Math.sin(2));
    expect(result.at(0.25, "mass.s")).toBe(Math.sin(0.25));
    result.time.set(rows);
    expect(Object.isFrozen(result)).toBe(true);
    expect(() => (result.finalStates as number[]).push(1)).toThrow(TypeError);
  });
});

describe("the end of a run", () => {
  it("is told by states, their names and a hash of their bits", () => {
    expect(result.stateNames).toEqual(["mass.s", "r[1]", "r[2]", "r[3]"]);
    expect(result.finalStates).toEqual([Math.sin(2), 2, 4, 8]);
    expect(result.stateHash).toBe(hashNumbers([Math.sin(2), 2, 4, 8]));
    expect(result.stateHash).toMatch(/^[0-9a-f]{16}$/);
  });

  it("comes with the story of the run", () => {
    expect(result.model).toBe("Sample");
    expect([result.startTime, result.stopTime, result.endTime]).toEqual([0, 2, 2]);
    expect(result.status).toBe("finished");
    expect(result.statistics).toEqual(sampleStatistics);
    expect(result.warnings).toEqual(["one warning"]);
    expect(result.parameters.get("R.R")).toBe(0.5);
    expect(result.segments).toEqual([
      { index: 0, startTime: 0, endTime: 2, firstRow: 0, rowCount: 10, stateNames: result.stateNames },
    ]);
  });

  it("of a run without rows has no values", () => {
    const empty = recordRun([oscillator([], 1)]);
    expect(empty.time.length).toBe(0);
    expect(empty.finalStates).toEqual([]);
    expect(empty.signal("mass.s").values.length).toBe(0);
    expect(() => empty.final("mass.s")).toThrow(
      expect.objectContaining({ code: "E-RESULT-EMPTY", hint: "a run that reaches at least its start time" }),
    );
  });
});

describe("a run whose structure changes", () => {
  const rod = recordRun(refinedRod());

  it("has missing values where a signal does not exist", () => {
    const missing = Number.NaN;
    expect([...rod.signal("a.x").values]).toEqual([0, 2.5, 5, 7.5, 10, ...Array(5).fill(missing)]);
    expect([...rod.signal("b.y").values]).toEqual([...Array(5).fill(missing), -1, -1.25, -1.5, -1.75, -2]);
    expect(rod.final("a.x")).toBe(missing);
    expect(rod.at(0.5, "b.y")).toBe(missing);
  });

  it("fills vectors up where they are shorter", () => {
    const { values } = rod.signal<number[][]>("T");
    expect(values[0]).toEqual([300, 301, 302, Number.NaN, Number.NaN]);
    expect(values[9]).toEqual([302, 303, 304, 305, 306]);
    expect(rod.describe("T").shape).toEqual([5]);
    expect(rod.at<number[]>(0.5, "T")).toEqual([300.5, 301.5, 302.5]);
    expect(rod.final<number[]>("T")).toEqual([302, 303, 304, 305, 306]);
    expect(rod.signal("T[5]").values[4]).toBe(Number.NaN);
    expect(rod.final("T[5]")).toBe(306);
  });

  it("goes on for signals that exist all the time, and constants may differ", () => {
    expect([...rod.signal("q").values]).toEqual([0, 0.25, 0.5, 0.75, 1, 1, 1.25, 1.5, 1.75, 2]);
    expect(rod.final("part")).toBe(-2);
    expect([...rod.signal("size").values]).toEqual([3, 3, 3, 3, 3, 5, 5, 5, 5, 5]);
  });

  it("tells its segments and the states at the end", () => {
    expect(
      rod.segments.map(({ firstRow, rowCount, startTime, endTime }) => [firstRow, rowCount, startTime, endTime]),
    ).toEqual([
      [0, 5, 0, 1],
      [5, 5, 1, 2],
    ]);
    expect(rod.segments[0].stateNames).toEqual(["T[1]", "T[2]", "T[3]"]);
    expect(rod.stateNames).toEqual(["T[1]", "T[2]", "T[3]", "T[4]", "T[5]"]);
  });
});

describe("several signals at once", () => {
  it("are what they are one by one, in the order of their names, also where vectors change their length", () => {
    for (const one of [result, recordRun(refinedRod())]) {
      const names = [...one.names(), "time", one.names()[0]];
      expect(one.signals(names)).toEqual(names.map((name) => one.signal(name)));
    }
    expect(result.signals([])).toEqual([]);
    expect(result.signals(["r[2:3]", "r"]).map(({ name }) => name)).toEqual(["r[2:3]", "r"]);
  });

  it("are refused where one of them is, and without a list", () => {
    expect(() => result.signals(["mass.s", "mass.z"])).toThrow(expect.objectContaining({ path: "mass.z" }));
    for (const names of ["mass.s", undefined, null, { 0: "mass.s" }])
      expect(() => result.signals(names as never)).toThrow(
        expect.objectContaining({
          code: "E-RESULT-NAME",
          path: "names",
          hint: 'result.signals(["motor.phi", "motor.w"])',
        }),
      );
  });
});

describe("wrong questions", () => {
  it("about names are answered with the nearest name", () => {
    expect(() => result.signal("mass.z")).toThrow(
      expect.objectContaining({ code: "E-RESULT-NAME", path: "mass.z", hint: 'did you mean "mass.s"?' }),
    );
    expect(() => result.final("reactoin")).toThrow(expect.objectContaining({ hint: 'did you mean "reaction"?' }));
    expect(() => result.at(0, "der(mas.s)")).toThrow(expect.objectContaining({ hint: 'did you mean "mass.der(s)"?' }));
    expect(() => result.signal("temperature")).toThrow(
      expect.objectContaining({ hint: expect.stringMatching(/^one of the 14 names: "mass.s", .* and 9 more$/) }),
    );
    expect(result.has("mass.z")).toBe(false);
    expect(result.has("r[3]")).toBe(true);
    expect(result.has("r[4]")).toBe(false);
  });

  it("about hidden signals are told that the model hides them", () => {
    expect(() => result.signal("secret")).toThrow(
      expect.objectContaining({
        code: "E-RESULT-NAME",
        because: "the model keeps it out of the result",
        hint: 'remove hideResult from the declaration of "secret"',
      }),
    );
  });

  it("about parameters that are texts are told where to find them", () => {
    expect(() => result.signal("file")).toThrow(
      expect.objectContaining({
        code: "E-RESULT-NAME",
        because: "it is a parameter whose value is not a number",
        hint: 'result.parameters.get("file")',
      }),
    );
  });

  it("about elements tell the size", () => {
    for (const name of ["r[4]", "r[0]", "r[1,1]", "r[2:9]", "r[3:2]", "r[x]"]) {
      expect(() => result.signal(name)).toThrow(
        expect.objectContaining({
          code: "E-RESULT-INDEX",
          path: name,
          because: '"r" is of size [3]',
          hint: 'one index per dimension, from 1: "r[3]" is the last element',
        }),
      );
    }
    expect(() => result.signal("mass.s[1]")).toThrow(
      expect.objectContaining({ code: "E-RESULT-INDEX", hint: 'the name without index: "mass.s"' }),
    );
  });

  it("never reach the properties of objects", () => {
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
      expect(() => result.signal(name)).toThrow(expect.objectContaining({ code: "E-RESULT-NAME" }));
    }
  });
});
