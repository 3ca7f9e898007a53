/** Measured series and how they belong to a model: columns, units, weights, times. */

import { guarded } from "../../errors/boundary.ts";
import { checkText } from "../../errors/checkText.ts";
import { suggestName } from "../../errors/nearestName.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { parseUnit, sameDimension } from "../../language/units.ts";
import type { SimulateOptions } from "../../run/simulateOptions.ts";
import type { ReadableVariables } from "../readableVariables.ts";

/** Columns of numbers, one of them `time`, in seconds; NaN where nothing was measured. */
export type MeasuredSeries = Readonly<Record<string, ArrayLike<number>>>;

export interface Experiment {
  readonly data: MeasuredSeries;
  /** Variable of the model that a column measures. Default: the variable of the same name. */
  readonly outputs?: Readonly<Record<string, string>>;
  /** Standard deviation of the errors of a column, one for all of its rows or one per row. Default 1. */
  readonly deviations?: Readonly<Record<string, number | ArrayLike<number>>>;
  /** Units of columns, that of the times included. Default: SI units. */
  readonly units?: Readonly<Record<string, string>>;
  /** What is known of this experiment: parameters and start values. */
  readonly merge?: SimulateOptions["merge"];
  /** When its run begins. Default 0, or that of the whole calibration. */
  readonly startTime?: number;
}

/** One measured number. */
export interface Reading {
  readonly variable: string;
  readonly time: number;
  readonly value: number;
  readonly deviation: number;
}

/** `path`: where the experiment stands in the options; `title`: what it is called. */
export function readingsOf(
  variables: ReadableVariables,
  experiment: Experiment,
  { path, title }: { readonly path: string; readonly title: string },
  startTime: number,
): Reading[] {
  const { time: given, ...columns } = experiment.data ?? {};
  if (given === undefined || given.length === 0)
    throw new RattlebackError("E-CALIBRATION", `${capital(title)} has no times.`, {
      path: `${path}.data.time`,
      hint: "data: { time: [0, 0.1, …], w: [0, 1.2, …] }",
    });
  const time = inSeconds(given, experiment.units?.["time"], path);
  const readings: Reading[] = [];
  let isAnyInside = false;
  for (const [column, values] of Object.entries(columns)) {
    const variable = experiment.outputs?.[column] ?? column;
    const factor = unitOf(variables, variable, column, experiment.units?.[column], path);
    if (values.length !== time.length)
      throw new RattlebackError("E-CALIBRATION", `"${column}" has ${values.length} values for ${time.length} times.`, {
        path: `${path}.data.${column}`,
        hint: "one value per time; NaN where nothing was measured",
      });
    const deviations = experiment.deviations?.[column] ?? 1;
    for (let i = 0; i < time.length; i++) {
      const value = values[i]!;
      if (!Number.isFinite(value)) continue;
      const deviation = typeof deviations === "number" ? deviations : deviations[i]!;
      if (!(deviation > 0))
        throw new RattlebackError("E-CALIBRATION", `The deviation of "${column}" is ${deviation}.`, {
          path: `${path}.deviations.${column}`,
          hint: "the standard deviation of its errors, a positive number",
        });
      if (time[i]! >= startTime) isAnyInside = true;
      readings.push({
        variable,
        time: time[i]!,
        value: factor(value),
        deviation: Math.abs(factor(deviation) - factor(0)),
      });
    }
  }
  if (readings.length === 0)
    throw new RattlebackError("E-CALIBRATION", `${capital(title)} measures nothing.`, {
      path: `${path}.data`,
      ...(Object.keys(columns).length > 0 && {
        because: `no field of ${Object.keys(columns)
          .map((column) => `"${column}"`)
          .join(", ")} is a number`,
      }),
      hint: "columns beside time, named as variables of the model, with a number in at least one row",
    });
  const first = Math.min(...readings.map((reading) => reading.time));
  if (!isAnyInside || first < startTime)
    throw new RattlebackError(
      "E-CALIBRATION",
      isAnyInside
        ? `${capital(title)} has readings at ${first} s, before its run begins at ${startTime} s.`
        : `The readings of ${title} and its run do not overlap.`,
      {
        path: `${path}.data.time`,
        because: `the run begins at ${startTime} s, the first reading is at ${first} s`,
        hint:
          path === "options"
            ? "set simulate.startTime, or shift the times"
            : "set startTime of the experiment, or shift its times",
        data: { first, startTime },
      },
    );
  return readings;
}

