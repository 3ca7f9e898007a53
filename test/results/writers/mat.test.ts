import { describe, expect, it } from "vitest";
import { resultToMat } from "../../../src/results/writers/mat.ts";
import { grid, oscillator, recordRun } from "../sampleRun.ts";
import { readMat, readTrajectories } from "./readers.ts";

const bytes = resultToMat(recordRun([oscillator(grid(0, 2, 4), 1)]));

describe("a MAT-file", () => {
  it("begins with the class that Modelica tools look for, bit by bit", () => {
    const head = new TextDecoder("latin1").decode(bytes.subarray(0, 20 + 7 + 44));
    const fields = "\x33\0\0\0\x04\0\0\0\x0b\0\0\0\0\0\0\0\x07\0\0\0";
    expect(head).toBe(`${fields}Aclass\0A1 bt. ir1 na  Tj  re  ac  nt  so   r   y   `);
  });

  it("has the matrices in the order in which tools read them, with one row per variable", () => {
    const matrices = readMat(bytes);
    expect([...matrices.keys()]).toEqual(["Aclass", "name", "description", "dataInfo", "data_1", "data_2"]);
    const { names, data1, data2 } = readTrajectories(bytes);
    expect(matrices.get("dataInfo")).toMatchObject({ rows: 4, columns: names.length });
    expect(matrices.get("name")!.columns).toBe(names.length);
    expect(data1).toMatchObject({ rows: 5, columns: 2 });
    expect(Array.from(data1.data)).toEqual([0, 400, 0, 0, 1, 2, 400, 0, 0, 1]);
    expect(data2).toMatchObject({ rows: 16, columns: 6 });
  });

  it("lets time be the abscissa, and aliases share a column with their sign", () => {
    const { names } = readTrajectories(bytes);
    const { data } = readMat(bytes).get("dataInfo")!;
    const info = (name: string) => Array.from({ length: 4 }, (_, i) => data[i + 4 * names.indexOf(name)]);
    expect(info("time")).toEqual([0, 1, 0, -1]);
    expect(info("mass.v")).toEqual(info("der(mass.s)"));
    expect(info("reaction")[1]).toBe(-info("f")[1]);
    expect(info("minusR[2]")[1]).toBe(-info("r[2]")[1]);
    expect(info("k")).toEqual([1, 2, 0, 0]);
  });

  it("describes every variable with its unit", () => {
    const { names, descriptions } = readTrajectories(bytes);
    const about = (name: string) => descriptions[names.indexOf(name)];
    expect(about("time")).toBe("time [s]");
    expect(about("mass.s")).toBe("position [m]");
    expect(about("der(mass.s)")).toBe("[m/s]");
    expect(about("on")).toBe("");
  });

  it("keeps every description on one line", () => {
    const signals = [{ name: "x", unit: "m", description: "one\n\t  two", values: (t: number) => [t] }];
    const { names, descriptions } = readTrajectories(resultToMat(recordRun([{ times: [0, 1], signals }])));
    expect(descriptions[names.indexOf("x")]).toBe("one two [m]");
  });
});
