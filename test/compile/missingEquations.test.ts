/** A model that lacks an equation is refused. Only potentials that nothing grounds are set to zero, and that is said. */
import fc from "fast-check";
import {
  flow,
  instantiate,
  Model,
  type ModelDefinition,
  type ModelSource,
  potential,
  RattlebackError,
  simulate,
  Var,
} from "rattleback";
import { describe, expect, it } from "vitest";

const Pin = Model({ v: potential(), i: flow() });
const pins = { p: Pin, n: Pin, v: Var(), i: Var(), G: 0.5 };
const onePort = ["v = p.v - n.v", "0 = p.i + n.i", "i = p.i"];
const laws: Record<string, readonly string[]> = {
  resistor: [...onePort, "v = 2*i"],
  source: [...onePort, "v = 3"],
  /** Without a name for the voltage in its law. */
  direct: ["p.v - n.v = 2*p.i", "0 = p.i + n.i", "v = p.v - n.v", "i = p.i"],
  diode: ["p.i = 0.1*(exp(p.v - n.v) - 1)", "0 = p.i + n.i", "v = p.v - n.v", "i = p.i"],
  /** Potentials one by one, with a parameter as factor; inside a derivative. */
  conductor: ["p.i = G*p.v - G*n.v", "0 = p.i + n.i", "v = p.v - n.v", "i = p.i"],
  charge: ["0.5*der(p.v - n.v) = p.i", "0 = p.i + n.i", "v = p.v - n.v", "i = p.i"],
  capacitor: [...onePort, "0.5*der(v) = i"],
  sensor: ["v = p.v - n.v", "p.i = 0", "n.i = 0", "i = 0"],
};
const element = (equations: readonly string[]): ModelDefinition => Model({ ...pins, equations: [...equations] });
const Ground = Model({ p: Pin, equations: "p.v = 0" });

