/** What programs hand to `act.…`: names, periods, switches and limits are checked where they are written. */
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { AttachOptions, ChangeOptions, CreateCommand, ReferencePathOptions } from "./commands.ts";

export const changeOptions = ["waitingPeriod", "enableContactDetection"];
const attachOptions = [...changeOptions, "limits", "onMismatch", "withImpulse"];
const limitNames = ["distance", "angle", "velocity", "angularVelocity"];
const vectorNames = ["translation", "rotation", "velocity", "angularVelocity"] as const;

export function checkNames(command: string, names: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(names))
    if (typeof value !== "string" || value === "")
      throw wrongArgument(`act.${command}, ${name}`, value, "a name in quotation marks");
}

export function checkAttach(options: AttachOptions, command: string): void {
  checkChange(options, attachOptions, command);
  const { limits = {}, onMismatch, withImpulse } = options;
  checkOptionNames(limits, limitNames, `act.${command}, limits`);
  for (const [name, limit] of Object.entries(limits))
    if (typeof limit !== "number" || !(limit >= 0))
      throw wrongArgument(`act.${command}, limits.${name}`, limit, "zero or a positive number");
  if (onMismatch !== undefined && onMismatch !== "error" && onMismatch !== "warn")
    throw wrongArgument(`act.${command}, onMismatch`, onMismatch, '"error" or "warn"');
  checkSwitch(withImpulse, `act.${command}, withImpulse`);
}

export function checkChange(options: ChangeOptions, known: readonly string[], command: string): void {
  checkOptionNames(options, known, `act.${command}`);
  checkPeriod(options.waitingPeriod ?? 0, `${command}, waitingPeriod`);
  checkSwitch(options.enableContactDetection, `act.${command}, enableContactDetection`);
}

export function checkCreate(options: Omit<CreateCommand, "kind" | "name" | "pattern">): void {
  checkChange(options, [...changeOptions, ...vectorNames], "create");
  for (const name of vectorNames) {
    const value: unknown = options[name];
    const isVector = Array.isArray(value) && value.length === 3 && value.every((x) => Number.isFinite(x));
    if (value !== undefined && !isVector) throw wrongArgument(`act.create, ${name}`, value, "three finite numbers");
  }
}

export function checkReferencePath(options: ReferencePathOptions): void {
  checkOptionNames(options, ["names", "position", "v_max", "a_max"], "act.referencePath");
  const { names, position, v_max = 1, a_max = 1 }: Readonly<Record<string, unknown>> = { ...options };
  if (!Array.isArray(names)) throw wrongArgument("act.referencePath, names", names, 'a list: ["phi1", "phi2"]');
  if (position !== undefined && !Array.isArray(position))
    throw wrongArgument("act.referencePath, position", position, "one number for each name");
  for (const [name, limit] of Object.entries({ v_max, a_max }))
    if (typeof limit !== "number" && !Array.isArray(limit))
      throw wrongArgument(`act.referencePath, ${name}`, limit, "a number for all, or one for each name");
}

export function checkSwitch(value: unknown, place: string): void {
  if (value !== undefined && typeof value !== "boolean") throw wrongArgument(place, value, "true or false");
}

export function checkPeriod(period: number, name: string): void {
  if (typeof period !== "number" || !(period >= 0 && period < Number.POSITIVE_INFINITY))
    throw periodError(period, name);
}

export function periodError(period: unknown, name: string): RattlebackError {
  return new RattlebackError("E-ACTION-PERIOD", `The period of act.${name} is ${shown(period)}.`, {
    path: `act.${name}`,
    because: "time runs forwards, by finite amounts",
    hint: "a period of zero seconds or more",
    data: { period },
  });
}

export function wrongArgument(place: string, value: unknown, wanted: string): RattlebackError {
  return new RattlebackError("E-ACTION-ARGUMENT", `${place} cannot be ${shown(value)}.`, {
    path: place,
    hint: wanted,
    data: { value },
  });
}

function shown(value: unknown): string {
  if (typeof value === "number" || value === undefined) return String(value);
  return typeof value === "function" ? "a function" : (JSON.stringify(value) ?? String(value));
}
