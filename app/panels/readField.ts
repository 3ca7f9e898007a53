/** What somebody has typed into a field, read with units and limits: `5 mm`, `0.2`, `[1, 2, 3]`. */
import { noUnit, parseUnit, sameDimension } from "../../src/language/units.ts";
import { ParameterDeclaration } from "../../src/language/values.ts";
import { parseValue } from "../../src/modelFile/setting.ts";
import type { TunableParameter } from "../../src/modelFile/tunableParameters.ts";
import { unitText } from "../../src/plot/unitText.ts";

export type FieldRules = Pick<TunableParameter, "name" | "value" | "unit" | "min" | "max">;

export interface ReadValue {
  /** As `merge` takes it. */
  readonly value: unknown;
  /** In the unit of the model; undefined for lists. */
  readonly amount: number | undefined;
}

/** A value as `merge` takes it as a number in a unit; undefined when it is no number. */
export function amountIn(unit: string, given: unknown): number | undefined {
  if (typeof given === "number") return given;
  const { value, unit: other } = (given ?? {}) as { readonly value?: unknown; readonly unit?: unknown };
  if (typeof value !== "number" || typeof other !== "string") return undefined;
  const [to, from] = [unit, other].map((name) => (name === "" ? noUnit : parseUnit(name)));
  return (value * from!.factor + from!.offset - to!.offset) / to!.factor;
}

/** The value, or what is wrong with the text. */
export function readField(text: string, { name, value, unit, min, max }: FieldRules): ReadValue | string {
  try {
    const read = parseValue(text.replaceAll("−", "-"), name);
    if (typeof read === "string") return "a number, e.g. 2.5 or 5 mm";
    const given =
      read instanceof ParameterDeclaration
        ? { value: read.attributes.value, unit: read.attributes.unit ?? "" }
        : { value: read, unit: "" };
    if (Array.isArray(value) !== Array.isArray(given.value))
      return Array.isArray(value) ? "a list of numbers, e.g. [1, 2, 3]" : "one number";
    const [own, other] = [unit, given.unit].map((name) => (name === "" ? noUnit : parseUnit(name)));
    if (given.unit !== "" && !sameDimension(own!.dimension, other!.dimension))
      return unit === ""
        ? `a number without unit, not in ${given.unit}`
        : `a number in ${unitText(unit)} or a unit of that kind, not in ${given.unit}`;
    const amount = amountIn(unit, given.unit === "" ? given.value : given);
    const limit = (bound: number): string => `${bound} ${unitText(unit)}`.trim();
    if (amount !== undefined && min !== undefined && amount < min) return `at least ${limit(min)}`;
    if (amount !== undefined && max !== undefined && amount > max) return `at most ${limit(max)}`;
    return { value: given.unit === "" ? given.value : given, amount };
  } catch (error) {
    return error instanceof Error ? error.message.split("\n")[0]!.replace(/^E-[A-Z-]+\s+/, "") : String(error);
  }
}
