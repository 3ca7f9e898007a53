/**
 * External functions by their C or FORTRAN name. Arguments come in the order of the call in the external clause; arrays that the
 * function writes are changed in place, numbers that it writes come as cells. The result is what `y = f(…)` assigns.
 */

import type { VirtualFiles } from "./virtualFiles.ts";

export interface ArrayValue {
  readonly shape: number[];
  /** Row by row. */
  readonly data: (number | boolean | string)[];
}

export interface OutputCell {
  value: unknown;
}

export type ExternalArgument = number | boolean | string | ArrayValue | OutputCell | object;

/** What a run gives to functions that touch the world. */
export interface ExternalRun {
  /** Files to read, and those that the model writes. */
  readonly files: VirtualFiles;
  /** Random numbers without a state of the model: the state by the number of the generator. */
  readonly generators: Map<number, ArrayLike<number>>;
  /** Environment variables that the model has set: it sees no others. */
  readonly environment: Map<string, string>;
  /** Lines that the model prints. */
  print(line: string): void;
  /** Path of a `modelica://` address. */
  resolve(uri: string): string;
}

export type ExternalFunction = (args: readonly ExternalArgument[], run: ExternalRun) => unknown;
export type ExternalEntries = readonly (readonly [name: string, call: ExternalFunction])[];

/** The numbers of an array argument. */
export function numbersOf(argument: ExternalArgument | undefined): number[] {
  return (argument as ArrayValue).data as number[];
}

/** Writes numbers into an array argument. */
export function writeNumbers(argument: ExternalArgument | undefined, values: ArrayLike<number>): void {
  const { data } = argument as ArrayValue;
  for (let k = 0; k < values.length; k++) data[k] = values[k]!;
}

/** Writes a scalar output. */
export function writeCell(argument: ExternalArgument | undefined, value: unknown): void {
  (argument as OutputCell).value = value;
}
