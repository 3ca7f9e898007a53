/** Files that a model writes stay in the memory of its run, and can be read again. */
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";
import { readMatMatrix } from "../../../src/modelica/services/files/matFile.ts";
import { joinMatMatrices } from "../../../src/modelica/services/files/writeMatFile.ts";
import { VirtualFiles } from "../../../src/modelica/services/virtualFiles.ts";

const disk: Record<string, string> = { "data/a.txt": "one\ntwo\r\nthree\n" };

function files() {
  return new VirtualFiles({
    list: (folder) => (folder === "data/" ? ["a.txt", "sub/"] : folder === "data/sub/" ? [] : undefined),
    readBytes: (path) => new TextEncoder().encode(disk[path]),
  });
}

describe("files of a model", () => {
  it("are read line by line; the last line break begins no line", () => {
    expect(files().lines("data/a.txt")).toEqual(["one", "two", "three"]);
  });

  it("that are written lie above those that exist, and can be removed", () => {
    const own = files();
    own.append("data/a.txt", "four\n");
    own.append("data/sub/new.txt", "x");
    expect(own.lines("data/a.txt")).toHaveLength(4);
    expect(own.list("data")).toEqual(["a.txt", "sub"]);
    expect([own.kind("data/sub"), own.kind("data/sub/new.txt"), own.kind("data/none")]).toEqual([
      "folder",
      "file",
      "none",
    ]);
    own.remove("data/a.txt");
    expect(own.kind("data/a.txt")).toBe("none");
    expect(() => own.lines("data/a.txt")).toThrow(/E-MODELICA-FILE/);
    expect(disk["data/a.txt"]).toMatch(/^one/);
  });

  it("hold several matrices", () => {
    const one = joinMatMatrices(new Uint8Array(), "A", { shape: [2, 3], data: [1, 2, 3, 4, 5, 6] });
    const two = joinMatMatrices(one, "B", { shape: [1, 1], data: [-0.5] });
    expect([...readMatMatrix(two, { table: "A" }).values]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...readMatMatrix(two, { table: "B" }).values]).toEqual([-0.5]);
  });

  it("serve parameters while a model is translated", () => {
    const text = `
      package P
        impure function print input String s; input String file; external "C" ModelicaInternal_print(s, file); end print;
        impure function count input String file; output Integer n; external "C" n = ModelicaInternal_countLines(file); end count;
        impure function kind input String file; output Integer k; external "C" k = ModelicaInternal_stat(file); end kind;
        function lines
          output Integer n;
        algorithm
          print("a", "log.txt"); print("b", "log.txt");
          n := 10*count("log.txt") + kind("log.txt");
        end lines;
        model M
          constant Integer n = lines();
          Real x = n;
        end M;
      end P;`;
    const model = importModelica({ texts: { "P.mo": text } }).instantiate("P.M");
    expect(model.printEquations()).toContain("22");
  });
});
