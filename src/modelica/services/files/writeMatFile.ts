/**
 * Real matrices into MAT-files of level 4.
 *
 * Source   [MathWorks1999]
 */
import type { ArrayValue } from "../externalFunction.ts";

/** The file with one matrix more. */
export function joinMatMatrices(before: Uint8Array, name: string, { shape, data }: ArrayValue): Uint8Array {
  const [rows, columns] = [shape[0] ?? 1, shape[1] ?? 1];
  const title = new TextEncoder().encode(`${name}\0`);
  const bytes = new Uint8Array(before.length + 20 + title.length + 8 * rows * columns);
  bytes.set(before);
  const view = new DataView(bytes.buffer);
  // doubles in the order of small bytes first, not complex
  [0, rows, columns, 0, title.length].forEach((value, k) => view.setUint32(before.length + 4 * k, value, true));
  bytes.set(title, before.length + 20);
  let at = before.length + 20 + title.length;
  for (let j = 0; j < columns; j++)
    for (let i = 0; i < rows; i++, at += 8) view.setFloat64(at, data[i * columns + j] as number, true);
  return bytes;
}