function failure(source: ModelSource): RattlebackError {
  try {
    instantiate(Model(source));
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("accepted");
}

describe("a missing equation", () => {
  it("is refused where two variables of a sum are open", () => {
    const error = failure({ x: Var({ init: 1 }), equations: "der(x) = -x; a + b = x" });
    expect(error.code).toBe("E-STRUCT-UNDER");
    expect(error.what).toContain('"a"');
  });

  it("is not made up for by an equation that is written twice", () => {
    const x = Var({ init: 1 });
    expect(failure({ x, equations: "der(x) = -x; a = b; b = a" }).code).toBe("E-STRUCT-UNDER");
    expect(failure({ x, equations: "der(x) = -x; a + b = x; c = x; c = x" }).code).toBe("E-STRUCT-INCONSISTENT");
  });

  it("of a component is named with that component, and following the advice helps", () => {
    const circuit = (law: readonly string[]) => ({
      V: element(laws["source"]!),
      R: element(law),
      g: Ground,
      connect: [
        ["V.p", "R.p"],
        ["V.n", "R.n", "g.p"],
      ],
    });
    const law = ["v = p.v - n.v", "i = p.i", "v = 2*i"];
    const error = failure(circuit(law));
    expect(error.code).toBe("E-STRUCT-UNDER");
    expect(error.path).toBe("R");
    expect(error.because).toContain('"R" has 3 equations for 4 unknowns of its own');
    expect(error.because).toContain('none contains "n.i"');
    const advice = /such as (.*)$/.exec(error.hint ?? "")?.[1];
    expect(advice).toBe("0 = p.i + n.i");
    expect(instantiate(Model(circuit([...law, advice!]))).report.warnings).toEqual([]);
  });
});

describe("a potential that nothing grounds", () => {
  it.each([
    [
      "a loop without ground",
      { V: element(laws["source"]!), R: element(laws["resistor"]!) },
      [
        ["V.p", "R.p"],
        ["V.n", "R.n"],
      ],
    ],
    [
      "a loop whose laws contain the potentials",
      { V: element(laws["source"]!), R: element(laws["direct"]!), D: element(laws["diode"]!) },
      [
        ["V.p", "R.p"],
        ["R.n", "D.p"],
        ["V.n", "D.n"],
      ],
    ],
    ["an element on its own", { R: element(laws["resistor"]!) }, []],
    ["an element on its own whose law contains the potentials", { R: element(laws["direct"]!) }, []],
    ["an element with both pins on one wire", { R: element(laws["resistor"]!) }, [["R.p", "R.n"]]],
  ] as const)("%s is set to zero, with a warning", (_, components, connect) => {
    const { report } = instantiate(Model({ ...components, connect } as unknown as ModelSource));
    expect(report.arbitrary).toHaveLength(1);
    expect(report.warnings.join()).toContain("W-FLOATING  Nothing grounds");
  });

  it("does not matter for currents: 3 V over 2 Ω and a diode", () => {
    const loop = (name: "direct" | "resistor", ground: object) =>
      Model({
        V: element(laws["source"]!),
        R: element(laws[name]!),
        D: element(laws["diode"]!),
        ...ground,
        connect: [
          ["V.p", "R.p"],
          ["R.n", "D.p"],
          ["V.n", "D.n", ...("g" in ground ? ["g.p"] : [])],
        ],
      });
    const current = (model: ModelDefinition) => simulate(instantiate(model)).final("D.i") as number;
    const i = current(loop("direct", {}));
    expect(2 * i + Math.log(i / 0.1 + 1)).toBeCloseTo(3, 9);
    expect(current(loop("direct", { g: Ground }))).toBeCloseTo(i, 9);
    expect(current(loop("resistor", {}))).toBeCloseTo(i, 9);
  });

  it("does not matter for a capacitor that contains derivatives of both potentials: it is charged as any", () => {
    const loop = (law: string, ground: object) =>
      Model({
        V: element(laws["source"]!),
        R: element(laws["direct"]!),
        C: element(laws[law]!),
        ...ground,
        connect: [
          ["V.p", "R.p"],
          ["R.n", "C.p"],
          ["V.n", "C.n", ...("g" in ground ? ["g.p"] : [])],
        ],
      });
    for (const model of [loop("charge", {}), loop("charge", { g: Ground }), loop("capacitor", {})]) {
      const result = simulate(instantiate(model), { stopTime: 1, tolerance: 1e-9 });
      expect(result.final("C.v")).toBeCloseTo(3 * (1 - Math.exp(-1)), 8);
      expect(result.final("C.i")).toBeCloseTo(1.5 * Math.exp(-1), 8);
    }
  });

  it("leaves alone what has a start value", () => {
    const Kept = Model({
      ...pins,
      p: Model({ v: potential({ start: 2 }), i: flow() }),
      equations: [...laws["charge"]!],
    });
    const model = Model({
      C: Kept,
      R: element(laws["direct"]!),
      connect: [
        ["R.p", "C.p"],
        ["R.n", "C.n"],
      ],
    } as unknown as ModelSource);
    const instance = instantiate(model);
    expect(instance.report.arbitrary).toEqual(["C.n.v"]);
    const result = simulate(instance, { stopTime: 1, tolerance: 1e-9 });
    expect(result.final("C.v")).toBeCloseTo(2 * Math.exp(-1), 8);
  });

  it.each([
    "p.v = 2*p.i",
    "p.v = 2.5*p.i",
    "G*p.v = p.i",
    "p.v/G = p.i",
    "p.v - n.v = 2*p.i + time*n.v",
    "G*der(p.v) = p.i",
    "G*der(p.v - 2*n.v) = p.i",
    "p.v - n.v = 2*p.i + 1e-3*der(p.v)",
    "p.v - n.v = 2*p.i + (if p.v > 1 then 1 else 0)",
    "p.v - n.v = 2*p.i + 1e-3*p.v*n.v",
  ])("is one that no equation contains by itself: %s", (law) => {
    const source = { V: element(laws["source"]!), R: element([law, ...laws["direct"]!.slice(1)]) };
    const connect = [
      ["V.p", "R.p"],
      ["V.n", "R.n"],
    ];
    const model = { ...source, connect } as unknown as ModelSource;
    try {
      expect(instantiate(Model(model)).report.arbitrary).toEqual([]);
    } catch (error) {
      expect(error).toMatchObject({ code: "E-STRUCT-UNDER" });
    }
  });
});

interface Circuit {
  readonly kinds: readonly string[];
  /** Nodes of both pins of each element. */
  readonly nodes: readonly (readonly [number, number])[];
  readonly isGrounded: boolean;
  readonly victim: number;
  readonly removed: number;
}

const circuit: fc.Arbitrary<Circuit> = fc.record({
  kinds: fc.array(fc.constantFrom("resistor", "direct", "diode", "conductor", "capacitor", "charge", "sensor"), {
    minLength: 1,
    maxLength: 6,
  }),
  nodes: fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 })), {
    minLength: 6,
    maxLength: 6,
  }),
  isGrounded: fc.boolean(),
  victim: fc.nat(5),
  removed: fc.nat(3),
});

