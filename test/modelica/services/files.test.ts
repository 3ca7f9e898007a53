/** Files that a model writes stay in the memory of its run, and can be read again. */
import { simulate } from "rattleback";
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

  it("are named from the folder in which the model works, which it can change; folders move with what is in them", () => {
    const own = files();
    expect(own.workFolder).toBe(".");
    own.makeFolder("./made");
    own.workFolder = "./made/";
    expect(own.workFolder).toBe("./made");
    own.append("../made/x.txt", "1");
    expect([own.kind("x.txt"), own.kind("./x.txt"), own.kind("made/x.txt")]).toEqual(["file", "file", "none"]);
    expect(own.list(".")).toEqual(["x.txt"]);
    expect(own.lines("../data/a.txt")).toHaveLength(3);
    expect(() => {
      own.workFolder = "none";
    }).toThrow(/E-MODELICA-FILE/);
    own.workFolder = "..";
    expect(own.workFolder).toBe(".");
    own.move("made", "moved");
    expect([own.kind("made"), own.kind("made/x.txt"), own.kind("moved")]).toEqual(["none", "none", "folder"]);
    expect(own.lines("moved/x.txt")).toEqual(["1"]);
    own.makeFolder("/tmp/there");
    own.workFolder = "/tmp/there";
    expect([own.workFolder, own.kind("x.txt")]).toEqual(["/tmp/there", "none"]);
  });

  it("and folders and environment variables are those of the run alone", () => {
    const text = `
      package P
        impure function mkdir input String d; external "C" ModelicaInternal_mkdir(d); end mkdir;
        impure function chdir input String d; external "C" ModelicaInternal_chdir(d); end chdir;
        impure function getcwd output String d; external "C" d = ModelicaInternal_getcwd(0); end getcwd;
        impure function setenv input String n; input String c; input Boolean s = true; external "C" ModelicaInternal_setenv(n, c, s); end setenv;
        impure function getenv
          input String n; input Boolean s = true; output String c; output Boolean e;
          external "C" ModelicaInternal_getenv(n, s, c, e);
        end getenv;
        function all
          output Integer n;
        protected
          String here; String content; Boolean exists;
        algorithm
          here := getcwd();
          mkdir(here + "/new"); chdir(here + "/new");
          n := if getcwd() == here + "/new" then 1 else 0;
          chdir("..");
          n := n + (if getcwd() == here then 2 else 0);
          (content, exists) := getenv("PATH");
          n := n + (if exists then 0 else 4);
          setenv("PATH", "a/b");
          (content, exists) := getenv("PATH");
          n := n + (if exists and content == "a/b" then 8 else 0);
        end all;
        model M constant Integer n = all(); Real x = n; end M;
      end P;`;
    const model = importModelica({ texts: { "P.mo": text } }).instantiate("P.M");
    expect(simulate(model, { stopTime: 0 }).final("x")).toBe(15);
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
