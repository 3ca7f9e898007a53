// The diagram of a Modelica class: Placement, Icon and Line are its layout, and what is drawn is the smallest change of the text.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeBoxes, portAt } from "../../app/diagram/diagramLayout.ts";
import { ModelicaDrawing } from "../../app/diagram/modelicaDrawing.ts";
import { entryAt, placeOfEntry } from "../../app/document/entryPlaces.ts";
import * as edits from "../../app/document/modelicaEdits.ts";
import { iconBox, movedPlace, turnedSize } from "../../app/document/modelicaPlaces.ts";
import { classesOf } from "../../app/document/modelicaText.ts";
import { outlineFrom } from "../../app/engine/classOutline.ts";
import { importModelica } from "../../src/entries/modelica.ts";
import { runInNode } from "./runInNode.ts";

const text = `package Net
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;
  partial model TwoPin
    Pin p annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Pin n annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    Real v = p.v - n.v;
  equation
    p.i + n.i = 0;
    annotation (Icon(graphics={Rectangle(extent={{-70,30},{70,-30}}), Text(extent={{-100,90},{100,50}}, textString="R=%R")}));
  end TwoPin;
  model Resistor
    extends TwoPin;
    parameter Real R(unit="Ohm", min=0) = 1 "resistance";
  equation
    v = R*p.i;
  end Resistor;
  model Capacitor
    extends TwoPin(v(start = 1, fixed = true));
    parameter Real C(unit="F") = 1;
  equation
    C*der(v) = p.i;
  end Capacitor;
  model Ground
    Pin p annotation (Placement(transformation(extent={{-10,90},{10,110}})));
  equation
    p.v = 0;
  end Ground;
  model Circuit "discharges" // kept
    Resistor r(R = 2) "first" annotation (Placement(transformation(extent={{-10,20},{10,40}}))); // here
    Capacitor c annotation (Placement(transformation(
      extent={{-10,-10},{10,10}},
      rotation=270,
      origin={40,0})));
    Ground g, spare;
  equation
    connect(r.n, c.p) annotation (Line(points={{10,30},{40,30},{40,10}}, color={0,0,255}));
    connect(c.n, g.p);
    connect(g.p, r.p); /* back */
    annotation (experiment(StopTime=1, Tolerance=1e-9));
  end Circuit;
end Net;
`;
const name = "Net.Circuit";
const outlineOf = (source: string) => outlineFrom(importModelica({ texts: { "Net.mo": source } }).diagram(name));
const drawn = (source: string) => new ModelicaDrawing(source, name, outlineOf(source));
/** Lines that differ, of texts with equally many. */
const changedLines = (before: string, after: string | undefined): string[] => {
  const [a, b] = [before.split("\n"), after!.split("\n")];
  expect(b).toHaveLength(a.length);
  return b.filter((line, k) => line !== a[k]).map((line) => line.trim());
};

describe("the diagram of a class", () => {
  it("has components with icons, connectors, values and places, and lines with their corners", () => {
    const { components, connections, lines } = outlineOf(text);
    expect(components.map((component) => component.name)).toEqual(["r", "c", "g", "spare"]);
    const [r, c] = components;
    expect(r).toMatchObject({
      type: "Net.Resistor",
      description: "first",
      parameters: [{ name: "R", value: 2, unit: "Ohm", min: 0, description: "resistance" }],
      connectors: [
        {
          name: "p",
          domain: "A",
          direction: "both",
          variables: [
            ["p.v", "V"],
            ["p.i", "A"],
          ],
        },
        { name: "n", domain: "A" },
      ],
      isInherited: false,
    });
    expect(r!.icon!.shapes.map(({ kind }) => kind)).toEqual(["rectangle", "text"]);
    expect(connections).toEqual([
      ["r.n", "c.p"],
      ["c.n", "g.p"],
      ["g.p", "r.p"],
    ]);
    expect(lines).toEqual([
      [
        "r.n c.p",
        [
          [10, 30],
          [40, 30],
          [40, 10],
        ],
      ],
    ]);
    // five pixels for a unit, y downwards; the capacitor is turned by 90° clockwise, so that its p is above
    const boxes = placeBoxes(outlineOf(text), new Map());
    expect(portAt(boxes, "r.n")).toEqual({ x: 50, y: -150, side: "right" });
    expect(portAt(boxes, "c.p")).toEqual({ x: 200, y: -50, side: "top" });
    expect(c!.place).toEqual({
      extent: [
        [-10, -10],
        [10, 10],
      ],
      origin: [40, 0],
      rotation: 270,
    });
  });

  it("is there while the class cannot be translated yet", async () => {
    const broken = text.replace("Ground g, spare", "Nothing g, spare");
    const { of, done } = await runInNode(broken, [], "Net.mo");
    expect(done[0]!.error?.code).toBe("E-MODELICA-NAME");
    expect(
      of("outline")
        .at(-1)!
        .outline.components.map(({ name: own }) => own),
    ).toEqual(["r", "c", "g", "spare"]);
  });

  it("is shown with what its bases have, which is not moved here", () => {
    const derived = text.replace(
      "end Net;",
      "  model More\n    extends Circuit;\n    Ground own;\n  end More;\nend Net;",
    );
    const outline = outlineFrom(importModelica({ texts: { "Net.mo": derived } }).diagram("Net.More"));
    expect(outline.components.map(({ name: own, isInherited }) => [own, isInherited])).toEqual([
      ["r", true],
      ["c", true],
      ["g", true],
      ["spare", true],
      ["own", false],
    ]);
    const view = new ModelicaDrawing(derived, "Net.More", outline);
    expect(view.has("r")).toBe(true);
    expect(view.move(new Map([["r", [0, 0]]]))).toBeUndefined();
  });
});

