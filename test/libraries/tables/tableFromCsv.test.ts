import { RattlebackError } from "rattleback";
import { tableFromCsv } from "rattleback/blocks";
import { describe, expect, it } from "vitest";

const errorOf = (text: string, options = {}): RattlebackError => {
  try {
    tableFromCsv(text, options);
  } catch (error) {
    if (error instanceof RattlebackError) return error;
  }
  throw new Error("no error was raised");
};

describe("tables from CSV text", () => {
  it("reads numbers with and without names, comments, quotes and Windows line ends", () => {
    const text = '# measured\r\ntime,"speed, m/s",note\r\n0,"1.5",7\r\n\r\n1e-3,-2,8\r\n';
    expect(tableFromCsv(text)).toEqual([
      [0, 1.5, 7],
      [1e-3, -2, 8],
    ]);
    expect(tableFromCsv(text, { columns: ["note", 1] })).toEqual([
      [7, 0],
      [8, 1e-3],
    ]);
    expect(tableFromCsv("1;2\n3;4", { separator: ";" })).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it("says which line is wrong, and offers the nearest column", () => {
    expect(errorOf("a,b\n1,2\n3\n")).toMatchObject({ code: "E-TABLE-CSV", data: { line: 3 } });
    expect(errorOf("a,b\n1,x\n")).toMatchObject({ what: '"x" is not a number.', data: { line: 2 } });
    expect(errorOf("").hint).toMatch(/at least one line/);
    expect(errorOf('1,"2').hint).toMatch(/close/);
    expect(errorOf("time,speed\n0,1", { columns: ["time", "sped"] }).hint).toMatch(/speed/);
    expect(errorOf("0,1", { columns: [3] }).hint).toMatch(/1 to 2/);
  });
});
