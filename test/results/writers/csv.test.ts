import { describe, expect, it } from "vitest";
import { resultToCsv } from "../../../src/results/writers/csv.ts";
import { recordRun, refinedRod } from "../sampleRun.ts";

const result = recordRun([
  {
    times: [0, 0.5, 1],
    events: [0.5],
    signals: [
      { name: "C.v", unit: "V", values: (t) => [t / 3] },
      { name: "m", unit: "kg", shape: [1, 2], values: (t) => [t, -t] },
      { name: "on", type: "boolean", discrete: (t, isAfter) => [t > 0.5 || (t === 0.5 && isAfter) ? 1 : 0] },
    ],
  },
]);

describe("a CSV file", () => {
  it("has names with commas in quotes, full precision, two lines at an event, CR LF at every end", () => {
    expect(resultToCsv(result)).toBe(
      [
        'time,C.v,"m[1,1]","m[1,2]",on',
        "0,0,0,-0,0",
        "0.5,0.16666666666666666,0.5,-0.5,0",
        "0.5,0.16666666666666666,0.5,-0.5,1",
        "1,0.3333333333333333,1,-1,1",
        "",
      ].join("\r\n"),
    );
  });

  it("has a line of units when asked", () => {
    const lines = resultToCsv(result, { units: true, names: ["C.v", "on"] }).split("\r\n");
    expect(lines.slice(0, 3)).toEqual(["time,C.v,on", "s,V,", "0,0,0"]);
  });

  it("writes chosen signals, elements and derivatives in the order asked for, each once", () => {
    const header = resultToCsv(result, { names: ["on", "m[1,2]", "time", "on", "m"] }).split("\r\n")[0];
    expect(header).toBe('time,on,"m[1,2]","m[1,1]","m[1,2]"');
  });

  it("doubles quotes in names and units that are quoted", () => {
    const odd = recordRun([{ times: [0], signals: [{ name: 'a "b", c', unit: 'm"', values: () => [1] }] }]);
    expect(resultToCsv(odd, { units: true })).toBe('time,"a ""b"", c"\r\ns,"m"""\r\n0,1\r\n');
  });

  it("leaves missing values empty", () => {
    const lines = resultToCsv(recordRun(refinedRod()), { names: ["a.x", "T[5]", "b.y"] }).split("\r\n");
    expect(lines[1]).toBe("0,0,,");
    expect(lines[6]).toBe("1,,305,-1");
  });

  it("refuses unknown names and options", () => {
    expect(() => resultToCsv(result, { names: ["C.u"] })).toThrow(
      expect.objectContaining({ code: "E-RESULT-NAME", hint: 'did you mean "C.v"?' }),
    );
    expect(() => resultToCsv(result, { unit: true } as object)).toThrow(
      expect.objectContaining({ code: "E-OPTION-UNKNOWN", hint: 'did you mean "units"?' }),
    );
  });
});
