/** Units in which quantities are shown, chosen by the user and kept: the unit of the model by default. */
import { parseUnit, sameDimension } from "../../src/language/units.ts";

const key = "rattleback-units";

/** What people read such quantities in; the first of each line is the SI unit. */
const common: readonly (readonly string[])[] = [
  ["rad", "deg"],
  ["rad/s", "deg/s", "1/min"],
  ["m", "mm", "cm", "km"],
  ["m/s", "mm/s", "km/h"],
  ["s", "ms", "min", "h"],
  ["kg", "g", "t"],
  ["K", "degC"],
  ["Pa", "kPa", "MPa", "bar"],
  ["N", "mN", "kN"],
  ["N.m", "mN.m", "kN.m"],
  ["J", "kJ", "kW.h"],
  ["W", "mW", "kW"],
  ["A", "mA"],
  ["V", "mV", "kV"],
];

const names: Readonly<Record<string, string>> = { "1/min": "rpm", degC: "°C", deg: "°", "deg/s": "°/s" };

/** `1/min` → `rpm` where a word is better than a unit. */
export function unitName(unit: string): string | undefined {
  return names[unit];
}

/** Units in which a quantity of this unit can be shown, its own first; alone when there are no others. */
export function unitsFor(unit: string): readonly string[] {
  if (unit === "") return [unit];
  try {
    const own = parseUnit(unit);
    const family = common.find(([si]) => {
      const base = parseUnit(si!);
      return sameDimension(base.dimension, own.dimension) && isAngle(si!) === isAngle(unit);
    });
    return [...new Set([unit, ...(family ?? [])])];
  } catch {
    return [unit];
  }
}

/** shown = value·factor + offset. */
export function conversion(from: string, to: string): { factor: number; offset: number } {
  if (from === to) return { factor: 1, offset: 0 };
  const [own, other] = [parseUnit(from), parseUnit(to)];
  return { factor: own.factor / other.factor, offset: (own.offset - other.offset) / other.factor };
}

/** The chosen unit for quantities of this unit. */
export function chosenUnit(unit: string): string {
  const chosen = choices()[unit];
  return chosen !== undefined && unitsFor(unit).includes(chosen) ? chosen : unit;
}

export function chooseUnit(unit: string, chosen: string): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...choices(), [unit]: chosen }));
  } catch {
    // a browser without storage forgets the choice with the page
    forgotten = { ...forgotten, [unit]: chosen };
  }
}

let forgotten: Readonly<Record<string, string>> = {};

function choices(): Readonly<Record<string, string>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, string>) : {};
  } catch {
    return forgotten;
  }
}

/** Angles have no dimension: they are told by their unit. */
function isAngle(unit: string): boolean {
  return /\b(rad|deg|rev)\b|1\/min|rpm/.test(unit);
}
