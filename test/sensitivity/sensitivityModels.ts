/** The models of test/reference/studies/sensitivity.json. */
import { expr, Model, type ModelDefinition, Var } from "../../src/index.ts";

const chain = Array.from({ length: 20 }, (_, i) => i + 1);

export const models: Readonly<Record<string, ModelDefinition>> = {
  decay: Model({
    k: 0.7,
    x0: 2,
    x: Var({ init: expr`x0` }),
    G: Var({ init: 0 }),
    equations: "der(x) = -k*x; der(G) = x^2",
  }),
  oscillator: Model({
    m: 2,
    d: 0.3,
    c: 8,
    x0: 1,
    v0: -0.5,
    x: Var({ init: expr`x0` }),
    v: Var({ init: expr`v0` }),
    equations: "der(x) = v; m*der(v) = -d*v - c*x",
  }),
  logistic: Model({ r: 1.2, K: 5, x0: 0.1, x: Var({ init: expr`x0` }), equations: "der(x) = r*x*(1 - x/K)" }),
  linear3: Model({
    a: 0.4,
    b: 3,
    c: 1.5,
    u: 2,
    x1: Var({ init: 1 }),
    x2: Var({ init: 0 }),
    x3: Var({ init: -1 }),
    equations: "der(x1) = -a*x1 + b*x2 + u; der(x2) = -b*x1 - a*x2 + c*x3; der(x3) = -c*x2 - 2*a*x3",
  }),
  "bouncing-ball": Model({
    e: 0.9,
    g: 9.81,
    h0: 1,
    y: Var({ init: expr`h0` }),
    v: Var({ init: 0 }),
    equations: "der(y) = v; der(v) = -g\nwhen y < 0 then\nreinit(v, -e*pre(v))\nend",
  }),
  "relay-hysteresis": Model({
    tau: 0.5,
    U: 1,
    xH: 0.7,
    xL: 0.4,
    x: Var({ init: 0 }),
    on: Var({ init: true }),
    equations: "tau*der(x) = (if on then U else 0) - x\non = if pre(on) then not (x > xH) else x < xL",
  }),
  "rl-diode-half-wave": Model({
    R: 10,
    L: 0.05,
    V: 325,
    w: 314,
    i: Var({ init: 0 }),
    on: Var({ init: true }),
    Q: Var({ init: 0 }),
    equations: `L*der(i) = if on then V*sin(w*time) - R*i else 0
      der(Q) = i
      on = if pre(on) then not (i < 0) else sin(w*time) > 0
      when not on then
        reinit(i, 0)
      end`,
  }),
  "friction-stop": Model({
    mu: 0.3,
    g: 9.81,
    v0: 4,
    x: Var({ init: 0 }),
    v: Var({ init: expr`v0` }),
    slides: Var({ init: true }),
    equations: `der(x) = v
      der(v) = if slides then -mu*g else 0
      slides = pre(slides) and not (v < 0)
      when not slides then
        reinit(v, 0)
      end`,
  }),
  "repeated-dose": Model({
    k: 0.4,
    D: 3,
    T: 1.5,
    x0: 1,
    x: Var({ init: expr`x0` }),
    equations: "der(x) = -k*x\nwhen sample(T, T) then\nreinit(x, pre(x) + D)\nend",
  }),
  "step-time": Model({
    tau: 0.8,
    U: 5,
    ts: 1.2,
    x0: 1,
    x: Var({ init: expr`x0` }),
    equations: "tau*der(x) = (if time >= ts then U else 0) - x",
  }),
  "pendulum-index3": Model({
    g: 9.81,
    L: 1,
    th0: 1,
    x: Var({ init: expr`L*sin(th0)` }),
    y: Var({ start: expr`-L*cos(th0)` }),
    vx: Var({ init: 0 }),
    vy: Var({}),
    lam: Var({}),
    equations: `der(x) = vx; der(y) = vy
      der(vx) = -lam*x; der(vy) = -lam*y - g
      x^2 + y^2 = L^2`,
  }),
  "decay-chain": Model({
    ...Object.fromEntries(chain.map((i) => [`k${i}`, 1])),
    ...Object.fromEntries(chain.map((i) => [`x${i}`, Var({ init: i === 1 ? 1 : 0 })])),
    J: Var({ init: 0 }),
    equations: [
      "der(x1) = -k1*x1",
      ...chain.slice(1).map((i) => `der(x${i}) = k${i - 1}*x${i - 1} - k${i}*x${i}`),
      "der(J) = x20",
    ].join("\n"),
  }),
  "lotka-volterra": Model({
    a: 1.5,
    b: 1,
    c: 3,
    d: 1,
    x0: 1,
    y0: 1,
    x: Var({ init: expr`x0` }),
    y: Var({ init: expr`y0` }),
    G: Var({ init: 0 }),
    equations: "der(x) = a*x - b*x*y; der(y) = -c*y + d*x*y; der(G) = 0.5*(x^2 + y^2)",
  }),
  robertson: Model({
    p1: 0.04,
    p2: 1e4,
    p3: 3e7,
    y1: Var({ init: 1 }),
    y2: Var({ init: 0 }),
    y3: Var({ init: 0 }),
    equations: "der(y1) = -p1*y1 + p2*y2*y3; der(y2) = p1*y1 - p2*y2*y3 - p3*y2^2; der(y3) = p3*y2^2",
  }),
};
