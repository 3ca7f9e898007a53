/** The length at which springs between two points have no force. */
import { wrongQuantity } from "../quantities.ts";
import type { Reader } from "../reader.ts";

export function readNominalLength(read: Reader, path: string): number {
  const length = read.number(`${path}.nominalLength`);
  if (length < 0) throw wrongQuantity(read.full(path), "nominalLength", length, "a length of at least zero");
  return length;
}
