import { zlibSync } from "fflate";
import { describe, expect, it } from "vitest";
import { importModelica } from "../../../src/modelica/importModelica.ts";
import { readTable } from "../../../src/modelica/services/files/tableFile.ts";

const csv = { delimiter: ",", headerLines: 1 };
const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) });

describe("tables in text files", () => {
  const text = "#1\n# two tables\ndouble a(2,2) # first\n0 1, 2;\n3\nfloat b(1,3)\n1e3 -2 .5\n";

  it("are found by name, whatever separates the numbers", () => {
    expect(readTable(file("t.txt", text), "a", csv)).toEqual({
      rows: 2,
      columns: 2,
      values: Float64Array.of(0, 1, 2, 3),
    });
    expect([...readTable(file("t.txt", text), "b", csv).values]).toEqual([1000, -2, 0.5]);
  });

  it("say in which line something is wrong", () => {
    expect(() => readTable(file("t.txt", text), "c", csv)).toThrow(/no table of this name.*a, b/s);
    expect(() => readTable(file("t.txt", "#1\ndouble a(2,2)\n0 1\n2 x"), "a", csv)).toThrow(/Line 4 has "x"/);
    expect(() => readTable(file("t.txt", "#1\ndouble a(2,2)\n0 1"), "a", csv)).toThrow(/ends after 2 of 4/);
    expect(() => readTable(file("t.txt", "double a(1,1) 0"), "a", csv)).toThrow(/E-MODELICA-TABLE.*first line/s);
  });
});

describe("tables in CSV files", () => {
  it("have header lines and a delimiter", () => {
    expect(readTable(file("t.csv", "t,y\n0,1\n2,3\n"), "Values", csv)).toEqual({
      rows: 2,
      columns: 2,
      values: Float64Array.of(0, 1, 2, 3),
    });
    expect(readTable(file("t.CSV", "0;1\n"), "Values", { delimiter: ";", headerLines: 0 }).columns).toBe(2);
    expect(() => readTable(file("t.csv", "t,y\n0,1\n2\n"), "Values", csv)).toThrow(/Line 3 has 1 columns/);
    expect(() => readTable(file("t.csv", "t,y\n0,a\n"), "Values", csv)).toThrow(/Line 2 has "a"/);
  });
});

describe("tables in MAT-files", () => {
  const level4 = (name: string, rows: number, columns: number, values: number[]) => {
    const bytes = new Uint8Array(20 + name.length + 1 + 8 * values.length);
    const view = new DataView(bytes.buffer);
    [0, rows, columns, 0, name.length + 1].forEach((n, k) => {
      view.setUint32(4 * k, n, true);
    });
    bytes.set(new TextEncoder().encode(name), 20);
    values.forEach((value, k) => {
      view.setFloat64(20 + name.length + 1 + 8 * k, value, true);
    });
    return bytes;
  };
  const element = (type: number, data: Uint8Array) => {
    const bytes = new Uint8Array(8 + Math.ceil(data.length / 8) * 8);
    new DataView(bytes.buffer).setUint32(0, type, true);
    new DataView(bytes.buffer).setUint32(4, data.length, true);
    bytes.set(data, 8);
    return bytes;
  };
  const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
  const words = (...values: number[]) => new Uint8Array(Uint32Array.from(values).buffer);
  const doubles = (...values: number[]) => new Uint8Array(Float64Array.from(values).buffer);
  const matrix = (name: string) =>
    element(
      14,
      join(
        element(6, words(6, 0)),
        element(5, words(2, 2)),
        element(1, new TextEncoder().encode(name)),
        element(9, doubles(1, 3, 2, 4)),
      ),
    );
  const header = (() => {
    const bytes = new Uint8Array(128).fill(32);
    bytes.set([0, 1, 73, 77], 124);
    return bytes;
  })();

  it("are read by name from levels 4, 6 and 7, column by column", () => {
    const old = join(level4("x", 1, 1, [9]), level4("tab", 2, 2, [1, 3, 2, 4]));
    const plain = join(header, matrix("other"), matrix("tab"));
    const packed = zlibSync(matrix("tab"));
    const tag = words(15, packed.length);
    for (const bytes of [old, plain, join(header, tag, packed)]) {
      expect([...readTable({ path: "t.mat", bytes }, "tab", csv).values]).toEqual([1, 2, 3, 4]);
    }
  });

  it("take fields of structures, and refuse what is missing or damaged", () => {
    const names = new Uint8Array(8);
    names.set(new TextEncoder().encode("b"));
    const structure = element(
      14,
      join(
        element(6, words(2, 0)),
        element(5, words(1, 1)),
        element(1, new TextEncoder().encode("a")),
        element(5, words(8)),
        element(1, names),
        matrix(""),
      ),
    );
    const bytes = join(header, structure);
    expect([...readTable({ path: "t.mat", bytes }, "a.b", csv).values]).toEqual([1, 2, 3, 4]);
    expect(() => readTable({ path: "t.mat", bytes }, "a.c", csv)).toThrow(/no real matrix/);
    expect(() => readTable({ path: "t.mat", bytes: bytes.subarray(0, 200) }, "a.b", csv)).toThrow(/damaged/);
  });
});

it("a table whose file is missing names it", () => {
  const text = `model M
    class Table extends ExternalObject;
      function constructor
        input String file; input Real a[:, :]; input Integer columns[:];
        output Table t;
        external "C" t = ModelicaStandardTables_CombiTable1D_init3(file, "a", a, size(a, 1), size(a, 2), columns,
          size(columns, 1), 1, 1, false, ",", 0);
      end constructor;
      function destructor input Table t; external "C" ModelicaStandardTables_CombiTable1D_close(t); end destructor;
    end Table;
    function least input Table t; output Real y;
      external "C" y = ModelicaStandardTables_CombiTable1D_minimumAbscissa(t);
    end least;
    Table t = Table("none.txt", zeros(0, 2), {2});
    parameter Real y = least(t);
  end M;`;
  const files = { list: () => [], read: () => "" };
  const library = importModelica({ texts: { "M.mo": text }, files });
  expect(() => library.instantiate("M")).toThrow(/E-MODELICA-FILE {2}The file "none\.txt" cannot be read/);
});
