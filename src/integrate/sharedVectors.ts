/**
 * Vectors for integrators that never make steps at the same time: all of one size have the same ones, and those of different sizes the same
 * memory. Where thousands take turns, what each touches in a step is a third of what it would have alone.
 */
import type { StepMemory } from "./problem.ts";

export class SharedVectors implements StepMemory {
  private memory = new Float64Array(0);
  private readonly known = new Map<number, readonly Float64Array[]>();

  vectors(count: number, length: number): readonly Float64Array[] {
    const known = this.known.get(length);
    if (known !== undefined && known.length >= count) return known;
    const needed = count * length;
    // lists that were given away keep the memory that they have
    if (this.memory.length < needed) this.memory = new Float64Array(Math.max(needed, 2 * this.memory.length));
    const list = Array.from({ length: count }, (_, k) => this.memory.subarray(k * length, (k + 1) * length));
    this.known.set(length, list);
    return list;
  }
}
