/**
 * Units of measurement as text: `"N*m/rad"`, `"kg*m^2"`, `"degC"`, `"km/h"`.
 *
 * A unit is a vector of exponents over the base units, a factor to SI and, for temperatures alone on
 * their scale, an offset. Angles are numbers (rad = 1), as in the SI.
 */
import { nearestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";

const baseUnits = ["m", "kg", "s", "A", "K", "mol", "cd"] as const;

/** Exponents of m, kg, s, A, K, mol, cd. */
export type Dimension = readonly number[];

export interface Unit {
  readonly text: string;
  readonly dimension: Dimension;
  /** Value in SI = factor·value + offset. */
  readonly factor: number;
  readonly offset: number;
}

export const dimensionless: Dimension = [0, 0, 0, 0, 0, 0, 0];
const d = (m: number, kg: number, s: number, A = 0, K = 0, mol = 0, cd = 0): Dimension => [m, kg, s, A, K, mol, cd];

interface Symbol {
  readonly dimension: Dimension;
  readonly factor: number;
  readonly offset?: number;
  readonly takesPrefix?: boolean;
}
const si = (dimension: Dimension, factor = 1): Symbol => ({ dimension, factor, takesPrefix: true });
const plain = (dimension: Dimension, factor: number, offset = 0): Symbol => ({ dimension, factor, offset });

const symbols = new Map<string, Symbol>([
  ["1", plain(dimensionless, 1)],
  ["m", si(d(1, 0, 0))],
  ["g", si(d(0, 1, 0), 1e-3)],
  ["s", si(d(0, 0, 1))],
  ["A", si(d(0, 0, 0, 1))],
  ["K", si(d(0, 0, 0, 0, 1))],
  ["mol", si(d(0, 0, 0, 0, 0, 1))],
  ["cd", si(d(0, 0, 0, 0, 0, 0, 1))],
  ["rad", si(dimensionless)],
  ["sr", plain(dimensionless, 1)],
  ["Hz", si(d(0, 0, -1))],
  ["N", si(d(1, 1, -2))],
  ["Pa", si(d(-1, 1, -2))],
  ["J", si(d(2, 1, -2))],
  ["W", si(d(2, 1, -3))],
  ["C", si(d(0, 0, 1, 1))],
  ["V", si(d(2, 1, -3, -1))],
  ["F", si(d(-2, -1, 4, 2))],
  ["Ohm", si(d(2, 1, -3, -2))],
  ["Ω", si(d(2, 1, -3, -2))],
  ["S", si(d(-2, -1, 3, 2))],
  ["Wb", si(d(2, 1, -2, -1))],
  ["T", si(d(0, 1, -2, -1))],
  ["H", si(d(2, 1, -2, -2))],
  ["lm", plain(d(0, 0, 0, 0, 0, 0, 1), 1)],
  ["lx", plain(d(-2, 0, 0, 0, 0, 0, 1), 1)],
  ["min", plain(d(0, 0, 1), 60)],
  ["h", plain(d(0, 0, 1), 3600)],
  ["hr", plain(d(0, 0, 1), 3600)],
  ["d", plain(d(0, 0, 1), 86400)],
  ["deg", plain(dimensionless, Math.PI / 180)],
  ["°", plain(dimensionless, Math.PI / 180)],
  ["rev", plain(dimensionless, 2 * Math.PI)],
  ["rpm", plain(d(0, 0, -1), (2 * Math.PI) / 60)],
  ["%", plain(dimensionless, 0.01)],
  ["l", si(d(3, 0, 0), 1e-3)],
  ["L", si(d(3, 0, 0), 1e-3)],
  ["t", plain(d(0, 1, 0), 1000)],
  ["bar", si(d(-1, 1, -2), 1e5)],
  ["atm", plain(d(-1, 1, -2), 101325)],
  ["eV", si(d(2, 1, -2), 1.602176634e-19)],
  ["Wh", si(d(2, 1, -2), 3600)],
  ["Ah", si(d(0, 0, 1, 1), 3600)],
  ["degC", plain(d(0, 0, 0, 0, 1), 1, 273.15)],
  ["°C", plain(d(0, 0, 0, 0, 1), 1, 273.15)],
  ["in", plain(d(1, 0, 0), 0.0254)],
  ["ft", plain(d(1, 0, 0), 0.3048)],
  ["lb", plain(d(0, 1, 0), 0.45359237)],
]);

const prefixes = new Map<string, number>([
  ["f", 1e-15],
  ["p", 1e-12],
  ["n", 1e-9],
  ["u", 1e-6],
  ["µ", 1e-6],
  ["μ", 1e-6],
  ["m", 1e-3],
  ["c", 1e-2],
  ["d", 1e-1],
  ["da", 10],
  ["h", 1e2],
  ["k", 1e3],
  ["M", 1e6],
  ["G", 1e9],
  ["T", 1e12],
]);

export const noUnit: Unit = { text: "", dimension: dimensionless, factor: 1, offset: 0 };

/** Reads a unit. `path` is the place in the model, for the message. */
export function parseUnit(text: string, path?: string): Unit {
  if (typeof text !== "string") {
    throw new RattlebackError("E-UNIT-TEXT", `A unit is a text; found a value of type ${typeof text}.`, {
      ...(path !== undefined && { path }),
      hint: 'Par(5, "mm"), or Par({ value: 5, unit: "mm", description: "…" })',
      data: { text },
    });
  }
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "1") return { ...noUnit, text: trimmed };
  const tokens = trimmed.match(/[A-Za-zΩµμ°%]+|-?[0-9]+(?:\.[0-9]+)?|[*·/^().]|\s+|./gu) ?? [];
  const list = tokens.filter((token) => token.trim() !== "");
  let position = 0;
  const fail = (because: string, hint: string): RattlebackError =>
    new RattlebackError("E-UNIT-TEXT", `"${text}" is not a unit.`, {
      ...(path !== undefined && { path }),
      because,
      hint,
      data: { text },
    });
  const product = (depth: number): Unit => {
    if (depth > 20) throw fail("too many parentheses", 'write it flat: "W/(m*K)" is "W*m^-1*K^-1"');
    let unit = power(depth);
    while (position < list.length && list[position] !== ")") {
      const operator = list[position]!;
      if (operator === "*" || operator === "·" || operator === ".") {
        position++;
        unit = combine(unit, power(depth), 1);
      } else if (operator === "/") {
        position++;
        unit = combine(unit, power(depth), -1);
      } else
        throw fail(`"${operator}" is not expected there`, 'join factors with * and /, powers with ^: "kg*m^2/s^2"');
    }
    return unit;
  };
  const power = (depth: number): Unit => {
    const token = list[position++];
    let unit: Unit;
    if (token === "(") {
      unit = product(depth + 1);
      if (list[position++] !== ")") throw fail("a parenthesis is not closed", "add a )");
    } else if (token === "1") unit = noUnit;
    else if (token !== undefined && /^[A-Za-zΩµμ°%]/u.test(token)) unit = symbol(token, fail);
    else throw fail(token === undefined ? "it ends too early" : `"${token}" is not expected there`, 'e.g. "N*m/rad"');
    // "m/s2" and "s-1", as Modelica writes them
    if (list[position] !== "^" && !/^-?[0-9]+$/.test(list[position] ?? "")) return unit;
    if (list[position] === "^") position++;
    let exponentText = list[position++];
    const isBracketed = exponentText === "(";
    if (isBracketed) exponentText = list[position++];
    const exponent = Number(exponentText);
    if (!Number.isFinite(exponent) || Math.abs(exponent) > 12)
      throw fail("the exponent is not a small number", 'e.g. "m^2", "s^-1"');
    if (isBracketed && list[position++] !== ")") throw fail("a parenthesis is not closed", "add a )");
    return raise(unit, exponent);
  };
  const unit = product(0);
  if (position < list.length) throw fail(`"${list[position]}" is left over`, "check the parentheses");
  return { ...unit, text: trimmed };
}

