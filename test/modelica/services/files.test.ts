/** Files that models read and write: what is written stays in memory. */
import { describe, expect, it } from "vitest";
import { externalFunctions } from "../../../src/modelica/services/externals.ts";

const noFiles = {
  readText: (path: string): string => {
    if (path === "given.txt") return "one\ntwo\n";
    throw new Error("no such file");
  },
  readBytes: (): Uint8Array => new Uint8Array(),
  print: (line: string): void => {
    printed.push(line);
  },
  resolve: (uri: string): string => uri,
};
const printed: string[] = [];
const call = (name: string, ...args: (string | number | object)[]): unknown =>
  externalFunctions.get(name)!(args, noFiles);

describe("files of a model", () => {
  it("can be read line by line", () => {
    const isEnd = { value: false };
    expect(call("ModelicaInternal_countLines", "given.txt")).toBe(2);
    expect(call("ModelicaInternal_readLine", "given.txt", 2, isEnd)).toBe("two");
    expect(isEnd.value).toBe(false);
    expect(call("ModelicaInternal_readLine", "given.txt", 3, isEnd)).toBe("");
    expect(isEnd.value).toBe(true);
    expect(() => call("ModelicaInternal_countLines", "missing.txt")).toThrow(/E-MODELICA-FILE/);
  });

  it("can be written, read again and removed", () => {
    expect(call("ModelicaInternal_stat", "log.txt")).toBe(1);
    call("ModelicaInternal_print", "first", "log.txt");
    call("ModelicaInternal_print", "shown", "");
    expect(call("ModelicaInternal_stat", "log.txt")).toBe(2);
    const lines = { shape: [1], data: [""] };
    call("ModelicaInternal_readFile", "log.txt", lines);
    expect(lines.data).toEqual(["first"]);
    expect(printed).toEqual(["shown"]);
    call("ModelicaInternal_removeFile", "log.txt");
    expect(call("ModelicaInternal_stat", "log.txt")).toBe(1);
  });

  it("hold matrices as text that the tables read", () => {
    const matrix = { shape: [2, 2], data: [1, 2, 3, 4] };
    expect(call("ModelicaIO_writeRealMatrix", "m.txt", "A", matrix)).toBe(true);
    expect(call("ModelicaInternal_readLine", "m.txt", 2, { value: false })).toBe("double A(2,2)");
    expect(call("ModelicaInternal_readLine", "m.txt", 4, { value: false })).toBe("3 4");
  });
});
