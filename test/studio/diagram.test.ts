// A model is drawn: components from the palette, joined by dragging, with values from a form; the same model is in the text, and runs.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { automaticPlaces, placeBoxes, portAt } from "../../app/diagram/diagramLayout.ts";
import { happeningAt } from "../../app/diagram/eventLights.ts";
import { branch, type Corner, junctions, movedPiece, route } from "../../app/diagram/lineRoutes.ts";
import { reasonAgainst } from "../../app/diagram/reasonAgainst.ts";
import * as edits from "../../app/document/diagramEdits.ts";
import { cornersIn, removeLine, setCorners } from "../../app/document/lineEdits.ts";
import { exportedObject, hasErrors } from "../../app/document/modelText.ts";
import * as scene from "../../app/document/sceneEdits.ts";
import { outlineOf } from "../../app/engine/outline.ts";
import { Gain, Sine } from "../../src/entries/blocks.ts";
import { Capacitor, ConstantVoltage, Ground, Resistor } from "../../src/entries/electric.ts";
import { Model, Model3D, modelFromJson, modelToJson, Object3D, Scene } from "../../src/index.ts";
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

  it("write components with the others, in front of what is said about them", () => {
    const added = (text: string) => changed(edits.add(text, "Ground", "")!.text);
    const program = (inside: string) => `export default Model({${inside}});\n`;
    for (const [before, after] of [
      [
        "\n  a: A, // first\n\n  // how they are joined\n  connect: [],\n  b: B,\n  diagram: {},\n",
        "\n  a: A, // first\n\n  // how they are joined\n  connect: [],\n  b: B,\n  ground: Ground,\n  diagram: {},\n",
      ],
      [
        "\n  a: A, // first\n\n  // what holds\n  equations: `0 = 1`,\n",
        "\n  a: A, // first\n  ground: Ground,\n\n  // what holds\n  equations: `0 = 1`,\n",
      ],
      ["\n  a: A, connect: [],\n", "\n  a: A, ground: Ground, connect: [],\n"],
      [" a: A, b: B, connect: [] ", " a: A, b: B, ground: Ground, connect: [] "],
      [" ...parts, connect: [] ", " ground: Ground, ...parts, connect: [] "],
      ["\n  equations: `0 = 1`,\n", "\n  ground: Ground,\n  equations: `0 = 1`,\n"],
    ])
      expect(added(program(before!))).toBe(program(after!));
    expect(edits.connect(program("\n  a: A,\n  equations: `0 = 1`,\n  diagram: {},\n"), "a.p", "a.n")).toBe(
      program('\n  a: A,\n  connect: [\n    ["a.p", "a.n"],\n  ],\n  equations: `0 = 1`,\n  diagram: {},\n'),
    );
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

describe("lines", () => {
  const side = fc.constantFrom("left", "right", "top", "bottom");
  const place = fc.record({ x: fc.integer({ min: 0, max: 60 }), y: fc.integer({ min: 0, max: 60 }), side });
  const port = place.map(({ x, y, side: of }) => ({ x: 10 * x, y: 10 * y, side: of }));
  const step = fc.tuple(fc.nat(20), fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }));
  const expectRightAngles = (points: readonly Corner[]) => {
    for (const [k, [x, y]] of points.entries())
      if (k > 0) expect(x === points[k - 1]![0] || y === points[k - 1]![1]).toBe(true);
  };

  it("keep their right angles and their ends, whatever pieces are dragged and wherever boxes go then", () => {
    fc.assert(
      fc.property(port, port, fc.array(step, { maxLength: 6 }), port, (a, b, steps, elsewhere) => {
        fc.pre(a.x !== b.x || a.y !== b.y);
        let corners: readonly Corner[] = [];
        for (const [k, dx, dy] of steps) {
          const points = route(a, b, corners);
          expectRightAngles(points);
          corners = movedPiece(points, k % (points.length - 1), 10 * dx, 10 * dy);
        }
        for (const start of [a, { ...a, x: elsewhere.x, y: elsewhere.y }]) {
          const points = route(start, b, corners);
          expect([points[0], points.at(-1)]).toEqual([
            [start.x, start.y],
            [b.x, b.y],
          ]);
          expectRightAngles(points);
        }
      }),
      { numRuns: 200, seed: 23 },
    );
  });

  it("meet in a dot where one is dropped on another", () => {
    const [a, b] = [{ x: 0, y: 0, side: "right" } as const, { x: 200, y: 0, side: "left" } as const];
    const line = route(a, b);
    const third = { x: 90, y: 120, side: "top" } as const;
    const joined = route(third, a, branch(third, [90, 0], line, 0));
    expect(junctions([line, joined])).toEqual([[90, 0]]);
    expect(junctions([line])).toEqual([]);
  });

  const text = `export default Model({
  a: Resistor,
  b: Resistor, // kept
  c: Resistor,
  connect: [["a.n", "b.p", "c.p"], ["a.p", "b.n"]],
  diagram: { a: [10, 20] },
});
`;

  it("have their corners in the text, which follow names and go with what they join", () => {
    const corners = new Map([
      ["a.n b.p", [[120, 40.4] as const, [120, 90] as const]],
      ["a.p b.n", [[5, 5] as const]],
    ]);
    const drawn = changed(setCorners(text, corners));
    expect(drawn).toContain('diagram: { a: [10, 20], "a.n b.p": [[120, 40], [120, 90]], "a.p b.n": [[5, 5]] }');
    expect(edits.placesIn(drawn)).toEqual(new Map([["a", [10, 20]]]));
    const renamed = changed(edits.rename(drawn, "a", "first"));
    expect([...cornersIn(renamed).keys()]).toEqual(["first.n b.p", "first.p b.n"]);
    expect(edits.placesIn(renamed).has("first")).toBe(true);
    expect([...cornersIn(changed(edits.disconnect(drawn, "b.n"))).keys()]).toEqual(["a.n b.p"]);
    expect(cornersIn(changed(edits.remove(drawn, "b"))).size).toBe(0);
    const without = changed(removeLine(drawn, "a.n", "b.p"));
    expect(without).toContain('[["a.n", "c.p"], ["a.p", "b.n"]]');
    expect([...cornersIn(without).keys()]).toEqual(["a.p b.n"]);
    expect(setCorners(drawn, new Map([...corners.keys()].map((key) => [key, []])))).toBe(text);
  });

  it("lead to components that light up when they cause something", () => {
    const event = (time: number, cause: string, changed: readonly string[] = []) =>
      ({ time, cause, changed, kind: "state", iterations: 1 }) as const;
    const events = [event(1, "motor.brake.w < 0 became true"), event(2, "time reached 2", ["gear.mode"])];
    const names = new Set(["motor", "gear", "brake"]);
    expect(happeningAt(events, 1, 10, [], names)).toEqual(new Set(["motor"]));
    expect(happeningAt(events, 1.1, 10, ["motor"], names)).toEqual(new Set(["brake"]));
    expect(happeningAt(events, 2.05, 10, [], names)).toEqual(new Set(["gear"]));
    expect(happeningAt(events, 0.99, 10, [], names).size + happeningAt(events, 1.5, 10, [], names).size).toBe(0);
  });
});

