/**
 * Region 4: the line of saturation, and the border of regions 2 and 3.
 *
 * Source   [IAPWS-R7-97] eq. 29–31 (saturation), eq. 5–6 (border)
 */
import { boundary23Coefficients, saturationCoefficients } from "./basicCoefficients.ts";

const [n1, n2, n3, n4, n5, n6, n7, n8, n9, n10] = saturationCoefficients as unknown as readonly [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];
const [b1, b2, b3, b4, b5] = boundary23Coefficients as unknown as readonly [number, number, number, number, number];

/** Pa */
export function saturationPressure(T: number): number {
  const theta = T + n9 / (T - n10);
  const A = theta * theta + n1 * theta + n2;
  const B = n3 * theta * theta + n4 * theta + n5;
  const C = n6 * theta * theta + n7 * theta + n8;
  const root = (2 * C) / (-B + Math.sqrt(B * B - 4 * A * C));
  return root * root * root * root * 1e6;
}

export function saturationTemperature(p: number): number {
  const beta2 = Math.sqrt(p * 1e-6);
  const beta = Math.sqrt(beta2);
  const E = beta2 + n3 * beta + n6;
  const F = n1 * beta2 + n4 * beta + n7;
  const G = n2 * beta2 + n5 * beta + n8;
  const D = (2 * G) / (-F - Math.sqrt(F * F - 4 * E * G));
  const sum = n10 + D;
  return (sum - Math.sqrt(sum * sum - 4 * (n9 + n10 * D))) / 2;
}

/**
 * dT/dp and d²T/dp² along saturation, from the implicit equation F(β, θ) = 0 that both explicit forms solve:
 *
 *     F = β²θ² + n₁β²θ + n₂β² + n₃βθ² + n₄βθ + n₅β + n₆θ² + n₇θ + n₈,   β = (p/MPa)^¼,  θ = T + n₉/(T − n₁₀)
 */
export function saturationSlope(p: number, T: number, out: Float64Array): void {
  const x = p * 1e-6;
  const b = Math.sqrt(Math.sqrt(x));
  const c = T - n10;
  const y = T + n9 / c;
  const Fb = 2 * b * (y * y + n1 * y + n2) + n3 * y * y + n4 * y + n5;
  const Fy = 2 * y * (b * b + n3 * b + n6) + n1 * b * b + n4 * b + n7;
  const Fbb = 2 * (y * y + n1 * y + n2);
  const Fby = 4 * b * y + 2 * n1 * b + 2 * n3 * y + n4;
  const Fyy = 2 * (b * b + n3 * b + n6);
  const y_b = -Fb / Fy;
  const y_bb = -(Fbb + 2 * Fby * y_b + Fyy * y_b * y_b) / Fy;
  const y_T = 1 - n9 / (c * c);
  const y_TT = (2 * n9) / (c * c * c);
  const T_b = y_b / y_T;
  const T_bb = (y_bb - y_TT * T_b * T_b) / y_T;
  const b_p = (b / (4 * x)) * 1e-6;
  const b_pp = ((-3 * b) / (16 * x * x)) * 1e-12;
  out[0] = T_b * b_p;
  out[1] = T_bb * b_p * b_p + T_b * b_pp;
}

/** Pa */
export function border23Pressure(T: number): number {
  return (b1 + b2 * T + b3 * T * T) * 1e6;
}

export function border23Temperature(p: number): number {
  return b4 + Math.sqrt((p * 1e-6 - b5) / b3);
}
