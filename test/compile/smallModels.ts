/** Small models in the language of the package, one for each thing that the compiler knows. */
import { expr, flow, inner, input, Model, onlyIf, outer, output, Par, potential, stream, Var } from "rattleback";

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
export const smallModels: Readonly<Record<string, object>> = {
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
  "when in a component": {
    c: Model({
      x: Var({ init: 1 }),
      n: Var({ start: 0 }),
      m: Var({ start: 0 }),
      equations:
        "der(x) = -x; when x < 0.5 then n = pre(n) + 1; reinit(x, 2*x); elsewhen time > 2 then m = n; end when",
    }),
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
  "a component of a model around": {
    field: inner(Model({ g: 9.81, y: Var({ init: 0 }), equations: "der(y) = g" })),
    a: Model({ field: outer(), z: Var({ init: 0 }), equations: "der(z) = field.g + field.y" }),
    c: Model({ d: Model({ field: outer(), equations: "w = 2*field.y" }) }),
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
  "equal names with start values of their own": {
    x: Var({ init: 1 }),
    y: Var({ start: 2, min: -3 }),
    z: Var({ start: -1, nominal: 5 }),
    equations: "der(x) = -y; y = x; z = -der(y); w = der(z)",
  },
  "rows and columns": {
    b: Var({ init: [1, 2] }),
    R: [[3, 4]],
    equations:
      "der(b) = -b; O = b*R; s = transpose(b)*b; m = R*b; N = R*transpose(R); P = b .* [1, 2]; Q = b ./ [3, 4]; E = [b[1]^2, 2] .^ 2; n = -R; F = [R; 2*R]; G = [b, b]",
  },
  "switches in a loop": {
    ...x,
    equations:
      "der(x) = sin(time) - i; s > 0 = isOpen; v = if isOpen then s else 0; i = if isOpen then 0 else -s; v = x - 2*i",
  },
  "a relation that its system decides": {
    ...x,
    equations: "der(x) = -y; y + (if y > 0.5 then 2*y else y) + z = x; z = 0.5*y + time; w = if y > 0.5 then 1 else 2",
  },
  "conditions on sizes": {
    n: 3,
    X: Var({ init: [1, 2, 3] }),
    equations:
      "for i in 1:n loop der(X[i]) = (if i <= 1 then 1 else 0) + (if i > 2 then 10 else 0) + (if i >= 2 then 100 else 0) + (if i == 2 then 1000 else 0) + (if i <> 3 then 2 else 0) + (if -i < -2 then 3 else 0) + (if 2*i - 1 > size(X) then 4 else 5) + (if mod(i, 2) == 0 then 6 else 7) + (if true then 8 else 9); end for",
  },
  "a decision that a parameter took": {
    n: 2,
    X: Var({ init: [1, 2] }),
    equations: "der(X) = [i for i in 1:n]; if n < 3 then y = X[1]; elseif n == 4 then y = 0; else y = X[2]; end if",
  },
  "a matrix of parameters times states": {
    A: Array.from({ length: 9 }, (_, i) => Array.from({ length: 9 }, (__, k) => i - k)),
    X: Var({ init: Array.from({ length: 9 }, (_, k) => k) }),
    equations: "der(X) = A*X; Y = A*Z; Z = sin(time)*ones(9) + X",
  },
  "a permutation of states": {
    p: [3, 1, 4, 2, 7, 5, 8, 6, 11, 9, 12, 10, 15, 13, 16, 14],
    X: Var({ init: Array.from({ length: 16 }, (_, k) => k) }),
    equations: "for i in 1:16 loop der(X[i]) = X[p[i]] - 2*X[17 - i]; end for",
  },
  "powers and signs": { ...x, equations: "der(x) = x^(-1) + x^2 + x^(-2) + (-x)^3 - (-(x)) + 2*x*3 - x/4 + x^1 + x^0" },
  "conditions without events": {
    ...x,
    equations:
      "der(x) = if noEvent(x > 1) then 1 else noEvent(if x > 2 and time < 3 then 2 else floor(x)); y = smooth(1, noEvent(max(x, time))); z = ifelse(x > 3, 1, 2)",
  },
  "results of functions, some of them wanted": {
    ...x,
    M: [
      [1, 2],
      [3, 4],
    ],
    functions: {
      pair: { call: (a: number) => [a, [2 * a, 3 * a]], results: [[], [2]] },
      trace: { call: (A: number[][], v: number[]) => A[0]![0]! + A[1]![1]! + v[0]!, results: [[]] },
      now: { call: () => 1, hasEffects: true, results: [[]] },
      square: {
        call: (a: number) => a * a,
        inverse: (k: number) => (k === 0 ? (y: number) => Math.sqrt(y) : undefined),
        derivative: (a: number, da: number) => 2 * a * da,
      },
    },
    equations:
      "der(x) = y + now(); (y, V) = pair(x); z = trace(M, [x, 2*x]); q = trace([x, 1; 2, x], V); square(r) = x; u + 0.1*square(u) + now() = x",
  },
  "a function that is differentiated by time": {
    x: Var({ init: 1 }),
    y: Var(),
    functions: {
      g: { call: (a: number) => a * a, derivative: (a: number, da: number) => 2 * a * da },
      h: {
        call: (a: number[]) => a[0]! * a[1]!,
        derivative: (a: number[], da: number[]) => a[0]! * da[1]! + da[0]! * a[1]!,
      },
    },
    equations: "der(x) = u; der(y) = u + 1; g(x) + h([y, x]) = 1 + time",
  },
  "parameters of other kinds": {
    a: 2,
    name: "first",
    c: expr`twice(a)`,
    d: Par({ value: 3, unit: "mm", min: 0, max: 10, description: "a length" }),
    isOn: true,
    L: [1, 2, 3],
    M: expr`2*L`,
    functions: { twice: (v: number) => 2 * v },
    ...x,
    equations: "der(x) = if isOn then c else sum(M)*d",
  },
  "sizes that parameters give": {
    n: 2,
    Y: Var({ size: [expr`n`, 3], init: 0 }),
    Z: Var({ size: [4], start: 1 }),
    equations: "der(Y) = ones(n, 3); Z = 2*ones(4); W = if time < 1 then Z else -Z; U = smooth(0, Z); K = []",
  },
  "numbers with units": {
    s: Var({ init: 1, unit: "m" }),
    A: Par(4, "m^2"),
    V: Par(8, "m^3"),
    equations: [
      'der(s) = quantity(5, "mm/s") + (if s > quantity(1, "m") then quantity(-1, "m/s") else quantity(2, "m/s"))',
      "t = der(time); l = sqrt(A); e = min(s, l); r = atan2(s, l); q = A*s/V + s^2/A; p = abs(s)",
    ],
  },
  "a clock that follows events": {
    ...x,
    n: Var({ start: 0 }),
    equations: "der(x) = cos(time); c = Clock(x > 1.5); n = previous(n, c) + 1; y = sample(x, c); z = hold(y)",
  },
  "a clock that is inferred, with a method": {
    ...x,
    u: Var({ start: 0 }),
    z: Var({ start: 1 }),
    equations:
      'der(x) = -hold(u); e = sample(x, Clock(0.05, 0.1, "ExplicitEuler")); der(z) = e - z; u = previous(u) + z; f = firstTick(u); w = interval(u)*u',
  },
  "clocks that meet": {
    ...x,
    equations:
      "der(x) = 1; a = sample(x, Clock(0.1)); c = subSample(a); d = sample(2*x, Clock(0.3)); e = c + d; f = superSample(c); g = a + f; h = shiftSample(a, 2)",
  },
  "operators that name their clock": {
    ...x,
    u: Var({ start: 0 }),
    equations: "der(x) = hold(u, c); c = Clock(0.2); u = previous(u, c) + sample(x, c); when c then m = 2*x; end when",
  },
  "positive flows": { ...x, equations: "der(x) = if positive(x - 2) then -1 else 1; y = implicitDependency(x, time)" },
  "a delay of nothing, and delayed signals": {
    ...x,
    T: 0.2,
    equations:
      "der(x) = -delay(x, 0); y = delay(2*x + 1, T); z = delay(y, T, 2*T); q = -delay(-x, T); b = delay(time, T)",
  },
  "a chain in which many states are equal": {
    x: Var({ init: 0 }),
    y: Var({ init: 0, stateSelect: "avoid" }),
    z: Var({ stateSelect: "default" }),
    equations: "der(x) = a; der(y) = c; der(z) = d; x = y; y = 2*z; a + c + d = sin(time) - x",
  },
  "three masses, rigidly linked": {
    x: Var({ init: 1 }),
    v: Var({ init: 0 }),
    equations:
      "der(x) = v; der(y) = w; der(z) = u; y = 2*x + 1; z = y - x; 2*der(v) = -f - x; 3*der(w) = f - g; der(u) = g",
  },
  "an island without ground in two copies": {
    a: Model({
      R: resistor,
      C: capacitor,
      connect: [
        ["R.p", "C.p"],
        ["R.n", "C.n"],
      ],
    }),
    R: resistor,
    C: capacitor,
    g: ground,
    connect: [
      ["R.p", "C.p", "g.p"],
      ["R.n", "C.n"],
    ],
  },
  "a connector that nothing meets, and one of a list": {
    R: [resistor, resistor.with({ R: 5 })],
    C: capacitor,
    g: ground,
    connect: [
      ["R[1].p", "C.p"],
      ["R[1].n", "g.p", "C.n"],
      ["R[2].p", "C.p"],
    ],
  },
  "a component with connectors inside out": {
    pair: Model({
      p: pin,
      n: pin,
      a: resistor,
      c: resistor.with({ R: 7 }),
      connect: [
        ["p", "a.p"],
        ["a.n", "c.p"],
        ["c.n", "n"],
      ],
    }),
    C: capacitor,
    g: ground,
    connect: [
      ["pair.p", "C.p"],
      ["pair.n", "C.n", "g.p"],
    ],
  },
  "streams that may turn": {
    a: Model({ q: port, equations: "q.p = 1 + sin(time); q.h = 10" }),
    c: Model({ q: port, k: 2, equations: "q.m_flow = k*(q.p - 1.2); q.h = 20" }),
    d: Model({
      q: port,
      y: Var({ init: 0 }),
      equations:
        "q.m_flow = -0.5*cos(time); q.h = y; der(y) = q.m_flow*actualStream(q.h) - inStream(q.h)*max(q.m_flow, 0)",
    }),
    connect: [["a.q", "c.q", "d.q"]],
  },
  "assertions of all kinds": {
    ...x,
    k: 2,
    equations:
      'der(x) = 1; assert(noEvent(x < 5), "quiet"); assert(k > 1, "fixed"); assert(x + time < 9 and k < 3, "both", warning); when sample(0, 1) then n = x; assert(x < 8, "at ticks"); end when',
  },
  "variables that are given": {
    k: Var({ value: 3 }),
    y: Var({ value: expr`2*x` }),
    n: 2,
    m: expr`2*n`,
    ...x,
    equations: "der(x) = -k*y; Y = [i*x for i in 1:m]",
  },
  "the largest of many": {
    ...x,
    X: Var({ init: [3, 1, 2] }),
    equations:
      "der(x) = max(x, 2, 3*x); der(X) = -X; a = min(X); b = max(x); c = max([X, X]); d = min(x, 1, time, 4, 5)",
  },
  "texts that follow others": {
    ...x,
    name: "first",
    same: expr`name`,
    other: expr`"second"`,
    functions: {
      len: (text: string, a: number) => text.length * a,
      both: (a: string, b: string) => a.length - b.length,
    },
    k: expr`len(name, 2)`,
    equations: 'der(x) = len(name, x) + len(same, 1) + k + both(other, "third"); y = if len(name, 1) > 3 then 1 else 2',
  },
  "functions in branches": {
    ...x,
    functions: {
      square: (a: number) => a * a,
      pair: { call: (a: number) => [a, 2 * a], results: [[2]] },
      several: (a: number, b: number) => [a + b, a - b],
    },
    equations: [
      "der(x) = if x > 1 then square(x) + 1/(1 + square(x)) else 3*square(x)",
      "y = if x > 2 then pair(x)[1] + pair(x)[2]^2 else pair(x + 1)[2]",
      "z = pair(2*x)[1]*pair(2*x)[2]; (p, 0) = several(y, u); (0, q) = several(w, z)",
    ],
  },
  "a function of a vector without derivative": {
    ...x,
    a: Var({ start: 1 }),
    c: Var({ start: 1 }),
    functions: {
      size2: (v: number[]) => v[0]! ** 2 + v[1]! ** 2,
      table: (m: number[][], t: string, u: number) => m[0]![1]! * u + t.length,
    },
    equations: 'der(x) = -a; size2([a, c]) = 2 + x; a - c = 0.1*x; y^3 + table([1, y; 2, x], "ab", y) = x + 20',
  },
  "products of rows and columns": {
    X: Var({ init: [1, 2] }),
    A: [
      [0, 1],
      [-2, -3],
    ],
    B: [[1, 2]],
    equations:
      "der(X) = A'*X; a = X'*A*X; c = X'*[3, 4]; d = B*X; e = {X, 2*X}; f = {}; g = {1, 2}*X; h = (A*X)'*X; j = A.*A; k = X./[2, 4]; l = 2*A/4",
  },
  "equations of arrays with nothing on one side": {
    X: Var({ init: [1, 2] }),
    Y: Var(),
    equations: "der(X) = Y; 0 = Y + X; [0, 0] = Z - 2*X; W - X = 0",
  },
  "expressions that pass clocks": {
    ...x,
    u: Var({ start: 0.5 }),
    equations:
      "der(x) = hold(2*u); u = 0.5*previous(u) + sample(x + time, Clock(0.1)); a = subSample(2*u, 3); b = hold(a + 1); c = superSample(a - 1, 2); d = shiftSample(u^2, 1, 2)",
  },
  "sizes that follow each other": {
    n: 2,
    A: Var({ init: [1, 2, 3] }),
    equations:
      "der(A) = -A; B = [2*A[i] for i in 1:size(A, 1)]; C = B + ones(length(B)); D = if n > 1 then C else A; for i in 1:size(D, 1) loop E[i] = D[i]; end for; s = sum(E); F = [A, C]; g = [[A[i]*C[j] for i in 1:2] for j in 1:3]",
  },
  "start values of equals": {
    x: Var({ init: 1 }),
    y: Var({ init: 1 }),
    z: Var({ start: 3 }),
    w: Var(),
    equations: "der(x) = -x; x = y; z = -x; w = y",
  },
  "homotopy in systems": {
    ...x,
    k: 2,
    equations:
      "der(x) = a; homotopy(k*a, a) + c = x; a - homotopy(c*x, c) = 1; d + homotopy(d^3, d) = x; e*homotopy(k, 1) + f = 1; e - f = x",
  },
  "units of what is decided and drawn": {
    ...x,
    V: Par(27, "m^3"),
    l: Var({ unit: "m" }),
    m: Var({ unit: "m" }),
    p: Var({ unit: "m" }),
    b: Var(),
    equations: [
      "der(x) = 1",
      'l = cbrt(V); m = homotopy(l, 2*l); p = if l > quantity(1, "m") then l else m; b = l > m; n = (l/m)^x; q = 2^(l/m); r = cbrt(x); s = cbrt(time)',
    ],
  },
  "an island without ground that is reset": {
    R: resistor,
    C: capacitor,
    connect: [
      ["R.p", "C.p"],
      ["R.n", "C.n"],
    ],
    n: Var({ start: 0 }),
    equations: "when C.v < 0.5 then reinit(C.v, 1); n = pre(n) + 1; end when",
  },
  "a plug with two pins": {
    a: Model({ plug: Model({ p: pin, n: pin }), equations: "plug.p.v - plug.n.v = 2; plug.p.i + plug.n.i = 0" }),
    c: Model({
      plug: Model({ p: pin, n: pin }),
      R: resistor,
      connect: [
        ["plug.p", "R.p"],
        ["plug.n", "R.n"],
      ],
    }),
    g: ground,
    connect: [
      ["a.plug", "c.plug"],
      ["g.p", "a.plug.n"],
    ],
  },
  "streams that flow one way": {
    a: Model({ q: Model({ p: potential(), m_flow: flow({ max: 0 }), h: stream() }), equations: "q.p = 1; q.h = 10" }),
    c: Model({
      q: Model({ p: potential(), m_flow: flow({ min: 0 }), h: stream() }),
      equations: "q.m_flow = 2; q.h = 20",
    }),
    d: Model({
      q: port,
      equations: "q.m_flow = cos(time); q.h = 30; y = q.m_flow*(-actualStream(q.h)); z = actualStream(q.h)*q.p",
    }),
    connect: [["a.q", "c.q", "d.q"]],
  },
  "names that lists count": {
    cell: [
      Model({ k: 1, y: Var({ init: 0 }), sub: Model({ z: 3 }), equations: "der(y) = k" }),
      Model({ k: 2, y: Var({ init: 1 }), sub: Model({ z: 4 }), equations: "der(y) = k" }),
    ],
    group: Model({ cell: [Model({ z: 5 }), Model({ z: 6 })] }),
    n: 2,
    total: expr`sum([cell[i].k for i in 1:n])`,
    inside: expr`sum([cell[i].sub.z + group.cell[i].z for i in 1:2])`,
    moving: expr`sum([cell[i].y for i in 1:n])`,
    last: expr`cell[n].k + cell[n].sub.z`,
    equations: "s = sum([cell[i].y for i in 1:n]); t = cell[n].y + total + inside + moving",
  },
  "states that are better steady": {
    x: Var({ init: 1 }),
    y: Var({ init: 0 }),
    z: Var(),
    u: Var({ start: 1 }),
    equations: "der(x) = u; der(y) = u + w; der(z) = w - x; x*z + y = 1; y - 2*z = 0.1",
  },
  "functions of time that become simple": {
    ...x,
    T: 2,
    equations:
      "der(x) = x*abs(a - 2*time + 3) + max(a, 2*time); a = 2*time; b = abs(sin(time)) + x; c = abs(T) + x; d = abs(x); e = exp(time) + T/(1 + time); f = abs(a - T)*x; g = if time > T then 1 else 2; h = floor(g)*x",
  },
  "a system with parameters": { ...x, k: 2, equations: "k*a + c = x; a - k*c = 1; der(x) = a" },
  "what cancels in a system": {
    ...x,
    a: Var({ start: 2 }),
    c: Var({ start: 1 }),
    equations: "der(x) = -x; 0.5*a + c + d = 0.5*a + 2*x; c*d = 0.5*x; a*c + d = 2 + sin(a)",
  },
  "sizes that come later": {
    ...x,
    equations:
      "der(x) = 1; for i in 1:size(y, 1) loop z[i] = i*y[i]; end for; if size(y, 1) > 2 then q = 1; else q = 2; end if; w = sum(z); y = [x, 2*x, 3]; v = 2*u; u = if time < 1 then y else -y",
  },
  "a circle, and what hangs on it": {
    x: Var({ start: 0.6 }),
    y: Var({ start: 0.8 }),
    z: Var(),
    p: Var(),
    equations:
      "der(x) = u; der(y) = w; der(z) = q; der(p) = r; x^2 + y^2 = 1; z = 2*x + 1; p = z - y; u = w + sin(time)",
  },
  "events of delays and functions": {
    ...x,
    k: 2,
    functions: { f: (a: number) => a + 1 },
    equations:
      "der(x) = if delay(x, 0.5) > 0.7 then 1 else 2; y = if f(k) > 1 then 1 else 2; z = if f(x) > 2 then 1 else 2; w = if delay(k, 0.1) > time then 1 else 2; v = if time > f(k) then 1 else 2",
  },
  "clocks with names of names": {
    ...x,
    u: Var({ start: 0 }),
    equations:
      "der(x) = 1; c = Clock(0.1); d = c; e = d; u = previous(u, e) + sample(x, d); f = subSample(u, 2); h = hold(u, c); Clock(0.2) = g; k = sample(x, g) + f",
  },
  "a method by the name of its clock": {
    ...x,
    z: Var({ start: 1 }),
    equations:
      'der(x) = 1; c = Clock(0.1, "ExplicitEuler"); d = c; v = sample(x, d); der(z) = v - z; y = hold(z, c); w = sample(2*x, Clock(0.3)); q = hold(w)',
  },
  "clocks beside each other": {
    ...x,
    b: Var({ start: 0 }),
    q: Var({ start: 0 }),
    r: Var({ start: 0 }),
    equations:
      "der(x) = 1; a = sample(x, Clock(0.1)); b = previous(b, Clock(0.1)) + a; e = Clock(x > 2); g = sample(x, e); p = subSample(a, 3); q = previous(q, Clock(0.05, 0.2)) + 1; r = previous(r, e) + g; s = hold(r) + hold(q)",
  },
  "derivatives of what is discrete": {
    ...x,
    d: Var({ start: 0 }),
    e: Var({ start: 0 }),
    equations:
      "der(x) = 1; when x > 2 then d = x; end when; y = der(d) + 2*x; z = der(der(d)) + 3*x; -e = if x > 3 then 1 else 2; w = der(e) + pre(e) + x",
  },
  "truth values by their start": {
    ...x,
    b: Var({ start: true }),
    c: Var({ init: [true, false] }),
    d: Var({ start: 1 }),
    equations: "der(x) = 1; b = pre(b); c = pre(c); d = pre(d)",
  },
  "a state with everything": {
    x: Var({ init: 1, min: 0, max: 5, nominal: 2, unit: "m", description: "place", stateSelect: "always" }),
    hidden: Var({ hideResult: true }),
    equations: "der(x) = hidden; hidden = -x/T",
    T: Par(2, "s"),
  },
};
