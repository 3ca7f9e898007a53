// A selection becomes a component of its own: whatever joined it with the rest joins it still, and the numbers stay.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LiteralText } from "../../app/diagram/literalText.ts";
import * as edits from "../../app/document/diagramEdits.ts";
import { hasErrors } from "../../app/document/modelText.ts";
import { componentOf, type Outline } from "../../app/engine/outline.ts";
import * as fluid from "../../src/entries/fluid.ts";
import * as planar from "../../src/entries/planar.ts";
import { Flange } from "../../src/entries/rotational.ts";
import { Model, ModelDefinition } from "../../src/language/model.ts";
import { runInNode } from "./runInNode.ts";

async function outlineIn(text: string): Promise<Outline> {
  const { of, done } = await runInNode(text);
  expect(done[0]!.error).toBeUndefined();
  return of("outline")[0]!.outline;
}

async function grouped(text: string, ...names: string[]): Promise<string> {
  const result = new LiteralText(text, []).group(new Set(names), await outlineIn(text));
  if (typeof result === "string") throw new Error(result);
  expect(hasErrors(result.text)).toBe(false);
  return result.text;
}

async function refusal(text: string, ...names: string[]): Promise<unknown> {
  return new LiteralText(text, []).group(new Set(names), await outlineIn(text));
}

async function lastValue(text: string, name: string): Promise<number> {
  const { runs, done } = await runInNode(text);
  expect(done[0]!.error).toBeUndefined();
  return runs[0]!.result!.final(name) as number;
}

const circuit = `import { expr, Model, Par, Var } from "rattleback";
import { Capacitor, ConstantVoltage, Ground, Resistor } from "rattleback/electric";

export default Model({
  R0: Par(100, "Ohm"),
  source: ConstantVoltage.with({ V: 10 }),
  r: Resistor.with({ R: 100 }),
  c: Capacitor.with({ C: 1e-3, v: { init: 0 } }),
  load: Resistor.with({ R: expr\`2*r.R + R0\` }),
  ground: Ground,
  twice: Var({ unit: "V" }),
  connect: [
    ["source.p", "r.p"],
    ["r.n", "c.p", "load.p"],
    ["c.n", "load.n", "source.n", "ground.p"],
  ],
  equations: \`
    twice = 2*c.v
  \`,
});
export const experiment = { stopTime: 0.1, tolerance: 1e-9, plots: ["c.v", ["r.i", "twice"]], merge: { "r.R": 150 } };
`;

describe("a component made of a selection", () => {
  it("is found by equations, expressions, plots and changed values", async () => {
    const text = await grouped(circuit, "r", "c");
    expect(text).toContain("twice = 2*part.c.v");
    expect(text).toContain("2*part.r.R + R0");
    expect(text).toContain('plots: ["part.c.v", ["part.r.i", "twice"]], merge: { "part.r.R": 150 }');
    expect(await lastValue(text, "twice")).toBeCloseTo(await lastValue(circuit, "twice"), 12);
  });

  it("does not take what needs something of the model around", async () => {
    expect(await refusal(circuit, "load", "c")).toBe("load uses R0 of the model: a component cannot see it.");
  });

  it("keeps connections to elements of lists of connectors", async () => {
    const tanks = readFileSync("examples/fluid-emptying-tank.ts", "utf8");
    const text = await grouped(tanks, "upper", "orifice");
    expect(text).toContain('["part.port_b", "lower.ports[1]"]');
    expect(await lastValue(text, "lower.level")).toBeCloseTo(await lastValue(tanks, "lower.level"), 12);
    const other = await grouped(tanks, "orifice", "lower");
    expect(other).toContain('["part.port_a", "upper.ports[1]"]');
    const one = await grouped(tanks, "upper");
    expect(one).toContain('["part.ports1", "orifice.port_a"]');
    expect(await lastValue(one, "lower.level")).toBeCloseTo(await lastValue(tanks, "lower.level"), 12);
  });

  it("keeps connections to what is inside of a component", async () => {
    const source = `import { Model } from "rattleback";
import { Inertia, SpringDamper } from "rattleback/rotational";
const Shaft = Model({
  j: Inertia.with({ J: 2, phi: { init: 1 } }),
  s: SpringDamper.with({ c: 3, d: 0.1 }),
  connect: [["j.flange_b", "s.flange_a"]],
});
export default Model({
  shaft: Shaft,
  other: Inertia.with({ J: 1 }),
  connect: [["shaft.s.flange_b", "other.flange_a"]],
});
export const experiment = { stopTime: 1.1, tolerance: 1e-9 };
`;
    const text = await grouped(source, "shaft");
    expect(await lastValue(text, "other.phi")).toBeCloseTo(await lastValue(source, "other.phi"), 9);
  });

  it("says which connector it cannot name", async () => {
    const source = `import { flow, Model, potential, Var } from "rattleback";
const Place = Model({ a: potential({ unit: "V" }), b: flow({ unit: "mol/s" }) });
const Source = Model({ p: Place, equations: "p.a = 1" });
const Sink = Model({ p: Place, equations: "p.b = 1*p.a" });
export default Model({ source: Source, sink: Sink, connect: [["source.p", "sink.p"]] });
export const experiment = { stopTime: 1 };
`;
    expect(await refusal(source, "sink")).toBe(
      "Of what kind the connector sink.p is has no name here: this is written by hand.",
    );
  });
});

describe("a name that changes", () => {
  it("changes in equations, expressions, plots and changed values", async () => {
    const text = edits.rename(circuit, "r", "first")!;
    expect(text).toContain("2*first.R + R0");
    expect(text).toContain('["first.i", "twice"]], merge: { "first.R": 150 }');
    expect(await lastValue(text, "twice")).toBe(await lastValue(circuit, "twice"));
  });
});

describe("connectors", () => {
  it("are those of fluids and of planar mechanics too, one for each element of a list", () => {
    const flows = (library: object) =>
      Object.entries(library)
        .filter((entry): entry is [string, ModelDefinition] => entry[1] instanceof ModelDefinition)
        .map(([name, model]) => componentOf(name, model))
        .filter(({ connectors }) => connectors.every(({ direction }) => direction !== "both"))
        .map(({ name }) => name);
    // what others are made of
    expect(flows(fluid)).toEqual(["FluidComponent"]);
    expect(flows(planar)).toEqual([]);
    const tank = componentOf("tank", fluid.OpenTank.with(fluid.ports(3)));
    expect(tank.connectors.map(({ name }) => name)).toEqual(["ports[1]", "ports[2]", "ports[3]", "heatPort"]);
    const [frame] = componentOf("body", planar.PlanarBody).connectors;
    const [flange] = componentOf("shaft", Model({ flange: Flange })).connectors;
    expect([frame!.domain, flange!.domain]).toEqual(["N, N, N*m", "N*m"]);
  });
});
