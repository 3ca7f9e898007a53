/**
 * Elementary functions with the same bits in every JavaScript engine: results of runs are equal wherever they are computed. Code that
 * computes results uses these and not Math.sin and its kin; Math.sqrt, abs, min, max and rounding are exact everywhere.
 */
export { exp, expm1, log, log1p } from "./elementary/exponential.ts";
export { acosh, asinh, atanh, cosh, sinh, tanh } from "./elementary/hyperbolic.ts";
export { cbrt, hypot, log2, log10, norm, pow, square } from "./elementary/power.ts";
export { acos, asin, atan, atan2, cos, sin, tan } from "./elementary/trigonometric.ts";
