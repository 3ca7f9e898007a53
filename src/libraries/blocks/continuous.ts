/** Linear blocks with continuous states. */
import { Model } from "../../language/model.ts";
import { expr, input, output, Var } from "../../language/values.ts";
import { parameter, positive } from "../parameter.ts";
import { SISO } from "./interfaces.ts";

/** dy/dt = k·u. */
export const Integrator = SISO.with({
  description: "Integrator",
  k: parameter(1, undefined, "gain"),
  y: { init: 0, preferred: true },
  equations: "der(y) = k*u",
});

/** Integrator that stops at its limits: dy/dt = 0 where y has reached a limit and k·u points beyond it. */
export const LimitedIntegrator = SISO.with({
  description: "Integrator with limited output",
  k: parameter(1, undefined, "gain"),
  yMax: parameter(1, undefined, "upper limit of the output"),
  yMin: parameter(expr`-yMax`, undefined, "lower limit of the output"),
  y: { init: 0, preferred: true },
  equations: "der(y) = if (y >= yMax and k*u > 0) or (y <= yMin and k*u < 0) then 0 else k*u",
});

/** Derivative with a lag: y = k·(u − x)/T, T·dx/dt = u − x. It approaches k·du/dt for small T. */
export const Derivative = SISO.with({
  description: "Derivative with a first-order lag",
  k: parameter(1, undefined, "gain"),
  T: parameter(0.01, "s", "time constant of the lag; positive", positive),
  x: Var({ init: 0, preferred: true, description: "delayed input" }),
  equations: `
    der(x) = (u - x)/T
    y = k*(u - x)/T`,
});

/** First-order lag: T·dy/dt + y = k·u. */
export const FirstOrder = SISO.with({
  description: "First-order lag",
  k: parameter(1, undefined, "gain"),
  T: parameter(1, "s", "time constant", positive),
  x: Var({ init: 0, preferred: true, description: "state" }),
  equations: `
    der(x) = (k*u - x)/T
    y = x`,
});

/** Second-order lag: y″/w² + 2·D·y′/w + y = k·u. */
export const SecondOrder = SISO.with({
  description: "Second-order lag",
  k: parameter(1, undefined, "gain"),
  w: parameter(1, "rad/s", "angular frequency without damping", positive),
  D: parameter(1, "1", "damping ratio"),
  y: { init: 0, preferred: true },
  yd: Var({ init: 0, preferred: true, description: "derivative of the output" }),
  equations: `
    der(y) = yd
    der(yd) = w*(w*(k*u - y) - 2*D*yd)`,
});

/** Linear system in state space: dx/dt = A·x + B·u, y = C·x + D·u, with vectors u, x, y. */
export const StateSpace = Model({
  description: "Linear system in state space",
  A: parameter([[-1]], undefined, "matrix of states on derivatives"),
  B: parameter([[1]], undefined, "matrix of inputs on derivatives"),
  C: parameter([[1]], undefined, "matrix of states on outputs"),
  D: parameter([[0]], undefined, "matrix of inputs on outputs"),
  u: input({ description: "vector of inputs" }),
  y: output({ description: "vector of outputs" }),
  x: Var({ init: [0], preferred: true, description: "vector of states" }),
  equations: `
    der(x) = A*x + B*u
    y = C*x + D*u`,
});
