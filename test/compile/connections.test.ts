import fc from "fast-check";
import {
  flow,
  input,
  instantiate,
  Model,
  type ModelDefinition,
  output,
  potential,
  simulate,
  stream,
  Var,
} from "rattleback";
import { Capacitor, ConstantVoltage, Ground, Pin, Resistor } from "rattleback/electric";
import { describe, expect, it } from "vitest";

/** A resistor, or a capacitor, between two nodes, somewhere in the tree root – group 0, 1 – inner group. */
interface Element {
  readonly from: number;
  readonly to: number;
  readonly isCapacitor: boolean;
  readonly value: number;
  readonly place: readonly string[];
}

const places = [[], ["a"], ["b"], ["a", "c"], ["a", "d"], ["b", "c"]] as const;
const elementOf = (nodes: number) =>
  fc.record({
    from: fc.nat(nodes - 1),
    to: fc.nat(nodes - 1),
    isCapacitor: fc.constant(false),
    value: fc.integer({ min: 1, max: 20 }).map((k) => k / 4),
    place: fc.constantFrom(...places),
  });

const nodeCount = 5;
const circuits = fc.record({
  resistors: fc.array(elementOf(nodeCount), { minLength: 1, maxLength: 6 }),
  /** Every node has a way to ground, so that all potentials are determined. */
  spanning: fc.array(elementOf(nodeCount), { minLength: nodeCount - 1, maxLength: nodeCount - 1 }),
  capacitor: elementOf(nodeCount),
  /** Which of the possible ways a terminal is wired. */
  ways: fc.array(fc.nat(2), { minLength: 40, maxLength: 40 }),
});

function elementsOf({ resistors, spanning, capacitor }: typeof circuits extends fc.Arbitrary<infer T> ? T : never) {
  const list: Element[] = resistors.filter(({ from, to }) => from !== to);
  spanning.forEach((element, k) => {
    list.push({ ...element, from: k + 1, to: 0 });
  });
  list.push({ ...capacitor, from: nodeCount - 1, to: 0, isCapacitor: true });
  return list;
}

const component = ({ isCapacitor, value }: Element): ModelDefinition =>
  isCapacitor ? Capacitor.with({ C: value }) : Resistor.with({ R: value });
const supply = { V: ConstantVoltage.with({ V: 7 }), ground: Ground };

function flatCircuit(elements: readonly Element[]): ModelDefinition {
  const sets: string[][] = Array.from({ length: nodeCount }, () => []);
  sets[0]!.push("V.n", "ground.p");
  sets[1]!.push("V.p");
  elements.forEach(({ from, to }, k) => {
    sets[from]!.push(`e${k}.p`);
    sets[to]!.push(`e${k}.n`);
  });
  const parts = Object.fromEntries(elements.map((element, k) => [`e${k}`, component(element)]));
  return Model({ ...supply, ...parts, connect: sets });
}

interface Group {
  readonly parts: Record<string, ModelDefinition>;
  readonly connect: string[][];
  readonly groups: Map<string, Group>;
}
const newGroup = (): Group => ({ parts: {}, connect: [], groups: new Map() });

/** The same circuit in components; every terminal is wired from the top, from the group, or through pins of the groups. */
function nestedCircuit(elements: readonly Element[], ways: readonly number[]): ModelDefinition {
  const root = newGroup();
  Object.assign(root.parts, supply);
  const anchors = Array.from({ length: nodeCount }, (_, node) => `node${node}.p`);
  for (let node = 0; node < nodeCount; node++) root.parts[`node${node}`] = Resistor.with({ R: 1e3 });
  root.connect.push([anchors[0]!, "V.n", "ground.p"], [anchors[1]!, "V.p"]);
  let next = 0;
  elements.forEach((element, k) => {
    const chain = [root];
    for (const name of element.place) {
      const at = chain[chain.length - 1]!;
      if (!at.groups.has(name)) at.groups.set(name, newGroup());
      chain.push(at.groups.get(name)!);
    }
    chain[chain.length - 1]!.parts[`e${k}`] = component(element);
    for (const [terminal, node] of [
      ["p", element.from],
      ["n", element.to],
    ] as const) {
      const way = ways[next++ % ways.length]!;
      const name = `e${k}.${terminal}`;
      if (way === 0 || element.place.length === 0) {
        root.connect.push([anchors[node]!, [...element.place, name].join(".")]);
        continue;
      }
      // through a pin of the innermost group: inside to the element, outside from the top (1) or from group to group (2)
      const pin = `pin${k}${terminal}`;
      const inner = chain[chain.length - 1]!;
      inner.parts[pin] = Pin;
      inner.connect.push([pin, name]);
      if (way === 1 || chain.length === 2) root.connect.push([[...element.place, pin].join("."), anchors[node]!]);
      else {
        const outer = chain[1]!;
        outer.parts[pin] = Pin;
        outer.connect.push([`${element.place[1]}.${pin}`, pin]);
        root.connect.push([`${element.place[0]}.${pin}`, anchors[node]!]);
        // wired twice: a second wire beside the first changes nothing outside
        root.connect.push([[...element.place, pin].join("."), anchors[node]!]);
      }
    }
  });
  return build(root);
}

