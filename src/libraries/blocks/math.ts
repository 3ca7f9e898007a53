/** Blocks that compute their output from the present input. */
import type { ModelDefinition } from "../../language/model.ts";
import { Model } from "../../language/model.ts";
import { input } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { SI2SO, SISO } from "./interfaces.ts";

/** y = k·u. */
export const Gain = SISO.with({
  description: "Gain",
  k: parameter(1, undefined, "gain"),
  equations: "y = k*u",
});

/** y = k1·u1 + k2·u2. */
export const Add = SI2SO.with({
  description: "Weighted sum of two signals",
  k1: parameter(1, undefined, "gain of u1"),
  k2: parameter(1, undefined, "gain of u2"),
  equations: "y = k1*u1 + k2*u2",
});

/** y = k1·u1 + k2·u2 + k3·u3. */
export const Add3 = SI2SO.with({
  description: "Weighted sum of three signals",
  k1: parameter(1, undefined, "gain of u1"),
  k2: parameter(1, undefined, "gain of u2"),
  k3: parameter(1, undefined, "gain of u3"),
  u3: input({ description: "third input signal" }),
  equations: "y = k1*u1 + k2*u2 + k3*u3",
});

/** y = u1 − u2. */
export const Feedback = SI2SO.with({
  description: "Difference of command and feedback",
  equations: "y = u1 - u2",
});

/** y = u1·u2. */
export const Product = SI2SO.with({ description: "Product", equations: "y = u1*u2" });

/** y = u1/u2. */
export const Division = SI2SO.with({ description: "Quotient", equations: "y = u1/u2" });

/** The larger of two signals. */
export const Max = SI2SO.with({ description: "Larger of two signals", equations: "y = max(u1, u2)" });

/** The smaller of two signals. */
export const Min = SI2SO.with({ description: "Smaller of two signals", equations: "y = min(u1, u2)" });

/** y = atan2(u1, u2), the angle of the point (u2, u1). */
export const Atan2 = SI2SO.with({ description: "Angle of the point (u2, u1)", equations: "y = atan2(u1, u2)" });

/** y = |u|. */
export const Abs = SISO.with({ description: "Absolute value", equations: "y = abs(u)" });

/** y = 1, 0 or −1; the change of sign is an event. */
export const Sign = SISO.with({
  description: "Sign",
  equations: "y = if u > 0 then 1 elseif u < 0 then -1 else 0",
});

/** y = u^exponent. */
export const Power = SISO.with({
  description: "Power with a constant exponent",
  exponent: parameter(2, "1", "exponent"),
  equations: "y = u^exponent",
});

const elementary = (name: string, description: string): ModelDefinition =>
  SISO.with({ description, equations: `y = ${name}(u)` });

/** y = √u. */
export const Sqrt = elementary("sqrt", "Square root");
/** y = exp(u). */
export const Exp = elementary("exp", "Exponential function");
/** y = ln(u). */
export const Log = elementary("log", "Natural logarithm");
/** y = log₁₀(u). */
export const Log10 = elementary("log10", "Logarithm to the base 10");
/** y = sin(u). */
export const Sin = elementary("sin", "Sine");
/** y = cos(u). */
export const Cos = elementary("cos", "Cosine");
/** y = tan(u). */
export const Tan = elementary("tan", "Tangent");
/** y = asin(u). */
export const Asin = elementary("asin", "Inverse sine");
/** y = acos(u). */
export const Acos = elementary("acos", "Inverse cosine");
/** y = atan(u). */
export const Atan = elementary("atan", "Inverse tangent");
/** y = sinh(u). */
export const Sinh = elementary("sinh", "Hyperbolic sine");
/** y = cosh(u). */
export const Cosh = elementary("cosh", "Hyperbolic cosine");
/** y = tanh(u). */
export const Tanh = elementary("tanh", "Hyperbolic tangent");

/** y = Σ kᵢ·uᵢ of a vector of signals: `Sum.with({ k: [1, 1, -1] })`. */
export const Sum = Model({
  description: "Weighted sum of a vector of signals",
  k: parameter([1, 1], undefined, "gains; their number is the number of inputs"),
  u: input({ description: "vector of input signals" }),
  equations: "y = sum(k .* u)",
});
