// The engine of the studio, in Node: what it tells the page about a model file, and that the page rebuilds the result to the bit.

import { describe, expect, it } from "vitest";
import { prepareCode } from "../../app/session/prepareCode.ts";
import { RunRecord } from "../../app/session/runRecord.ts";
import { runInNode as run } from "./runInNode.ts";

const ball = (extra = "") => `import { instantiate, Model, Par, simulate, Var } from "rattleback";
const Ball = Model({
  e: Par({ value: 0.8, min: 0, max: 1 }),
  h: Var({ init: 1, unit: "m" }),
  v: Var({ init: 0, unit: "m/s" }),
  equations: \`
    der(h) = v
    der(v) = -quantity(9.81, "m/s^2")
    when h < 0 then
      reinit(v, -e*pre(v))
    end
    ${extra}
  \`,
});
`;

describe("a file that runs its model itself", () => {
  it("shows every run, and the page's result is the run's to the bit", async () => {
    const { runs, of, done } = await run(`${ball()}
const model = instantiate(Ball);
for (const e of [0.5, 0.7]) console.log(simulate(model, { stopTime: 2, merge: { e } }).stateHash);
export const experiment = { plots: ["h"] };
export default Ball;
`);
    expect(done).toEqual([{ kind: "done", error: undefined }]);
    expect(runs).toHaveLength(2);
    expect(runs.map(({ result }) => result!.stateHash)).toEqual(
      of("print").flatMap(({ lines }) => lines.map(({ text }) => text)),
    );
    expect(runs.map(({ label }) => label)).toEqual(["model, e = 0.5", "model, e = 0.7"]);
    expect(of("translated").map(({ model }) => model.model)).toEqual([0, 0]);
    expect(of("plots")).toEqual([{ kind: "plots", panels: [["h"]] }]);
  });

  it("keeps both sides of events, their causes, units and parameters", async () => {
    const [{ result }] = (await run(`${ball()}simulate(instantiate(Ball), { stopTime: 1 });`)).runs;
    const { time, values } = result!.signal("v");
    const jump = result!.events.find(({ changed }) => changed.includes("v"))!;
    const row = time.indexOf(jump.time);
    // the first impact after a fall of 1 m
    expect(Math.abs(jump.time - Math.sqrt(2 / 9.81))).toBeLessThan(1e-6);
    expect(values[row + 1] / values[row]).toBeCloseTo(-0.8, 9);
    expect(result!.describe("h").unit).toBe("m");
    expect(result!.parameters.get("e")).toBe(0.8);
    expect(result!.statistics.steps).toBeGreaterThan(0);
  });
});

describe("a file without a model", () => {
  it("says so, but when it prints or runs something, or is only looked at", async () => {
    const missing = { code: "E-MODEL-FILE", what: "The file exports no model.", hint: "export default Model({ … })" };
    for (const text of ["", "const a = 1;\n", `${ball()}`]) {
      const { done } = await run(text);
      expect(done).toHaveLength(1);
      expect(done[0]!.error).toMatchObject(missing);
    }
    for (const text of ["console.log(1);\n", `${ball()}simulate(instantiate(Ball), { stopTime: 1 });\n`])
      expect((await run(text)).done).toEqual([{ kind: "done", error: undefined }]);
    // what was printed by the file before says nothing of this one
    const again = { kind: "run", fileName: "a.ts", source: "", code: "", parts: {} } as const;
    const { done } = await run("console.log(1);\n", [again, { ...again, isPreview: true }]);
    expect(done.map(({ error }) => error?.code)).toEqual([undefined, "E-MODEL-FILE", undefined]);
  });
});

