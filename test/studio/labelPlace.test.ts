// Values of lines in a diagram stand beside components, not across them.
import { describe, expect, it } from "vitest";
import { placeBoxes } from "../../app/diagram/diagramLayout.ts";
import { iconFor } from "../../app/diagram/icons.ts";
import { labelPlace, shownArea } from "../../app/diagram/labelPlace.ts";
import { outlineFrom } from "../../app/engine/classOutline.ts";
import { importModelica } from "../../src/entries/modelica.ts";

const box = (x: number, y: number) => ({ x, y, width: 100, height: 56 });

describe("values of a line", () => {
  it("stand above its longest level piece", () => {
    const points = [
      [0, 10],
      [200, 10],
      [200, 30],
    ] as const;
    expect(labelPlace(points, "1 V", [])).toEqual({ x: 100, y: 5, anchor: "middle" });
  });

  it("stand below both components when the piece between them is shorter than the text", () => {
    const boxes = [box(0, 0), box(140, 0)];
    const points = [
      [100, 28],
      [140, 28],
    ] as const;
    const place = labelPlace(points, "0.001 rad, −10 N·m", boxes);
    expect(place.anchor).toBe("middle");
    expect(place.x).toBe(120);
    // their lower edges are at 56, and letters are not higher than 10
    expect(place.y).toBeGreaterThanOrEqual(66);
    expect(labelPlace(points, "1 A", boxes).y).toBe(23);
  });

  it("stand on the free side of an upright piece", () => {
    const points = [
      [50, 0],
      [50, 100],
    ] as const;
    expect(labelPlace(points, "10 V, 2 A", [])).toMatchObject({ x: 55, anchor: "start" });
    expect(labelPlace(points, "10 V, 2 A", [box(60, 20)])).toMatchObject({ x: 45, anchor: "end" });
  });

  it("stand where the drawing shows all of them, on the side of a component rather than beyond the left edge", () => {
    const points = [
      [50, 0],
      [50, 120],
    ] as const;
    const beside = [box(60, 0)];
    const text = "0 V, −7.65 A";
    const place = labelPlace(points, text, beside);
    expect(place.anchor).toBe("start");
    expect(place.y).toBeGreaterThan(56);
    expect(shownArea(beside).left).toBeLessThanOrEqual(place.x);
  });
});

it("a class without places has its connectors along its edges, no two in one place", () => {
  const text = `model Bar
  connector Pin Real v; flow Real i; end Pin;
  connector In = input Real; connector Out = output Real;
  model Part Pin a; Pin b; Pin c; In u; Out y; end Part;
  Part part; Pin own;
end Bar;`;
  const outline = outlineFrom(importModelica({ texts: { "Bar.mo": text } }).diagram("Bar"));
  const boxes = placeBoxes(outline, new Map());
  const { ports, width } = boxes.get("part")!;
  expect(new Set(ports.map(({ x, y }) => `${x} ${y}`)).size).toBe(5);
  const sideOf = (name: string): string => ports.find(({ connector }) => connector.name === name)!.side;
  expect(["a", "b", "c", "u", "y"].map(sideOf)).toEqual(["left", "left", "right", "left", "right"]);
  expect(ports.every(({ x }) => x === 0 || x === width)).toBe(true);
  // a connector of the class itself is its own middle
  const own = boxes.get("own")!;
  expect(own.ports.map(({ x, y }) => [x, y])).toEqual([[own.width / 2, own.height / 2]]);
});

/** How far the paths of a drawing go to the left and to the right. */
function reach(drawing: string): readonly [left: number, right: number] {
  let [left, right] = [0, 0];
  for (const [, path] of drawing.matchAll(/ d="([^"]+)"/g)) {
    let [x, startX] = [0, 0];
    for (const [, command, rest] of path!.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
      const numbers = (rest!.match(/-?\d*\.?\d+/g) ?? []).map(Number);
      const kind = command!.toLowerCase();
      const size = { h: 1, v: 1, a: 7, c: 6, q: 4, s: 4, z: 0 }[kind] ?? 2;
      if (kind === "z") x = startX;
      for (let k = 0; size > 0 && k < numbers.length; k += size) {
        const to = kind === "v" ? undefined : numbers[k + Math.max(0, size - 2)]!;
        if (to !== undefined) x = command === kind ? x + to : to;
        if (kind === "m" && k === 0) startX = x;
        [left, right] = [Math.min(left, x), Math.max(right, x)];
      }
    }
  }
  return [left, right];
}

it("leads of drawings end where the component has a connector", async () => {
  const { moduleNames } = await import("../../app/engine/libraryNames.ts");
  const { ModelDefinition } = await import("../../src/language/model.ts");
  const { componentOf } = await import("../../app/engine/outline.ts");
  expect(reach('<path d="M-40 0h14l3-8V2H40"/>')).toEqual([-40, 40]);
  const loose: string[] = [];
  for (const module of moduleNames) {
    const file = `../../src/${module.replace("rattleback", "entries")}.ts`;
    const exported = (await import(file)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      const drawing = iconFor(name);
      if (!(value instanceof ModelDefinition) || value.equations.length === 0 || drawing === undefined) continue;
      const component = componentOf(name, value);
      const { ports } = [...placeBoxes({ components: [component], connections: [] }, new Map()).values()][0]!;
      const sides = new Set(ports.map(({ side }) => side));
      const [left, right] = reach(drawing);
      if (left <= -40 && !sides.has("left")) loose.push(`${name} on the left`);
      if (right >= 40 && !sides.has("right")) loose.push(`${name} on the right`);
    }
  }
  expect(loose).toEqual([]);
});

it("every component of the palette has a drawing", async () => {
  const { moduleNames } = await import("../../app/engine/libraryNames.ts");
  const { ModelDefinition } = await import("../../src/language/model.ts");
  const { componentOf } = await import("../../app/engine/outline.ts");
  const missing: string[] = [];
  for (const module of moduleNames) {
    const file = `../../src/${module.replace("rattleback", "entries")}.ts`;
    const exported = (await import(file)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      if (!(value instanceof ModelDefinition) || value.equations.length === 0) continue;
      if (componentOf(name, value).connectors.some((connector) => connector.name === "")) continue;
      if (iconFor(name) === undefined) missing.push(name);
    }
  }
  expect(missing).toEqual([]);
});
