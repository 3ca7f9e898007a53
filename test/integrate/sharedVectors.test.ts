/** Integrators that take turns and share what they need during a step do what each does alone, to the bit. */
import { expect, it } from "vitest";
import { findMethod } from "../../src/integrate/methods.ts";
import { SharedVectors } from "../../src/integrate/sharedVectors.ts";

/** Oscillators with a frequency of their own each, which are coupled: so many states, and steps that are tried again. */
const create = (method: "tsit5" | "dop853", size: number, stepMemory?: SharedVectors) =>
  findMethod(method).create(
    {
      size,
      rhs: (t, y, dy) => {
        for (let k = 0; k < size; k++) dy[k] = Math.sin((7 * k + 3) * t) - (k + 1) * y[(k + 1) % size]! ** 3;
      },
    },
    0,
    new Float64Array(size).fill(0.5),
    4,
    {
      relativeTolerance: 1e-7,
      absoluteTolerance: new Float64Array(size).fill(1e-9),
      maximumStep: 1,
      initialStep: 0.5,
      ...(stepMemory !== undefined && { stepMemory }),
    },
  );

it.each(["tsit5", "dop853"] as const)("%s: steps, values, slopes and chosen entries are the same", (method) => {
  const memory = new SharedVectors();
  // the longer one asks for more than there is
  const sizes = [2, 3, 2, 5];
  const alone = sizes.map((size) => create(method, size));
  const together = sizes.map((size) => create(method, size, memory));
  for (let round = 0; round < 12; round++) {
    for (const integrator of [...alone, ...together]) integrator.step(4);
    // all others have made a step since the first did
    alone.forEach((own, k) => {
      const shared = together[k]!;
      expect([shared.t, shared.tPrevious, shared.nextStepSize]).toEqual([own.t, own.tPrevious, own.nextStepSize]);
      const [a, b] = [new Float64Array(sizes[k]!), new Float64Array(sizes[k]!)];
      for (const share of [0, 0.3, 1]) {
        const t = own.tPrevious + share * (own.t - own.tPrevious);
        own.interpolate(a, t);
        shared.interpolate(b, t);
        expect(b).toEqual(a);
        own.interpolateDerivative(a, t);
        shared.interpolateDerivative(b, t);
        expect(b).toEqual(a);
        own.interpolateEntries!(a, t, Int32Array.of(1));
        shared.interpolateEntries!(b, t, Int32Array.of(1));
        expect(b[0]).toBe(a[0]);
      }
      expect(shared.statistics).toEqual(own.statistics);
    });
  }
  expect(alone.some(({ statistics }) => statistics.rejectedSteps > 0)).toBe(true);
});

it("vectors of one length are the same whoever asks for no more of them, and there are as many as somebody asked for", () => {
  const memory = new SharedVectors();
  const first = memory.vectors(2, 3);
  expect(memory.vectors(1, 3)).toBe(first);
  const more = memory.vectors(4, 3);
  expect(more.map(({ length }) => length)).toEqual([3, 3, 3, 3]);
  more.forEach((vector, k) => vector.fill(k));
  expect(more.map((vector) => [...new Set(vector)])).toEqual([[0], [1], [2], [3]]);
  expect(memory.vectors(9, 50).every(({ length }) => length === 50)).toBe(true);
});
