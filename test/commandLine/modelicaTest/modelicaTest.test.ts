// Models of a library beside reference results: stages, verdicts, names of derivatives, tables, and the program with its workers.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensurePackage } from "../../../scripts/build.ts";
import { commandLine } from "../../../src/commandLine/commandLine.ts";
import type { Outcome } from "../../../src/commandLine/modelicaTest/outcome.ts";
import { failureClasses, summariseByPackage } from "../../../src/commandLine/modelicaTest/summary.ts";
import { type TestOptions, testModel } from "../../../src/commandLine/modelicaTest/testModel.ts";
import { namesOf } from "../../../src/modelica/compare/resultCurve.ts";
import { importModelica } from "../../../src/modelica/importModelica.ts";
import { bodiesLibrary } from "../../modelica/mechanics/bodiesLibrary.ts";

const run = promisify(execFile);
const program = resolve("dist/commandLine/main.js");
const library = `
package Lib
  package Good
    model Decay "x = exp(-t)"
      Mass m;
      annotation(experiment(StopTime = 2, Tolerance = 1e-8));
    end Decay;
    model Alone
      Real x(start = 1, fixed = true);
    equation
      der(x) = -x;
      annotation(experiment(StopTime = 1));
    end Alone;
    model Mass
      Real x(start = 1, fixed = true);
    equation
      der(x) = -x;
    end Mass;
    partial model Base
      annotation(experiment(StopTime = 1));
    end Base;
  end Good;
  package Bad
    model Differs
      Real x(start = 1, fixed = true);
    equation
      der(x) = -1.1*x;
      annotation(experiment(StopTime = 2));
    end Differs;
    model Missing
      Real x = time;
      annotation(experiment(StopTime = 2));
    end Missing;
    model Ends
      Real x = time;
    equation
      when time > 1 then
        terminate("enough");
      end when;
      annotation(experiment(StopTime = 2));
    end Ends;
    model Unknown
      Nowhere y;
      annotation(experiment(StopTime = 1));
    end Unknown;
    model Unbalanced
      Real x;
      Real y;
    equation
      x = time;
      annotation(experiment(StopTime = 1));
    end Unbalanced;
    model Start
      Real x(start = 1);
    initial equation
      x^2 = -1;
    equation
      der(x) = -x;
      annotation(experiment(StopTime = 1));
    end Start;
    model Asserts
      Real x = time;
    equation
      assert(x < 0.5, "x is large");
      annotation(experiment(StopTime = 1));
    end Asserts;
  end Bad;
  package Slow
    model Endless "fifty million events"
      discrete Integer n(start = 0, fixed = true);
    equation
      when sample(0, 1e-3) then
        n = pre(n) + 1;
      end when;
      annotation(experiment(StopTime = 5e4, Interval = 10));
    end Endless;
  end Slow;
end Lib;
`;
let folder: string;

/** Reference of a model: columns as functions of time on [0, 2]. */
function writeReference(model: string, columns: Record<string, (t: number) => number>, signals = Object.keys(columns)) {
  const parts = model.split(".");
  const own = join(folder, "reference", ...parts);
  mkdirSync(own, { recursive: true });
  const names = ["time", ...Object.keys(columns)].map((name) => `"${name}"`).join(",");
  const rows = Array.from({ length: 2001 }, (_, k) => {
    const t = k / 1000;
    return [t, ...Object.values(columns).map((value) => value(t))].join(",");
  });
  writeFileSync(join(own, `${parts.at(-1)}.csv`), `${[names, ...rows].join("\n")}\n`);
  writeFileSync(join(own, "comparisonSignals.txt"), ["time", ...signals, ""].join("\n"));
}

