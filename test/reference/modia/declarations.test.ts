/**
 * Reference cases about declarations: what merging, connecting, refusing and writing as JSON mean. Where the original is known to be
 * quirky the better rule is tested: connections are appended, sizes and units checked, nothing ignored in silence.
 */
import { flow, instantiate, Model, modelFromJson, modelToJson, potential, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { modelOfCase, type ReferenceCase, readCase } from "./modelOfCase.ts";

interface Items {
  readonly items: readonly Record<string, never>[];
}
const itemsOf = (name: string) => (readCase(name) as unknown as Items).items as readonly Record<string, unknown>[];

const Pin = Model({ v: potential(), i: flow() });
const OnePort = Model({ p: Pin, n: Pin, equations: "v = p.v - n.v; 0 = p.i + n.i; i = p.i" });
const Resistor = OnePort.with({ R: 1, equations: "v = R*i" });
const Flange = Model({ phi: potential(), tau: flow() });

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return "no error";
}

describe("merging", () => {
  const declare = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const { class: kind, ...rest } = value as Record<string, unknown>;
    if (kind === "Model") return Model(Object.fromEntries(Object.entries(rest).map(([k, v]) => [k, declare(v)])));
    return kind === "Var" ? Var(rest) : value;
  };
  const modelOf = (source: Record<string, unknown>) =>
    Model(
      Object.fromEntries(
        Object.entries(source).map(([k, v]) => [k, k === "equations" || k === "connect" ? v : declare(v)]),
      ),
    );
  const items = itemsOf("merge-semantics") as unknown as {
    left: Record<string, unknown>;
    right: Record<string, unknown>;
    result: Record<string, unknown>;
    rule: string;
  }[];
  const byRule = (text: string) => items.find(({ rule }) => rule.includes(text))!;

  it("equations are appended", () => {
    const { left, right, result } = byRule("equations are appended");
    const merged = modelOf(left).with(right as never);
    expect(merged.equations).toEqual(result["equations"]);
    expect([...merged.entries.keys()]).toEqual(["a"]);
  });

  it("null deletes a name and an attribute", () => {
    const name = byRule("nothing deletes the key");
    expect([
      ...modelOf(name.left)
        .with(name.right as never)
        .entries.keys(),
    ]).toEqual(Object.keys(name.result));
    const merged = Model({ x: Var({ init: 1, start: 2 }) }).with({ x: { init: null } });
    expect(JSON.parse(modelToJson(merged)).x).toEqual({ _class: "Var", start: 2 });
  });

  it("attributes that are not mentioned are kept", () => {
    const merged = Model({ y: Var({ output: true, start: 1 }) }).with({ y: { start: 3 } });
    expect(JSON.parse(modelToJson(merged)).y).toEqual({ _class: "Var", output: true, start: 3 });
  });

  it("a whole model replaces a component, and keeps nothing of it", () => {
    const { left } = byRule("redeclare replaces");
    const merged = modelOf(left).with({ C: Model({ R: 20 }) });
    expect([...(merged.entries.get("C") as unknown as { entries: Map<string, unknown> }).entries.keys()]).toEqual([
      "R",
    ]);
  });

  it("connections are appended, where the original replaced them in silence", () => {
    const merged = Model({ a: Resistor, b: Resistor, connect: [["a.n", "b.p"]] }).with({ connect: [["b.n", "a.p"]] });
    expect(merged.connections).toEqual([
      ["a.n", "b.p"],
      ["b.n", "a.p"],
    ]);
  });

  it("the left side is not changed", () => {
    const left = Model({ a: 1, equations: "x = a" });
    left.with({ a: 2, equations: "y = 1" });
    expect(JSON.parse(modelToJson(left))).toEqual({ _class: "Model", a: 1, equations: ["x = a"] });
  });
});

describe("connecting", () => {
  const reference = readCase("connect-semantics") as unknown as {
    mergeSets: { input: string[][]; mergedSets: string[][] };
    items: { connections: string[][]; equations: string[] }[];
  };

  it("sets that share a connector are one set: one sum of flows, all potentials equal", () => {
    const { input, mergedSets } = reference.mergeSets;
    // every connector gets a resistor of 1 Ohm to a potential of its own; the mean of the potentials tells the set
    const names = [...new Set(input.flat())].map((name) => name.replace(".", "_"));
    const parts: Record<string, unknown> = Object.fromEntries(
      names.map((name) => [name, Model({ p: Pin, J: 0, equations: "p.i = p.v - J" })]),
    );
    const model = instantiate(
      Model({ ...parts, connect: input.map((set) => set.map((name) => `${name.replace(".", "_")}.p`)) }),
    );
    const merge = Object.fromEntries(names.map((name, k) => [`${name}.J`, 2 ** k]));
    const result = simulate(model, { merge });
    for (const set of mergedSets) {
      const members = set.map((name) => name.replace(".", "_"));
      const mean = members.reduce((sum, name) => sum + 2 ** names.indexOf(name), 0) / members.length;
      for (const name of members) expect(result.final(`${name}.p.v`)).toBeCloseTo(mean, 12);
    }
  });

  it("the flow of a connector of the enclosing model enters the components", () => {
    const Shaft = Model({
      flange: Flange,
      a: Model({ flange_b: Flange, equations: "flange_b.tau = 2*flange_b.phi" }),
      b: Model({ flange_a: Flange, equations: "flange_a.tau = 3*flange_a.phi" }),
      connect: reference.items[1].connections,
    });
    const outside = Model({
      shaft: Shaft,
      drive: Model({ flange: Flange, equations: "flange.tau = -10" }),
      connect: [["drive.flange", "shaft.flange"]],
    });
    const result = simulate(instantiate(outside));
    expect(result.final("shaft.flange.phi")).toBeCloseTo(2, 12);
    expect(result.final("shaft.flange.tau")).toBeCloseTo(10, 12);
  });

  it("connectors that nobody connects have no flow, where the original left them undetermined", () => {
    const result = simulate(
      instantiate(Model({ R: Resistor, g: Model({ p: Pin, equations: "p.v = 4" }), connect: [["R.p", "g.p"]] })),
    );
    expect(result.final("R.i")).toBeCloseTo(0, 12);
    expect(result.final("R.n.v")).toBeCloseTo(4, 12);
  });
});

