/**
 * Transfer functions in controllable canonical form, continuous and sampled.
 *
 *     y(s)/u(s) = (b₁·s^m + … + b_{m+1})/(a₁·s^n + … + a_{n+1}):    x′ = A·x + B·u,   y = C·x + d·u
 *     the same in z:    x_{k+1} = A·x_k + B·u_k,   y_k = C·x_k + d·u_k
 */
import { expr, Var } from "../../language/values.ts";
import { parameter, positive } from "../parameter.ts";
import { companionMatrix, feedthrough, inputColumn, outputRow } from "./canonicalForm.ts";
import { SISO } from "./interfaces.ts";

const Canonical = SISO.with({
  b: parameter([1], undefined, "coefficients of the numerator, highest power first"),
  a: parameter([1, 1], undefined, "coefficients of the denominator, highest power first; not shorter than b"),
  A: parameter(expr`companionMatrix(a, b)`, undefined, "matrix of the canonical form"),
  B: parameter(expr`inputColumn(a)`, undefined, "input column of the canonical form"),
  C: parameter(expr`outputRow(a, b)`, undefined, "output row of the canonical form"),
  d: parameter(expr`feedthrough(a, b)`, undefined, "direct gain"),
  functions: { companionMatrix, inputColumn, outputRow, feedthrough },
});

/** Transfer function from its coefficients, highest power of s first. */
export const TransferFunction = Canonical.with({
  description: "Transfer function",
  x: Var({ init: expr`0*inputColumn(a)`, description: "states of the canonical form" }),
  equations: `
    if size(a, 1) > 1 then
      der(x) = A*x + B*u
      y = dot(C, x) + d*u
    else
      y = d*u
    end`,
});

/** Transfer function in z from its coefficients, highest power of z first; the output changes at the sampling instants. */
export const DiscreteTransferFunction = Canonical.with({
  description: "Sampled transfer function",
  samplePeriod: parameter(0.1, "s", "sampling interval", positive),
  startTime: parameter(0, "s", "first sampling instant"),
  x: Var({ start: expr`0*inputColumn(a)`, description: "states for the next sampling instant" }),
  y: { start: 0 },
  equations: `
    when sample(startTime, samplePeriod) then
      if size(a, 1) > 1 then
        x = A*pre(x) + B*u
        y = dot(C, pre(x)) + d*u
      else
        y = d*u
      end
    end`,
});