beforeAll(async () => {
  await ensurePackage();
  folder = mkdtempSync(join(tmpdir(), "rattleback-modelica-test-"));
  writeFileSync(join(folder, "Lib.mo"), library);
  const decay = (t: number) => Math.exp(-t);
  writeReference("Lib.Good.Decay", { "m.x": decay, "m.der(x)": (t) => -decay(t), "der(m.x)": (t) => -decay(t) });
  writeReference("Lib.Bad.Differs", { x: decay });
  writeReference("Lib.Bad.Missing", { x: (t) => t, "y<b>": (t) => t });
  writeReference("Lib.Bad.Ends", { x: (t) => t });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("one model", () => {
  const test = (name: string): Outcome =>
    testModel(importModelica({ texts: { "Lib.mo": library } }), name, { reference: join(folder, "reference") });

  it("passes strictly when it agrees with the closed form, derivatives under either name", () => {
    const outcome = test("Lib.Good.Decay");
    expect(outcome).toMatchObject({ verdict: "passed", stage: "verify", isStrict: true, signals: 3, message: "" });
    // tolerance 1e-8, and lines between points 1e-3 apart
    expect(outcome.meanError).toBeLessThan(1e-6);
  });

  it("is run as its reference was made", () => {
    writeReference("Lib.Good.Alone", { x: (t) => Math.exp(-t) });
    const own = join(folder, "reference", "Lib", "Good", "Alone");
    // the annotation says one second
    writeFileSync(
      join(own, "creation.txt"),
      "StopTime=2 // by hand\nInterval = 0.001\nTolerance=1e-09\n  stopTime=7,\n",
    );
    const outcome = test("Lib.Good.Alone");
    expect(outcome).toMatchObject({ verdict: "passed", isStrict: true });
    expect(outcome.meanError).toBeLessThan(1e-9);
    rmSync(own, { recursive: true });
  });

  it("flattens a mechanism when the reference has a signal that a native one lacks, and when asked to", () => {
    const turning = `model Turning
      import Modelica.Mechanics.MultiBody.*;
      inner World world(g = 0);
      Joints.Revolute joint(w(start = 1, fixed = true), phi(fixed = true));
      Parts.Body body(m = 2, r_CM = {0.5, 0, 0}, I_33 = 0.1);
    equation
      connect(world.frame_b, joint.frame_a);
      connect(joint.frame_b, body.frame_a);
      annotation(experiment(StopTime = 2, Tolerance = 1e-8));
    end Turning;`;
    const mechanisms = importModelica({ texts: { "Modelica.mo": bodiesLibrary, "Turning.mo": turning } });
    const tested = (options: Partial<TestOptions> = {}): Outcome =>
      testModel(mechanisms, "Turning", { reference: join(folder, "reference"), ...options });
    writeReference("Turning", { "joint.phi": (t) => t });
    expect(tested()).toMatchObject({ verdict: "passed", mechanics: "native" });
    const { equations } = tested();
    const flattened = tested({ mechanics: "flattened" });
    expect(flattened.verdict).toBe("passed");
    expect(flattened.equations).toBeGreaterThan(equations);
    // the centripetal force m·r·w² on the body, in its axes
    writeReference("Turning", { "joint.phi": (t) => t, "body.frame_a.f[1]": () => -1 });
    expect(tested()).toMatchObject({ verdict: "passed", mechanics: "native" });
    // angular velocities belong to the equations of orientations, which a native mechanism does not have
    writeReference("Turning", { "joint.phi": (t) => t, "joint.frame_b.R.w[3]": () => 1 });
    expect(tested()).toMatchObject({ verdict: "passed", mechanics: "flattened" });
    expect(tested({ mechanics: "native" })).toMatchObject({ verdict: "differs", code: "missing", mechanics: "native" });
  });

  it("differs when a curve leaves the tube, and shows it", () => {
    const outcome = test("Lib.Bad.Differs");
    expect(outcome).toMatchObject({ verdict: "differs", stage: "verify", isStrict: false, code: "outside" });
    // exp(-1.1t) is farthest below exp(-(t + w)) - h at t = 10·(ln 1.1 + w); w and h are half width and half height of the tube
    const [w, h] = [0.002 * 2, 0.002 * (1 - Math.exp(-2))];
    const t = 10 * (Math.log(1.1) + w);
    expect(outcome.differing[0]!.worstTime).toBeCloseTo(t, 1);
    expect(outcome.differing[0]!.excess).toBeCloseTo((Math.exp(-(t + w)) - Math.exp(-1.1 * t)) / h - 1, 1);
    expect(outcome.picture).toMatch(/^<svg/);
  });

  it("differs when a signal is missing, or the run ends before the reference does", () => {
    expect(test("Lib.Bad.Missing")).toMatchObject({ verdict: "differs", code: "missing", signals: 2 });
    expect(test("Lib.Bad.Ends")).toMatchObject({ verdict: "differs", code: "ends early", differing: [] });
  });

  it("is simulated and not judged without a reference", () => {
    expect(test("Lib.Good.Alone")).toMatchObject({ verdict: "unreferenced", stage: "simulate", signals: 0 });
  });

  it.each([
    ["Unknown", "flatten", "E-MODELICA-NAME"],
    ["Unbalanced", "translate", "E-STRUCT-UNDER"],
    ["Start", "initialise", undefined],
    ["Asserts", "simulate", "E-ASSERT"],
  ])("tells the stage in which %s fails: %s", (name, stage, code) => {
    const outcome = test(`Lib.Bad.${name}`);
    expect(outcome).toMatchObject({ verdict: "failed", stage, ...(code !== undefined && { code }) });
    // what failed took its time too
    const { flatten, translate, simulate } = outcome.seconds;
    expect([flatten, translate, simulate].filter((value) => value > 0)).toHaveLength(
      stage === "flatten" ? 1 : stage === "translate" ? 2 : 3,
    );
  });
});

describe("names and tables", () => {
  it("knows derivatives in all spellings", () => {
    expect(namesOf("a.b.der(x)")).toContain("der(a.b.x)");
    expect(namesOf("der(a.b.x)")).toContain("a.b.der(x)");
    expect(namesOf("der(a.b[2].x[3])")).toContain("a.b[2].der(x)[3]");
    expect(namesOf("a.der(x)[3]")).toContain("a.der(x[3])");
    expect(namesOf("a.order(x)")).toEqual(["a.order(x)"]);
    expect(namesOf("a.x")).toEqual(["a.x"]);
  });

  it("finds the models with an experiment that are not partial; a file that cannot be parsed is one of them", () => {
    const files = new Map([
      ["/P/package.mo", "package P end P;"],
      ["/P/A.mo", "within P; model A annotation(experiment(StopTime = 1)); end A;"],
      ["/P/B.mo", "within P; model B Real; end B;"],
    ]);
    const listed = { "/": ["P/"], "/P/": ["package.mo", "A.mo", "B.mo"] } as Record<string, string[]>;
    const found = importModelica({
      folders: ["/"],
      files: { list: (name) => listed[name], read: (name) => files.get(name)! },
    }).testModels("P");
    expect(found.map(({ name }) => name)).toEqual(["P.A", "P.B"]);
    expect(found[0]!.fault).toBeUndefined();
    expect(found[1]!.fault).toMatchObject({ code: "E-MODELICA-SYNTAX" });
    const good = importModelica({ texts: { "Lib.mo": library } }).testModels("Lib.Good");
    expect(good.map(({ name }) => name)).toEqual(["Lib.Good.Decay", "Lib.Good.Alone"]);
  });
});

describe("rattleback modelica test", () => {
  async function call(...words: string[]) {
    const all = ["modelica", "test", ...words, "--file", "Lib.mo", "--reference", "reference"];
    try {
      const { stdout, stderr } = await run(process.execPath, [program, ...all], { cwd: folder });
      return { code: 0, out: stdout, messages: stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, out: stdout, messages: stderr };
    }
  }
  const read = (name: string) => readFileSync(join(folder, name), "utf8");

  it("tests a package with workers, goes on after a kill, and writes tables and a page", async () => {
    const first = await call("Lib.Good", "--jobs", "1", "--results", "test.jsonl");
    expect(first).toMatchObject({ code: 0, messages: "" });
    expect(first.out).toMatch(/^strict +verify .* Lib\.Good\.Decay$/m);
    expect(first.out).toMatch(/^unreferenced simulate .* Lib\.Good\.Alone: there is no reference$/m);
    expect(first.out).toMatch(/^all +2 models, 2 simulated, 1 compared, 1 passed, 1 strictly$/m);

    // a kill in the middle of the second line
    const lines = read("test.jsonl").split("\n");
    expect(lines).toHaveLength(4);
    writeFileSync(join(folder, "test.jsonl"), [lines[0], lines[1], lines[2]!.slice(0, 40)].join("\n"));
    const outputs = ["table.json", "table.csv", "page.html"].flatMap((name) => ["--out", name]);
    const only = ["--only", "Lib.Good", "--only", "Lib.Bad"];
    const words = [...only, "--jobs", "2", "--results", "test.jsonl", ...outputs];
    // Bad is in both of them, and tested once
    const { code, out, messages } = await call("Lib", "Lib.Bad", ...words);
    expect(code).toBe(4);
    expect(messages).toMatch(/^1 of 9 models were tested before\n/);
    expect(messages).toMatch(/E-MODELICA-TEST {2}7 of 9 models fail or differ/);
    expect(out).not.toMatch(/verify .* Lib\.Good\.Decay$/m);
    expect(out).toMatch(/^differs +verify .* Lib\.Bad\.Differs: 1 of 1 signals differ: x is /m);
    expect(out).toMatch(/^failed +flatten .* Lib\.Bad\.Unknown: E-MODELICA-NAME/m);

    const { models, packages } = JSON.parse(read("table.json")) as { models: Outcome[]; packages: unknown[] };
    expect(models).toHaveLength(9);
    expect(packages).toEqual(summariseByPackage(models));
    expect(packages.at(-1)).toMatchObject({
      name: "all",
      models: 9,
      simulated: 5,
      compared: 4,
      passed: 1,
      strict: 1,
    });
    expect(read("table.csv").trimEnd().split("\r\n")).toHaveLength(10);
    const page = read("page.html");
    expect(page).toContain("<h1>Lib, Lib.Bad</h1>");
    expect(page.match(/<svg xmlns[^>]* viewBox="0 0 920/g)!.length).toBeGreaterThanOrEqual(2);
    expect(page).not.toContain("<b>");
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("ends a model at the time limit and says so", async () => {
    const { code, out } = await call("Lib.Slow", "--time-limit", "1");
    expect(code).toBe(4);
    expect(out).toMatch(
      /^failed .* Lib\.Slow\.Endless: it was ended after 1 s of processor time; --time-limit gives it more$/m,
    );
  });

  it("refuses what it cannot do", async () => {
    writeFileSync(join(folder, "other.jsonl"), '{"test":{}}\n');
    const messagesOf = async (...words: string[]) => {
      let messages = "";
      const error = (text: string) => {
        messages += text;
      };
      const all = ["modelica", "test", ...words, "--file", "Lib.mo"];
      await commandLine(all, { out: () => {}, error, isInteractive: false, columns: 80, folder });
      return messages;
    };
    const reference = ["--reference", "reference"];
    expect(await messagesOf("Lib.Good.Mass", ...reference)).toContain("no model with an experiment annotation");
    expect(await messagesOf("Lib.Good", "Lib.Nowhere", ...reference)).toContain("Lib.Nowhere");
    const only = await messagesOf("Lib", ...reference, "--only", "Lib.Good.Mass");
    expect(only).toContain('no model with an experiment annotation in "Lib", "Lib.Good.Mass"');
    expect(await messagesOf("Lib.Good")).toContain("no folder of reference results");
    expect(await messagesOf("Lib.Good", "--reference", "nowhere")).toContain('The folder "nowhere" does not exist.');
    expect(await messagesOf("Lib.Good", ...reference, "--jobs", "0")).toContain("--jobs is 0");
    expect(await messagesOf("Lib.Good", ...reference, "--time-limit", "0")).toContain("--time-limit is 0");
    expect(await messagesOf("Lib.Good", ...reference, "--out", "a.pdf")).toContain('cannot be written as "a.pdf"');
    const other = await messagesOf("Lib.Good", ...reference, "--results", "other.jsonl");
    expect(other).toContain("holds the results of another test");
    expect(readFileSync(join(folder, "other.jsonl"), "utf8")).toBe('{"test":{}}\n');
  });
});

it("ranks failures: one class for messages that differ in names and numbers only", () => {
  const base = testModel(importModelica({ texts: { "Lib.mo": library } }), "Lib.Bad.Unknown", { reference: "." });
  const named = (name: string, message: string, code = "E-A"): Outcome => ({ ...base, name, code, message });
  const classes = failureClasses([
    named("a", 'E-B  No "x".', "E-B"),
    named("b", 'E-A  "x" is 3.5.\n  try   that'),
    named("c", 'E-A  "y.z" is -1e-7.'),
  ]);
  expect(classes.map(({ code, models }) => [code, models])).toEqual([
    ["E-A", ["b", "c"]],
    ["E-B", ["a"]],
  ]);
});