describe("refusing", () => {
  const items = itemsOf("error-cases") as unknown as ({ id: string; call?: Record<string, unknown> } & ReferenceCase)[];
  const item = (id: string) => items.find((one) => one.id === id)!;
  const decay = instantiate(Model({ x: Var({ init: 1 }), equations: "der(x) = -x" }));
  const expected: Record<string, [code: string, action: () => unknown]> = {
    "missing-equation": ["E-STRUCT-UNDER", () => instantiate(modelOfCase(item("missing-equation")))],
    "too-many-equations": ["E-STRUCT-OVER", () => instantiate(modelOfCase(item("too-many-equations")))],
    "structurally-inconsistent": [
      "E-STRUCT-INCONSISTENT",
      () => instantiate(modelOfCase(item("structurally-inconsistent"))),
    ],
    // solved, not refused: nonlinear constraints are part of the language
    "nonlinear-constraint": [
      "no error",
      () => simulate(instantiate(modelOfCase(item("nonlinear-constraint"))), { stopTime: 0.1 }),
    ],
    "connect-unknown-path": ["E-NAME-UNKNOWN", () => instantiate(Model({ R: Resistor, connect: [["R.p", "Q.p"]] }))],
    "connect-incompatible-potentials": [
      "E-CONNECT",
      () => instantiate(Model({ R: Resistor, f: Model({ flange: Flange }), connect: [["R.p", "f.flange"]] })),
    ],
    "unknown-simulate-keyword": ["E-OPTION-UNKNOWN", () => simulate(decay, item("unknown-simulate-keyword").call!)],
    "tolerance-zero": ["E-OPTION-VALUE", () => simulate(decay, item("tolerance-zero").call!)],
    "tolerance-too-small": ["no error", () => simulate(decay, item("tolerance-too-small").call!)],
    "missing-start-for-pre-hold-previous": [
      "E-START-MISSING",
      () => instantiate(modelOfCase(item("missing-start-for-pre-hold-previous"))),
    ],
    "static-size-change": [
      "E-ARRAY-SIZE",
      () => simulate(instantiate(modelOfCase(item("static-size-change"))), item("static-size-change").call!),
    ],
    "init-not-respected": [
      "E-INIT-CONFLICT",
      () =>
        simulate(instantiate(Model({ x: Var({ init: 1 }), y: Var({ init: 3 }), equations: "der(x) = -x; y = 2*x" }))),
    ],
    "singular-scalar-system": [
      "E-SYSTEM-SINGULAR",
      () => simulate(instantiate(modelOfCase(item("singular-scalar-system")))),
    ],
    "mixed-system-no-consistent-solution": [
      "E-MIXED",
      () => simulate(instantiate(Model({ equations: "y = if y > 0 then -1 else 1" }))),
    ],
    "event-iteration-limit": [
      "E-EVENT-LOOP",
      () => simulate(instantiate(Model({ n: Var({ start: 0 }), equations: "n = pre(n) + 1" }))),
    ],
  };

  it("every case of the reference is treated here", () => {
    expect(Object.keys(expected).sort()).toEqual(items.map(({ id }) => id).sort());
  });

  it.each(Object.entries(expected))("%s", (_, [code, action]) => {
    expect(codeOf(action)).toBe(code);
  });

  it("a tolerance below rounding is raised to 100 units of rounding, with a warning", () => {
    const { warnings } = simulate(decay, { stopTime: 0.1, ...item("tolerance-too-small").call });
    expect(warnings.join()).toContain("2.22");
  });
});

describe("models as JSON", () => {
  it("what is written is read back as the same model, with quantities, expressions and texts", () => {
    const servo = readCase("servo-system");
    const model = modelOfCase(servo);
    const text = modelToJson(model);
    expect(modelToJson(modelFromJson(text))).toBe(text);
    const { stopTime } = servo.simulation!;
    const [a, b] = [model, modelFromJson(text)].map((one) =>
      simulate(instantiate(one.with({ ramp: { height: 0.8 } }), { checkUnits: false }), { stopTime, tolerance: 1e-8 }),
    );
    expect(b.stateNames).toEqual(a.stateNames);
    for (const name of a.stateNames) expect(b.final(name)).toBe(a.final(name));
  });
});
