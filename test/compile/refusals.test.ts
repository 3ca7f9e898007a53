/** What the compiler says about models that it cannot translate: refusals.txt shows it as users see it. */
import { readFileSync } from "node:fs";
import {
  expr,
  flow,
  inner,
  input,
  instantiate,
  Model,
  type ModelDefinition,
  type ModelSource,
  Object3D,
  onlyIf,
  outer,
  output,
  Par,
  potential,
  RattlebackError,
  simulate,
  stream,
  Var,
} from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";
import { refusalsOf } from "../refusals.ts";

const states = { x: Var({ init: 1 }), v: Var({ init: 0 }) };
const translated = (source: object, options = {}) =>
  simulate(instantiate(Model(source as ModelSource), options), { stopTime: 0.01 });

const pin = Model({ v: potential(), i: flow() });
const port = Model({ p: potential(), m_flow: flow(), h: stream() });
const ground = Model({ p: pin, equations: "p.v = 0" });
const resistor = Model({ R: 1, p: pin, n: pin, equations: ["R*p.i = p.v - n.v", "p.i + n.i = 0"] });

/** A class of Modelica with this body. */
const modelica = (body: string) => importModelica({ texts: { "M.mo": `model M\n${body}\nend M;` } }).instantiate("M");

/** Equations that are wrong in themselves; x and v are states, A is a matrix, b a vector, k a number and f a function. */
const equations: readonly string[] = [
  // names
  "der(x) = qq",
  "der(x) = y.z",
  "der(x) = xx",
  "der(x) = fff(x)",
  "der(x) = sinn(x)",
  "der(x) = x[1]",
  "der(x) = b",
  "der(x) = A[1]",
  "der(x) = A[1, 2, 3]",
  "der(x) = A[0, 1]",
  "der(x) = b[4]",
  "der(x) = b[1.5]",
  "der(x) = b[true]",
  "der(x) = sum(b[1:0:3])",
  "der(x) = sum(b[2:5])",
  "der(x) = A*b",
  "der(x) = sum(A*[1, 2, 3])",
  "der(x) = sum(A + b)",
  "[x, v] = [1, 2, 3]",
  "[x, v] = [0, 0, 0]",
  "[x, v] = 1",
  "[x, v] = k",
  "[x, v] = x",
  "der(x) = sum([i for i in 1:x])",
  "der(x) = sum([i for i in 1:1000000])",
  "for i in 1:300000 loop v = i; end for",
  // arguments
  "der(x) = sin(x, v)",
  "der(x) = sin()",
  "der(x) = max()",
  "der(x) = sum(zeros(-1))",
  "der(x) = sum(zeros(0.5))",
  "der(x) = sum(ones(x))",
  "der(x) = sum(fill(1, 2000, 2000))",
  "der(x) = sum(identity(1.5)*[1])",
  "der(x) = linspace(0, 1, 1)[1]",
  "der(x) = sum(cross(b, [1, 2]))",
  "der(x) = delay(x)",
  "der(x) = noEvent()",
  "der(x) = pre(x + 1)",
  "der(x) = edge(x)",
  "(a, c) = f(x)",
  "(a, c) = x",
  "(a, c, d) = two(x)",
  "der(x) = broken(x)",
  "der(x) = two(x)",
  // truth values
  "der(x) = x > 1",
  "der(x) = if x then 1 else 2",
  "der(x) = 1 + (x > 0)",
  "der(x) = not x",
  "y = x and v; der(x) = 1",
  "der(x) = if x > 0 then true else 1",
  // when, reinit, if
  "when x then y = 1; end when",
  "when x > 1 then y + 1 = 2; end when",
  "when x > 1 then der(y) = 2; end when",
  "when x > 1 then when v > 1 then y = 1; end when; end when",
  "when x > 1 then [y, z] = [1, 2, 3]; end when",
  "when x > 1 then reinit(x + v, 1); end when",
  "when x > 1 then reinit([x, v], [1, 2, 3]); end when",
  "when x > 1 then connect(a, c); end when",
  "when [x > 1, x > 2; x > 3, x > 4] then y = 1; end when",
  "when [] then y = 1; end when",
  "if x > 1 then y = 1; end if",
  "if x > 1 then y = 1; else y = 1; z = 2; end if",
  "if k > 1 then y = 1; end if",
  "reinit(x, 1)",
  "when sample(0, 0) then y = 1; end when",
  "when sample(0, x) then y = 1; end when",
  "when sample(1) then y = 1; end when",
  "when Clock(0) then y = x; end when",
  "when Clock(x) then y = x; end when",
  "y = previous(x)",
  "y = sample(x)",
  "y = hold(x)",
  "y = subSample(sample(x, Clock(0.1)), 0)",
  "y = sample(x, Clock(0.1)) + x",
  "y = sum(cat(1, b, [true]))",
  "y = cat(1, [x > 1], b)",
  "y = cat(3, b, b)",
  "y = sample(x, Clock(0.1, 0.2, 0.3))",
  'y = sample(x, Clock("ImplicitEuler"))',
  "y = sample(x, Clock(x > 1, 2))",
  "y = hold(x, 0.1)",
  "c = x > 1; y = previous(y, 3)",
  "y = sample(x, Clock(0.1)); z = superSample(y, x)",
  "y = sample(x, Clock(0.1)); z = sample(x, Clock(0.07)); y + z = w; u = subSample(y)",
  "y = sample(x, Clock(x > 2)); z = superSample(y, 2)",
  'y = sample(x, Clock(0.1, "Guess")); der(z) = y - z',
  // functions and sizes
  "y = dot(b, [1, 2])",
  "y = atan2(b, [1, 2])",
  "y = norm(x, v)",
  "y = size(A, b)",
  "y = homotopy(b, [1, 2])",
  "y = quantity(x, 3)",
  'y = quantity(3, "furlongs")',
  "y = ifelse(x, 1)",
  "y = der(x, v)",
  "(y, z) = (x, v)",
  "y = [1, 2; 3]",
  "y = [b; [1, 2]]",
  "y = empty[1]",
  "y = if k > 1 then b else [1, 2]",
  "y = x; z = y[2]",
  "y = k*time; z = [i for i in 1:y]",
  "for i in 1:2 loop for j in 2:3 loop y = b[2*i + j]; end for; end for",
  "y = b*A",
  "y = A*A*b*b",
  "y = b^2",
  "y = [x > 1, 2]",
  "y = x > [1, 2]",
  'y = "text" + 1',
  "y = x; assert(y < 2, 3)",
  'der(x) = 1; assert(x, "no condition")',
  "y = transpose(A, A)",
  "y = cross(b)",
  "y = cat(1)",
  "y = fill(b, 2)",
  "y = linspace(1, b, 2)",
  "y = atan2(x)",
  "y = div(x)",
  "y = integer(x, v)",
  "y = (x, v) + 1",
  "y = {b, [1, 2]}",
  "y = {A, A}",
  "y = A[x > 1, 2]",
  "y = sum(b[k:x])",
  "for i in 1:x loop y = i; end for",
  "for i in 1:der(x) loop y = i; end for",
  "y = 2*outerProduct(A, b)",
  "y = skew([1, 2])",
  "y = size(b, 0)",
  "y = if size(x) > 1 then 1 else 2",
  // clocks and values before events
  "u = previous(2*u) + sample(x, Clock(0.1))",
  "u = previous(u) + sample(x, Clock(0.1))",
  "y = sample(x, Clock(0.1)); z = subSample(y)",
  "der(x) = 1; u = sample(x, Clock(0.1)) + sample(v, x)",
  "z = pre(y); y = if x > 1 then 1 else 2",
  "y = shiftSample(sample(x, Clock(0.1)), -1)",
  "y = shiftSample(sample(x, Clock(0.1)), 1, 0)",
  "der(x) = 1; y = sample(x, Clock(0.1)); y = sample(v, Clock(0.1, 0.05))",
  // balance
  "2 = 2",
  "k = 3",
  "k = n; 3 = k",
  "der(x) = 1; der(x) = 2",
  "x = 1; v = 2; y = x; y = v",
  "x = 3; x = time",
  "der(x) = y + z; der(v) = 1",
  "x + v = 1; x + v = 2",
  "floor(x) = 2; der(x) = u; der(v) = 1",
  "x = delay(v, 0.1); der(x) = u; der(v) = u",
  "x = f(v); der(x) = u; der(v) = u",
  // text
  "der(x) = ",
  "der(x) 1",
  "der(x) = (1",
  "der(x) = 1 2",
  "= 3",
  "der(der(x) = 1",
  'x = "text"',
  "der(x) = k^A",
];
const given = {
  ...states,
  A: [
    [1, 2],
    [3, 4],
  ],
  b: [1, 2, 3],
  empty: [],
  k: 2,
  n: 1.5,
  functions: {
    f: (x: number) => 2 * x,
    two: (x: number) => [x, 2 * x],
    broken: () => {
      throw new Error("no value");
    },
  },
};

