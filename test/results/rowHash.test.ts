// A hash of all rows is the same in pieces of any size.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instantiate, Model, simulate, Var } from "../../src/index.ts";
import { recordingOf } from "../../src/results/result.ts";
import { hashRows, RowHash } from "../../src/results/rowHash.ts";
import { recordRun, refinedRod } from "./sampleRun.ts";

const result = simulate(
  instantiate(
    Model({
      x: Var({ init: 1 }),
      jumps: Var({ start: 0 }),
      equations: `
        der(x) = -x
        when x < 0.5 then
          jumps = pre(jumps) + 1
        end
      `,
    }),
  ),
  { stopTime: 2, interval: 0.1 },
);
const { segments } = recordingOf(result);

describe("the hash of all rows", () => {
  it("is the same in pieces of any size", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (size) => {
        const hash = new RowHash(segments);
        let pieces = 1;
        while (!hash.advance(size)) pieces++;
        expect(hash.text).toBe(result.hash);
        // a row has its time, its kind and at least two values
        expect(pieces).toBeGreaterThanOrEqual(
          Math.floor((4 * result.time.length) / (size + 3 + segments[0]!.layout.width)),
        );
      }),
      { numRuns: 50, seed: 7 },
    );
  });

  it("tells rows apart, down to the last bit and the sign of zero", () => {
    const rows = result.time.length;
    expect(new Set([0, 1, rows - 1, rows].map((count) => hashRows(segments, count))).size).toBe(4);
    const rod = recordingOf(recordRun(refinedRod())).segments;
    const byCount = Array.from({ length: 11 }, (_, count) => hashRows(rod, count));
    expect(new Set(byCount).size).toBe(11);
    expect(byCount[10]).toBe(hashRows(rod));
    expect(byCount[5]).toBe(hashRows(rod.slice(0, 1)));
    const one = (value: number) => {
      const values = { readRow: (_: number, row: Float64Array) => void (row[0] = value) };
      const layout = { ...segments[0]!.layout, width: 1 };
      const times = Float64Array.of(0);
      const kinds = new Uint8Array(1);
      return hashRows([{ ...segments[0]!, layout, firstRow: 0, times, kinds, values: values as never }]);
    };
    const nan = new Float64Array(Uint32Array.of(1, 0x7ff80001).buffer)[0]!;
    expect(one(Number.NaN)).toBe(one(nan));
    expect(new Set([0, -0, 1, 1 + Number.EPSILON, Number.NaN].map(one)).size).toBe(5);
  });
});
