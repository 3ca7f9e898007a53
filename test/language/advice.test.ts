/** Errors say what to do. Here their advice is followed: what is under "try" is done to the example of the error, and it runs. */
import {
  expr,
  flow,
  inner,
  instantiate,
  Model,
  type ModelSource,
  modelFromJson,
  onlyIf,
  outer,
  Par,
  potential,
  ptpPath,
  type RattlebackError,
  type SimulateOptions,
  simulate,
  stream,
  Var,
} from "rattleback";
import { describe, expect, it } from "vitest";
import { BearingFriction, Inertia, Spring, Torque } from "../../src/entries/rotational.ts";
import { errorExamples } from "./errorExamples.ts";

const run = (source: ModelSource, options: SimulateOptions = {}) => simulate(instantiate(Model(source)), options);
const Pin = Model({ v: potential({ unit: "V" }), i: flow({ unit: "A" }) });
const Resistor = Model({
  R: Par(1, "Ohm"),
  p: Pin,
  n: Pin,
  equations: "v = p.v - n.v; 0 = p.i + n.i; i = p.i; R*i = v",
});

/** Code, words of its advice, and the example with the advice followed. */
const followed: readonly (readonly [code: string, advice: RegExp, follow: () => unknown])[] = [
  [
    "E-TEXT-LONG",
    /split/,
    () => run({ a: Model({ equations: " ".repeat(600_000) }), b: Model({ equations: " ".repeat(600_000) }) }),
  ],
  ["E-MODEL", /letters, digits and _ only, not beginning with a digit/, () => Model({ second_2: 1 })],
  ["E-ATTRIBUTE-UNKNOWN", /"init"/, () => Var({ init: 1 })],
  ["E-ATTRIBUTE-VALUE", /Var\(\{ min: 1 \}\)/, () => Var({ min: 1 })],
  [
    "E-TEXT",
    /if mode == "fast" then 1 else 2/,
    () => run({ mode: "fast", equations: 'y = if mode == "fast" then 1 else 2' }),
  ],
  ["E-EXPR-VALUE", /write names into the text/, () => expr`2*a`],
  [
    "E-NAME-UNKNOWN",
    /"resistor\.n"/,
    () =>
      instantiate(
        Model({ resistor: Resistor, connect: [["resistor.p", "resistor.n"]], equations: "resistor.p.v = 0" }),
      ),
  ],
  [
    "E-NAME-COMPONENT",
    /name one of its variables/,
    () => instantiate(Model({ resistor: Resistor, equations: "y = resistor.v; resistor.p.v = 0" })),
  ],
  ["E-FUNCTION-UNKNOWN", /"sqrt"/, () => run({ equations: "y = sqrt(time)" })],
  [
    "E-FUNCTION",
    /\{ call: f, results: \[\[\]\] \}/,
    () =>
      instantiate(
        Model({
          functions: {
            f: {
              call: () => {
                throw new Error("no table");
              },
              results: [[]],
            },
          },
          equations: "y = f(time)",
        }),
      ),
  ],
  ["E-ARGUMENTS", /list of functions/, () => run({ equations: "y = atan2(time, 1)" })],
  [
    "E-ARRAY-SIZE",
    /as many columns as the vector has elements/,
    () =>
      run({
        A: [
          [1, 2],
          [3, 4],
        ],
        x: [1, 2],
        equations: "y = A*x",
      }),
  ],
  ["E-INDEX", /count from 1/, () => run({ x: [1, 2, 3], equations: "y = x[3]" })],
  ["E-UNIT-TEXT", /SI units/, () => Par(1, "N")],
  [
    "E-UNIT",
    /check the formula/,
    () => run({ m: Par(2, "kg"), a: Par(3, "m/s^2"), F: Var({ unit: "N" }), equations: "F = m*a" }),
  ],
  [
    "E-UNIT",
    /checkUnits: false/,
    () =>
      instantiate(Model({ m: Par(2, "kg"), a: Par(3, "m/s^2"), E: Var({ unit: "J" }), equations: "E = m*a" }), {
        checkUnits: false,
      }),
  ],
  [
    "E-CONNECT",
    /connectors of the same kind/,
    () =>
      instantiate(
        Model({
          r: Resistor,
          s: Resistor,
          connect: [
            ["r.p", "s.p"],
            ["r.n", "s.n"],
          ],
          equations: "r.p.v = 0",
        }),
      ),
  ],
  [
    "E-STREAM",
    /h_outflow: stream\(\)/,
    () =>
      run({
        port: Model({ p: potential(), m_flow: flow(), h_outflow: stream() }),
        equations: "port.p = 1; port.m_flow = 2; port.h_outflow = 3; y = inStream(port.h_outflow)",
      }),
  ],
  [
    "E-CONNECT-OUTPUTS",
    /inputs only/,
    () =>
      instantiate(
        Model({
          a: Model({ y: Var({ output: true }), equations: "y = 1" }),
          b: Model({ u: Var({ input: true }), equations: "y = 2*u" }),
          connect: [["a.y", "b.u"]],
        }),
      ),
  ],
  ["E-PARAMETER-NO-VALUE", /\{ k: 1 \}/, () => run({ k: Par({ unit: "1", value: 1 }), equations: "y = k" })],
  ["E-PARAMETER-NO-VALUE", /merge/, () => run({ k: Par({ unit: "1" }), equations: "y = k" }, { merge: { k: 1 } })],
  ["E-PARAMETER-CYCLE", /one of them must be a number/, () => run({ a: 1, b: expr`a + 1`, equations: "y = a" })],
  ["E-PARAMETER-NAN", /negative number/, () => run({ a: 1, b: expr`sqrt(a)`, equations: "y = b" })],
  ["E-PARAMETER-RANGE", /at least 0/, () => run({ m: Par({ value: 0, min: 0 }), equations: "y = m" })],
  ["E-PARAMETER-RANGE", /change its min/, () => run({ m: Par({ value: -1, min: -1 }), equations: "y = m" })],
  [
    "E-PARAMETER-EXPRESSION",
    /parameters only/,
    () => run({ k: 1, x: Var({ init: expr`k + 1` }), equations: "der(x) = -x" }),
  ],
  ["E-STRUCT-UNDER", /give it an equation/, () => run({ x: Var({ init: 0 }), equations: "der(x) = u; u = 1" })],
  ["E-STRUCT-UNDER", /a value in the model: u: 1/, () => run({ u: 1, x: Var({ init: 0 }), equations: "der(x) = u" })],
  ["E-STRUCT-OVER", /remove one/, () => run({ x: Var({ init: 0 }), equations: "der(x) = -x\ny = x" })],
  [
    "E-STRUCT-OVER",
    /add an unknown/,
    () => run({ x: Var({ init: 0 }), equations: "der(x) = -x\ny = 2*time\ny = x + z" }),
  ],
  ["E-STRUCT-INCONSISTENT", /remove one/, () => run({ c: 2, equations: "sin(a) = time\nb*c = 1" })],
  [
    "E-NO-DERIVATIVE",
    /derivative: \(u, du\)/,
    () =>
      run({
        functions: {
          f: { call: (u: number) => u + u ** 3, derivative: (u: number, du: number) => (1 + 3 * u * u) * du },
        },
        x: Var({ init: 0 }),
        equations: "der(x) = F; f(x) = time",
      }),
  ],
  [
    "E-START-MISSING",
    /Var\(\{ start: 0 \}\)/,
    () => run({ q: Var({ start: 0 }), equations: "when time > 1 then q = pre(q) + 1 end" }, { stopTime: 2 }),
  ],
  [
    "E-CALLBACK",
    /AbortController/,
    () => {
      const stop = new AbortController();
      return run(
        { x: Var({ init: 1 }), equations: "der(x) = -x" },
        { onProgress: () => stop.abort(), signal: stop.signal, stopTime: 1 },
      );
    },
  ],
  [
    "E-IF-EQUATION",
    /add else/,
    () => run({ x: Var({ init: 0 }), equations: "der(x) = 1; if x > 1 then y = 1 else y = 2 end" }),
  ],
  [
    "E-IF-EQUATION",
    /parameters only/,
    () => run({ isOn: true, x: Var({ init: 0 }), equations: "der(x) = 1; if isOn then y = 1 end" }),
  ],
  [
    "E-NAME-ABSENT",
    /if useR then/,
    () => run({ useR: false, R: onlyIf("useR", Model({ R: 1 })), equations: "if useR then y = R.R end" }),
  ],
  [
    "E-CONDITION",
    /parameters only/,
    () => run({ x: Var({ init: 0 }), on: true, a: onlyIf("on", Model()), equations: "der(x) = 1" }),
  ],
  ["E-OUTER", /inner\(/, () => run({ g: inner(9.81), part: Model({ g: outer(), equations: "F = 2*g" }) })],
  [
    "E-INITIAL",
    /der\(x\) = 0/,
    () => run({ x: Var({ start: 0 }), equations: "der(x) = 1 - x", initialEquations: "der(x) = 0" }),
  ],
  [
    "E-INIT-CONFLICT",
    /start instead of init/,
    () => run({ x: Var({ init: 1 }), y: Var({ start: 5 }), equations: "der(x) = -x; y = 2*x" }),
  ],
  [
    "E-INIT-CONFLICT",
    /make the values agree/,
    () => run({ x: Var({ init: 1 }), y: Var({ init: 2 }), equations: "der(x) = -x; y = 2*x" }),
  ],
  ["E-NOT-FINITE-VALUE", /change the parameter/, () => run({ R: 1, equations: "R*i = 10" })],
  ["E-SYSTEM-SINGULAR", /parameter|same quantity/, () => run({ a: 0.5, equations: "x + a*y = 1; a*x + y = 2" })],
  [
    "E-SYSTEM-POLE",
    /end the run before/,
    () => run({ x: Var({ init: 0 }), equations: "der(x) = 1; x*a + b = 1; a + b = 2" }, { stopTime: 0.99 }),
  ],
  [
    "E-SYSTEM-POLE",
    /what holds then/,
    () =>
      run(
        { x: Var({ init: 0 }), equations: "der(x) = 1; (if x < 0.9 then x else 0.9)*a + b = 1; a + b = 2" },
        { stopTime: 2 },
      ),
  ],
  ["E-SYSTEM-NEWTON", /start values near the solution/, () => run({ y: Var({ start: 1 }), equations: "y^2 - 4 = 0" })],
  ["E-SYSTEM-NEWTON", /homotopy/, () => run({ y: Var({ start: 1 }), equations: "homotopy(y^2 - 4, y - 1) = 0" })],
  ["E-MIXED", /small resistance/, () => run({ equations: "x = (if y > 0 then -1 else 1) - 3*y; y = x - 3" })],
  [
    "E-EVENT-LOOP",
    /pre\(…\)|hysteresis/,
    () =>
      run(
        { a: Var({ start: false }), b: Var({ start: false }), equations: "a = time > 1; b = pre(a)" },
        { stopTime: 2 },
      ),
  ],
  [
    "E-CHATTERING",
    /hysteresis/,
    () =>
      run(
        {
          x: Var({ init: 0.25 }),
          up: Var({ start: false }),
          equations: "up = x < -0.01 or pre(up) and x < 0.01; der(x) = if up then 1 else -1",
        },
        { stopTime: 1 },
      ),
  ],
  [
    "E-ASSERT",
    /shorter stopTime/,
    () =>
      run({ h: Var({ init: 1 }), equations: 'der(h) = -1; assert(h > 0.5, "the tank runs dry")' }, { stopTime: 0.4 }),
  ],
  [
    "E-PRE",
    /b = x > 1, then pre\(b\)/,
    () => run({ b: Var({ start: false }), equations: "b = time > 1; y = pre(b)" }, { stopTime: 2 }),
  ],
  [
    "E-REINIT",
    /set a state/,
    () =>
      run(
        { x: Var({ init: 0 }), equations: "der(x) = 1; y = 2*x; when x > 0.5 then reinit(x, 0) end" },
        { stopTime: 1 },
      ),
  ],
  [
    "E-REINIT",
    /let an equation contain der\(y\)/,
    () =>
      run(
        {
          x: Var({ init: 0 }),
          equations: "der(x) = 1; y = 2*x; w = der(y); when y > 0.5 then reinit(y, 0) end",
        },
        { stopTime: 1 },
      ),
  ],
  [
    "E-STATE-SELECT",
    /"prefer"/,
    () => run({ x: Var({ init: 1 }), y: Var({ stateSelect: "prefer" }), equations: "der(x) = -x; y = 2*x + 1" }),
  ],
  [
    "E-STATE-SELECT",
    /on a state/,
    () => run({ x: Var({ init: 1, stateSelect: "always" }), equations: "der(x) = -x; y = 2*x + 1" }),
  ],
  [
    "E-WHEN",
    /v = expression/,
    () => run({ x: Var({ init: 0 }), equations: "der(x) = 1; when x > 1 then y = x/2 end" }),
  ],
  ["E-CLOCK", /the interval comes last/, () => run({ equations: "y = sample(time, Clock(0, 0.1))" }, { stopTime: 1 })],
  [
    "E-MERGE-UNKNOWN",
    /"resistance"/,
    () => run({ resistance: 1, equations: "y = resistance" }, { merge: { resistance: 2 } }),
  ],
  [
    "E-MERGE-VALUE",
    /Par\(5, "mm"\)/,
    () => run({ k: Par(1, "m"), equations: "y = k" }, { merge: { k: Par(5, "mm") } }),
  ],
  [
    "E-FINAL-STATES",
    /correct the required values/,
    () =>
      run({ x: Var({ init: 1 }), equations: "der(x) = -x" }, { stopTime: 1, requiredFinalStates: { x: Math.exp(-1) } }),
  ],
  [
    "E-JSON",
    /functions: \{ saturate/,
    () =>
      modelFromJson('{"_class":"Model","functions":["saturate"],"equations":["y = saturate(time)"]}', {
        functions: { saturate: (u: number) => u },
      }),
  ],
  ["E-PATH", /v_max: \[1\]/, () => ptpPath(["phi"], { positions: [[0], [1]], v_max: [1], a_max: [1] })],
  [
    "E-PATH-NAME",
    /"phi"/,
    () => ptpPath(["phi"], { positions: [[0], [1]], v_max: [1], a_max: [1] }).position("phi", 0),
  ],
];

/** A solution that comes near to where it turns back, at z = 1 and t = π. */
const near = {
  x: Var({ init: 1e-3 }),
  y: Var({ init: 0 }),
  z: Var({ start: 2 }),
  equations: "der(x) = -sin(time); der(y) = z; z^3 - 3*z = x",
};

/** What they advise is to look for something, or to report. */
const toLookFor = [
  "E-SYNTAX",
  "E-MODEL-DEPTH",
  "E-INTERNAL",
  "E-SYSTEM-LOST",
  "E-LINEARIZE",
  "E-COMPONENT-START",
  "E-COMPONENT-IDLE",
];

describe("the advice of errors", () => {
  it("is followed here for every code that gives one", () => {
    const codes = new Set(errorExamples.map(({ code }) => code));
    const known = new Set([...followed.map(([code]) => code), ...toLookFor]);
    expect([...codes].filter((code) => !known.has(code))).toEqual([]);
  });

  it.each(followed)("of %s, %s, works", (code, advice, follow) => {
    const hints = errorExamples.filter((example) => example.code === code).map(({ provoke }) => hintOf(provoke));
    expect(hints.join("\n")).toMatch(advice);
    expect(follow).not.toThrow();
  });

  it("of E-SYSTEM-LOST, a smaller tolerance, works where a solution only comes near to its end", () => {
    const options = { stopTime: 5, method: "bdf" } as const;
    const lost = () => run(near, { ...options, tolerance: 1e-3 });
    expect(lost).toThrow(/^E-SYSTEM-LOST .* ends at t = 3\.\d+/);
    expect(lost).toThrow(/because {2}the states, which are as exact as the tolerance, are beyond/);
    expect(hintOf(lost)).toMatch(/where it should only come near to that, a smaller tolerance/);
    expect(() => run(near, { ...options, tolerance: 1e-6 })).not.toThrow();
  });

  it("of limits of a run works", () => {
    const fast = { x: Var({ init: 1 }), v: Var({ init: 0 }), equations: ["der(x) = v", "der(v) = -1e4*x"] };
    expect(hintOf(() => run(fast, { stopTime: 1, maximumSteps: 20 }))).toMatch(
      /larger tolerance.*larger maximumSteps \(20\)/,
    );
    expect(() => run(fast, { stopTime: 1, maximumSteps: 2000 })).not.toThrow();
    const clock = { n: Var({ start: 0 }), equations: "when sample(0, 0.01) then n = pre(n) + 1 end when" };
    expect(hintOf(() => run(clock, { stopTime: 1, maximumEvents: 50 }))).toMatch(
      /a longer interval of the clock.*larger maximumEvents/,
    );
    expect(() => run(clock, { stopTime: 1, maximumEvents: 200 })).not.toThrow();
    expect(() =>
      run(
        { ...clock, equations: "when sample(0, 0.1) then n = pre(n) + 1 end when" },
        { stopTime: 1, maximumEvents: 50 },
      ),
    ).not.toThrow();
    const wide = { stopTime: 1, interval: 1e-4, maximumMemory: 0.1 };
    expect(hintOf(() => run(fast, wide))).toMatch(/a longer interval, storage: "states", or a larger maximumMemory/);
    expect(() => run(fast, { ...wide, interval: 0.1 })).not.toThrow();
    expect(() => run(fast, { ...wide, maximumMemory: 10 })).not.toThrow();
  });

  it("of frictions that hold one part works: a spring between them, or an inertia", () => {
    const shaft = (between: ModelSource, connect: string[][]) =>
      run(
        {
          rotor: Inertia.with({ J: 1 }),
          first: BearingFriction,
          second: BearingFriction,
          drive: Torque,
          ...between,
          connect: [["drive.flange", "rotor.flange_a"], ["rotor.flange_b", "first.flange_a"], ...connect],
          equations: "drive.tau = 0.1*sin(time)",
        },
        { stopTime: 1 },
      );
    const isShared = ({ warnings }: { readonly warnings: readonly string[] }) =>
      warnings.some((text) => /^W-SHARED-LOAD.*put a spring or a damper between them/.test(text));
    expect(isShared(shaft({}, [["first.flange_b", "second.flange_a"]]))).toBe(true);
    const connect = [
      ["first.flange_b", "part.flange_a"],
      ["part.flange_b", "second.flange_a"],
    ];
    const apart = shaft({ part: Spring.with({ c: 100 }), tail: Inertia.with({ J: 0.1 }) }, [
      ...connect,
      ["second.flange_b", "tail.flange_a"],
    ]);
    expect(isShared(apart)).toBe(false);
  });
});

function hintOf(provoke: () => unknown): string {
  try {
    provoke();
  } catch (error) {
    return (error as RattlebackError).hint ?? "";
  }
  throw new Error("nothing was wrong");
}