/** Each derivative of it has some times as many terms as the one before. */
const derived = {
  x: Var({ start: 1 }),
  equations: `${Array.from({ length: 24 }, (_, k) => `y${k + 1} = der(y${k})`).join("; ")}; y0 = sin(x)*exp(x)*cos(time*x)/(1 + x^2); y24 = u; x = time^3`,
};

const models: Readonly<Record<string, () => unknown>> = {
  "a component in an equation": () => translated({ R: resistor, x: Var({ init: 1 }), equations: "der(x) = R" }),
  "a name of a component that is not there": () =>
    translated({ R: resistor, x: Var({ init: 1 }), equations: "der(x) = R.r" }),
  "a name of a component that is switched off": () =>
    translated({ on: false, R: onlyIf("on", resistor), x: Var({ init: 1 }), equations: "der(x) = R.R" }),
  "a condition that changes": () =>
    translated({ x: Var({ init: 1 }), R: onlyIf("x > 1", resistor), equations: "der(x) = 1" }),
  "an outer without inner": () => translated({ c: Model({ g: outer(), equations: "y = g" }) }),
  "an outer at the top": () => translated({ g: outer(), equations: "y = g" }),
  "a name added by .with that nothing reads": () => translated({ R: resistor.with({ Rr: 3 }) }),
  "a parameter without a value": () =>
    translated({ k: Par({ unit: "m" }), x: Var({ init: 1 }), equations: "der(x) = k" }),
  "a parameter beyond its limit": () =>
    translated({ k: Par({ value: -1, min: 0 }), x: Var({ init: 1 }), equations: "der(x) = k" }),
  "a parameter above its limit": () =>
    translated({ k: Par({ value: 3, max: 2 }), x: Var({ init: 1 }), equations: "der(x) = k" }),
  "parameters in a circle": () =>
    translated({ a: expr`c`, c: expr`2*a`, x: Var({ init: 1 }), equations: "der(x) = a" }),
  "a parameter that depends on a variable": () => translated({ ...states, k: expr`x`, equations: "der(x) = k" }),
  "a value that is a text": () =>
    translated({ k: Par({ value: "three" as never }), x: Var({ init: 1 }), equations: "der(x) = k" }),
  "a size that is an expression of nothing": () =>
    translated({ n: 1.5, y: Var({ size: ["n"] as never }), equations: "y = ones(2)" }),
  "units that do not agree": () => translated({ m: Par(1, "kg"), s: Par(2, "m"), equations: "y = m + s" }),
  "units of a derivative": () =>
    translated({ s: Var({ unit: "m", init: 0 }), v: Var({ unit: "kg" }), equations: "der(s) = v; v = 1" }),
  "a sine of metres": () => translated({ s: Par(1, "m"), equations: "y = sin(s)" }),
  "connectors that do not fit": () =>
    translated({
      a: Model({ p: pin }),
      c: Model({ q: Model({ T: potential(), Q: flow() }) }),
      connect: [["a.p", "c.q"]],
    }),
  "connected units": () =>
    translated({
      a: Model({ u: output({ unit: "m" }), equations: "u = 1" }),
      c: Model({ u: input({ unit: "kg" }) }),
      connect: [["a.u", "c.u"]],
    }),
  "two outputs": () =>
    translated({
      a: Model({ u: output(), equations: "u = 1" }),
      c: Model({ u: output(), equations: "u = 2" }),
      connect: [["a.u", "c.u"]],
    }),
  "connectors of other units and sizes": () =>
    translated({
      a: Model({ p: Model({ v: potential({ unit: "V" }), i: flow() }) }),
      c: Model({ p: Model({ v: potential({ unit: "K" }), i: flow() }) }),
      connect: [["a.p", "c.p"]],
    }),
  "connectors of other sizes": () =>
    translated({
      a: Model({ p: Model({ v: potential({ start: [1, 2] }), i: flow({ start: [1, 2] }) }) }),
      c: Model({ p: Model({ v: potential({ start: [1, 2, 3] }), i: flow({ start: [1, 2, 3] }) }) }),
      connect: [["a.p", "c.p"]],
    }),
  "a connector and a signal": () => translated({ a: resistor, c: Model({ u: input() }), connect: [["a.p", "c.u"]] }),
  "a value in another unit": () =>
    translated({ k: Par({ value: Par(3, "kg") as never, unit: "m" }), equations: "y = k" }),
  "a start value of another size": () =>
    translated({ y: Var({ init: [1, 2], size: [3] }), equations: "der(y) = ones(3)" }),
  "a value of another size": () => translated({ y: Par({ value: [1, 2] }), equations: "z = y + [1, 2, 3]" }),
  "a size that is negative": () => translated({ n: -1, y: Var({ size: [expr`n`] }), equations: "y = ones(2)" }),
  "a parameter that is not a number": () =>
    translated({ k: 0, c: expr`sqrt(k - 1)`, x: Var({ init: 1 }), equations: "der(x) = c" }),
  "a parameter that is given as NaN": () => translated({ k: Number.NaN, x: Var({ init: 1 }), equations: "der(x) = k" }),
  "a parameter whose function gives nothing": () =>
    translated({
      k: expr`f(2)`,
      x: Var({ init: 1 }),
      functions: { f: { call: () => Number.NaN, explain: (a: number) => `f of ${a} is not known`, results: [[]] } },
      equations: "der(x) = k",
    }),
  "a parameter that must be positive": () =>
    translated({ k: Par({ value: 0, min: Number.MIN_VALUE }), x: Var({ init: 1 }), equations: "der(x) = k" }),
  "an input in a component": () =>
    translated({ c: Model({ u: input(), x: Var({ init: 0 }), equations: "der(x) = u" }) }),
  "a component that lacks an equation": () =>
    translated({ c: Model({ x: Var({ init: 0 }), y: Var(), z: Var(), equations: "der(x) = y + z" }), w: 2 }),
  "an equation too many inside": () =>
    translated({ c: Model({ x: Var({ init: 0 }), equations: "der(x) = 1; x = time; 1 = 2*x" }) }),
  "a discrete state": () =>
    translated({ x: Var({ stateSelect: "always", start: 0 }), equations: "when time > 1 then x = 2; end when" }),
  "two flows in a connector of streams": () =>
    translated({
      a: Model({
        q: Model({ p: potential(), m: flow(), n: flow(), h: stream() }),
        equations: "q.h = 1; y = inStream(q.h)",
      }),
    }),
  "inStream of a sum": () => translated({ a: Model({ q: port, equations: "y = inStream(q.h + 1)" }) }),
  "inStream of two": () => translated({ a: Model({ q: port, equations: "y = inStream(q.h, q.p)" }) }),
  "a function without derivative in a constraint": () =>
    translated({
      x: Var({ init: 1 }),
      y: Var(),
      functions: { h: (u: number) => u * u },
      equations: "der(x) = u; der(y) = 2*u; h(x) + y = 1",
    }),
  "a loop of texts": () => translated({ a: expr`c`, c: expr`a`, equations: "y = a" }),
  "units in functions and branches": () =>
    translated({ s: Par(1, "m"), m: Par(1, "kg"), equations: "y = if time > 1 then s else m" }),
  "units of the sides of a comparison": () =>
    translated({ s: Par(1, "m"), m: Par(1, "kg"), equations: "y = if s > m then 1 else 2" }),
  "units of roots and powers": () => translated({ s: Par(4, "m"), m: Par(1, "kg"), equations: "y = sqrt(s) + m" }),
  "an exponent with a unit": () => translated({ s: Par(4, "m"), equations: "y = 2^s" }),
  "units of max and atan2": () =>
    translated({ s: Par(4, "m"), m: Par(1, "kg"), equations: "y = max(s, m); z = atan2(s, m)" }),
  "units of a product in a sum": () =>
    translated({ a: Model({ s: Par(4, "m"), m: Par(1, "kg"), v: Var({ unit: "m/s" }), equations: "v = m*s + s" }) }),
  "a connection to nothing": () => translated({ a: resistor, connect: [["a.p", "a.q"]] }),
  "a connection to a number": () => translated({ a: resistor, connect: [["a.p", "a.R"]] }),
  "a stream without flow": () =>
    translated({
      a: Model({ q: Model({ h: stream() }) }),
      c: Model({ q: Model({ h: stream() }) }),
      connect: [["a.q", "c.q"]],
      equations: "y = inStream(a.q.h)",
    }),
  "inStream of what is no stream": () => translated({ a: Model({ q: port }), equations: "y = inStream(a.q.p)" }),
  "a component with one equation too many": () =>
    translated({
      R: resistor.with({ equations: ["R*p.i = p.v - n.v", "p.i + n.i = 0", "p.v = 1"] }),
      g: ground,
      connect: [
        ["R.n", "g.p"],
        ["R.p", "g.p"],
      ],
    }),
  "a state that cannot be one": () =>
    translated({ x: Var({ init: 1, stateSelect: "always" }), equations: "x = sin(time)" }),
  "a state that must be one": () => translated({ x: Var({ init: 1, stateSelect: "never" }), equations: "der(x) = 1" }),
  "initial equations that are none": () =>
    translated({ ...states, equations: "der(x) = v; der(v) = 1", initialEquations: "when x > 1 then v = 1; end when" }),
  "initial equations of a component that are none": () =>
    translated({
      c: Model({ x: Var({ start: 1 }), equations: "der(x) = 1", initialEquations: "when x > 1 then x = 1; end when" }),
    }),
  "one initial equation too many": () =>
    translated({ ...states, equations: "der(x) = v; der(v) = 1", initialEquations: "x = 2; v = 3; x = v" }),
  "too many equations": () => translated({ equations: "y = ones(11)" }, { maximumEquations: 10 }),
  "a limit that is none": () => translated({ equations: "y = 1" }, { maximumEquations: -1 }),
  "components that contain each other": () => {
    let deep: ModelDefinition = Model({ equations: "y = 1" });
    for (let k = 0; k < 70; k++) deep = Model({ c: deep });
    return instantiate(deep);
  },
  "a parameter that is told to change": () =>
    translated({ k: Par({ value: expr`sample(0, 1)` }), x: Var({ init: 1 }), equations: "der(x) = 1" }),
  "a start value that changes": () =>
    translated({ x: Var({ start: expr`time + 1` }), y: Var({ init: expr`x` }), equations: "der(x) = 1; der(y) = 1" }),
  "a start value that is a text": () => translated({ x: Var({ start: "three" as never }), equations: "der(x) = 1" }),
  "a value without unit for one with": () =>
    translated({ k: Par({ value: Par(3, "1") as never, unit: "m" }), equations: "y = k" }),
  "an expression that does not end": () => translated({ c: Model({ k: expr`2 + `, equations: "y = k" }) }),
  "a list of components as a whole": () =>
    translated({ c: [Model({ y: 2 }), Model({ y: 3 })], equations: "z = c[1:2].y" }),
  "a place in a list that is no number": () =>
    translated({ c: [Model({ y: 2 }), Model({ y: 3 })], equations: "z = c[1.5].y" }),
  "a place in a list that is not there": () =>
    translated({ c: [Model({ y: 2 }), Model({ y: 3 })], equations: "z = c[3].y" }),
  "connectors for different things": () => {
    const of = (medium: string): ModelDefinition =>
      Model({ q: Model({ medium, p: potential(), m: flow() }), equations: "q.p = 1" });
    return translated({ a: of("water"), c: of("oil"), connect: [["a.q", "c.q"]] });
  },
  "a connector without flows": () =>
    translated({
      a: Model({ q: Model({ p: potential(), m: flow() }), equations: "q.p = 1" }),
      c: Model({ q: Model({ p: potential(), m: flow(), h: stream() }), equations: "q.p = 1" }),
      connect: [["a.q", "c.q"]],
    }),
  "a signal and a connector in a component": () =>
    translated({ c: Model({ a: resistor, b: Model({ u: input() }), connect: [["b.u", "a.p"]] }) }),
  "a component that is absent, inside": () =>
    translated({ c: Model({ on: false, d: onlyIf("on", resistor), equations: "y = d.R" }) }),
  "a name of a component without names": () => translated({ c: Model({}), equations: "y = c.z" }),
  "a variable as a component": () => translated({ ...states, equations: "der(x) = v.z; der(v) = 1" }),
  "a name added by .with to a model without names": () =>
    translated({ c: Model({ d: Model({ equations: "1 = 1" }).with({ zz: 3 }) }) }),
  "a name added to the model itself": () =>
    instantiate(Model({ x: Var({ init: 1 }), equations: "der(x) = 1" }).with({ zz: 3 })),
  "only connections": () =>
    translated({
      a: Model({ u: output({ start: 1 }) }),
      c: Model({ u: output() }),
      d: Model({ u: input() }),
      connect: [
        ["a.u", "d.u"],
        ["c.u", "d.u"],
      ],
    }),
  "a when equation of a state": () =>
    translated({ x: Var({ init: 1 }), equations: "der(x) = 1; when time > 1 then x = 2; end when" }),
  "a component that lacks two equations": () =>
    translated({
      c: Model({ p: pin, n: pin, q: pin, equations: "p.v = 2*p.i" }),
      g: ground,
      connect: [["c.n", "g.p"]],
    }),
  "a component that lacks the balance of its flows": () =>
    translated({
      R: Model({ p: pin, n: pin, equations: "p.v - n.v = 2*p.i" }),
      V: Model({ p: pin, n: pin, equations: ["p.v - n.v = 1", "p.i + n.i = 0"] }),
      g: ground,
      connect: [
        ["R.p", "V.p"],
        ["R.n", "V.n", "g.p"],
      ],
    }),
  "a component with a state that lacks the balance of its flows": () =>
    translated({
      C: Model({ p: pin, n: pin, q: Var({ init: 0 }), equations: "der(q) = p.i; p.v - n.v = 2*q" }),
      V: Model({ p: pin, n: pin, equations: ["p.v - n.v = 1 + p.i", "p.i + n.i = 0"] }),
      g: ground,
      connect: [
        ["C.p", "V.p"],
        ["C.n", "V.n", "g.p"],
      ],
    }),
  "twice a truth value before an event": () =>
    translated({ x: Var({ init: 1 }), b: Var({ start: false }), equations: "der(x) = 1; b = x > 2; y = 2*pre(b)" }),
  "names of a model and of its parts": () =>
    translated({ c: Model({ y: Var(), z: Var(), equations: "y = 2*z" }), longest: Var(), equations: "longest = c.y" }),
  "plugs of other pins": () =>
    translated({
      a: Model({ plug: Model({ p: pin, n: pin }) }),
      c: Model({ plug: Model({ p: pin, q: pin }) }),
      connect: [["a.plug", "c.plug"]],
    }),
  "a connector and a signal beside arrays": () =>
    translated({ a: resistor, c: Model({ u: input() }), L: [1, 2], equations: "y = 2*L", connect: [["a.p", "c.u"]] }),
  "a signal and a connector beside arrays": () =>
    translated({ a: resistor, c: Model({ u: input() }), L: [1, 2], equations: "y = 2*L", connect: [["c.u", "a.p"]] }),
  "derivatives without end": () => translated(derived),
  "derivatives without end in a component": () => translated({ c: Model(derived) }),
  "a component whose part has equations, and it has too few": () =>
    translated({
      c: Model({
        p: pin,
        n: pin,
        q: pin,
        R: resistor,
        connect: [
          ["p", "R.p"],
          ["n", "R.n"],
        ],
      }),
      V: Model({ p: pin, n: pin, equations: ["p.v - n.v = 1", "p.i + n.i = 0"] }),
      g: ground,
      connect: [
        ["c.p", "V.p"],
        ["c.n", "c.q", "V.n", "g.p"],
      ],
    }),
  "a clock that is none": () =>
    translated({
      x: Var({ init: 1 }),
      y: Var({ start: 0 }),
      equations: "der(x) = 1; c = x > 1; u = sample(x, Clock(0.1)); w = subSample(u, 2); y = previous(y, c) + u",
    }),
  "an object in space that is no part of one": () => translated({ c: Model({ o: Object3D({}) }) }),
  "an object in space as a model": () => instantiate(Object3D({}) as never),
  "an equation that a class lacks": () => modelica("Real x, y, z; equation x = 1; y = x + z;"),
  "a variable of a class in no equation": () => modelica("Real x, y; equation x = 1;"),
  "an equation too many in a class": () =>
    modelica("Real x(start = 0); parameter Real p = 2; equation x = p; x = time;"),
  "a derivative at ticks without a method": () =>
    modelica("Real x(start = 0), u; equation u = sample(time, Clock(1, 10)); der(x) = u - x;"),
  "the derivative of what enters at ticks": () =>
    modelica(
      'Clock c = Clock(Clock(1, 10), solverMethod = "ExplicitEuler"); Real y(start = 0), v, u; equation u = sample(time, c); y = u; der(y) = -y + v;',
    ),
  "clocks of Modelica that meet": () =>
    modelica("Real a, b, c; equation a = sample(time, Clock(1, 10)); b = sample(time, Clock(1, 7)); c = a + b;"),
  "a clock of events that is divided": () =>
    modelica("Real a, b; equation a = sample(time, Clock(time > 0.5)); b = superSample(a, 2);"),
  "a factor that does not divide": () =>
    modelica(
      "Real a, b, c; equation a = sample(time, Clock(1, 10)); b = subSample(a); c = sample(time, Clock(1, 4)) + b;",
    ),
  "a factor between ticks of events and of time": () =>
    modelica(
      "Real a, b, c; equation a = sample(time, Clock(time > 0.5)); b = subSample(a); c = sample(time, Clock(1, 4)) + b;",
    ),
  "a tick that nothing gives": () => modelica("Real a(start = 0); equation a = previous(a) + 1;"),
  "a connector alone, with another in it": () => translated({ v: potential(), i: flow(), p: pin }),
  "two outputs in a component": () =>
    translated({
      c: Model({
        a: Model({ y: output(), equations: "y = 1" }),
        b: Model({ y: output(), equations: "y = 2" }),
        connect: [["a.y", "b.y"]],
      }),
    }),
  "an inner that is a number": () =>
    translated({ g: inner(3 as never), c: Model({ g: outer(), equations: "y = g[2]" }) }),
};