describe("documents as JSON", () => {
  const circuit = Model({
    source: ConstantVoltage.with({ V: 5 }),
    resistor: Resistor,
    capacitor: Capacitor,
    connect: [
      ["source.p", "resistor.p"],
      ["resistor.n", "capacitor.p"],
    ],
  });

  it.each([undefined, 2])("are drawn and changed like texts (indented by %s)", (indent) => {
    const start = modelToJson(circuit, indent);
    let text = changed(edits.connect(start, "capacitor.n", "source.n"));
    text = changed(edits.setParameter(text, "resistor", "R", "2"));
    text = changed(edits.move(text, new Map([["resistor", [40, 60, 90]]])));
    text = changed(setCorners(text, new Map([["source.p resistor.p", [[20, 30]]]])));
    text = changed(edits.rename(text, "resistor", "R1"));
    text = changed(edits.disconnect(text, "capacitor.p"));
    expect(edits.placesIn(text).get("R1")).toEqual([40, 60, 90]);
    expect(cornersIn(text).has("source.p R1.p")).toBe(true);
    const read = modelFromJson(text);
    expect(read.connections).toEqual([
      ["source.p", "R1.p"],
      ["capacitor.n", "source.n"],
    ]);
    expect(outlineOf(read).components.find(({ name }) => name === "R1")!.parameters[0]!.value).toBe(2);
    const without = modelFromJson(changed(edits.remove(text, "capacitor")));
    expect(without.connections).toEqual([["source.p", "R1.p"]]);
    expect(edits.add(text, "Ground", "rattleback/electric")).toBeUndefined();
    const whole = edits.addDocument(text, "Ground", modelToJson(Ground))!;
    expect(whole.name).toBe("ground");
    const added = outlineOf(modelFromJson(changed(edits.connect(whole.text, "ground.p", "source.n"))));
    expect(added.components.find(({ name }) => name === "ground")!.connectors[0]!.domain).toBe("A");
    // inside of a component too
    expect(exportedObject(text, "R1.p")).toBeDefined();
  });

  it("hold objects in space that are added, joined and moved", () => {
    const start = modelToJson(Model3D({ world: Object3D({ feature: Scene() }) }), 2);
    const added = scene.addObject(start, "Box", "world", [1, 0, 0])!;
    let text = changed(scene.place(added.text, "box", { translation: [1, 2, 0], rotation: [0, 0, Math.PI / 2] }));
    text = changed(
      scene.addJoint(text, {
        kind: "Revolute",
        obj1: "world",
        obj2: "box",
        at: { translation: [1, 2, 0], rotation: [0, 0, 0] },
        freed: "box",
      })?.text,
    );
    text = changed(scene.setStart(text, ["revolute", "phi"], "Math.PI / 4"));
    const names = [...modelFromJson(text).entries.keys()];
    expect(names).toEqual(["world", "box", "worldPivot", "revolute"]);
    expect(scene.startValue(text, ["revolute", "phi"])).toBeCloseTo(Math.PI / 4, 14);
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

  it("goes on below where a chain is long, and nothing is on anything else", () => {
    const names = Array.from({ length: 200 }, (_, k) => `r${k}`);
    const chain = Model({
      ...Object.fromEntries(names.map((name) => [name, Resistor])),
      loose: Ground,
      connect: names.slice(1).map((name, k) => [`${names[k]}.n`, `${name}.p`]),
    });
    const places = [...automaticPlaces(outlineOf(chain)).values()];
    expect(places).toHaveLength(201);
    expect(new Set(places.map(String)).size).toBe(201);
    expect(Math.max(...places.map(([x]) => x))).toBeLessThan(2400);
    expect(places.at(-1)![1]).toBe(Math.max(...places.map(([, y]) => y)));
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
    await shown.open(studio.server.address);
    await shown.page.getByRole("button", { name: "Draw a model" }).click();
    // the editor has the history
    await shown.page.locator(".cm-content").waitFor({ state: "attached" });
  });
  afterAll(() => studio?.close());

  const add = async (words: string, name: string) => {
    await shown.page.getByLabel("Search components to add").fill(words);
    await shown.page
      .locator(".palette-entry", { has: shown.page.locator("strong", { hasText: new RegExp(`^${name}$`) }) })
      .click();
    const own = name.charAt(0).toLowerCase() + name.slice(1);
    await shown.page.locator(`[data-component="${own}"]`).waitFor();
  };
  it("adds what was asked for before the list of components had come", async () => {
    const early = await studio.newPage();
    let send: () => void = () => undefined;
    const mayCome = new Promise<void>((resolve) => {
      send = resolve;
    });
    await early.page.route("**/palette.json", async (route) => {
      await mayCome;
      await route.continue();
    });
    await early.open(studio.server.address);
    await early.page.getByRole("button", { name: "Draw a model" }).click();
    await early.page.getByLabel("Search components to add").fill("resistor");
    await early.page.keyboard.press("Enter");
    expect(await early.page.locator("[data-component]").count()).toBe(0);
    send();
    await early.page.locator('[data-component="resistor"]').waitFor();
    expect(await early.page.getByLabel("Search components to add").inputValue()).toBe("");
    expect(early.complaints).toEqual([]);
    await early.page.close();
  });

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
  /** The middle of the longest piece of a line, in the page. */
  const onLine = (key: string) =>
    shown.page.locator(`[data-line="${key}"]`).evaluate((element) => {
      const line = element as SVGPolylineElement;
      line.scrollIntoView({ block: "center" });
      const points = [...line.points];
      const lengths = points.slice(1).map(({ x, y }, k) => Math.abs(x - points[k]!.x) + Math.abs(y - points[k]!.y));
      const at = lengths.indexOf(Math.max(...lengths));
      const [a, b] = [points[at]!, points[at + 1]!];
      const place = new DOMPoint((a.x + b.x) / 2, (a.y + b.y) / 2).matrixTransform(line.getScreenCTM()!);
      return [place.x, place.y] as const;
    });
  const port = (end: string) => middle(`[data-end="${end}"] circle`);
  const connect = async (one: string, other: string) => {
    await drag(await port(one), await port(other));
    await shown.page.locator(`[data-line="${one} ${other}"]`).waitFor({ state: "attached" });
  };

  it("makes the circuit of the tutorial by the mouse, which charges as the formula says and reads as clean text", async () => {
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
    await shown.press(shown.page.locator("#component-R"), "Enter");
    const [x, y] = await middle('[data-component="resistor"] > rect');
    await drag([x, y], [x + 60, y - 20]);
    await shown.page.locator(".diagram-message", { hasText: "moved" }).waitFor();
    // a piece of a line is dragged, and stays
    const [px, py] = await onLine("capacitor.n constantVoltage.n");
    await drag([px, py], [px + 30, py + 30]);
    await shown.page.locator(".diagram-message", { hasText: "keeps its corners" }).waitFor();
    // types of a text that nobody looks at are not checked
    const typeFiles = () => shown.requests.filter((url) => /languageWorker|types\.json/.test(url));
    expect(typeFiles()).toEqual([]);
    await shown.tab("Model");
    await expect.poll(typeFiles).not.toEqual([]);
    const text = await shown.textOfModel();
    const tutorial = readFileSync("docs/tutorial.md", "utf8");
    const told = /^## Draw it first$[\s\S]*?```ts no-run\n([\s\S]*?)```/m.exec(tutorial)![1];
    expect(text.replace(/ {2}diagram: \{.*\},\n/, "")).toBe(told);
    expect(text).toMatch(/diagram: \{.*resistor: \[-?\d+, -?\d+\].*\}/);
    expect(text).toMatch(/"capacitor\.n constantVoltage\.n": \[\[-?\d+, -?\d+\], /);
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    await shown.pressOnPlot("End");
    // 1 V, 0.5 Ω and 1 F after 1 s, six digits
    expect(Math.abs((await shown.legend())["capacitor.v"]! - (1 - Math.exp(-2)))).toBeLessThan(1e-5);
    // a line that is dropped on the plots is what it carries
    await shown.tab("Diagram");
    const plot = (await shown.page.locator(".plots-pane .plot").first().boundingBox())!;
    await drag(await onLine("capacitor.n constantVoltage.n"), [plot.x + plot.width / 2, plot.y + plot.height / 2]);
    await expect.poll(async () => Object.keys(await shown.legend())).toContain("capacitor.n.v");
    expect(shown.complaints).toEqual([]);
  });

  it("is taken back step by step in the one history", async () => {
    await shown.tab("Model");
    await shown.page.locator(".cm-content").click();
    // four components, four lines, a value, a place and the corners of a line
    for (let k = 0; k < 11; k++) await shown.page.keyboard.press("Control+z");
    await expect.poll(() => shown.textOfModel()).toContain("const Drawing = Model({});");
    expect(await shown.textOfModel()).not.toContain("electric");
  });

  it("is made by the keyboard alone", async () => {
    const { keyboard } = shown.page;
    /** Tab until what is meant has the focus; then keys go there. */
    const reach = async (selector: string) => {
      for (let k = 0; k < 150; k++) {
        if (await shown.page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
        await keyboard.press("Tab");
      }
      throw new Error(`Tab does not reach ${selector}.`);
    };
    /** By arrows: how long letters belong together is a matter of time. */
    const choose = async (selector: string, entry: string) => {
      await reach(selector);
      const way = await shown.page.evaluate((wanted) => {
        const list = document.activeElement as HTMLSelectElement;
        return [...list.options].findIndex(({ value }) => value === wanted) - list.selectedIndex;
      }, entry);
      for (let k = 0; k < Math.abs(way); k++) await keyboard.press(way < 0 ? "ArrowUp" : "ArrowDown");
      expect(await shown.page.locator(selector).inputValue()).toBe(entry);
    };
    const line = async (component: string, own: string, other: string) => {
      await reach(`[data-component="${component}"]`);
      await keyboard.press("c");
      await choose("#connect-own", `${component}.${own}`);
      await choose("#connect-other", other);
      await reach("#connect");
      await keyboard.press("Enter");
      await shown.page.locator(`[data-line="${component}.${own} ${other}"]`).waitFor({ state: "attached" });
    };
    // Escape and Tab leave the text, where Tab indents
    await keyboard.press("Escape");
    await reach('[role="tab"][aria-selected="true"]');
    await keyboard.press("ArrowRight");
    await reach(".palette input[type=search]");
    for (const words of ["constant voltage", "resistor", "capacitor", "ground"]) {
      await keyboard.type(words);
      await keyboard.press("Enter");
    }
    await shown.page.locator('[data-component="ground"]').waitFor();
    await line("constantVoltage", "p", "resistor.p");
    await line("resistor", "n", "capacitor.p");
    await line("capacitor", "n", "constantVoltage.n");
    await line("ground", "p", "constantVoltage.n");
    await reach('[data-component="resistor"]');
    await keyboard.press("Space");
    await reach("#component-R");
    await keyboard.press("Control+a");
    await keyboard.type("0.5");
    await keyboard.press("Enter");
    await shown.page.locator(".diagram-message", { hasText: "resistor.R = 0.5" }).waitFor();
    await keyboard.press("Control+Enter");
    // at once, before the form has heard of the new value; the status is that of the run before until then
    expect(await shown.ended()).toBe("finished");
    await shown.pressOnPlot("End");
    await expect
      .poll(async () => Math.abs((await shown.legend())["capacitor.v"]! - (1 - Math.exp(-2))))
      .toBeLessThan(1e-5);
    expect(shown.complaints).toEqual([]);
  });

  it("is changed by a finger: chosen, moved, joined", async () => {
    const client = await shown.page.context().newCDPSession(shown.page);
    await client.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    const touch = async (from: readonly [number, number], to: readonly [number, number]) => {
      const at = ([x, y]: readonly [number, number]) => [{ x, y }];
      await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(from) });
      await client.send("Input.dispatchTouchEvent", {
        type: "touchMove",
        touchPoints: at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]),
      });
      await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(to) });
      await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    const node = shown.page.locator('[data-component="ground"]');
    const before = await node.getAttribute("transform");
    await node.scrollIntoViewIfNeeded();
    const [x, y] = await middle('[data-component="ground"] > rect');
    await touch([x, y], [x + 40, y + 20]);
    await expect.poll(() => node.getAttribute("transform")).not.toBe(before);
    await expect.poll(() => shown.page.locator("#component-name").inputValue()).toBe("ground");
    // what the browser takes from the pointer is as it was
    const still = await shown.textOfModel();
    const place = await node.getAttribute("transform");
    const [left, top] = await middle('[data-component="ground"] > rect');
    await shown.page.mouse.move(left, top);
    await shown.page.mouse.down();
    await shown.page.mouse.move(left + 40, top + 20);
    expect(await node.getAttribute("transform")).not.toBe(place);
    await shown.page.locator("svg.diagram").dispatchEvent("pointercancel");
    expect(await node.getAttribute("transform")).toBe(place);
    await shown.page.mouse.up();
    expect(await shown.textOfModel()).toBe(still);
    await touch(await port("ground.p"), await port("resistor.p"));
    await shown.page.locator('[data-line="ground.p resistor.p"]').waitFor({ state: "attached" });
    expect(shown.complaints).toEqual([]);
  });

  it("is arranged, named, grouped, opened and copied into another model, and says what cannot be", async () => {
    const { page } = shown;
    const said = (text: string) => page.locator(".diagram-editor .diagram-message", { hasText: text }).waitFor();
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const box = (name: string) => page.locator(`[data-component="${name}"] > rect`);
    const placed = async () => /diagram: \{ (.*) \}/.exec(await shown.textOfModel())![1];
    await shown.openFile(
      "drawn.ts",
      Buffer.from(`import { Model } from "rattleback";
import { Gain } from "rattleback/blocks";
import { Capacitor, ConstantVoltage, Ground, Resistor } from "rattleback/electric";

export default Model({
  source: ConstantVoltage.with({ V: 10 }),
  r: Resistor.with({ R: 100 }),
  c: Capacitor.with({ C: 1e-3, v: { init: 0 } }),
  ground: Ground,
  gain: Gain,
  connect: [
    ["source.p", "r.p"],
    ["r.n", "c.p"],
    ["c.n", "source.n", "ground.p"],
  ],
  equations: \`
    twice = 2*c.v
  \`,
  diagram: { source: [0, 0], r: [200, 20], c: [430, 40], ground: [0, 260], gain: [430, 260] },
});
export const experiment = { stopTime: 0.1, tolerance: 1e-9, plots: ["c.v", "twice"] };
`),
    );
    await shown.tab("Diagram");
    await box("gain").waitFor();
    // nothing gives its input: told at the component, before anything runs
    await page.locator('[data-component="gain"].wrong').waitFor();
    // connectors that do not fit are pale while a line is drawn, and say why
    await page.mouse.move(...(await port("gain.y")));
    await page.mouse.down();
    await page.mouse.move(...(await port("r.p")));
    expect(await page.locator(".diagram-port.possible").count()).toBe(1);
    await page.mouse.up();
    await said("gain.y and r.p cannot be connected: one is a signal, the other a flow in A.");
    // dragged from the list to a place on the sheet: there it is, although the list above the sheet goes
    await page.getByLabel("Search components to add").fill("constant");
    const place = (await box("ground").boundingBox())!;
    await page
      .locator(".palette-entry", { has: page.locator("strong", { hasText: /^Constant$/ }) })
      .dragTo(page.locator('[data-component="ground"] > rect'), {
        targetPosition: { x: place.width * 2, y: 20 },
        force: true,
      });
    await box("constant").waitFor();
    const [x, y] = /constant: \[(\d+), (\d+)\]/
      .exec((await placed())!)!
      .slice(1)
      .map(Number);
    expect(Math.abs(x! - 150)).toBeLessThanOrEqual(10);
    expect(Math.abs(y! - 250)).toBeLessThanOrEqual(10);
    await connect("constant.y", "gain.u");
    await page.locator('[data-component="gain"].wrong').waitFor({ state: "detached" });
    // a rectangle around two, which are aligned, turned and mirrored; a click on one of them means it alone
    const [a, b] = [(await box("r").boundingBox())!, (await box("c").boundingBox())!];
    await drag([a.x - 12, a.y - 25], [b.x + b.width + 5, b.y + b.height + 5]);
    await press("Top");
    await press("Turn");
    await press("Mirror");
    await expect.poll(placed).toContain("r: [200, 20, 90, true], c: [430, 20, 90, true]");
    await box("c").click();
    // values are checked while they are typed
    const field = page.locator("#component-C");
    for (const [typed, problem] of [
      ["-1", "at least 0 F"],
      ["2 m", "a number in F or a unit of that kind, not in m"],
    ]) {
      await field.fill(typed!);
      expect(await page.locator(".diagram-form .invalid").allTextContents()).toContain(problem);
    }
    await field.fill("2 mF");
    await shown.press(field, "Enter");
    await said("c.C = 0.002");
    const name = page.locator("#component-name");
    await name.fill("store");
    await shown.press(name, "Enter");
    await box("store").waitFor();
    const renamed = await shown.textOfModel();
    for (const reference of ['"r.n", "store.p"', "2*store.v", 'plots: ["store.v"', "store: [430, 20, 90, true]"])
      expect(renamed).toContain(reference);
    // a component of two, opened and left again
    await box("r").click();
    await box("store").click({ modifiers: ["Shift"] });
    await press("Group");
    await box("part").waitFor();
    expect(await shown.textOfModel()).toContain("twice = 2*part.store.v");
    await box("part").dblclick();
    await box("r").click();
    await page.locator("#component-R").fill("50");
    await shown.press(page.locator("#component-R"), "Enter");
    await said("r.R = 50");
    const crumbs = page.getByLabel("Opened components");
    expect(await crumbs.textContent()).toBe("drawn › part");
    // the picture is made again while the button is down, which stays
    const way = crumbs.getByRole("button", { name: "drawn" });
    await way.hover();
    await page.mouse.down();
    await page.locator("#component-R").evaluate((field: HTMLInputElement) => {
      field.value = "60";
      field.dispatchEvent(new Event("change"));
    });
    await said("r.R = 60");
    await page.mouse.up();
    await box("gain").waitFor();
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    await shown.pressOnPlot("End");
    // 10 V, 60 Ω and 2 mF after 0.1 s, six digits
    await expect
      .poll(async () => Math.abs((await shown.legend())["part.store.v"]! - 10 * (1 - Math.exp(-1 / 1.2))))
      .toBeLessThan(1e-4);
    // what is only moved is not drawn again
    const drawn = await page.locator("[data-component], [data-line]").elementHandles();
    const [gx, gy] = await middle('[data-component="gain"] > rect');
    await drag([gx, gy], [gx + 20, gy + 20]);
    await said("moved");
    for (const element of drawn) expect(await element.evaluate((own) => own.isConnected)).toBe(true);
    // into another model, with what joins them and what they are of
    await box("source").click();
    await box("ground").click({ modifiers: ["Shift"] });
    await press("Copy");
    await said("2 copied");
    await page.locator("#examples").click();
    await page.getByRole("button", { name: "Draw a model" }).click();
    await box("ground").waitFor({ state: "detached" });
    await press("Paste");
    await box("ground").waitFor();
    const pasted = await shown.textOfModel();
    expect(pasted).toContain('import { ConstantVoltage, Ground } from "rattleback/electric";');
    expect(pasted).toContain('["source.n", "ground.p"]');
    // the tab is closed while something is dragged, just after something else was let go
    const [left, top] = await middle('[data-component="source"] > rect');
    await drag([left, top], [left + 60, top + 60]);
    await said("moved");
    const kept = await shown.textOfModel();
    await page.mouse.move(left + 60, top + 60);
    await page.mouse.down();
    await page.mouse.move(left + 90, top + 90);
    await page.reload();
    await page.mouse.up();
    await shown.tab("Model");
    await expect.poll(() => shown.textOfModel()).toBe(kept);
    expect(shown.complaints).toEqual([]);
  });

  it("has room for what is added: beside the others, and not on a line", async () => {
    const text = `import { Model } from "rattleback";
import { Resistor } from "rattleback/electric";
export default Model({
  a: Resistor,
  b: Resistor,
  connect: [["a.n", "b.p"]],
  diagram: { a: [0, 40], b: [500, 40] },
});
export const experiment = { stopTime: 1 };
`;
    await shown.openFile("pair.ts", Buffer.from(text));
    await shown.tab("Diagram");
    await shown.page.locator('[data-line="a.n b.p"]').waitFor({ state: "attached" });
    await add("capacitor", "Capacitor");
    const [x, y] = /capacitor: \[(\d+), (\d+)\]/
      .exec(await shown.textOfModel())!
      .slice(1)
      .map(Number);
    // the line is at the middle of both, 68 below the edge of the sheet
    expect(x! + 100 <= 100 || x! >= 500 || y! >= 68 || y! + 56 <= 68).toBe(true);
  });

  it("is a class of Modelica too: what is dragged is a number of its annotation, and Ctrl+Z takes it back", async () => {
    const net = `model Net
  connector Pin Real v(unit="V"); flow Real i(unit="A"); end Pin;
  model Part
    Pin p annotation (Placement(transformation(extent={{-10,90},{10,110}})));
    parameter Real U = 1;
  equation
    p.v = U;
    annotation (Icon(graphics={Rectangle(extent={{-80,80},{80,-80}}, lineColor={255,0,0})}));
  end Part;
  model Sink
    Pin p annotation (Placement(transformation(extent={{-10,90},{10,110}})));
  equation
    p.v = p.i;
  end Sink;
  Part a annotation (Placement(transformation(extent={{-40,-10},{-20,10}}))); // kept
  Sink b annotation (Placement(transformation(extent={{20,-10},{40,10}})));
equation
  connect(a.p, b.p) annotation (Line(points={{-30,10},{-30,30},{30,30},{30,10}}));
  annotation (experiment(StopTime=1));
end Net;
`;
    // the list of classes stands above the sheet: where it comes while something is dragged, it waits
    let bring = (): void => {};
    const brought = new Promise<void>((done) => {
      bring = done;
    });
    await shown.page.route(/classPalette/, (route) => brought.then(() => route.continue()));
    await shown.openFile("Net.mo", Buffer.from(net));
    await shown.tab("Diagram");
    const node = shown.page.locator('[data-component="a"]');
    await node.waitFor();
    expect(await node.locator(".class-drawing rect").getAttribute("stroke")).toBe("rgb(255,0,0)");
    await node.scrollIntoViewIfNeeded();
    const before = await shown.textOfModel();
    const [x, y] = await middle('[data-component="a"] > rect');
    const scale = await node.evaluate((element) => (element as SVGGElement).getScreenCTM()!.a);
    await shown.page.mouse.move(x, y);
    await shown.page.mouse.down();
    await shown.page.mouse.move(x - 20 * scale, y + 40 * scale);
    const arrived = shown.page.waitForResponse(/classPalette/);
    bring();
    await (await arrived).finished();
    await shown.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await shown.page.mouse.move(x - 50 * scale, y + 100 * scale);
    const classes = shown.page.locator(".palette-entry", { hasText: "Sink" });
    expect(await classes.count()).toBe(0);
    await shown.page.mouse.up();
    await classes.waitFor();
    await shown.page.locator(".diagram-message", { hasText: "moved" }).waitFor();
    const moved = before
      .replace("{{-40,-10},{-20,10}}", "{{-50,-30},{-30,-10}}")
      .replace("{{-30,10},{-30,30},{30,30},{30,10}}", "{{-40,-10},{-40,30},{30,30},{30,10}}");
    await expect.poll(() => shown.textOfModel()).toBe(moved);
    await node.focus();
    await shown.page.keyboard.press("Control+z");
    await expect.poll(() => shown.textOfModel()).toBe(before);
    await add("part", "Part");
    await expect.poll(() => shown.textOfModel()).toContain("  Net.Part part annotation (Placement(");
    expect(shown.complaints).toEqual([]);
  });
});
