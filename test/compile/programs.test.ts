/** What becomes of equations: programs.txt shows the code of small models, one for each thing that the compiler knows. */
import {
  expr,
  flow,
  inner,
  input,
  instantiate,
  Model,
  type ModelSource,
  onlyIf,
  outer,
  output,
  Par,
  potential,
  stream,
  Var,
} from "rattleback";
import { expect, it } from "vitest";

const pin = Model({ v: potential(), i: flow() });
const ground = Model({ p: pin, equations: "p.v = 0" });
const twoPins = Model({ p: pin, n: pin, v: Var(), i: Var(), equations: ["v = p.v - n.v", "0 = p.i + n.i", "i = p.i"] });
const resistor = twoPins.with({ R: 2, equations: ["v = p.v - n.v", "0 = p.i + n.i", "i = p.i", "R*i = v"] });
const capacitor = twoPins.with({
  C: 3,
  v: Var({ init: 1 }),
  equations: ["v = p.v - n.v", "0 = p.i + n.i", "i = p.i", "C*der(v) = i"],
});
const port = Model({ p: potential(), m_flow: flow(), h: stream() });

const x = { x: Var({ init: 1 }) };
const models: Readonly<Record<string, object>> = {
  "a state": { ...x, k: 2, equations: "der(x) = -k*x" },
  "aliases, and what follows from them": { ...x, equations: "der(x) = -y; y = z; z = x; w = -z" },
  "a linear system": { ...x, equations: "a + 2*c = x; 3*a - c = 1; der(x) = a" },
  "a system whose matrix changes": { ...x, equations: "x*a + c = 1; a - c = time; der(x) = a" },
  "a nonlinear system": { ...x, equations: "y + y^3 = x; der(x) = -y" },
  "a system with tearing": { ...x, equations: "a = sin(c); c = cos(d); d = a + x; der(x) = d" },
  "a constraint that is differentiated": {
    x: Var({ init: 1, stateSelect: "prefer" }),
    y: Var(),
    u: Var(),
    w: Var(),
    equations: "der(x) = u; der(y) = w; x + 2*y = 1; u = w + sin(time)",
  },
  "a pendulum in the plane": {
    x: Var({ start: 0.6 }),
    y: Var({ start: -0.8 }),
    u: Var(),
    w: Var(),
    T: Var({ start: 1 }),
    equations: "der(x) = u; der(y) = w; der(u) = T*x; der(w) = T*y - 9.81; x^2 + y^2 = 1",
  },
  "a second derivative": { ...x, equations: "der(der(x)) = -x" },
  events: { ...x, equations: "der(x) = if x > 0.5 then -1 else if x <= 0.2 and not time > 3 then 1 else 2" },
  "an event that a variable names": { ...x, equations: "b = x > 0.5 or time >= 2; der(x) = if b then -1 else 1" },
  "when and reinit": {
    ...x,
    n: Var({ start: 0 }),
    equations: "der(x) = -x; when x < 0.5 then reinit(x, 1); n = pre(n) + 1; elsewhen time > 2 then n = 0; end when",
  },
  "when with two conditions": {
    ...x,
    n: Var({ start: 0 }),
    equations: "der(x) = -x; when [x < 0.5, initial()] then n = pre(n) + 2; end when",
  },
  "edges and changes": {
    ...x,
    n: Var({ start: 0 }),
    equations:
      "der(x) = 1; b = x > 2; when edge(b) then n = 1; elsewhen change(b) then n = 2; end when; t = terminal()",
  },
  samples: { ...x, n: Var({ start: 0 }), equations: "der(x) = -x; when sample(0, 0.1) then n = x; end when" },
  clocks: {
    ...x,
    u: Var({ start: 0 }),
    equations: "der(x) = hold(u); u = previous(u) + sample(x, Clock(0.1))",
  },
  "clocks of other rates": {
    ...x,
    equations:
      "der(x) = 1; a = sample(x, Clock(0.1)); c = subSample(a, 3); d = superSample(c, 2); e = shiftSample(c, 1, 2); f = backSample(e, 1, 2)",
  },
  "an integration between ticks": {
    ...x,
    y: Var({ start: 0 }),
    equations: "der(x) = 1; y = previous(y) + interval(u)*u; u = sample(x, Clock(0.25))",
  },
  delays: { ...x, equations: "der(x) = -delay(x, 0.5); y = delay(x, 0.1 + 0.1*sin(time), 0.3)" },
  "corners that are no events": {
    ...x,
    equations:
      "der(x) = noEvent(abs(x)) + noEvent(max(x, 2)) + noEvent(min(x, 3)) + smooth(0, if x > 1 then x else 1) + noEvent(floor(x) + sign(x))",
  },
  "functions that jump": {
    ...x,
    equations: "der(x) = floor(x) + ceil(2*x) + integer(x/2) + mod(x, 0.3) + rem(x, 0.7) + div(x, 2) + sign(x - 0.4)",
  },
  "elementary functions": {
    ...x,
    equations:
      "der(x) = sin(x) + cos(x) + tan(x) + asin(x/9) + acos(x/9) + atan(x) + atan2(x, 2) + sinh(x) + cosh(x) + tanh(x) + exp(-x) + log(x) + log10(x) + sqrt(x) + abs(x) + x^3 + x^0.5 + 2^x + max(x, 1) + min(x, 2)",
  },
  "elementary functions to be solved for": {
    ...x,
    equations:
      "der(x) = a + c + d + f; sin(a) + atan(a) = x; exp(c) + log(c + 2) = 3*x; tanh(d) + d*sqrt(d + 4) = x; atan2(f, 2) + max(f, 0.1*f) + cosh(f) + abs(f)^1.5 = x + 1",
  },
  divisions: { ...x, equations: "der(x) = 1/(x + 2) + x/(3 + time)" },
  "a division that may fail": { ...x, a: 2, equations: "(x + a)*y = 3; der(x) = y" },
  arrays: {
    X: Var({ init: [1, 2] }),
    A: [
      [0, 1],
      [-2, -3],
    ],
    equations: "der(X) = A*X + [1, 0]; s = sum(X); p = product(X); n = norm(X); d = dot(X, [3, 4])",
  },
  "matrices and their parts": {
    M: Var({
      init: [
        [1, 2],
        [3, 4],
      ],
    }),
    equations:
      "der(M) = transpose(M) - identity(2); r = M[1, :]; c = M[:, 2]; e = M[2, 1]; q = [M, M; ones(2, 4)]; z = cat(1, r, c)",
  },
  "vectors in space": {
    a: Var({ init: [1, 2, 3] }),
    equations:
      "der(a) = cross(a, [0, 0, 1]); S = skew(a); o = outerProduct(a, [1, 2]); v = vector(S); D = diagonal(a); L = linspace(0, 1, 3); n = size(S); l = length(v)",
  },
  "comprehensions and loops": {
    X: Var({ init: [1, 2, 3] }),
    n: 3,
    equations:
      "for i in 1:n loop der(X[i]) = -i*X[i]; end for; Y = [X[i]^2 for i in 1:n]; s = sum([i*X[i] for i in 1:2:n])",
  },
  "an element that changes": {
    X: Var({ init: [1, 2, 3] }),
    equations: "der(X) = -X; k = if time < 1 then 1 else 3; y = X[k]",
  },
  "equations that a parameter chooses": { ...x, k: 2, equations: "if k > 1 then der(x) = -1; else der(x) = 1; end if" },
  "equations that the run chooses": {
    ...x,
    equations: "if x > 0.5 then der(x) = -y; y = 2; else der(x) = y; y = 3*x; end if",
  },
  parameters: { a: 2, c: expr`a^2 + 1`, d: Par({ value: 3, unit: "m" }), ...x, equations: "der(x) = c*a" },
  "start values": {
    x: Var({ start: 2 }),
    y: Var({ start: expr`k + 1` }),
    k: 3,
    equations: "der(x) = y; der(y) = -x",
    initialEquations: "x^2 + y^2 = 4; der(x) = 0.5",
  },
  "start conditions with relations": {
    x: Var({ start: 2 }),
    equations: "der(x) = -x; y = if x > 1 then x else 2*x",
    initialEquations: "y = if x > 3 then 4 else 1",
  },
  "arrays without elements": { ...x, E: [], equations: "der(x) = sum(E) + product(E); Z = E; W = 2*Z; V = zeros(0)" },
  "truth values in a list": {
    ...x,
    equations: "der(x) = 1; B = cat(1, [x > 1], [x < 0.5, true]); y = if B[1] or B[3] then 1 else 2",
  },
  "a circuit": {
    R: resistor,
    C: capacitor,
    g: ground,
    connect: [
      ["R.p", "C.p"],
      ["R.n", "C.n", "g.p"],
    ],
  },
  "a circuit without ground": {
    R: resistor,
    C: capacitor,
    connect: [
      ["R.p", "C.p"],
      ["R.n", "C.n"],
    ],
  },
  "signals that are connected": {
    a: Model({ u: output(), equations: "u = sin(time)" }),
    c: Model({ u: input(), y: output(), z: Var({ init: 0 }), equations: "der(z) = u; y = 2*z" }),
    connect: [["a.u", "c.u"]],
  },
  "an input of the model": { u: input({ start: 1 }), ...x, equations: "der(x) = u" },
  streams: {
    a: Model({ q: port, equations: "q.p = 1; q.h = 10" }),
    c: Model({ q: port, equations: "q.m_flow = -2; q.h = 20" }),
    d: Model({ q: port, y: Var(), equations: "q.m_flow = 1; q.h = 0; y = inStream(q.h)" }),
    connect: [["a.q", "c.q", "d.q"]],
  },
  "streams of two": {
    a: Model({ q: port, equations: "q.p = 1; q.h = 10" }),
    d: Model({
      q: port,
      y: Var(),
      z: Var(),
      equations: "q.m_flow = 1; q.h = 0; y = inStream(q.h); z = actualStream(q.h)",
    }),
    connect: [["a.q", "d.q"]],
  },
  "names of a model around": {
    g: inner(Par(3)),
    c: Model({ g: outer(), k: Var({ init: 0 }), equations: "der(k) = g" }),
  },
  "components that are switched off": {
    on: false,
    a: onlyIf("on", Model({ y: Var({ init: 0 }), equations: "der(y) = 1" })),
    c: onlyIf("not on", Model({ y: Var({ init: 0 }), equations: "der(y) = 2" })),
  },
  "a list of components": {
    cell: [
      Model({ k: 1, y: Var({ init: 0 }), equations: "der(y) = k" }),
      Model({ k: 2, y: Var({ init: 0 }), equations: "der(y) = k" }),
    ],
    equations: "s = cell[1].y + cell[2].y",
  },
  "functions of the user": {
    ...x,
    functions: {
      f: { call: (a: number) => 2 * a, derivative: () => 2 },
      two: (a: number) => [a, 2 * a],
      pulse: { call: (t: number) => (t < 1 ? 0 : 1), timeEvents: [1] },
    },
    equations: "der(x) = f(x) + pulse(time); (a, c) = two(x); f(y) + y = x",
  },
  "functions of time alone": { ...x, equations: "u = sin(3*time) + max(0, time - 1); der(x) = u" },
  "discrete states": {
    ...x,
    k: Var({ start: 1 }),
    equations: "der(x) = k; k = if x > 2 then -1 else if x < 0 then 1 else pre(k)",
  },
  homotopy: { ...x, equations: "der(x) = -x; homotopy(y^3 + y, y) = x" },
  assertions: {
    ...x,
    equations:
      'der(x) = 1; assert(x < 7, "too far"); assert(time < 3 or x > 0, "late"); when x > 9 then terminate("far"); end when',
  },
  units: {
    s: Var({ init: 1, unit: "m" }),
    T: Par(5, "s"),
    v: Var({ unit: "m/s" }),
    equations: "T*der(s) = -s; v = der(s)",
  },
  "what is too large for single lines": {
    X: Var({ init: Array.from({ length: 40 }, (_, k) => k) }),
    equations:
      "for i in 2:39 loop der(X[i]) = X[i - 1] - 2*X[i] + X[i + 1]; end for; der(X[1]) = -X[1]; der(X[40]) = X[39] - X[40]",
  },
};

