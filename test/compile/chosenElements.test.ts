import { expr, instantiate, Model, type ModelSource, onlyIf, Par, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

const elements = [10, 20, 30, 40, 50];
const run = (source: ModelSource, stopTime: number) =>
  simulate(instantiate(Model({ A: elements, ...source })), { stopTime, interval: 0.25 });

describe("an element that is chosen while a model runs", () => {
  it("is the one with the number that the index has", () => {
    const result = run({ equations: "k = integer(time) + 1; y = A[k]; z = 2*A[6 - k] + A[k]" }, 4.9);
    const { time, values } = result.signal("y");
    // at its last instant a step has the index before the event
    const events = result.events.map((event) => event.time);
    for (let row = 0; row < time.length; row++) {
      if (events.some((event) => Math.abs(event - time[row]!) < 1e-9)) continue;
      expect(values[row]).toBe(elements[Math.floor(time[row]!)]);
      expect(result.at(time[row]!, "z")).toBe(2 * elements[4 - Math.floor(time[row]!)]! + values[row]!);
    }
    expect(time.length).toBeGreaterThan(20);
  });

  it("is not asked for in a branch that is not active", () => {
    const result = run({ equations: "k = integer(time) + 1; y = if k <= 5 then A[k] else -1" }, 7);
    expect(result.at(4.5, "y")).toBe(50);
    expect(result.at(6.5, "y")).toBe(-1);
  });

  it.each([
    [
      "beyond the last one",
      "k = integer(time) + 3; y = A[k]",
      /"y" is NaN.*the index 6 in it is not the number of an/s,
    ],
    ["before the first one", "k = 2 - integer(time); y = A[k] + 1", /"y" is NaN.*the index 0 in it is not the number/s],
    ["between two", "k = 1 + time; y = A[k]", /"y" is NaN.*the index 1\.\d+ in it is not the number of an element/s],
  ])("ends the run with its index where there is none: %s", (_, equations, message) => {
    expect(() => run({ equations }, 5)).toThrow(message);
  });

  it("follows an index that a delay or the start of the run decides about", () => {
    const delayed = run({ equations: "k = if delay(time, 1) > 0.5 then 2 else 1; y = A[k]" }, 3);
    expect([delayed.at(1, "y"), delayed.at(2.5, "y")]).toEqual([10, 20]);
    const later = run({ equations: "k = if initial() then 1 else 3; y = A[k]" }, 3);
    expect(later.final("y")).toBe(elements[later.final("k") - 1]);
  });

  it("acts on what is integrated from the event on at which the index changes", () => {
    const x = Var({ init: 0 });
    const result = run(
      { x, k: Var({ init: 1 }), equations: "when time > 1 then k = pre(k) + 2 end; der(x) = A[k]" },
      2,
    );
    expect(result.final("x")).toBeCloseTo(10 + 30, 5);
  });
});

describe("a vector as an index", () => {
  const M = [
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
  ];
  it.each([
    ["y = A[{3, 1}]", [30, 10]],
    ["y = A[[3, 1]]", [30, 10]],
    ["y = A[i]", [20, 20, 10]],
    ["y = A[i + {1, 1, 1}]", [30, 30, 20]],
    ["y = A[i[2:3]]", [20, 10]],
    ["y = A[[6 - k for k in 2:3]]", [40, 30]],
    ["y = M[{3, 1}, 2]", [8, 2]],
    ["y = M[2, {3, 1}]", [6, 4]],
    ["y = M[{2}, 1]", [4]],
    [
      "y = M[{3, 1}, {1, 2}]",
      [
        [7, 8],
        [1, 2],
      ],
    ],
    [
      "y = M[{3, 1}, 2:3]",
      [
        [8, 9],
        [2, 3],
      ],
    ],
    ["y[{2, 1}] = A[{5, 4}]; y[3] = 0", [40, 50, 0]],
    ["k = integer(time) + 1; y = A[{k, k + 1}]", [20, 30]],
  ])("chooses its elements, whose number sizes follow: %s", (equations, expected) => {
    expect(run({ M, i: [2, 2, 1], equations }, 1.5).final("y")).toEqual(expected);
  });

  it("is a parameter that a run may change, with another size too", () => {
    const model = instantiate(Model({ A: elements, i: [2, 1], equations: "y = A[i]; s = sum(y)" }));
    expect(simulate(model, { merge: { i: [5, 4, 4] } }).final("s")).toBe(130);
    expect(simulate(model, { merge: { "i[2]": 3 } }).final("y")).toEqual([20, 30]);
  });

  it("is changed element by element, in components and matrices and in the unit of its declaration", () => {
    const Chosen = Model({
      k: [
        [1, 2],
        [3, 1],
      ],
      isOn: [true, false],
      n: Par([1, 2], "1"),
      A: elements,
      y: Var(),
      equations: `y = A[k[1, 2]] + A[k[2, 1]] + sum([i for i in 1:n[2]])
        if isOn[2] then z = 1 else z = 2 end`,
    });
    const model = instantiate(Model({ c: Chosen }));
    const values = (merge: Record<string, unknown>) =>
      ["c.y", "c.z"].map((name) => simulate(model, { merge }).final(name));
    expect(values({})).toEqual([20 + 30 + 3, 2]);
    expect(values({ "c.k[1,2]": 5 })).toEqual([50 + 30 + 3, 2]);
    expect(values({ c: { "k[2,1]": 4, "n[2]": 3, "isOn[2]": true } })).toEqual([20 + 40 + 6, 1]);
    const k = [
      [1, 1],
      [1, 1],
    ];
    expect(values({ c: { k, "k[1,2]": 2 } })).toEqual([20 + 10 + 3, 2]);
  });

  it("decides about equations and components when it is changed, as the whole array does", () => {
    const Part = Model({ y: Var(), equations: "y = 1" });
    const model = instantiate(
      Model({ k: [1, 2], part: onlyIf("k[2] > 3", Part), equations: "if k[2] > 3 then z = part.y else z = 2 end" }),
    );
    for (const merge of [{ "k[2]": 5 }, { k: [1, 5] }, { k: [7, 7], "k[2]": 5 }])
      expect(simulate(model, { merge }).final("z")).toBe(1);
    expect(simulate(model, { merge: { "k[1]": 5 } }).final("z")).toBe(2);
    const follows = instantiate(
      Model({ n: 1, k: expr`[n, 2*n]`, equations: "if k[2] > 3 then z = k[1] else z = -k[1] end" }),
    );
    expect(simulate(follows, { merge: { n: 2 } }).final("z")).toBe(2);
    expect(() => simulate(follows, { merge: { "k[2]": 5 } })).toThrow(
      /E-MERGE-VALUE.*"k\[2\]" cannot be changed by itself/s,
    );
  });

  it("chooses states and their derivatives", () => {
    const source = { x: Var({ init: [1, 2, 3] }), equations: "der(x[{3, 1}]) = -x[{3, 1}]; der(x[2]) = 0" };
    const x = simulate(instantiate(Model(source)), { stopTime: 1, tolerance: 1e-9 }).final<number[]>("x");
    [Math.exp(-1), 2, 3 * Math.exp(-1)].forEach((value, i) => {
      expect(x[i]).toBeCloseTo(value, 7);
    });
  });

  it("is refused beyond the last element, and as a matrix", () => {
    expect(() => run({ equations: "y = A[{1, 6}]" }, 1)).toThrow(/E-INDEX.*index 6 is outside 1 … 5/s);
    expect(() => run({ equations: "y = A[[1, 2; 3, 4]]" }, 1)).toThrow(/E-INDEX.*a number or a vector/s);
  });
});

describe("an array of truth values", () => {
  const source = { isOn: [true, false], x: Var({ init: 0 }) };

  it("has truth values as elements, in expressions and where they decide about equations", () => {
    const model = instantiate(
      Model({
        ...source,
        equations: `der(x) = if isOn[2] then 1 else -1
          n = sum([if isOn[i] then 1 else 0 for i in 1:size(isOn, 1)])
          if isOn[1] and not isOn[2] then z = 1 else z = 2 end`,
      }),
    );
    const ends = (merge: Record<string, unknown>) =>
      ["x", "n", "z"].map((name) => Math.round(simulate(model, { stopTime: 1, merge }).final(name)));
    expect(ends({})).toEqual([-1, 1, 1]);
    expect(ends({ "isOn[2]": true })).toEqual([1, 2, 2]);
    expect(ends({ isOn: [false, true, true] })).toEqual([1, 2, 2]);
  });

  it("is no array of numbers", () => {
    expect(() => instantiate(Model({ ...source, equations: "der(x) = isOn[1] + 1" }))).toThrow(/E-TRUTH.*"isOn\[1\]"/s);
    const model = instantiate(Model({ ...source, equations: "der(x) = if isOn[1] then 1 else 0" }));
    expect(() => simulate(model, { merge: { isOn: [1, 0] } })).toThrow(/E-TRUTH/);
  });
});
