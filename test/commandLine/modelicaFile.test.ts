// Files of Modelica on the command line: run, check and sweep take them like any model file.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLine } from "../../src/commandLine/commandLine.ts";
import { runSweep } from "../../src/commandLine/sweep/runSweep.ts";
import runTask from "../../src/commandLine/sweep/sweepTask.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "rattleback-modelica-"));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write(
    "Decay.mo",
    `model Decay
  parameter Real k = 2;
  parameter Integer n = 1 annotation(Evaluate = true);
  Real x(start = 1, fixed = true);
equation
  der(x) = -n*k*x;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end Decay;`,
  );
  write(
    "Two.mo",
    `package Two
  model A Real x = time; end A;
  model B Real x = 2*time; end B;
  partial model Base Real z; end Base;
end Two;`,
  );
  write("Wrong.mo", "model Wrong\n  Real x;\nequation\n  x = y;\nend Wrong;\n");
  mkdirSync(join(folder, "Lib/Parts"), { recursive: true });
  write("Lib/package.mo", "within ;\npackage Lib\n  constant Real g = 3;\nend Lib;\n");
  write("Lib/Parts/package.mo", "within Lib;\npackage Parts\nend Parts;\n");
  write(
    "Lib/Parts/Fall.mo",
    "within Lib.Parts;\nmodel Fall\n  Real v(start = 0, fixed = true);\nequation\n  der(v) = g;\nend Fall;\n",
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function call(...words: string[]) {
  let [out, messages] = ["", ""];
  const code = await commandLine(words, {
    out: (text) => {
      out += typeof text === "string" ? text : Buffer.from(text).toString("latin1");
    },
    error: (text) => {
      messages += text;
    },
    isInteractive: false,
    columns: 80,
    folder,
  });
  return { code, out, messages };
}

describe("rattleback run Model.mo", () => {
  it("runs the only model as its annotation says, with other values when asked", async () => {
    const { code, out } = await call("run", "Decay.mo", "--set", "k=3", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out).final.x).toBeCloseTo(Math.exp(-3), 8);
    const structural = await call("run", "Decay.mo", "--set", "n=2", "--json");
    expect(JSON.parse(structural.out).final.x).toBeCloseTo(Math.exp(-4), 8);
  });

  it("takes the class that is named, and lists them when it cannot choose", async () => {
    const { code, out } = await call("run", "Two.mo", "--class", "B", "--stop-time", "3", "--signals", "x");
    expect([code, out]).toEqual([0, "x\t6\n"]);
    const several = await call("run", "Two.mo", "--stop-time", "3");
    expect(several.code).toBe(3);
    expect(several.messages).toMatch(/E-MODELICA-CLASS[\s\S]*"Two.A", "Two.B"[\s\S]*--class Two.A/);
    expect((await call("run", "Two.mo", "--class", "AA")).messages).toMatch(/no model "AA"[\s\S]*"A"/);
  });

  it("says in Modelica's words how long a class could run that does not say it", async () => {
    const { code, messages } = await call("run", "Two.mo", "--class", "B");
    expect(code).toBe(2);
    expect(messages).toMatch(/No stop time is given[\s\S]*annotation\(experiment\(StopTime = 10\)\)/);
  });

  it("finds the package around a file", async () => {
    const { code, out } = await call("run", "Lib/Parts/Fall.mo", "--stop-time", "2", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ model: "Lib.Parts.Fall", final: { v: expect.closeTo(6, 9) } });
  });

  it("shows an error at its line", async () => {
    const { code, messages } = await call("run", "Wrong.mo", "--stop-time", "1");
    expect(code).toBe(3);
    expect(messages).toMatch(/^Wrong\.mo:4:7: E-MODELICA-NAME/);
  });
});

describe("rattleback check Model.mo", () => {
  it("tells what was evaluated, why states are states, and what the start used", async () => {
    const { out } = await call("check", "Decay.mo", "--details");
    expect(out).toContain("x: its start value is fixed");
    expect(out).toMatch(/evaluated +n/);
    expect(out).toContain("start        1 states fixed, 0 at their guesses, 0 computed from 0 conditions");
    expect(out).toMatch(/generateCode +\d+\.\d+ s, 1 equations/);
    const report = JSON.parse((await call("check", "Decay.mo", "--json")).out);
    expect(report).toMatchObject({ evaluated: ["n"], stateReasons: ["its start value is fixed"] });
    expect(report.phases.map(({ name }: { name: string }) => name)).toContain("flatten");
  });
});

describe("rattleback sweep Model.mo", () => {
  it("varies parameters of the class", async () => {
    const quantities = ["x"];
    const task = { modelFile: "Decay.mo#Decay", folder, allowFiles: [], options: {}, quantities };
    for (const [run, k] of [1, 2].entries())
      expect(await runTask({ ...task, run, point: { k } })).toMatchObject({
        run,
        values: [expect.closeTo(Math.exp(-k), 8)],
      });
  });

  it("is not sent through a queue", async () => {
    await expect(
      runSweep("Decay.mo", { folder, vary: { k: [1] }, quantities: ["x"], queue: "redis://localhost" }),
    ).rejects.toMatchObject({ code: "E-SWEEP-QUEUE-MODELICA" });
  });
});