describe("a file that only exports a model", () => {
  it("is run with its experiment, and again with other parameters without translation", async () => {
    const source = `${ball()}export default Ball;\nexport const experiment = { stopTime: 2 };\n`;
    const { runs, of, done } = await run(source, [{ kind: "again", model: 0, merge: { e: 0.5, h: 2 } }]);
    expect(done).toHaveLength(2);
    expect(of("translated")).toHaveLength(1);
    expect(of("translated")[0].model.parameters.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      "parameter e",
      "start h",
      "start v",
    ]);
    expect(runs.map(({ time }) => time)).toEqual([2, 2]);
    expect(runs[1].result!.at(0, "h")).toBe(2);
    const impact = runs[1].result!.events.find(({ changed }) => changed.includes("v"))!;
    expect(Math.abs(impact.time - Math.sqrt(4 / 9.81))).toBeLessThan(1e-6);
    expect(runs[1].result!.at(impact.time, "v") / runs[1].result!.at(impact.time, "v", "before")).toBeCloseTo(-0.5, 9);
  });

  it("takes values with units, and names them so", async () => {
    const source = `${ball()}export default Ball;\nexport const experiment = { stopTime: 0.1 };\n`;
    const merge = { h: { value: 250, unit: "cm" } };
    const { runs } = await run(source, [{ kind: "again", model: 0, merge }]);
    expect(runs[1].label).toBe("model, h = 250 cm");
    expect(runs[1].result!.at(0, "h")).toBe(2.5);
  });

  it("offers the numbers of objects in space as details, and runs with others", async () => {
    const source = `import { Model3D, Object3D, Par, Scene, Solid, Sphere } from "rattleback";
export default Model3D({
  g: Par(1, "m/s^2"),
  world: Object3D({ feature: Scene() }),
  ball: Object3D({ parent: "world", fixedToParent: false, translation: [0, 1, 0], feature: Solid({ shape: Sphere(), solidMaterial: "Steel" }) }),
});
export const experiment = { stopTime: 0.1, plots: ["ball.translation"] };`;
    const merge = { "ball.translation": [0, 3, 0] };
    const { runs, of } = await run(source, [{ kind: "again", model: 0, merge }]);
    const { parameters } = of("translated")[0].model;
    expect(parameters.find(({ name }) => name === "g")).toMatchObject({ isDetail: false, value: 1 });
    expect(parameters.find(({ name }) => name === "ball.translation")).toMatchObject({
      isDetail: true,
      value: [0, 1, 0],
      unit: "m",
    });
    // a fall of ½·g·t² from either height
    const fall = (9.81 * 0.1 ** 2) / 2;
    expect(runs.map(({ result }) => result!.final("ball.translation[2]"))).toEqual([
      expect.closeTo(1 - fall, 6),
      expect.closeTo(3 - fall, 6),
    ]);
  });

  it("may be JSON", async () => {
    const document = {
      model: { _class: "Model", x: { _class: "Var", init: 1 }, equations: ["der(x) = -x"] },
      experiment: { stopTime: 1 },
    };
    const { runs } = await run(JSON.stringify(document), [], "decay.json");
    expect(runs[0].result!.final("x")).toBeCloseTo(Math.exp(-1), 5);
  });
});

describe("what goes wrong", () => {
  it.each([
    ["an equation that cannot be read", ball("x = 1 +* 2"), "E-SYNTAX", 12],
    ["units that do not agree", ball("p = h + v"), "E-UNIT", 12],
    ["an unknown without equation", ball("0 = p + q"), "E-STRUCT-UNDER", 12],
  ])("%s is told at its line", async (_, source, code, line) => {
    const { done } = await run(`${source}export default Ball;`);
    expect(done[0].error).toMatchObject({ code, place: { line } });
  });

  it("TypeScript that cannot be read is told before anything runs", async () => {
    await expect(prepareCode("model.ts", "const a = 1;\nconst = 2;\n")).rejects.toMatchObject({
      code: "E-MODEL-SYNTAX",
      data: { fileLine: 2 },
    });
  });

  it("an exception of the file is told at its line", async () => {
    const { done } = await run(
      'import { Model } from "rattleback";\n\nconst list: number[] = [];\nlist[3].toFixed();\n',
    );
    expect(done[0].error).toMatchObject({ code: "TypeError", place: { line: 4 } });
  });

  it("a module that the studio does not have is named", async () => {
    const { done } = await run('import fs from "node:fs";\nfs.readFileSync("/etc/passwd");\n');
    expect(done[0].error).toMatchObject({ code: "E-MODEL-FILE", what: expect.stringContaining("node:fs") });
  });

  it("a file without a model cannot run live, and says so", async () => {
    const live = { ...(await prepareCode("model.ts", "export const a = 1;\n")), isLive: true };
    const { done } = await run("export const a = 1;\n", [live]);
    expect(done[1].error).toMatchObject({ code: "E-MODEL-FILE", what: "The file exports no model." });
  });

  it("a run that fails leaves what it has computed", async () => {
    const { runs, done } = await run(`import { Model, Var } from "rattleback";
export default Model({ x: Var({ init: 1 }), equations: "der(x) = x^2" });
export const experiment = { stopTime: 2 };`);
    expect(done[0].error!.code).toMatch(/^E-/);
    expect(runs[0].status).toBe("failed");
    expect(runs[0].result!.endTime).toBeGreaterThan(0.9);
  });
});