function inSeconds(time: MeasuredSeries[string], unit: string | undefined, path: string): ArrayLike<number> {
  if (unit === undefined) return time;
  const { factor, offset, dimension } = parseUnit(unit, `${path}.units.time`);
  if (!sameDimension(dimension, parseUnit("s").dimension))
    throw new RattlebackError("E-UNIT", `The times are in "${unit}", which is no unit of time.`, {
      path: `${path}.units.time`,
      because: "the dimensions differ",
      hint: 'e.g. "ms", "min"',
      data: { expected: "s", found: unit },
    });
  return Float64Array.from(time, (t) => factor * t + offset);
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}

/** From the unit of a column to that of the model, which is SI. */
function unitOf(
  variables: ReadableVariables,
  variable: string,
  column: string,
  unit: string | undefined,
  path: string,
): (x: number) => number {
  const ownUnit = variables.unitOf(variable);
  if (ownUnit === undefined)
    throw new RattlebackError("E-CALIBRATION", `The model has no variable "${variable}" for the column "${column}".`, {
      path: `${path}.data.${column}`,
      hint: suggestName(variable, variables.names(), `say what it measures: outputs: { ${column}: "…" }`),
      data: { variable, column },
    });
  if (unit === undefined) return (x) => x;
  const given = parseUnit(unit, `${path}.units.${column}`);
  if (ownUnit !== "" && !sameDimension(given.dimension, parseUnit(ownUnit).dimension))
    throw new RattlebackError("E-UNIT", `"${column}" is measured in "${unit}", but "${variable}" is in "${ownUnit}".`, {
      path: `${path}.units.${column}`,
      because: "the dimensions differ",
      hint: "correct the unit, or the variable that the column is compared with",
      data: { expected: ownUnit, found: unit },
    });
  return (x) => given.factor * x + given.offset;
}

/** Columns of a text with a head: `time,w [rad/s]`; separated by commas, semicolons or tabs. Empty fields are NaN. */
export function seriesFromCsv(text: string): { data: Record<string, Float64Array>; units: Record<string, string> } {
  checkText(text, "seriesFromCsv");
  return guarded("seriesFromCsv", () => {
    const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
    const head = lines[0] ?? "";
    const separator = ["\t", ";", ","].find((sign) => cellsOf(head, sign).length > 1) ?? ",";
    const cells = (line: string): string[] => cellsOf(line, separator);
    // a column may have any name, "__proto__" included
    const units = Object.create(null) as Record<string, string>;
    const names = cells(head).map((cell) => {
      const match = /^(.*?)\s*[[(]([^\])]*)[\])]$/.exec(cell);
      // x[1], A[1,2] and der(x) are names
      const isUnit = match !== null && !/^\d+(, *\d+)*$/.test(match[2]!) && !/(^|\.)der$/.test(match[1]!);
      if (!isUnit) return cell;
      units[match[1]!] = match[2]!;
      return match[1]!;
    });
    const data = Object.create(null) as Record<string, Float64Array>;
    names.forEach((name, c) => {
      data[name] = Float64Array.from(lines.slice(1), (line, i) => {
        const cell = cells(line)[c] ?? "";
        const value = cell === "" ? Number.NaN : Number(separator === "," ? cell : cell.replace(",", "."));
        if (cell !== "" && Number.isNaN(value) && !/^nan$/i.test(cell))
          throw new RattlebackError("E-CALIBRATION", `"${cell}" is not a number.`, {
            path: name,
            where: `line ${i + 2} of the table`,
            hint: "numbers, or empty fields where nothing was measured",
          });
        return value;
      });
    });
    return { data, units };
  });
}

/** Cells of a line; what stands in quotes is one cell, with whatever separators are in it [RFC4180]. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    if (sign !== separator || isQuoted) cell += sign;
    else {
      cells.push(cell);
      cell = "";
    }
  }
  cells.push(cell);
  return cells.map((text) => {
    const trimmed = text.trim();
    return /^".*"$/.test(trimmed) ? trimmed.slice(1, -1).replaceAll('""', '"') : trimmed;
  });
}