function symbol(token: string, fail: (because: string, hint: string) => RattlebackError): Unit {
  const known = symbols.get(token);
  if (known !== undefined)
    return { text: token, dimension: known.dimension, factor: known.factor, offset: known.offset ?? 0 };
  for (const length of [2, 1]) {
    const prefix = prefixes.get(token.slice(0, length));
    const base = symbols.get(token.slice(length));
    if (prefix !== undefined && base?.takesPrefix === true) {
      return { text: token, dimension: base.dimension, factor: prefix * base.factor, offset: 0 };
    }
  }
  const nearest = nearestName(token, symbols.keys());
  throw fail(
    `"${token}" is unknown`,
    nearest === undefined ? "SI units with prefixes, min, h, deg, bar, degC …" : `did you mean "${nearest}"?`,
  );
}

function combine(a: Unit, b: Unit, sign: 1 | -1): Unit {
  return {
    text: "",
    dimension: a.dimension.map((x, i) => x + sign * b.dimension[i]!),
    factor: sign === 1 ? a.factor * b.factor : a.factor / b.factor,
    offset: 0,
  };
}

function raise(unit: Unit, exponent: number): Unit {
  return { text: "", dimension: unit.dimension.map((x) => x * exponent), factor: unit.factor ** exponent, offset: 0 };
}

export function sameDimension(a: Dimension, b: Dimension): boolean {
  return a.every((x, i) => Math.abs(x - b[i]!) < 1e-9);
}

export function isDimensionless(dimension: Dimension): boolean {
  return sameDimension(dimension, dimensionless);
}

/** Units whose name is nicer than their base form, tried in this order. */
const derived = ["N", "Pa", "J", "W", "V", "Ohm", "F", "H", "Wb", "T", "C", "S"].map((text) => ({
  text,
  dimension: symbols.get(text)!.dimension,
}));

/** Text of a dimension: a derived unit when there is one, else `m/s^2`. */
export function printDimension(dimension: Dimension): string {
  if (isDimensionless(dimension)) return "1";
  for (const candidate of derived) if (sameDimension(candidate.dimension, dimension)) return candidate.text;
  const [above, below]: [string[], string[]] = [[], []];
  baseUnits.forEach((base, i) => {
    const exponent = Math.round(dimension[i]! * 1e6) / 1e6;
    const size = Math.abs(exponent);
    if (exponent !== 0) (exponent > 0 ? above : below).push(size === 1 ? base : `${base}^${size}`);
  });
  return [above.length === 0 ? "1" : above.join("*"), ...below].join("/");
}

/** The unit in which values of this unit are stored and shown: the text itself when it is coherent SI. */
export function siText(unit: Unit): string {
  if (unit.factor === 1 && unit.offset === 0) return unit.text === "1" ? "" : unit.text;
  return isDimensionless(unit.dimension) ? "" : printDimension(unit.dimension);
}

/** Unit of the derivative with respect to time. */
export function perSecond(text: string): string {
  if (text === "") return "1/s";
  if (/\/s$/.test(text)) return `${text}^2`;
  return `${text}/s`;
}
