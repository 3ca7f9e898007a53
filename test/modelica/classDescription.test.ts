import { describe, expect, it } from "vitest";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { libraryFolders, memoryFiles } from "../../src/modelica/memoryFiles.ts";

const text = `
package P "parts"
  partial model Box
    annotation(Icon(coordinateSystem(extent = {{-50, -50}, {50, 50}}), graphics = {
      Rectangle(extent = {{-40, 40}, {40, -40}}, lineColor = {0, 0, 255}),
      Text(extent = {{-50, 80}, {50, 60}}, textString = "%name")}));
  end Box;
  model Sum "adds"
    extends Box;
    annotation(experiment(StopTime = 3), Documentation(info = "<html><b>y</b></html>"), Icon(graphics = {
      Line(points = {{-40, 0}, {40, 1e1}}, color = {999, -5, 7}, pattern = LinePattern.None, origin = {1, -2}, rotation = 90),
      Polygon(points = {{0, 0}, {1, 0}, {0, 1}}, fillColor = {1, 2, 3}, fillPattern = FillPattern.Solid),
      Ellipse(extent = {{0, 0}, {someConstant, 1}}), Bitmap(fileName = "x.png"), Line(visible = false, points = {{0, 0}, {1, 1}})}));
  end Sum;
end P;`;

describe("what a class says of itself", () => {
  const library = importModelica({ texts: { "P.mo": text } });

  it("is kind, text, documentation, experiment and place", () => {
    const { icon, ...rest } = library.describe("P.Sum");
    expect(rest).toEqual({
      ...{ name: "P.Sum", kind: "model", description: "adds", isPartial: false, hasExperiment: true },
      ...{ documentation: "<html><b>y</b></html>", file: "P.mo", line: 8 },
    });
    expect(library.describe("P.Box")).toMatchObject({ isPartial: true, hasExperiment: false, documentation: "" });
    expect(() => library.describe("P.None")).toThrow(/^E-MODELICA-NAME/);
  });

  it("is run over 500 intervals, or those that its annotation tells", () => {
    const model = (name: string, experiment: string): string =>
      `model ${name} annotation(experiment(StopTime = 3${experiment})); end ${name};`;
    const text = [model("A", ""), model("B", ", NumberOfIntervals = 30"), model("C", ", Interval = 0.5")].join("\n");
    const three = importModelica({ texts: { "Three.mo": text } });
    expect(["A", "B", "C"].map((name) => three.experiment(name).interval)).toEqual([3 / 500, 0.1, 0.5]);
  });

  it("is drawn with what it inherits; what is not made of numbers, hidden or a picture is left out", () => {
    const { extent, shapes } = library.describe("P.Sum").icon;
    expect(extent).toEqual([
      [-50, -50],
      [50, 50],
    ]);
    expect(shapes.map(({ kind }) => kind)).toEqual(["rectangle", "text", "line", "polygon"]);
    expect(shapes[0]).toMatchObject({ stroke: [0, 0, 255], fill: undefined });
    expect(shapes[2]).toMatchObject({ stroke: undefined, origin: [1, -2], rotation: 90 });
    expect(shapes[3]).toMatchObject({ fill: [1, 2, 3], stroke: [0, 0, 0] });
  });
});

describe("files in memory", () => {
  const contents = new Map<string, string | Uint8Array>([
    ["lib/A/package.mo", "package A end A;"],
    ["lib/A/B.mo", "within A; model B Real x = 2; end B;"],
    ["lib/A/Resources/t.txt", new Uint8Array([35, 49])],
    ["C.mo", "model C extends A.B; end C;"],
  ]);

  it("are folders and files, and nothing else", () => {
    const files = memoryFiles(contents);
    expect(files.list("")).toEqual(["lib/", "C.mo"]);
    expect(files.list("lib/A/")).toEqual(["package.mo", "B.mo", "Resources/"]);
    expect(files.list("lib/B/")).toBeUndefined();
    expect(files.read("lib/A/Resources/t.txt")).toBe("#1");
    expect(files.readBytes!("C.mo")).toHaveLength(27);
    expect(() => files.read("lib/A/../../etc")).toThrow(/^E-MODELICA-FILE/);
  });

  it("hold libraries where a package or a class of the top lies", () => {
    expect(libraryFolders(contents.keys())).toEqual(["", "lib/"]);
    const library = importModelica({ folders: libraryFolders(contents.keys()), files: memoryFiles(contents) });
    expect(library.names).toEqual(["A", "C"]);
    expect(library.flatten("C").equations).toHaveLength(1);
    expect(importModelica({ folders: ["lib"], files: memoryFiles(contents) }).names).toEqual(["A"]);
  });
});
