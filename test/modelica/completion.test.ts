/** What an editor offers at a place of a text that is being written. */
import fc from "fast-check";
import { importModelica, type ModelicaSuggestion, placeInText } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

const parts = `package Parts "parts of circuits"
  connector Pin Real v; flow Real i; end Pin;
  partial model TwoPin "two pins"
    Pin p; Pin n;
    Real u(start = 1);
  protected
    Real hidden = 1;
  end TwoPin;
  model Resistor "of Ohm"
    extends TwoPin;
    parameter Real R(unit = "Ohm") = 1 "resistance";
    final parameter Real G = 1/R;
    replaceable model Law = Real;
  end Resistor;
  package Sources
    constant Real pi = 3;
    model Battery end Battery;
  end Sources;
end Parts;`;

/** What is offered at the mark | of a text. */
function offered(marked: string): { names: string[]; all: ModelicaSuggestion[]; from: number } | undefined {
  const at = marked.indexOf("|");
  const text = marked.replace("|", "");
  const place = placeInText(text, at);
  if (place === undefined) return undefined;
  const all = importModelica({ texts: { "Parts.mo": parts, "Circuit.mo": place.rest } }).suggestions(place);
  return { names: all.map(({ name }) => name), all, from: place.from };
}

describe("names of classes", () => {
  it("are offered where a declaration begins: of the class around, of the top, and predefined ones", () => {
    const { names, from } = offered("model Circuit\n  model Own end Own;\n  Re|\n  Real x;\nend Circuit;")!;
    expect(names).toEqual(expect.arrayContaining(["Own", "Parts", "Circuit", "Real"]));
    expect(names).not.toContain("x");
    expect(from).toBe("model Circuit\n  model Own end Own;\n  ".length);
  });

  it.each([
    ["model Circuit\n  Parts.|\nend Circuit;"],
    ["model Circuit\n  parameter Parts.Res|\nend Circuit;"],
    ["model Circuit\n  extends Parts.|"],
    ['model Circuit "text"\n  Parts.Sources.Battery b;\n  Parts.Re| r;\nend Circuit;'],
  ])("follow a package and a point: %s", (text) => {
    expect(offered(text)!.names).toEqual(["Pin", "TwoPin", "Resistor", "Sources"]);
  });

  it("come with constants of the package, their kinds and what they are", () => {
    expect(offered("model Circuit Parts.Sources.|")!.names).toEqual(["pi", "Battery"]);
    const resistor = offered("model Circuit Parts.|")!.all.find(({ name }) => name === "Resistor");
    expect(resistor).toEqual({ name: "Resistor", kind: "model", description: "of Ohm" });
  });

  it("are found by what the class imports, and in the package that the file belongs to", () => {
    expect(offered("model Circuit\n  import Q = Parts.Sources;\n  Q.|\nend Circuit;")!.names).toContain("Battery");
    const place = placeInText("within Parts.Sources;\nmodel New\n  \nend New;", 34);
    expect(place).toMatchObject({ around: "Parts.Sources.New", wants: "class" });
  });
});

describe("modifications", () => {
  const resistor = ["R", "p", "n", "u", "Law"];
  it.each([
    ["model Circuit\n  Parts.Resistor r(|\nend Circuit;"],
    ["model Circuit\n  Parts.Resistor r(R = 5, |);\nend Circuit;"],
    ["model Circuit\n  Parts.Resistor r[3](each |);\nend Circuit;"],
    ["model Circuit\n  Parts.Resistor q, r(u(start = 2), R|);\nend Circuit;"],
    ["model Circuit\n  extends Parts.Resistor(|);\nend Circuit;"],
    ["model Circuit = Parts.Resistor(|);"],
    ["model Circuit\n  model R2 = Parts.Resistor(|);\nend Circuit;"],
  ])("name public elements that are not final, parameters first: %s", (text) => {
    const { names } = offered(text)!;
    expect([...names].sort()).toEqual([...resistor].sort());
    expect(names[0]).toBe("R");
  });

  it("reach into components, down to the attributes of numbers", () => {
    expect(offered("model Circuit Parts.Resistor r(p(|")!.names).toEqual(["v", "i"]);
    expect(offered("model Circuit Parts.Resistor r(p.|")!.names).toEqual(["v", "i"]);
    expect(offered("model Circuit Parts.Resistor r(p(v(|")!.names).toEqual(
      expect.arrayContaining(["start", "fixed", "min", "unit", "stateSelect"]),
    );
    expect(offered("model Circuit parameter Integer n(|")!.names).not.toContain("unit");
  });
});

describe("equations", () => {
  const circuit = (line: string): string =>
    `model Circuit\n  Parts.Resistor r;\n  Real x;\nequation\n  x = 1;\n  ${line}\nend Circuit;`;
  it("name components, and what is in them", () => {
    expect(offered(circuit("der(|"))!.names).toEqual(expect.arrayContaining(["r", "x"]));
    expect(offered(circuit("connect(r.|"))!.names).toEqual(["p", "n", "u", "R", "G"]);
    expect(offered(circuit("x = r.p.|;"))!.names).toEqual(["v", "i"]);
  });

  it.each(["x = 1; // the r|", "/* r.|", 'Real y "of r.|', "x = 1.|"])("nothing is offered in %s", (line) => {
    expect(offered(circuit(line))?.names ?? []).toEqual([]);
  });

  it("nothing is offered behind names that nobody knows", () => {
    expect(offered(circuit("x = nobody.|"))!.names).toEqual([]);
    expect(offered("model Circuit\n  Nothing.Such a(|")!.names).toEqual([]);
  });
});

describe("texts of any kind", () => {
  it("cut anywhere are looked at without an error", () => {
    fc.assert(
      fc.property(fc.nat(parts.length), fc.nat(parts.length), (cut, at) => {
        const text = parts.slice(0, cut);
        const place = placeInText(text, Math.min(at, cut));
        if (place === undefined) return;
        expect(place.from).toBeLessThanOrEqual(Math.min(at, cut));
        expect(importModelica({ texts: { "Parts.mo": parts } }).suggestions(place)).toBeInstanceOf(Array);
      }),
      { seed: 20261117, numRuns: 300 },
    );
  });
});
