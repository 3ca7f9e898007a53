/**
 * The backward equations of IAPWS-IF97: T(p, h), v(p, h), T(p, s), v(p, s), p(h, s), borders in (h, s), and v(p, T) of region 3.
 *
 * They are explicit but do not fit the basic equations to the last digit (up to 25 mK), so properties use them as start values.
 * Arguments and results are in the units of the releases: MPa, K, kJ/kg, kJ/(kg K), m³/kg.
 */
import * as elementary from "../../math/elementary.ts";
import {
  type BackwardName,
  backwardCoefficients,
  boundary2abHs,
  boundary2bc,
  boundary3ab,
} from "./backwardCoefficients.ts";
import { PowerTable } from "./powerTable.ts";
import { saturationTemperature } from "./saturationLine.ts";
import {
  logarithmicBorders,
  polynomialBorders,
  type SubregionCoefficients,
  subregions,
} from "./subregionCoefficients.ts";

/** One equation, ready to be evaluated without allocation. */
class BackwardEquation {
  readonly #x: PowerTable;
  readonly #y: PowerTable;
  readonly #xPlace: Uint8Array;
  readonly #yPlace: Uint8Array;
  readonly #n: Float64Array;
  readonly #c: (typeof backwardCoefficients)[BackwardName];
  /** Exponents of x are multiples of a quarter: powers of x^¼. */
  readonly #isQuarter: boolean;

  constructor(name: BackwardName) {
    const c = backwardCoefficients[name];
    this.#c = c;
    this.#isQuarter = c.I.some((e) => !Number.isInteger(e));
    const I = this.#isQuarter ? c.I.map((e) => 4 * e) : c.I;
    this.#x = new PowerTable(I);
    this.#y = new PowerTable(c.J);
    this.#xPlace = Uint8Array.from(I, (e) => this.#x.placeOf(e));
    this.#yPlace = Uint8Array.from(c.J, (e) => this.#y.placeOf(e));
    this.#n = Float64Array.from(c.n);
  }

  value(x: number, y: number): number {
    const c = this.#c;
    const X = (c.invert ? c.x.star / x : x / c.x.star) + c.x.shift;
    const Y = (c.negate ? -y / c.y.star : y / c.y.star) + c.y.shift;
    const px = this.#x.fill(this.#isQuarter ? Math.sqrt(Math.sqrt(X)) : X);
    const py = this.#y.fill(Y);
    const xPlace = this.#xPlace;
    const yPlace = this.#yPlace;
    const n = this.#n;
    let sum = 0;
    for (let k = 0; k < n.length; k++) sum += n[k]! * px[xPlace[k]!]! * py[yPlace[k]!]!;
    if (c.wrap === "id") return c.star * sum;
    if (c.wrap === "pow4") return c.star * sum * sum * sum * sum;
    return c.wrap === "inverse" ? c.star / sum : c.star * elementary.exp(sum);
  }
}

const equations = new Map<BackwardName, BackwardEquation>();

function equation(name: BackwardName): BackwardEquation {
  let found = equations.get(name);
  if (found === undefined) {
    found = new BackwardEquation(name);
    equations.set(name, found);
  }
  return found;
}

/** A backward equation by the name of the release: `backward("T1(p,h)", 3, 500)`; equations of one variable take it alone. */
export function backward(name: BackwardName, x: number, y = x): number {
  return equation(name).value(x, y);
}

/** h on the border of 2a and 2b, kJ/kg. */
export function border2ab(s: number): number {
  const [n0, n1, n2, n3] = boundary2abHs as unknown as readonly [number, number, number, number];
  return n0 + s * (n1 + s * (n2 + s * n3));
}

/** p on the border of 2b and 2c, MPa. */
export function border2bc(h: number): number {
  return boundary2bc[0]! + boundary2bc[1]! * h + boundary2bc[2]! * h * h;
}

/** h on the border of 3a and 3b, kJ/kg. */
export function border3ab(p: number): number {
  const [n0, n1, n2, n3] = boundary3ab as unknown as readonly [number, number, number, number];
  return n0 + p * (n1 + p * (n2 + p * n3));
}

const criticalEntropy = 4.41202148223476;

