/**
 * Coefficients of the three-stage Radau IIA method of order 5, and of the transformation that splits its linear
 * systems into a real and a complex one.
 *
 * Source   [Hairer1996] sec. IV.5 (method), IV.8 (transformation, error estimate)
 * Law      T⁻¹·A⁻¹·T = Λ,    Λ = [ γ 0 0 ; 0 α −β ; 0 β α ]
 *          error estimate of order 3:   (γ/h·M − J)·err = f(t₀, y₀) + M·(e₁·z₁ + e₂·z₂ + e₃·z₃)/h
 * Legend   z_i   stage value minus y₀,   c_i nodes,   b_i weights
 */

import * as elementary from "../../math/elementary.ts";

const root6 = Math.sqrt(6);
const root3of9 = elementary.cbrt(9);
const root3of81 = elementary.cbrt(81);

export const c1 = (4 - root6) / 10;
export const c2 = (4 + root6) / 10;

/** Weights of the stages, the last row of A. */
export const b1 = (16 - root6) / 36;
export const b2 = (16 + root6) / 36;
export const b3 = 1 / 9;

/** Real eigenvalue of A⁻¹. */
export const γ = 30 / (6 + root3of81 - root3of9);

const re = (12 - root3of81 + root3of9) / 60;
const im = ((root3of81 + root3of9) * Math.sqrt(3)) / 60;
/** Complex eigenvalues α ± i·β of A⁻¹: the inverses of re ∓ i·im. */
export const α = re / (re * re + im * im);
export const β = im / (re * re + im * im);

export const e1 = -(13 + 7 * root6) / 3;
export const e2 = (-13 + 7 * root6) / 3;
export const e3 = -1 / 3;

/** Rows of T; the third one is (t31, 1, 0). */
export const t11 = 0.09123239487089295;
export const t12 = -0.1412552950209542;
export const t13 = -0.030029194105147424;
export const t21 = 0.241717932707107;
export const t22 = 0.20412935229379994;
export const t23 = 0.3829421127572619;
export const t31 = 0.966048182615093;

/** Rows of T⁻¹. */
export const i11 = 4.325579890063155;
export const i12 = 0.3391992518158099;
export const i13 = 0.5417705399358749;
export const i21 = -4.178718591551905;
export const i22 = -0.32768282076106237;
export const i23 = 0.47662355450055044;
export const i31 = -0.5028726349457868;
export const i32 = 2.571926949855605;
export const i33 = -0.5960392048282249;
