import { tableFromIPC } from "apache-arrow";
import { describe, expect, it } from "vitest";
import { resultToArrow } from "../../../src/results/writers/arrow.ts";
import { grid, oscillator, recordRun, refinedRod } from "../sampleRun.ts";

describe("an Arrow file", () => {
  const result = recordRun([oscillator(grid(0, 2, 4), 1)]);
  const bytes = resultToArrow(result);
  const table = tableFromIPC(bytes);
  const field = (name: string) => table.schema.fields.find((candidate) => candidate.name === name)!;

  it("begins and ends with its mark, and every part begins at a multiple of 8 bytes", () => {
    const text = (from: number, to: number) => new TextDecoder().decode(bytes.subarray(from, to));
    expect(text(0, 8)).toBe("ARROW1\0\0");
    expect(text(bytes.length - 6, bytes.length)).toBe("ARROW1");
    const footerSize = new DataView(bytes.buffer).getInt32(bytes.length - 10, true);
    expect((bytes.length - 10 - footerSize) % 8).toBe(0);
  });

  it("knows reals, integers and booleans", () => {
    expect(String(field("mass.s").type)).toBe("Float64");
    expect(String(field("count").type)).toBe("Int64");
    expect(String(field("on").type)).toBe("Bool");
    expect([...table.getChild("on")!]).toEqual([false, false, false, true, true, true]);
    expect(table.getChild("count")!.get(5)).toBe(-7n);
  });

  it("carries units and descriptions with the columns and the story of the run with the table", () => {
    expect(Object.fromEntries(field("mass.s").metadata)).toEqual({ unit: "m", description: "position", kind: "state" });
    const story = JSON.parse(table.schema.metadata.get("rattleback.result")!) as Record<string, unknown>;
    expect(story["model"]).toBe("Sample");
    expect(story["stateHash"]).toBe(result.stateHash);
    expect(story["events"]).toEqual(result.events);
  });

  it("has null for missing values, also of integers and booleans", () => {
    const late = recordRun([
      { times: [0, 1], signals: [{ name: "a", values: (t) => [t] }] },
      {
        times: [1, 2],
        signals: [
          { name: "flag", type: "boolean", discrete: () => [1] },
          { name: "steps", type: "integer", discrete: () => [12] },
        ],
      },
    ]);
    const columns = tableFromIPC(resultToArrow(late));
    expect([...columns.getChild("a")!]).toEqual([0, 1, null, null]);
    expect([...columns.getChild("flag")!]).toEqual([null, null, true, true]);
    expect([...columns.getChild("steps")!]).toEqual([null, null, 12n, 12n]);
    expect(columns.getChild("a")!.nullCount).toBe(2);
    expect(tableFromIPC(resultToArrow(recordRun(refinedRod()))).getChild("T[5]")!.nullCount).toBe(5);
  });

  it("is cut into batches of 65 536 rows", () => {
    const count = 150_000;
    const times = Array.from({ length: count }, (_, i) => i);
    const long = recordRun([{ times, signals: [{ name: "x", values: (t) => [t % 1000] }] }]);
    const batches = tableFromIPC(resultToArrow(long));
    expect(batches.batches.map((batch) => batch.numRows)).toEqual([65_536, 65_536, 18_928]);
    const values = batches.getChild("x")!.toArray() as Float64Array;
    expect(values.findIndex((x, i) => x !== i % 1000)).toBe(-1);
  });
});