/** Start values, from SI to SI. */
export const startOf = {
  T1_ph: (p: number, h: number): number => equation("T1(p,h)").value(p * 1e-6, h * 1e-3),
  T1_ps: (p: number, s: number): number => equation("T1(p,s)").value(p * 1e-6, s * 1e-3),
  T2_ph: (p: number, h: number): number => {
    const P = p * 1e-6;
    const H = h * 1e-3;
    const part = P <= 4 ? "T2a(p,h)" : P < 6.5467 || P <= border2bc(H) ? "T2b(p,h)" : "T2c(p,h)";
    return equation(part).value(P, H);
  },
  T2_ps: (p: number, s: number): number => {
    const P = p * 1e-6;
    const S = s * 1e-3;
    return equation(P <= 4 ? "T2a(p,s)" : S >= 5.85 ? "T2b(p,s)" : "T2c(p,s)").value(P, S);
  },
  T3_ph: (p: number, h: number): number => {
    const P = p * 1e-6;
    const H = h * 1e-3;
    return equation(H <= border3ab(P) ? "T3a(p,h)" : "T3b(p,h)").value(P, H);
  },
  v3_ph: (p: number, h: number): number => {
    const P = p * 1e-6;
    const H = h * 1e-3;
    return equation(H <= border3ab(P) ? "v3a(p,h)" : "v3b(p,h)").value(P, H);
  },
  T3_ps: (p: number, s: number): number =>
    equation(s * 1e-3 <= criticalEntropy ? "T3a(p,s)" : "T3b(p,s)").value(p * 1e-6, s * 1e-3),
  v3_ps: (p: number, s: number): number =>
    equation(s * 1e-3 <= criticalEntropy ? "v3a(p,s)" : "v3b(p,s)").value(p * 1e-6, s * 1e-3),
};

/** Temperature on a border of subregions of region 3, by its name: `subregionBorder("T3cd", 25)`. */
export function subregionBorder(name: string, p: number): number {
  if (name === "T3ef") return 3.727888004 * (p - 22.064) + 647.096;
  const log = logarithmicBorders[name];
  if (log !== undefined) {
    const x = elementary.log(p);
    return log.n.reduce((sum, n, k) => sum + n * elementary.pow(x, log.I[k]!), 0);
  }
  return polynomialBorders[name]!.reduceRight((sum, n) => sum * p + n, 0);
}

/** v of one subregion of region 3. */
export function subregionVolume(name: string, p: number, T: number): number {
  const c = subregions[name] as SubregionCoefficients;
  const x = elementary.pow(p / c.pStar - c.a, c.c);
  const y = elementary.pow(T / c.TStar - c.b, c.d);
  let sum = 0;
  for (let k = 0; k < c.n.length; k++) sum += c.n[k]! * elementary.pow(x, c.I[k]!) * elementary.pow(y, c.J[k]!);
  return c.vStar * (c.e === 0 ? elementary.exp(sum) : elementary.pow(sum, c.e));
}

/** Subregions from cold to hot and the borders between them, for pressures above the first number (MPa). */
const chains: readonly (readonly [number, readonly string[]])[] = [
  [40, ["a", "T3ab", "b"]],
  [25, ["c", "T3cd", "d", "T3ab", "e", "T3ef", "f"]],
  [23.5, ["c", "T3cd", "g", "T3gh", "h", "T3ef", "i", "T3ij", "j", "T3jk", "k"]],
  [23, ["c", "T3cd", "l", "T3gh", "h", "T3ef", "i", "T3ij", "j", "T3jk", "k"]],
  [22.5, ["c", "T3cd", "l", "T3gh", "m", "T3mn", "n", "T3ef", "o", "T3op", "p", "T3ij", "j", "T3jk", "k"]],
  [22.11, ["c", "T3cd", "q", "T3qu", "u", "T3uv", "v", "T3ef", "w", "T3wx", "x", "T3rx", "r", "T3jk", "k"]],
  [22.064, ["c", "T3cd", "q", "T3qu", "u", "T3uv", "y", "T3ef", "z", "T3wx", "x", "T3rx", "r", "T3jk", "k"]],
  [21.93161551, ["c", "T3cd", "q", "T3qu", "u", "T3uv", "y", "Tsat", "z", "T3wx", "x", "T3rx", "r", "T3jk", "k"]],
  [21.90096265, ["c", "T3cd", "q", "T3qu", "u", "Tsat", "z", "T3wx", "x", "T3rx", "r", "T3jk", "k"]],
  [21.0433673, ["c", "T3cd", "q", "T3qu", "u", "Tsat", "x", "T3rx", "r", "T3jk", "k"]],
  [20.5, ["c", "T3cd", "s", "Tsat", "r", "T3jk", "k"]],
  [19.00881189173929, ["c", "T3cd", "s", "Tsat", "t"]],
  [0, ["c", "Tsat", "t"]],
];

/** v(p, T) of region 3 by its explicit equations, MPa and m³/kg. */
export function region3Volume(p: number, T: number): number {
  const chain = chains.find(([above]) => p > above)![1];
  for (let k = 1; k < chain.length; k += 2) {
    const border = chain[k]!;
    const at = border === "Tsat" ? saturationTemperature(p * 1e6) : subregionBorder(border, p);
    if (T <= at) return subregionVolume(chain[k - 1]!, p, T);
  }
  return subregionVolume(chain[chain.length - 1]!, p, T);
}
