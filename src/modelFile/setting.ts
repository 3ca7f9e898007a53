/** Values written by hand, in a form or behind --set: `2.5`, `5 mm`, `[1, 2, 3] rad`, `true`, `steel`. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { parseUnit } from "../language/units.ts";
import { isNumericValue, type NumericValue, Par, type ParameterDeclaration } from "../language/values.ts";

export type SettingValue = NumericValue | string | ParameterDeclaration;

const numberWithUnit = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(.*)$/;

/** `name=value` with an optional unit. */
export function parseSetting(text: string): { name: string; value: SettingValue } {
  const at = text.indexOf("=");
  const name = text.slice(0, at).trim();
  if (at < 1 || name === "" || text.slice(at + 1).trim() === "") {
    throw new RattlebackError("E-SETTING", `"${text.slice(0, 80)}" does not set anything.`, {
      hint: 'name=value, e.g. motor.R=1.2 or "spring.c=5 kN/m"',
      data: { text },
    });
  }
  return { name, value: parseValue(text.slice(at + 1), name) };
}

/** A value with an optional unit; texts that are no number are texts. */
export function parseValue(text: string, name: string): SettingValue {
  const trimmed = text.trim();
  if (trimmed === "true" || trimmed === "false") return trimmed === "true";
  if (trimmed.startsWith("[")) return parseArray(trimmed, name);
  const match = numberWithUnit.exec(trimmed);
  if (match === null) return trimmed;
  return withUnit(Number(match[1]), match[2]!, name);
}

function parseArray(text: string, name: string): NumericValue | ParameterDeclaration {
  const end = text.lastIndexOf("]") + 1;
  let value: unknown;
  try {
    value = JSON.parse(text.slice(0, end));
  } catch {
    value = undefined;
  }
  if (!isNumericValue(value)) {
    throw new RattlebackError("E-SETTING", `The value given for "${name}" is not a vector or matrix of numbers.`, {
      path: name,
      hint: '[1, 2, 3], [[1, 0], [0, 1]], or with a unit "[1, 2, 3] mm"',
      data: { text },
    });
  }
  return withUnit(value, text.slice(end), name);
}

function withUnit(value: NumericValue, unit: string, name: string): NumericValue | ParameterDeclaration {
  const trimmed = unit.trim();
  if (trimmed === "") return value;
  parseUnit(trimmed, name);
  return Par(value, trimmed);
}
