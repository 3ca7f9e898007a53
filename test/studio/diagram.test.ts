// A model is drawn: components from the palette, joined by dragging, with values from a form; the same model is in the text, and runs.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { automaticPlaces, placeBoxes, portAt, route } from "../../app/diagram/diagramLayout.ts";
import { reasonAgainst } from "../../app/diagram/diagramView.ts";
import * as edits from "../../app/document/diagramEdits.ts";
import { hasErrors } from "../../app/document/modelText.ts";
import { outlineOf } from "../../app/engine/outline.ts";
import { Gain, Sine } from "../../src/entries/blocks.ts";
import { Capacitor, ConstantVoltage, Ground, Resistor } from "../../src/entries/electric.ts";
import { Model } from "../../src/index.ts";
import { type StudioBrowser, type StudioPage, startStudio } from "./studioPage.ts";

const empty = `// Drawn.
import { Model } from "rattleback";

const Circuit = Model({
  description: "drawn", // stays
});

export default Circuit;
export const experiment = { stopTime: 1, tolerance: 1e-9 };
`;

const changed = (text: string | undefined): string => {
  if (text === undefined) throw new Error("the text was not changed");
  expect(hasErrors(text)).toBe(false);
  return text;
};

describe("edits of a diagram", () => {
  it("write what was drawn, and nothing else", () => {
    const first = edits.add(empty, "Resistor", "rattleback/electric")!;
    expect(first.name).toBe("resistor");
    const second = edits.add(first.text, "Capacitor", "rattleback/electric")!;
    let text = changed(edits.connect(second.text, "resistor.n", "capacitor.p"));
    text = changed(edits.setParameter(text, "resistor", "R", "2"));
    text = changed(edits.move(text, new Map([["resistor", [40, 60.4]]])));
    text = changed(edits.rename(text, "resistor", "R1"));
    expect(text).toBe(`// Drawn.
import { Model } from "rattleback";
import { Resistor, Capacitor } from "rattleback/electric";

const Circuit = Model({
  description: "drawn", // stays
  R1: Resistor.with({ R: 2 }),
  capacitor: Capacitor,
  connect: [
    ["R1.n", "capacitor.p"],
  ],
  diagram: { R1: [40, 60] },
});

export default Circuit;
export const experiment = { stopTime: 1, tolerance: 1e-9 };
`);
    expect(edits.placesIn(text).get("R1")).toEqual([40, 60]);
    const without = changed(edits.remove(text, "R1"));
    expect(without).not.toContain("R1");
    expect(without).toContain("connect: [\n  ]");
  });

  it("take ends out of connections of several, and connections of one end away", () => {
    const text = 'export default Model({ a: A, b: B, c: C, connect: [["a.p", "b.p", "c.p"], ["a.n", "b.n"]] });\n';
    expect(edits.disconnect(text, "b.p")).toContain('[["a.p", "c.p"], ["a.n", "b.n"]]');
    expect(edits.remove(text, "a")).toBe('export default Model({ b: B, c: C, connect: [["b.p", "c.p"]] });\n');
  });

  it("leave alone what the text computes", () => {
    const text = "export default make();\n";
    expect([edits.connect(text, "a", "b"), edits.remove(text, "a"), edits.add(text, "A", "m")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(edits.connect("export default Model({ connect: pairs() });\n", "a", "b")).toBeUndefined();
  });
});

describe("a diagram", () => {
  const outline = outlineOf(
    Model({
      source: ConstantVoltage.with({ V: 5 }),
      resistor: Resistor,
      ground: Ground,
      sine: Sine,
      gain: Gain,
      connect: [
        ["source.p", "resistor.p"],
        ["source.n", "resistor.n", "ground.p"],
        ["sine.y", "gain.u"],
      ],
      diagram: { resistor: [400, 200] },
    }),
  );

  it("has the components of the model with their connectors and values", () => {
    expect(outline.components.map(({ name }) => name)).toEqual(["source", "resistor", "ground", "sine", "gain"]);
    expect(outline.components[0]).toMatchObject({
      connectors: [
        { name: "p", domain: "A", direction: "both" },
        { name: "n", domain: "A", direction: "both" },
      ],
      parameters: expect.arrayContaining([expect.objectContaining({ name: "V", value: 5, unit: "V" })]),
    });
    const [sine, gain] = outline.components.slice(3);
    const y = sine!.connectors.find(({ name }) => name === "y")!;
    const u = gain!.connectors.find(({ name }) => name === "u")!;
    expect(reasonAgainst(y, u)).toBe("");
    expect(reasonAgainst(y, y)).toBe("both are outputs");
    expect(reasonAgainst(y, outline.components[0]!.connectors[0]!)).toBe("one is a signal, the other a flow in A");
  });

  it("finds places where none are given: no two boxes on each other, and lines that meet their connectors", () => {
    const boxes = [...placeBoxes(outline, new Map([["resistor", [900, 500]]])).values()];
    expect(boxes.find(({ component }) => component.name === "resistor")).toMatchObject({ x: 900, y: 500 });
    for (const [k, a] of boxes.entries())
      for (const b of boxes.slice(k + 1))
        expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(
          true,
        );
    const all = new Map(boxes.map((box) => [box.component.name, box]));
    for (const [first, ...others] of outline.connections)
      for (const other of others) {
        const [a, b] = [portAt(all, first!)!, portAt(all, other)!];
        const points = route(a, b);
        expect(points[0]).toEqual([a.x, a.y]);
        expect(points.at(-1)).toEqual([b.x, b.y]);
        // right angles only
        for (const [j, [x, y]] of points.entries())
          if (j > 0) expect(x === points[j - 1]![0] || y === points[j - 1]![1]).toBe(true);
      }
    expect(automaticPlaces(outline).size).toBe(5);
  });

  it("means nothing to the model", () => {
    expect(Model({ a: 1, diagram: { a: [1, 2] } }).entries.has("diagram")).toBe(false);
    expect(Capacitor.with({ diagram: {} }).entries.size).toBe(Capacitor.entries.size);
  });
});

describe("drawing in the studio", () => {
  let studio: StudioBrowser;
  let shown: StudioPage;

  beforeAll(async () => {
    studio = await startStudio();
    shown = await studio.newPage();
    await shown.open(`${studio.server.address}#new`);
    await shown.page.locator(".cm-content").waitFor();
    await shown.type(empty);
    await shown.tab("Diagram");
  }, 300_000);
  afterAll(() => studio?.close());

  const add = async (words: string, name: string) => {
    await shown.page.getByLabel("Search components to add").fill(words);
    await shown.page
      .locator(".palette-entry", { has: shown.page.locator("strong", { hasText: new RegExp(`^${name}$`) }) })
      .click();
    const own = name.charAt(0).toLowerCase() + name.slice(1);
    await shown.page.locator(`[data-component="${own}"]`).waitFor();
  };
  const middle = async (selector: string) => {
    // a picture that is drawn again has other elements
    for (;;) {
      const box = await shown.page.locator(selector).boundingBox();
      if (box !== null) return [box.x + box.width / 2, box.y + box.height / 2] as const;
    }
  };
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    await shown.page.mouse.move(...from);
    await shown.page.mouse.down();
    await shown.page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    await shown.page.mouse.move(...to);
    await shown.page.mouse.up();
  };
  const port = (end: string) => middle(`[data-end="${end}"] circle`);
  const connect = async (one: string, other: string) => {
    await drag(await port(one), await port(other));
    await shown.page.locator(`[data-line="${one} ${other}"]`).waitFor({ state: "attached" });
  };

  it("makes a circuit by the mouse that charges as the formula says, and reads as clean text", async () => {
    await add("constant voltage", "ConstantVoltage");
    await add("resistor", "Resistor");
    await add("capacitor", "Capacitor");
    await add("ground", "Ground");
    await connect("constantVoltage.p", "resistor.p");
    await connect("resistor.n", "capacitor.p");
    await connect("capacitor.n", "constantVoltage.n");
    await connect("ground.p", "constantVoltage.n");
    await shown.page.locator('[data-component="resistor"] > rect').click();
    await shown.page.locator("#component-R").fill("0.5");
    await shown.page.locator("#component-R").press("Enter");
    const [x, y] = await middle('[data-component="resistor"] > rect');
    await drag([x, y], [x + 60, y + 40]);
    await shown.page.locator(".diagram-message", { hasText: "moved" }).waitFor();
    await shown.tab("Model");
    const text = await shown.textOfModel();
    expect(text).toContain("resistor: Resistor.with({ R: 0.5 }),");
    expect(text).toContain('["capacitor.n", "constantVoltage.n"]');
    expect(text).toMatch(/diagram: \{.*resistor: \[-?\d+, -?\d+\].*\}/);
    expect(text).toContain('description: "drawn", // stays');
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    await shown.page.locator(".plot").first().press("End");
    // 1 V, 0.5 Ω and 1 F after 1 s, six digits
    expect(Math.abs((await shown.legend())["capacitor.v"]! - (1 - Math.exp(-2)))).toBeLessThan(1e-5);
    expect(shown.complaints).toEqual([]);
  });

  it("is taken back step by step in the one history", async () => {
    await shown.tab("Model");
    await shown.page.locator(".cm-content").click();
    // four components, four lines, a value and a place
    for (let k = 0; k < 10; k++) await shown.page.keyboard.press("Control+z");
    await expect.poll(() => shown.textOfModel()).toBe(empty);
  });
});