describe("edits of a class", () => {
  it("write the numbers that change, and lines follow their ends", () => {
    expect(changedLines(text, drawn(text).move(new Map([["r", [0, -250]]])))).toEqual([
      'Resistor r(R = 2) "first" annotation (Placement(transformation(extent={{0,30},{20,50}}))); // here',
      "connect(r.n, c.p) annotation (Line(points={{20,40},{40,40},{40,10}}, color={0,0,255}));",
    ]);
    const lower = drawn(text).move(new Map([["c", [150, 0]]]));
    expect(changedLines(text, lower)[0]).toBe("origin={40,-10})));");
    // turned about its middle
    const turned = edits.move(text, name, new Map([["r", [-50, -200, 90]]]))!;
    expect(changedLines(text, turned)).toEqual([
      'Resistor r(R = 2) "first" annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270, origin={0,30}))); // here',
    ]);
    expect(edits.move(turned, name, new Map([["r", [-50, -200, 0]]]))).toContain("rotation=0, origin={0,0}");
    expect(edits.move(text, name, new Map([["spare", [10, 20]]]))).toContain(
      "Ground g, spare annotation (Placement(transformation(extent={{2,-24},{22,-4}})));",
    );
  });

  it("change values, names, connections and components", () => {
    expect(changedLines(text, edits.setParameter(text, name, "r", "R", "5"))[0]).toContain("r(R = 5)");
    expect(changedLines(text, edits.setParameter(text, name, "c", "C", "5"))[0]).toContain(
      "Capacitor c(C=5) annotation",
    );
    const renamed = edits.rename(text, name, "c", "store")!;
    expect(changedLines(text, renamed)).toHaveLength(3);
    expect(renamed).toContain("connect(r.n, store.p)");
    expect(edits.rename(text, name, "c", "r")).toBeUndefined();
    const without = edits.remove(text, name, "g")!;
    expect(without).toContain("    Ground spare;\n  equation\n    connect(r.n, c.p)");
    expect(without).toContain("    /* back */");
    expect(edits.remove(text, name, "spare")).toContain("    Ground g;\n");
    expect(edits.removeLine(text, name, "c.n", "g.p")).not.toContain("connect(c.n");
    expect(edits.removeLine(text, name, "c.n", "r.p")).toBeUndefined();
    expect(edits.disconnect(text, name, "g.p")!.match(/connect\(/g)).toHaveLength(1);
    const joined = drawn(text).connect("r.p", "c.n")!;
    expect(joined).toMatch(
      /connect\(g\.p, r\.p\); \/\* back \*\/\n {4}connect\(r\.p, c\.n\) annotation \(Line\(points=\{\{-10,30\},/,
    );
    expect(joined).toContain("color={0,0,255}");
    const added = edits.add(text, name, "Net.Resistor", [100, 50])!;
    expect(added.name).toBe("resistor");
    expect(added.text).toContain(
      "    Ground g, spare;\n    Net.Resistor resistor annotation (Placement(transformation(extent={{20,-30},{40,-10}})));\n",
    );
    const corners = drawn(text).setCorners(new Map([["c.n g.p", [[300, 100]]]]))!;
    expect(changedLines(text, corners)[0]).toMatch(/^connect\(c\.n, g\.p\) annotation \(Line\(points=\{\{40,-10\},/);
  });

  it("begin equations where there are none, and copy into other classes", () => {
    const small = "model A\n  B b;\nend A;\nmodel C end C;\n";
    expect(edits.connect(small, "A", ["b.p", "b.n"], [], undefined)).toContain(
      "  B b;\nequation\n  connect(b.p, b.n);\nend A;",
    );
    expect(edits.add(small, "C", "B", [0, 0])!.text).toContain(
      "model C\n  B b annotation (Placement(transformation(extent={{0,-20},{20,0}})));\n end C;",
    );
    const copied = drawn(text).copy(new Set(["r", "c"]))!;
    const pasted = drawn(text).paste(copied, [10, 10])!;
    expect(pasted.names).toEqual(["r2", "c2"]);
    expect(pasted.text).toContain(
      'Resistor r2(R = 2) "first" annotation (Placement(transformation(extent={{-8,18},{12,38}})));',
    );
    expect(pasted.text).toContain("connect(r2.n, c2.p)");
    expect(outlineOf(pasted.text).components).toHaveLength(6);
  });

  it("find the component at a place of the text", () => {
    const at = text.indexOf("Capacitor c");
    expect(entryAt(text, at + 3, name)).toBe("c");
    expect(placeOfEntry(text, "c.v", name)!.from).toBe(at);
  });

  it("move icons to where they are told to be, however they are turned and mirrored", () => {
    const integer = fc.integer({ min: -200, max: 200 });
    fc.assert(
      fc.property(
        fc.tuple(integer, integer, integer, integer).filter(([a, b, c, d]) => a !== c && b !== d),
        fc.tuple(integer, integer),
        fc.constantFrom(0, 90, 180, 270, -90, 450),
        fc.tuple(integer, integer),
        fc.constantFrom(undefined, 0, 90, 180, 270),
        fc.constantFrom(undefined, false, true),
        ([a, b, c, d], origin, rotation, [left, top], turn, isMirrored) => {
          const place = {
            extent: [
              [a, b],
              [c, d],
            ],
            origin,
            rotation,
          } as const;
          const after = iconBox(movedPlace(place, [5 * left, 5 * top, turn, isMirrored]));
          const before = iconBox(place);
          const [width, height] = turnedSize(after);
          // to half a tenth of a unit
          expect(Math.abs(after.x - width / 2 - 5 * left)).toBeLessThanOrEqual(0.26);
          expect(Math.abs(after.y - height / 2 - 5 * top)).toBeLessThanOrEqual(0.26);
          expect(after.turn).toBe(turn ?? before.turn);
          expect(after.isMirrored).toBe(isMirrored ?? before.isMirrored);
          expect([after.width, after.height]).toEqual([before.width, before.height]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("leave a text that can be read, whatever is done to it, and nothing else is touched", () => {
    type Step = readonly [kind: number, a: number, b: number];
    const perform = (source: string, [kind, a, b]: Step): string | undefined => {
      const own = classesOf(source).find((found) => found.name === name)!;
      const pick = (k: number): string => own.declarations[k % Math.max(1, own.declarations.length)]?.name ?? "none";
      const [one, other] = [pick(a), pick(b)];
      const steps: readonly (() => string | undefined)[] = [
        () => edits.add(source, name, ["Net.Resistor", "Net.Capacitor", "Net.Ground"][a % 3]!, [10 * a, 10 * b])?.text,
        () => drawn(source).move(new Map([[one, [20 * a, 10 * b, 90 * (a % 4), b % 2 === 0]]])),
        () => drawn(source).connect(`${one}.p`, `${other}.p`),
        () => edits.disconnect(source, name, `${one}.p`),
        () => edits.remove(source, name, one),
        () => edits.rename(source, name, one, `${one}_${b}`),
        () => edits.setParameter(source, name, one, /resistor|^r/.test(one) ? "R" : "C", String(a + 1)),
        () => {
          const line = own.connects[a % Math.max(1, own.connects.length)];
          return line && drawn(source).setCorners(new Map([[`${line.first} ${line.other}`, [[10 * a, 10 * b]]]]));
        },
        () => {
          const copied = drawn(source).copy(new Set([one]));
          return copied && drawn(source).paste(copied, [20, 20])?.text;
        },
      ];
      return steps[kind]!();
    };
    let done = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(8), fc.nat(7), fc.nat(7)), { minLength: 1, maxLength: 12 }), (steps) => {
        let source = text;
        for (const step of steps) {
          const next = perform(source, step);
          if (next === undefined || next === source) continue;
          done++;
          source = next;
          const library = importModelica({ texts: { "Net.mo": source } });
          // the parser of the compiler reads what was written, and both readers agree
          const outline = library.diagram(name);
          const own = classesOf(source).find((found) => found.name === name)!;
          expect(outline.components.map((component) => component.name)).toEqual(
            own.declarations.map((declared) => declared.name),
          );
          expect(outline.lines.map(({ first, other }) => [first, other])).toEqual(
            own.connects.map(({ first, other }) => [first, other]),
          );
        }
        const before = text.slice(0, text.indexOf("model Circuit"));
        expect(source.startsWith(before)).toBe(true);
        expect(source).toContain('"discharges" // kept');
      }),
      { numRuns: 25 },
    );
    expect(done).toBeGreaterThan(40);
  });

  it("run: a circuit that is changed discharges as the formula says", async () => {
    const slower = edits.setParameter(text, name, "r", "R", "4")!;
    const { runs } = await runInNode(slower, [], "Net.mo");
    expect(runs[0]!.result!.final<number>("c.v")).toBeCloseTo(Math.exp(-1 / 4), 7);
  });
});

describe("components of a class that become one", () => {
  const group = (source: string, names: readonly string[]) => {
    const outline = outlineOf(source);
    return new ModelicaDrawing(source, name, outline).group(new Set(names), outline);
  };
  const voltage = async (source: string, signal: string): Promise<number> => {
    const { runs } = await runInNode(source, [], "Net.mo");
    return runs.at(-1)!.result!.at(1, signal) as number;
  };

  it("have connectors for what joined them, and the model is the same", async () => {
    const grouped = group(text, ["r", "c"]) as { text: string; name: string; type: string };
    expect([grouped.name, grouped.type]).toEqual(["part", "Part"]);
    expect(grouped.text).toContain(`    model Part
      Net.Pin n annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
      Net.Pin p annotation (Placement(transformation(extent={{90,-10},{110,10}})));
      Resistor r(R = 2) "first" annotation (Placement(transformation(extent={{-10,20},{10,40}})));`);
    expect(grouped.text).toContain(
      "connect(r.n, c.p) annotation (Line(points={{10,30},{40,30},{40,10}}, color={0,0,255}));",
    );
    const outline = outlineOf(grouped.text);
    expect(outline.connections.map((ends) => ends.join(" ")).sort()).toEqual(["part.n g.p", "part.p g.p"]);
    const part = outline.components.find((component) => component.name === "part")!;
    expect(part.inside!.connections.map((ends) => ends.join(" ")).sort()).toEqual(["n c.n", "p r.p", "r.n c.p"]);
    expect(part.place).toBeDefined();
    expect(await voltage(grouped.text, "part.c.v")).toBeCloseTo(await voltage(text, "c.v"), 12);
  });

  it("are found in the new one by what names them", async () => {
    const watched = text
      .replace("    Ground g, spare;", "    Ground g, spare;\n    Real twice = 2*c.v;")
      .replace("connect(c.n, g.p);", 'connect(c.n, g.p);\n    assert(r.R > 0, "r");');
    const grouped = group(watched, ["r", "c"]) as { text: string };
    expect(grouped.text).toContain("Real twice = 2*part.c.v;");
    expect(grouped.text).toContain('assert(part.r.R > 0, "r");');
    expect(await voltage(grouped.text, "twice")).toBeCloseTo(2 * (await voltage(text, "c.v")), 12);
  });

  it("stay where they are when they would become another model, with the reason", () => {
    const own = text
      .replace("    Ground g, spare;", "    parameter Real R0 = 3;\n    Ground g, spare;")
      .replace("R = 2", "R = R0");
    expect(group(own, ["r", "c"])).toBe("r uses R0 of the class: a class inside cannot see it.");
    const inner = text.replace("    Capacitor c ", "    inner Capacitor c ");
    expect(group(inner, ["r", "c"])).toBe("c is declared as inner, which belongs to the class itself.");
    const looped = text.replace("connect(c.n, g.p);", "for k in 1:1 loop connect(c.n, g.p); end for;");
    expect(group(looped, ["r", "c"])).toBe("c is connected in a loop or a condition, which is changed in the text.");
  });
});