const examples = {
  ...Object.fromEntries(
    equations.map((text) => [
      text,
      () =>
        translated({
          ...given,
          equations: text.includes("der(v)") || !text.includes("der(x)") ? text : `${text}; der(v) = 1`,
        }),
    ]),
  ),
  ...models,
};

/** What refusals.txt has, and what has been said now: each example is a test of its own, all of them together write the file. */
const file = new Map(
  readFileSync(new URL("refusals.txt", import.meta.url), "utf8")
    .split(/^(?=# )/m)
    .map((part) => [part.slice(2, part.indexOf("\n")), part.trimEnd()]),
);
const said = new Map<string, string>();

describe("what cannot be translated is refused in the words of refusals.txt", () => {
  it.each(Object.entries(examples))("%s", (what, provoke) => {
    const now = refusalsOf({ [what]: provoke });
    if (!said.has(what)) said.set(what, now);
    expect(now.trimEnd()).toBe(file.get(what));
  });

  it("and nothing else", async () => {
    const all = Object.entries(examples).map(([what, provoke]) => said.get(what) ?? refusalsOf({ [what]: provoke }));
    await expect(all.join("\n")).toMatchFileSnapshot("refusals.txt");
  });
});

describe("the same in a component", () => {
  const errorOf = (provoke: () => unknown): RattlebackError => {
    try {
      provoke();
    } catch (error) {
      if (error instanceof RattlebackError) return error;
      throw error;
    }
    throw new Error("accepted");
  };
  it.each(equations)("%s", (text) => {
    const whole = text.includes("der(v)") || !text.includes("der(x)") ? text : `${text}; der(v) = 1`;
    const own = errorOf(() => translated({ ...given, equations: whole }));
    const inside = errorOf(() => translated({ c: Model({ ...given, equations: whole } as ModelSource) }));
    expect(inside.code).toBe(own.code);
    // a function is the same in every component
    const isOfFunction = own.path?.startsWith("functions.") === true;
    expect(inside.path, inside.message).toMatch(isOfFunction ? own.path : own.path === undefined ? /^c$/ : /^c\./);
  });
});