const build = ({ parts, connect, groups }: Group): ModelDefinition =>
  Model({ ...parts, ...Object.fromEntries([...groups].map(([name, group]) => [name, build(group)])), connect });

describe("connections across levels", () => {
  it("a circuit is the same flat and in components, however its terminals are wired", () => {
    fc.assert(
      fc.property(circuits, (circuit) => {
        const elements = elementsOf(circuit);
        const run = (model: ModelDefinition) => simulate(instantiate(model), { stopTime: 0.5, interval: 0.5 });
        const [flat, nested] = [run(flatCircuit(elements)), run(nestedCircuit(elements, circuit.ways))];
        elements.forEach(({ place }, k) => {
          for (const quantity of ["v", "i"]) {
            const expected = flat.final(`e${k}.${quantity}`);
            const found = nested.final([...place, `e${k}.${quantity}`].join("."));
            // both runs integrate the same circuit with the tolerance 1e-6
            expect(Math.abs(found - expected)).toBeLessThan(1e-5 * Math.max(1, Math.abs(expected)));
          }
        });
      }),
      { seed: 20, numRuns: 40 },
    );
  });

  const RC = Model({
    R: Resistor.with({ R: 2 }),
    C: Capacitor.with({ C: 0.5 }),
    p: Pin,
    n: Pin,
    connect: [
      ["p", "R.p"],
      ["R.n", "C.p"],
      ["C.n", "n"],
    ],
  });
  const driven = (more: Record<string, ModelDefinition>, connect: string[][]): ModelDefinition =>
    Model({
      a: RC,
      V: ConstantVoltage.with({ V: 10 }),
      ground: Ground,
      ...more,
      connect: [["V.p", "a.p"], ["a.n", "V.n", "ground.p"], ...connect],
    });

  it("a load may be connected to a node inside a component", () => {
    const loaded = driven({ L: Resistor.with({ R: 4 }) }, [
      ["a.C.p", "L.p"],
      ["L.n", "V.n"],
    ]);
    const result = simulate(instantiate(loaded), { stopTime: 1, tolerance: 1e-9 });
    const T = 0.5 / (1 / 2 + 1 / 4);
    expect(result.final("a.C.v")).toBeCloseTo((10 * 4 * (1 - Math.exp(-1 / T))) / 6, 7);
    expect(result.final("a.n.i")).toBeCloseTo(result.final("V.i") + result.final("L.i"), 9);
  });

  it("a wire beside the wire through a pin takes the current; the current in the circle of wires is zero", () => {
    const result = simulate(instantiate(driven({}, [["a.p", "a.R.p"]])), { stopTime: 1, tolerance: 1e-9 });
    expect(result.final("a.C.v")).toBeCloseTo(10 * (1 - Math.exp(-1)), 7);
    expect(result.final("a.p.i")).toBe(0);
  });

  it("a connector on its own in a list is connected with nothing", () => {
    const result = simulate(instantiate(driven({ X: Resistor }, [["X.p"], ["X.n", "V.n"]])), { stopTime: 1 });
    expect(result.final("X.i")).toBe(0);
  });

  it("parts of a connector made of connectors may be connected one by one", () => {
    const Plug = Model({ hot: Pin, cold: Pin });
    const Heater = Model({
      plug: Plug,
      R: Resistor.with({ R: 5 }),
      connect: [
        ["plug.hot", "R.p"],
        ["plug.cold", "R.n"],
      ],
    });
    const Socket = Model({ plug: Plug, V: ConstantVoltage.with({ V: 10 }), g: Ground }).with({
      connect: [
        ["V.p", "plug.hot"],
        ["V.n", "plug.cold", "g.p"],
      ],
    });
    const model = Model({ socket: Socket, heater: Heater, connect: [["socket.plug", "heater.plug"]] });
    const result = simulate(instantiate(model));
    expect(result.final("heater.R.i")).toBeCloseTo(2, 12);
    expect(result.final("heater.plug.hot.i")).toBeCloseTo(2, 12);
    expect(result.final("socket.plug.hot.i")).toBeCloseTo(-2, 12);
  });

  it("connectors that write the same variables in different orders are joined by the names", () => {
    const orders = fc.shuffledSubarray(["v", "w", "i", "j", "h", "k"], { minLength: 6 });
    const kinds: Record<string, () => unknown> = { v: potential, w: potential, i: flow, j: flow, h: stream, k: stream };
    const port = (order: readonly string[]) =>
      Model(Object.fromEntries(order.map((name) => [name, kinds[name]!()])) as never);
    fc.assert(
      fc.property(orders, orders, orders, (a, b, c) => {
        const electric = (order: readonly string[]) => port(order.filter((name) => name !== "h" && name !== "k"));
        const source = Model({ p: electric(a), equations: "p.v = 6; p.w = 15" });
        const load = (order: readonly string[]) => Model({ p: electric(order), equations: "p.v = 2*p.i; p.w = 3*p.j" });
        const wires = Model({ s: source, l: load(b), m: load(c), connect: [["s.p", "l.p", "m.p"]] });
        const result = simulate(instantiate(wires), { stopTime: 0 });
        expect(["l.p.v", "m.p.w", "s.p.i", "s.p.j"].map((name) => result.final(name))).toEqual([6, 15, -6, -10]);

        const fluid = (order: readonly string[]) => port(order.filter((name) => name !== "w" && name !== "j"));
        const pump = Model({ p: fluid(a), equations: "p.i = -2; p.h = 5; p.k = 70" });
        const sink = Model({
          p: fluid(b),
          equations: "p.v = 1; p.h = 3; p.k = 30; x = inStream(p.h); y = inStream(p.k)",
        });
        const pipe = simulate(instantiate(Model({ pump, sink, connect: [["pump.p", "sink.p"]] })), { stopTime: 0 });
        expect(["sink.x", "sink.y", "sink.p.i", "pump.p.v"].map((name) => pipe.final(name))).toEqual([5, 70, 2, 1]);
      }),
      { seed: 21, numRuns: 12 },
    );
  });

  it("signals that are connected on two levels get one equation", () => {
    const Gain = Model({ u: input(), y: output(), equations: "y = 2*u" });
    const Outer = Model({ u: input(), gain: Gain, connect: [["u", "gain.u"]] });
    const model = Model({
      source: Model({ y: output(), equations: "y = 3" }),
      outer: Outer,
      connect: [
        ["source.y", "outer.u"],
        ["source.y", "outer.gain.u"],
      ],
    });
    expect(simulate(instantiate(model)).final("outer.gain.y")).toBe(6);
  });

  it("connect in equations counts for sizes and for the flows of the top model", () => {
    const Port = Model({ x: potential(), f: flow() });
    const Load = Model({
      port: Port,
      k: [1, 2, 3],
      x: Var({ init: [1, 1, 1] }),
      equations: "port.x = x; port.f = -k .* der(x)",
    });
    const Wall = Model({ port: Port, equations: "port.f = port.x" });
    const model = Model({ load: Load, wall: Wall, equations: "connect(load.port, wall.port)" });
    const result = simulate(instantiate(model), { stopTime: 1, tolerance: 1e-9 });
    expect(result.final("load.x[2]")).toBeCloseTo(Math.exp(1 / 2), 7);
  });
});