function write({ kinds, nodes, isGrounded }: Circuit, lawOf: (k: number) => readonly string[]): ModelSource {
  const source: Record<string, unknown> = {};
  const wires = new Map<number, string[]>();
  const attach = (node: number, pin: string): void => {
    wires.set(node, [...(wires.get(node) ?? []), pin]);
  };
  kinds.forEach((_, k) => {
    source[`e${k}`] = element(lawOf(k));
    attach(nodes[k]![0], `e${k}.p`);
    attach(nodes[k]![1], `e${k}.n`);
  });
  if (isGrounded) {
    source["g"] = Ground;
    attach(0, "g.p");
  }
  source["connect"] = [...wires.values()].filter((wire) => wire.length > 1);
  return source as ModelSource;
}

describe("random circuits", () => {
  const complete = (c: Circuit) => (k: number) => laws[c.kinds[k]!]!;

  it("have as many warnings as parts that nothing grounds, and with one equation removed are refused", () => {
    fc.assert(
      fc.property(circuit, (c) => {
        const { report } = instantiate(Model(write(c, complete(c))));
        expect(report.warnings.length).toBe(report.arbitrary.length > 0 ? 1 : 0);
        const victim = c.victim % c.kinds.length;
        const shorter = (k: number): readonly string[] =>
          complete(c)(k).filter((_, line) => k !== victim || line !== c.removed);
        expect(failure(write(c, shorter)).code).toMatch(/^E-STRUCT-(UNDER|INCONSISTENT)$/);
      }),
      { seed: 15, numRuns: 80 },
    );
  });
});

describe("random systems of equations", () => {
  /** Unknown k by itself and earlier ones, so that all are determined; sums of ±x among them. */
  const system = fc.array(
    fc.record({
      terms: fc.array(fc.tuple(fc.nat(100), fc.constantFrom("+", "-")), { minLength: 0, maxLength: 3 }),
      factor: fc.constantFrom("", "2*", "-"),
      isLinear: fc.boolean(),
    }),
    { minLength: 2, maxLength: 10 },
  );

  it("lack an equation when one is removed", () => {
    fc.assert(
      fc.property(system, fc.nat(100), (rows, chosen) => {
        const equations = rows.map(({ terms, factor, isLinear }, k) => {
          const others = terms
            .map(([other, sign]) => `${sign} y${other % (k + 1)}`)
            .filter((t) => !t.endsWith(`y${k}`));
          return `${factor}y${k} ${others.join(" ")} = ${isLinear ? "x" : "sin(x)"}`;
        });
        const base = { x: Var({ init: 1 }) };
        const declared = Object.fromEntries(rows.map((_, k) => [`y${k}`, Var()]));
        const text = ["der(x) = -x", ...equations];
        instantiate(Model({ ...base, ...declared, equations: text } as ModelSource));
        const removed = 1 + (chosen % rows.length);
        const error = failure({ ...base, ...declared, equations: text.filter((_, k) => k !== removed) } as ModelSource);
        expect(error.code).toBe("E-STRUCT-UNDER");
      }),
      { seed: 16, numRuns: 80 },
    );
  });
});

describe("a sensor beside a circuit that nothing grounds", () => {
  const Resistor = Model({ p: Pin, n: Pin, R: 2, equations: "p.v - n.v = R*p.i; p.i + n.i = 0" });
  const Battery = Model({ p: Pin, n: Pin, V: 3, equations: "p.v - n.v = V; p.i + n.i = 0" });
  const Middle = Model({ p: Pin, n: Pin, m: Var(), equations: "2*m = p.v + n.v; p.i = 0; n.i = 0" });
  const circuit = (more: object = {}): ModelSource =>
    ({
      battery: Battery,
      load: Resistor,
      middle: Middle,
      connect: [
        ["battery.p", "load.p", "middle.p"],
        ["battery.n", "load.n", "middle.n"],
      ],
      ...more,
    }) as ModelSource;

  it("shows what is there, whatever it is", () => {
    const model = instantiate(Model(circuit()));
    expect(model.report.warnings).toEqual([expect.stringMatching(/^W-FLOATING/)]);
    const result = simulate(model, { stopTime: 0 });
    expect(result.final("load.p.i")).toBeCloseTo(1.5, 12);
    const [p, n] = [result.final("load.p.v"), result.final("load.n.v")];
    expect(p - n).toBeCloseTo(3, 12);
    expect(result.final("middle.m")).toBeCloseTo((p + n) / 2, 12);
  });

  it.each(["y = middle.m^2", "y = sin(middle.m)", "y = delay(middle.m, 0.1)", "y = der(middle.m)"])(
    "does not tell what %s is, which nothing determines",
    (equations) => {
      expect(failure(circuit({ equations })).code).toBe("E-STRUCT-UNDER");
    },
  );
});
