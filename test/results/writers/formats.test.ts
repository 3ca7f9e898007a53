import { describe, expect, it } from "vitest";
import { resultToArrow } from "../../../src/results/writers/arrow.ts";
import { resultToCsv } from "../../../src/results/writers/csv.ts";
import { resultFormats, resultParts } from "../../../src/results/writers/formats.ts";
import { joinText } from "../../../src/results/writers/join.ts";
import { resultToJson } from "../../../src/results/writers/json.ts";
import { resultToMat } from "../../../src/results/writers/mat.ts";
import { grid, oscillator, recordRun } from "../sampleRun.ts";

const result = recordRun([oscillator(grid(0, 2, 4000), 1)]);

describe("formats of results", () => {
  it("give pieces that make the whole file", () => {
    const text = (format: "csv" | "json") => [...resultParts(result, format)].join("");
    const bytes = (format: "mat" | "arrow") => Buffer.concat([...resultParts(result, format)] as Uint8Array[]);
    expect(text("csv")).toBe(resultToCsv(result));
    expect(text("json")).toBe(resultToJson(result));
    expect(bytes("mat").equals(resultToMat(result))).toBe(true);
    expect(bytes("arrow").equals(resultToArrow(result))).toBe(true);
    expect([...resultParts(result, "csv")].length).toBeGreaterThan(3);
    expect(resultFormats).toEqual(["csv", "json", "mat", "arrow"]);
  });

  it("take the options of their writers", () => {
    const [header, units] = [...resultParts(result, "csv", { names: ["mass.s"], units: true })];
    expect([header, units]).toEqual(["time,mass.s\r\n", "s,m\r\n"]);
  });

  it("that do not exist are refused with the nearest one", () => {
    for (const [format, hint] of [
      ["cvs", 'did you mean "csv"?'],
      ["spreadsheet", "one of csv, json, mat, arrow"],
      ["constructor", "one of csv, json, mat, arrow"],
    ]) {
      expect(() => resultParts(result, format as "csv")).toThrow(
        expect.objectContaining({ code: "E-RESULT-FORMAT", path: "format", hint }),
      );
    }
  });

  it("that need more text than a string can hold say how to go on", () => {
    // the pieces share one text of 2^28 characters; together they exceed the limit of 2^29 − 24
    const piece = "x".repeat(2 ** 28);
    expect(() => joinText([piece, piece, piece])).toThrow(
      expect.objectContaining({
        code: "E-RESULT-SIZE",
        hint: expect.stringContaining('resultParts(result, "csv")'),
        data: { length: 3 * 2 ** 28 },
      }),
    );
  });
});