/** Code without what is the same in every program, and without the functions that have nothing in them. */
function shown(source: string): string {
  return source
    .replaceAll(/function \w+\([^)]*\) \{\s*\}\n/g, "")
    .replaceAll(
      /function (?:rhs|full)\([^)]*\) \{[^}]*\}\n|"use strict";|\(t, X, [^)]*\)|^const motionCrossings = crossings;$|return \{[^}]*\};/gm,
      "",
    )
    .replaceAll(/\n\s*\n/g, "\n")
    .trim();
}

function programOf(name: string, source: object): string {
  const model = instantiate(Model({ name: "M", ...source } as ModelSource));
  const { program, report } = model;
  const { systems, warnings, ...numbers } = report;
  const told = Object.entries({
    ...numbers,
    ...(systems.length > 0 && { systems }),
    ...(warnings.length > 0 && { warnings }),
  })
    .filter(([, value]) => !(Array.isArray(value) && value.length === 0))
    .map(([key, value]) => `# ${key}: ${JSON.stringify(value)}\n`);
  return `## ${name}\n${told.join("")}${shown(program.source)}\n\n`;
}

it("equations become these programs", async () => {
  const text = Object.entries(models)
    .map(([name, source]) => programOf(name, source))
    .join("");
  await expect(text).toMatchFileSnapshot("programs.txt");
});
