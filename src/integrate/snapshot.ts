/**
 * Saving and restoring named fields of an integrator: numbers, booleans, typed arrays and lists of typed arrays.
 * Arrays are copied on both ways, so that a snapshot can be used any number of times.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { IntegratorSnapshot } from "./integrator.ts";

export type FieldMap = Record<string, unknown>;

export function copyFields(owner: object, names: readonly string[]): FieldMap {
  const source = owner as FieldMap;
  return Object.fromEntries(names.map((name) => [name, copyValue(source[name])]));
}

/** Writes the saved values back: scalars are assigned, arrays are filled in place. */
export function assignFields(owner: object, names: readonly string[], saved: FieldMap): void {
  const target = owner as FieldMap;
  for (const name of names) {
    const value = saved[name];
    const present = target[name];
    if (isTypedArray(present) && isTypedArray(value)) present.set(value as never);
    else if (Array.isArray(present) && Array.isArray(value)) present.forEach((part, k) => part.set(value[k]));
    else target[name] = value;
  }
}

/** A snapshot fits only an integrator of the same method and size. */
export function checkSnapshot(snapshot: IntegratorSnapshot, method: string, size: number): void {
  const savedSize = snapshot.fields["size"];
  if (snapshot.method === method && savedSize === size) return;
  throw new RattlebackError("E-SNAPSHOT", "The saved state belongs to another integrator.", {
    because: `it was saved by "${snapshot.method}" with ${String(savedSize)} unknowns; this is "${method}" with ${size}`,
    hint: "restore into an integrator that was created for the same problem with the same method",
    data: { saved: snapshot.method, method, savedSize, size },
  });
}

function copyValue(value: unknown): unknown {
  if (isTypedArray(value)) return value.slice();
  if (Array.isArray(value)) return value.map(copyValue);
  return value;
}

function isTypedArray(value: unknown): value is Float64Array | Int32Array {
  return value instanceof Float64Array || value instanceof Int32Array;
}