describe("a model that was translated", () => {
  it("has the values with which the file ran it last, so that the form and studies are of the run that is seen", async () => {
    const file = `import { instantiate, Model, Par, simulate, Var } from "rattleback";
const decay = instantiate(Model({ k: Par(2, "1/min"), x: Var({ init: 1 }), equations: "der(x) = -k*x" }));
simulate(decay, { stopTime: 1 });
for (const k of [5, 7]) simulate(decay, { stopTime: 1, merge: { k, x: 3 } });`;
    const { of, runs } = await run(file, [{ kind: "again", model: 0, merge: { x: 4 } }]);
    const values = of("translated").map(({ model }) => model.parameters.map(({ name, value }) => [name, value]));
    expect(values).toEqual([
      [
        ["k", expect.closeTo(2, 12)],
        ["x", 1],
      ],
      [
        ["k", expect.closeTo(7, 12)],
        ["x", 3],
      ],
    ]);
    // what the form changes is changed in that run
    expect(runs).toHaveLength(4);
    expect(runs[3]!.result!.final("x")).toBeCloseTo(4 * Math.exp(-7 / 60), 5);
  });

  it("tells its equations as they are solved: assignments in order, systems with what is iterated", async () => {
    const { of, runs } = await run(
      `import { Model, Var } from "rattleback";
export default Model({ x: Var({ init: 1 }), equations: "der(x) = -a; a + b = 2*x; a - b = x" });
export const experiment = { stopTime: 1 };`,
      [{ kind: "equations", model: 0 }],
    );
    const [{ blocks }] = of("equations");
    const all = blocks.flatMap(({ unknowns }) => unknowns);
    expect(all).toEqual(expect.arrayContaining(["a", "b", "der(x)"]));
    expect(blocks.some(({ system }) => system.startsWith("linear system of 2"))).toBe(true);
    // and what its steps were: they lead from the start to the end
    const { time, values } = runs[0].steps;
    expect(time.at(-1)).toBeCloseTo(1, 9);
    expect(values.reduce((sum, size) => sum + size)).toBeCloseTo(1, 9);
    expect(of("limited")[0].text).toContain("the last step was");
  });
});

describe("a run that goes on", () => {
  it("has curves that grow, and end as the signals of the result", async () => {
    const { messages, runs } = await run(`${ball()}simulate(instantiate(Ball), { stopTime: 5, interval: 1e-4 });`);
    const begin = messages.find((message) => message.kind === "begin")!;
    const growing = new RunRecord(1, begin.start);
    const lengths: number[] = [];
    for (const message of messages) {
      if (!("run" in message)) continue;
      growing.receive(message);
      lengths.push(growing.curve("h")?.values.length ?? 0);
    }
    expect(new Set(lengths).size).toBeGreaterThan(2);
    const { time, values } = runs[0]!.result!.signal("h");
    let grown = growing.curve("h")!;
    while (!grown.isWhole) grown = growing.curve("h")!;
    expect(grown.values.length).toBe(time.length);
    expect(values.every((value, k) => value === grown.values[k] && time[k] === grown.time[k])).toBe(true);
    expect(growing.curve("nothing")).toBeUndefined();
    // a long curve that is asked for late is read in parts, so that none of them holds the page up
    const parts: number[] = [];
    for (let isWhole = false; !isWhole; ) {
      const part = runs[0]!.curve("h")!;
      parts.push(part.values.length);
      isWhole = part.isWhole;
    }
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.at(-1)).toBe(time.length);
  });
});

describe("a run that is stopped", () => {
  it("keeps everything up to the stop", async () => {
    const { messages, runs } = await run(`${ball()}simulate(instantiate(Ball), { stopTime: 5, interval: 1e-4 });`);
    const whole = runs[0].result!;
    const begin = messages.find((message) => message.kind === "begin")!;
    const half = new RunRecord(1, begin.start);
    let batches = 0;
    for (const message of messages)
      if ("run" in message && (message.kind !== "rows" || batches++ < 3) && message.kind !== "end")
        half.receive(message);
    half.stop();
    const { result } = half;
    expect(half.status).toBe("stopped");
    expect(result!.status).toBe("stopped");
    expect(result!.endTime).toBeLessThan(5);
    const [kept, all] = [result!.signal("h").values, whole.signal("h").values];
    expect(kept.length).toBeGreaterThan(1000);
    expect(kept.every((value, k) => value === all[k])).toBe(true);
  });
});
