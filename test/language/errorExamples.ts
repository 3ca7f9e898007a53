/** One example per error of the equation language: what provokes it, and what it means. docs/errors.md shows the same messages. */
import {
  type ComponentAccess,
  expr,
  flow,
  instantiate,
  linearise,
  Model,
  type ModelSource,
  modelFromJson,
  onlyIf,
  outer,
  Par,
  potential,
  predefinedComponent,
  ptpPath,
  type SimulateOptions,
  simulate,
  stream,
  Var,
} from "rattleback";

export interface ErrorExample {
  readonly code: string;
  /** What the code means, for the documentation. */
  readonly about: string;
  readonly provoke: () => unknown;
}

const run = (source: ModelSource, options: SimulateOptions = {}) => simulate(instantiate(Model(source)), options);
const Pin = Model({ v: potential({ unit: "V" }), i: flow({ unit: "A" }) });
const Flange = Model({ phi: potential({ unit: "rad" }), tau: flow({ unit: "N*m" }) });
const Resistor = Model({
  R: Par(1, "Ohm"),
  p: Pin,
  n: Pin,
  equations: "v = p.v - n.v; 0 = p.i + n.i; i = p.i; R*i = v",
});

export const errorExamples: readonly ErrorExample[] = [
  {
    code: "E-SYNTAX",
    about: "Model text does not follow the grammar. Line, column and a caret show the place.",
    provoke: () => run({ equations: "der(x) = -x\ny = 2 * (x + 1" }),
  },
  {
    code: "E-TEXT-LONG",
    about: "A block of text is longer than a million characters.",
    provoke: () => run({ equations: " ".repeat(1_000_001) }),
  },
  {
    code: "E-MODEL",
    about: "A model contains something that is not a name, value or declaration of the language.",
    provoke: () => Model({ "2nd": 1 }),
  },
  {
    code: "E-MODEL-DEPTH",
    about: "Components nest deeper than 60 levels, as happens when a definition is built from itself.",
    provoke: () => {
      let inner = Model({});
      for (let i = 0; i < 100; i++) inner = Model({ inner });
      return instantiate(inner);
    },
  },
  {
    code: "E-ATTRIBUTE-UNKNOWN",
    about: "Var or Par has no such attribute.",
    provoke: () => Var({ inti: 1 } as object),
  },
  {
    code: "E-ATTRIBUTE-VALUE",
    about: "Var takes attributes by name, and their values have types: min, max and nominal are numbers.",
    provoke: () => Var({ min: "0" } as object),
  },
  {
    code: "E-TEXT",
    about: "A text stands where the equation computes.",
    provoke: () => run({ mode: "fast", equations: "y = 2*mode" }),
  },
  {
    code: "E-EXPR-VALUE",
    about: "Something other than a number, a boolean or an expression is inserted into expr`…`.",
    provoke: () => expr`2*${"a"}`,
  },
  {
    code: "E-NAME-UNKNOWN",
    about: "A dotted name, or a name in connect, in a parameter expression or in .with, does not exist.",
    provoke: () => instantiate(Model({ resistor: Resistor, connect: [["resistor.p", "resitor.n"]] })),
  },
  {
    code: "E-NAME-COMPONENT",
    about: "A component stands where a variable is needed.",
    provoke: () => instantiate(Model({ resistor: Resistor, equations: "y = resistor" })),
  },
  {
    code: "E-FUNCTION-UNKNOWN",
    about: "A function is neither built in nor registered with the model.",
    provoke: () => run({ equations: "y = sqr(time)" }),
  },
  {
    code: "E-FUNCTION",
    about: "A function of the model is not a function, or its trial call failed.",
    provoke: () =>
      run({
        functions: {
          f: () => {
            throw new Error("no table loaded");
          },
        },
        equations: "y = f(time)",
      }),
  },
  {
    code: "E-ARGUMENTS",
    about: "A function or operator is called with a wrong number of arguments.",
    provoke: () => run({ equations: "y = atan2(time)" }),
  },
  {
    code: "E-ARRAY-SIZE",
    about: "Sizes of vectors or matrices do not fit together.",
    provoke: () =>
      run({
        A: [
          [1, 2],
          [3, 4],
        ],
        x: [1, 2, 3],
        equations: "y = A*x",
      }),
  },
  {
    code: "E-INDEX",
    about: "An index is outside the array, or the number of indices is wrong.",
    provoke: () => run({ x: [1, 2, 3], equations: "y = x[4]" }),
  },
  { code: "E-UNIT-TEXT", about: "A unit is not understood.", provoke: () => Par(1, "Newtn") },
  {
    code: "E-UNIT",
    about: "Units in an equation, or of a value and its declaration, do not agree. The unit of each leaf is shown.",
    provoke: () => run({ m: Par(2, "kg"), a: Par(3, "m/s^2"), E: Var({ unit: "J" }), equations: "E = m*a" }),
  },
  {
    code: "E-CONNECT",
    about: "Unlike connectors are connected.",
    provoke: () =>
      instantiate(
        Model({
          r: Resistor,
          inertia: Model({ flange: Flange, equations: "flange.tau = 0" }),
          connect: [["r.p", "inertia.flange"]],
        }),
      ),
  },
  {
    code: "E-STREAM",
    about:
      "inStream or actualStream of something that is not a stream, or streams without the one flow that carries them.",
    provoke: () => run({ pin: Pin, equations: "pin.v = 1; y = inStream(pin.v)" }),
  },
  {
    code: "E-STREAM",
    about:
      "inStream or actualStream of something that is not a stream, or streams without the one flow that carries them.",
    provoke: () => run({ port: Model({ p: potential(), h: stream() }), equations: "port.p = 1; port.h = 2" }),
  },
  {
    code: "E-CONNECT-OUTPUTS",
    about: "Two outputs are connected with each other.",
    provoke: () => {
      const Source = Model({ y: Var({ output: true }), equations: "y = 1" });
      return instantiate(Model({ a: Source, b: Source, connect: [["a.y", "b.y"]] }));
    },
  },
  {
    code: "E-PARAMETER-NO-VALUE",
    about: "A parameter is declared without value and the run gives none.",
    provoke: () => run({ k: Par({ unit: "1" }), equations: "y = k" }),
  },
  {
    code: "E-PARAMETER-CYCLE",
    about: "Parameters are defined by each other.",
    provoke: () => run({ a: expr`2*b`, b: expr`a + 1`, equations: "y = a" }),
  },
  {
    code: "E-PARAMETER-NAN",
    about: "A parameter is NaN, or its expression gives NaN.",
    provoke: () => run({ a: -1, b: expr`sqrt(a)`, equations: "y = b" }),
  },
  {
    code: "E-PARAMETER-RANGE",
    about: "A parameter is outside its min and max.",
    provoke: () => run({ m: Par({ value: -1, min: 0 }), equations: "y = m" }),
  },
  {
    code: "E-PARAMETER-EXPRESSION",
    about: "A parameter, init or start depends on something that changes during the run.",
    provoke: () => run({ x: Var({ init: expr`time + 1` }), equations: "der(x) = -x" }),
  },
  {
    code: "E-STRUCT-UNDER",
    about: "Equations are missing. The unknowns concerned and the equations that contain them are listed.",
    provoke: () => run({ x: Var({ init: 0 }), equations: "der(x) = u" }),
  },
  {
    code: "E-STRUCT-OVER",
    about: "There are too many equations. The smallest set that contradicts itself is listed.",
    provoke: () => run({ x: Var({ init: 0 }), equations: "der(x) = -x\ny = 2*time\ny = x" }),
  },
  {
    code: "E-STRUCT-INCONSISTENT",
    about: "One part of the model has too many equations and another too few.",
    provoke: () => run({ equations: "sin(a) = 1\ncos(a) = time\nb*c = 1" }),
  },
  {
    code: "E-NO-DERIVATIVE",
    about: "A function would have to be differentiated with respect to time and gives no derivative.",
    provoke: () =>
      run({ functions: { f: (u: number) => u ** 3 }, x: Var({ init: 0 }), equations: "der(x) = F; f(x) = time" }),
  },
  {
    code: "E-START-MISSING",
    about: "pre, hold or previous need a start value of their variable.",
    provoke: () => run({ equations: "q = time > 1 or pre(q)" }),
  },
  {
    code: "E-INTERNAL",
    about:
      "A fault of the program itself, or a model that it cannot hold. Every public function turns what is thrown inside it into this error; the original is its `cause`. Please report it with the model.",
    provoke: () => instantiate(Model({ equations: "y = 1" }), { log: () => (undefined as unknown as string[])[0] }),
  },
  {
    code: "E-CALLBACK",
    about: "A callback of the user threw. The run ends, and the error carries its result up to there as `partial`.",
    provoke: () =>
      run(
        { x: Var({ init: 1 }), equations: "der(x) = -x" },
        {
          // calls by the clock come with the share of the last step: those below do not count
          onProgress: (share) => {
            if (share > 0.5) throw new Error("the window is closed");
          },
          method: "tsit5",
          stopTime: 1,
        },
      ),
  },
  {
    code: "E-IF-EQUATION",
    about:
      'The branches of an "if" around equations differ in their number, or hold a when clause or a connection, and the condition changes during the run.',
    provoke: () => run({ x: Var({ init: 0 }), equations: "der(x) = 1; if x > 1 then y = 1 end" }),
  },
  {
    code: "E-NAME-ABSENT",
    about: "An equation names a component that does not exist, because its condition is false.",
    provoke: () => run({ useR: false, R: onlyIf("useR", Model({ R: 1 })), equations: "y = R.R" }),
  },
  {
    code: "E-CONDITION",
    about: "Whether a component exists depends on something that changes during the run.",
    provoke: () => run({ x: Var({ init: 0 }), a: onlyIf("x > 0", Model()), equations: "der(x) = 1" }),
  },
  {
    code: "E-OUTER",
    about: "A component refers to a name of a model around it, and there is none.",
    provoke: () => run({ part: Model({ g: outer(), equations: "F = 2*g" }) }),
  },
  {
    code: "E-INITIAL",
    about: "Something other than an equation stands in initialEquations.",
    provoke: () =>
      run({ x: Var({ start: 0 }), equations: "der(x) = 1", initialEquations: "when x > 1 then y = 1 end" }),
  },
  {
    code: "E-INIT-CONFLICT",
    about: "Start values contradict each other or the equations. Each is shown with the value it would have.",
    provoke: () => run({ x: Var({ init: 1 }), y: Var({ init: 5 }), equations: "der(x) = -x; y = 2*x" }),
  },
  {
    code: "E-NOT-FINITE-VALUE",
    about:
      "A variable is infinite or NaN at the start or at an event; a parameter that is zero and is divided by is named.",
    provoke: () => run({ R: 0, equations: "R*i = 10" }),
  },
  {
    code: "E-SYSTEM-SINGULAR",
    about: "A system of equations has no unique solution.",
    provoke: () => run({ a: 1, equations: "x + a*y = 1; a*x + y = 2" }),
  },
  {
    code: "E-SYSTEM-NEWTON",
    about: "A nonlinear system of equations could not be solved.",
    provoke: () => run({ y: Var({ start: 1 }), equations: "y^2 + 1 = 0" }),
  },
  {
    code: "E-SYSTEM-LOST",
    about: "A system of equations has a solution up to some time, and none beyond it.",
    provoke: () => {
      const variables = { x: Var({ init: 1 }), y: Var({ init: 0 }), z: Var({ start: 1 }) };
      return run({ ...variables, equations: "der(x) = -1; der(y) = 2*z; z^2 = x - 0.5" }, { stopTime: 2 });
    },
  },
  {
    code: "E-SYSTEM-POLE",
    about: "Unknowns become infinite at some time: the determinant of their equations changes its sign.",
    provoke: () =>
      run({ x: Var({ init: 0 }), equations: "der(x) = 1; x*a + b = 1; a + b = 2" }, { stopTime: 2, method: "bdf" }),
  },
  {
    code: "E-MIXED",
    about: "No combination of switch positions, or of joints that stick and slide, is consistent with the equations.",
    provoke: () => run({ equations: "x = if y > 0 then -1 else 1; y = x" }),
  },
  {
    code: "E-MIXED",
    about: "The conditions come from dry friction, which holds a load up to a threshold in both directions.",
    provoke: () => run({ y: Var(), equations: "y = if y > 1 then -3 elseif y < -1 then 3 else 5" }),
  },
  {
    code: "E-EVENT-LOOP",
    about: "An event does not come to rest: conditions keep switching each other.",
    provoke: () => run({ a: Var({ start: false }), b: Var({ start: false }), equations: "a = not pre(b); b = pre(a)" }),
  },
  {
    code: "E-CHATTERING",
    about: "The same conditions switch to and fro in ever shorter time.",
    provoke: () => run({ x: Var({ init: 0.25 }), equations: "der(x) = if x > 0 then -1 else 1" }, { stopTime: 1 }),
  },
  {
    code: "E-ASSERT",
    about: "A condition that the model asserts is false.",
    provoke: () =>
      run({ h: Var({ init: 1 }), equations: 'der(h) = -1; assert(h > 0.5, "the tank runs dry")' }, { stopTime: 1 }),
  },
  {
    code: "E-PRE",
    about: "pre is applied to an expression, or outside of `when` to what changes continuously.",
    provoke: () => run({ equations: "y = pre(time > 1)" }),
  },
  {
    code: "E-REINIT",
    about: "reinit sets something that is not a state.",
    provoke: () =>
      run(
        { x: Var({ init: 0 }), equations: "der(x) = 1; y = 2*x; when x > 0.5 then reinit(y, 0) end" },
        { stopTime: 1 },
      ),
  },
  {
    code: "E-STATE-SELECT",
    about: 'stateSelect "always" or "never" cannot be followed.',
    provoke: () =>
      run({ x: Var({ init: 1 }), y: Var({ stateSelect: "always" }), equations: "der(x) = -x; y = 2*x + 1" }),
  },
  {
    code: "E-WHEN",
    about: "Something stands in a when clause that is not allowed there.",
    provoke: () => run({ x: Var({ init: 0 }), equations: "der(x) = 1; when x > 1 then 2*y = x end" }),
  },
  {
    code: "E-CLOCK",
    about:
      "A clock is missing, has no positive interval, or meets another one; a variable with a derivative stands among equations that a clock drives.",
    provoke: () => run({ equations: "y = sample(time, Clock(0))" }),
  },
  {
    code: "E-MERGE-UNKNOWN",
    about: "merge names something that the model does not have.",
    provoke: () => run({ resistance: 1, equations: "y = resistance" }, { merge: { resistence: 2 } }),
  },
  {
    code: "E-MERGE-VALUE",
    about: "merge gives something that is not a value.",
    provoke: () => run({ k: 1, equations: "y = k" }, { merge: { k: () => 1 } }),
  },
  {
    code: "E-FINAL-STATES",
    about: "The final states differ from requiredFinalStates.",
    provoke: () =>
      run({ x: Var({ init: 1 }), equations: "der(x) = -x" }, { stopTime: 1, requiredFinalStates: { x: 0.4 } }),
  },
  {
    code: "E-JSON",
    about: "A document is not a model.",
    provoke: () => modelFromJson('{"_class":"Model","functions":["saturate"],"equations":["y = saturate(time)"]}'),
  },
  {
    code: "E-LINEARIZE",
    about: "A model cannot be linearised.",
    provoke: () => {
      const hidden = predefinedComponent<{ at: number }>({
        build: () => ({ memory: { at: 0 } }),
        beginSegment: (memory, declare) => {
          memory.at = declare.state("s", { init: 0 }).offset;
        },
        functions: {
          f: {
            hasEffects: true,
            call: (memory: { at: number }, access: ComponentAccess) => {
              access.dx[memory.at] = Math.sqrt(access.x[memory.at]!);
              return access.x[memory.at];
            },
          },
        },
      });
      return linearise(instantiate(Model({ predefined: hidden, equations: "y = f()" })));
    },
  },
  {
    code: "E-COMPONENT-START",
    about: "A predefined component gives a hidden state a start value that is not finite.",
    provoke: () => {
      const broken = predefinedComponent({
        build: () => ({ memory: {} }),
        beginSegment: (_memory, declare) => {
          declare.state("s", { init: Number.NaN });
        },
        functions: {},
      });
      return run({ tank: Model({ predefined: broken }) });
    },
  },
  {
    code: "E-COMPONENT-IDLE",
    about: "A function of a predefined component is called where no run is in progress, such as in a parameter.",
    provoke: () => {
      const idle = predefinedComponent({
        build: () => ({ memory: {} }),
        beginSegment: () => {},
        functions: { f: { call: () => 1 } },
      });
      return run({ tank: Model({ predefined: idle, k: expr`f()`, equations: "y = k" }) });
    },
  },
  {
    code: "E-PATH",
    about: "A point-to-point path has wrong points or limits.",
    provoke: () => ptpPath(["phi"], { positions: [[0], [1]], v_max: [0], a_max: [1] }),
  },
  {
    code: "E-PATH-NAME",
    about: "A path has no quantity of that name.",
    provoke: () => ptpPath(["phi"], { positions: [[0], [1]], v_max: [1], a_max: [1] }).position("pfi", 0),
  },
];
