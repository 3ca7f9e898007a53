/**
 * The backward equations of IAPWS-IF97: T(p, h), v(p, h), T(p, s), v(p, s), p(h, s), borders in (h, s), and v(p, T) of region 3.
 *
 * They are explicit but do not fit the basic equations to the last digit (up to 25 mK), so properties use them as start values.
 * Arguments and results are in the units of the releases: MPa, K, kJ/kg, kJ/(kg K), m³/kg.
 */
import { oneOf } from "../../errors/shapes.ts";
import * as elementary from "../../math/elementary.ts";
import { checkRange, type Range } from "../mediumErrors.ts";
import { generateSums } from "../straightLineCode.ts";
import {
  type BackwardName,
  backwardCoefficients,
  boundary2abHs,
  boundary2bc,
  boundary3ab,
} from "./backwardCoefficients.ts";
import { saturationTemperature } from "./saturationLine.ts";
import {
  logarithmicBorders,
  polynomialBorders,
  type SubregionCoefficients,
  subregions,
} from "./subregionCoefficients.ts";

/** One equation as straight-line code. */
class BackwardEquation {
  readonly #c: (typeof backwardCoefficients)[BackwardName];
  readonly #sum: (at: Float64Array) => void;
  /** x, y, Σ. */
  readonly #at = new Float64Array(3);

  constructor(name: BackwardName) {
    this.#c = backwardCoefficients[name];
    this.#sum = generateSums(this.#c, [[0, 0]]);
  }

  value(x: number, y: number): number {
    const c = this.#c;
    const at = this.#at;
    at[0] = (c.invert ? c.x.star / x : x / c.x.star) + c.x.shift;
    at[1] = (c.negate ? -y / c.y.star : y / c.y.star) + c.y.shift;
    this.#sum(at);
    const sum = at[2]!;
    if (c.wrap === "id") return c.star * sum;
    if (c.wrap === "pow4") return c.star * sum * sum * sum * sum;
    return c.wrap === "inverse" ? c.star / sum : c.star * elementary.exp(sum);
  }
}

const equations = new Map<BackwardName, BackwardEquation>();

function equation(name: BackwardName): BackwardEquation {
  let found = equations.get(name);
  if (found === undefined) {
    oneOf(...Object.keys(backwardCoefficients))(name, "name");
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
export class StartValues {
  readonly #T1ph = equation("T1(p,h)");
  readonly #T1ps = equation("T1(p,s)");
  readonly #T2aph = equation("T2a(p,h)");
  readonly #T2bph = equation("T2b(p,h)");
  readonly #T2cph = equation("T2c(p,h)");
  readonly #T2aps = equation("T2a(p,s)");
  readonly #T2bps = equation("T2b(p,s)");
  readonly #T2cps = equation("T2c(p,s)");
  readonly #T3aph = equation("T3a(p,h)");
  readonly #T3bph = equation("T3b(p,h)");
  readonly #v3aph = equation("v3a(p,h)");
  readonly #v3bph = equation("v3b(p,h)");
  readonly #T3aps = equation("T3a(p,s)");
  readonly #T3bps = equation("T3b(p,s)");
  readonly #v3aps = equation("v3a(p,s)");
  readonly #v3bps = equation("v3b(p,s)");

  T1(p: number, target: number, isEntropy: boolean): number {
    return (isEntropy ? this.#T1ps : this.#T1ph).value(p * 1e-6, target * 1e-3);
  }

  T2(p: number, target: number, isEntropy: boolean): number {
    const P = p * 1e-6;
    const y = target * 1e-3;
    if (isEntropy) return (P <= 4 ? this.#T2aps : y >= 5.85 ? this.#T2bps : this.#T2cps).value(P, y);
    return (P <= 4 ? this.#T2aph : P < 6.5467 || P <= border2bc(y) ? this.#T2bph : this.#T2cph).value(P, y);
  }

  T3(p: number, target: number, isEntropy: boolean): number {
    const P = p * 1e-6;
    const y = target * 1e-3;
    if (isEntropy) return (y <= criticalEntropy ? this.#T3aps : this.#T3bps).value(P, y);
    return (y <= border3ab(P) ? this.#T3aph : this.#T3bph).value(P, y);
  }

  v3(p: number, target: number, isEntropy: boolean): number {
    const P = p * 1e-6;
    const y = target * 1e-3;
    if (isEntropy) return (y <= criticalEntropy ? this.#v3aps : this.#v3bps).value(P, y);
    return (y <= border3ab(P) ? this.#v3aph : this.#v3bph).value(P, y);
  }
}

/** Temperature on a border of subregions of region 3, by its name: `subregionBorder("T3cd", 25)`. */
export function subregionBorder(name: string, p: number): number {
  if (name === "T3ef") return 3.727888004 * (p - 22.064) + 647.096;
  if (!Object.hasOwn(logarithmicBorders, name) && !Object.hasOwn(polynomialBorders, name))
    oneOf("T3ef", ...Object.keys(logarithmicBorders), ...Object.keys(polynomialBorders))(name, "name");
  const log = logarithmicBorders[name];
  if (log !== undefined) {
    const x = elementary.log(p);
    return log.n.reduce((sum, n, k) => sum + n * elementary.pow(x, log.I[k]!), 0);
  }
  return polynomialBorders[name]!.reduceRight((sum, n) => sum * p + n, 0);
}

/** v of one subregion of region 3. */
export function subregionVolume(name: string, p: number, T: number): number {
  if (!Object.hasOwn(subregions, name)) oneOf(...Object.keys(subregions))(name, "name");
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

const region3Pressure: Range = { name: "p", unit: "MPa", from: 16.529, to: 100 };

/** v(p, T) of region 3 by its explicit equations, MPa and m³/kg. */
export function region3Volume(p: number, T: number): number {
  checkRange("Region 3 of IAPWS-IF97", `p = ${p} MPa, T = ${T} K`, p, region3Pressure);
  const chain = chains.find(([above]) => p > above)![1];
  for (let k = 1; k < chain.length; k += 2) {
    const border = chain[k]!;
    const at = border === "Tsat" ? saturationTemperature(p * 1e6) : subregionBorder(border, p);
    if (T <= at) return subregionVolume(chain[k - 1]!, p, T);
  }
  return subregionVolume(chain[chain.length - 1]!, p, T);
}
