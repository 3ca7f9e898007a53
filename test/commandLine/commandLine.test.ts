// The command line as a user meets it, in one process: what is printed where, and which exit code comes out.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLine, commands } from "../../src/commandLine/commandLine.ts";
import { resultFromJson } from "../../src/results/resultFromJson.ts";

let folder: string;

/** A decay x' = −k·x as JSON, which needs no loader. */
const decay = {
  model: {
    _class: "Model",
    k: { _class: "Par", value: 2, unit: "1/s" },
    x: { _class: "Var", init: 1, unit: "m" },
    equations: ["der(x) = -k*x"],
  },
  experiment: { stopTime: 1, tolerance: 1e-9, plots: ["x"] },
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "rattleback-command-line-"));
  write("decay.json", decay);
  write("units.json", { ...decay.model, equations: ["der(x) = -k*x + x"] });
  write("blowUp.json", {
    model: { _class: "Model", x: { _class: "Var", init: 1 }, equations: ["der(x) = x^2"] },
    experiment: { stopTime: 2 },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, document: unknown): void {
  writeFileSync(join(folder, name), typeof document === "string" ? document : JSON.stringify(document));
}

const read = (name: string) => readFileSync(join(folder, name), "utf8");

/** Exit code, standard output and messages of a call. */
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

describe("rattleback live", () => {
  it("runs a model by the clock, and writes what an ordinary run writes", async () => {
    const words = ["--port", "0", "--speed", "100", "--stop-time", "1", "--set", "k=1", "--out", "live.json"];
    const { code, out, messages } = await call("live", "decay.json", ...words);
    expect(messages).toContain("decay: 1 s");
    expect(code).toBe(0);
    expect(out).toMatch(/^ws:\/\/localhost:\d+\/\n$/);
    expect(resultFromJson(read("live.json")).final("x")).toBeCloseTo(Math.exp(-1), 8);
    expect(await call("live", "decay.json", "--outputs", "z")).toMatchObject({ code: 3 });
  });
});

describe("rattleback compare", () => {
  it("finds that a result agrees with itself, and where another one leaves it", async () => {
    for (const [name, k] of [
      ["two", "2"],
      ["one", "1"],
    ])
      await call("run", "decay.json", "--set", `k=${k}`, "--out", `${name}.json`, "--quiet");
    expect(await call("compare", "two.json", "two.json")).toEqual({
      code: 0,
      out: expect.stringMatching(/^The results agree in \d+ signals\.\n$/),
      messages: "",
    });
    const { code, out, messages } = await call("compare", "two.json", "one.json", "--signals", "x");
    expect(code).toBe(4);
    // |e^(−t) − e^(−2t)| is largest at t = ln 2, where it is 1/4
    const [, deviation, time] = /^x\tdiffers\tby (\S+) at (\S+) s/.exec(out)!.map(Number);
    expect(deviation).toBeCloseTo(0.25, 4);
    expect(time).toBeCloseTo(Math.log(2), 2);
    expect(messages).toContain("E-COMPARE");
    expect((await call("compare", "two.json", "one.json", "--signals", "x", "--tolerance", "0.5")).code).toBe(0);
    expect(JSON.parse((await call("compare", "two.json", "two.json", "--json")).out)).toMatchObject({ isInside: true });
  });

  it("refuses what is not two results", async () => {
    expect((await call("compare", "decay.json")).code).toBe(2);
    expect((await call("compare", "decay.json", "decay.json")).code).toBe(5);
  });
});

describe("rattleback run", () => {
  it("prints the final values of the plotted signals, and nothing else, on standard output", async () => {
    const { code, out, messages } = await call("run", "decay.json");
    expect(code).toBe(0);
    const [name, value, unit] = out.trimEnd().split("\t");
    expect([name, unit]).toEqual(["x", "m"]);
    // tolerance 1e-9 per step, some dozen steps
    expect(Math.abs(Number(value) - Math.exp(-2))).toBeLessThan(1e-7);
    expect(messages).toMatch(/decay: finished at 1 s/);
  });

  it("sets parameters with units, and options win over the experiment", async () => {
    const { out } = await call("run", "decay.json", "--set", "k=0.06 1/min", "--stop-time", "0.5 h", "--json");
    const { final, endTime, units } = JSON.parse(out);
    expect(endTime).toBe(1800);
    expect(units).toEqual({ x: "m" });
    expect(Math.abs(final.x - Math.exp(-0.001 * 1800))).toBeLessThan(1e-6);
  });

  it("writes every format that the endings ask for, and says so", async () => {
    const { code, messages } = await call(
      "run",
      "decay.json",
      "--out",
      "a.csv",
      "--out",
      "a.json",
      "--out",
      "a.mat",
      "--out",
      "a.arrow",
    );
    expect(code).toBe(0);
    expect(messages).toContain("wrote a.csv");
    expect(read("a.csv").split("\r\n")[0]).toBe("time,k,x,der(x)");
    expect(resultFromJson(read("a.json")).names()).toEqual(["k", "x", "der(x)"]);
    expect(read("a.mat")).toContain("data_2");
    expect(read("a.arrow").slice(0, 6)).toBe("ARROW1");
  });

  it("writes CSV of chosen signals to standard output", async () => {
    const { out } = await call("run", "decay.json", "--out", "-", "--signals", "x", "--interval", "0.5", "--quiet");
    const lines = out.trimEnd().split("\r\n");
    expect(lines[0]).toBe("time,x");
    expect(lines.map((line) => Number(line.split(",")[0])).slice(1)).toEqual([0, 0.5, 1]);
  });

  it("runs a robot as it comes, from the positions that are set, and says what it did not use", async () => {
    const [l, m, I, phi] = [0.5, 2, 0.1, 1];
    write(
      "rod.urdf",
      `<robot name="rod"><link name="base"/><link name="rod">
      <inertial><origin xyz="0 0 ${-l}"/><mass value="${m}"/><inertia ixx="${I}" iyy="${I}" izz="0.01"/></inertial></link>
      <joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint><sensor/></robot>`,
    );
    // after one period, which is elliptic, it is back
    let [a, b] = [1, Math.cos(phi / 2)];
    for (let k = 0; k < 6; k++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
    const period = ((2 * Math.PI) / a) * Math.sqrt((I + m * l * l) / (m * 9.81 * l));
    const options = ["--set", `robot.hinge.phi=${phi}`, "--stop-time", String(period), "--tolerance", "1e-9"];
    const { code, out, messages } = await call("run", "rod.urdf", ...options);
    expect(code).toBe(0);
    const [name, value] = out.trimEnd().split("\t");
    expect(name).toBe("robot.hinge.phi");
    expect(Number(value)).toBeCloseTo(phi, 6);
    expect(messages).toContain("rod.urdf: <sensor> in <robot>: 1 ignored");
    // and shows it, with a slider for its joint
    const page = /wrote (.*rod\.html)/.exec(messages)![1]!;
    expect(readFileSync(page, "utf8")).toContain("<span>robot.hinge.phi</span>");
    rmSync(dirname(page), { recursive: true });
    expect((await call("check", "rod.urdf")).code).toBe(0);
    // the same pendulum as MuJoCo and Gazebo write it, in gravity of 9.81 m/s²
    write(
      "rod.xml",
      `<mujoco><compiler angle="radian"/><worldbody><body name="rod"><joint name="hinge" axis="0 1 0"/>
      <inertial pos="0 0 ${-l}" mass="${m}" diaginertia="${I} ${I} 0.01"/></body></worldbody></mujoco>`,
    );
    write(
      "rod.sdf",
      `<sdf version="1.9"><world name="w"><gravity>0 0 -9.81</gravity><model name="rod"><link name="rod">
      <inertial><pose>0 0 ${-l} 0 0 0</pose><mass>${m}</mass><inertia><ixx>${I}</ixx><iyy>${I}</iyy><izz>0.01</izz></inertia></inertial></link>
      <joint name="hinge" type="revolute"><parent>world</parent><child>rod</child><axis><xyz>0 1 0</xyz></axis></joint></model></world></sdf>`,
    );
    for (const file of ["rod.xml", "rod.sdf"]) {
      const other = await call("run", file, ...options);
      expect(Number(other.out.trimEnd().split("\t")[1])).toBeCloseTo(phi, 6);
    }
  });

  it("ends with 2 for wrong usage, and suggests what was meant", async () => {
    expect(await call("run", "decay.json", "--stop-tiem", "3")).toMatchObject({
      code: 2,
      messages: expect.stringMatching(/E-USAGE[\s\S]*did you mean --stop-time/),
    });
    expect(await call("run")).toMatchObject({ code: 2 });
    expect(await call("run", "decay.json", "--tolerance", "fine")).toMatchObject({ code: 2 });
    expect(await call("run", "decay.json", "--set", "kk=3")).toMatchObject({
      code: 2,
      messages: expect.stringContaining('did you mean "k"'),
    });
    expect(await call("run", "decay.json", "--set", "k=3 kg")).toMatchObject({
      code: 2,
      messages: expect.stringContaining("E-UNIT"),
    });
    expect(await call("run", "decay.json", "--out", "a.cvs")).toMatchObject({
      code: 2,
      messages: expect.stringContaining(".csv"),
    });
    expect(await call("run", "units.txt")).toMatchObject({ code: 2 });
    expect(await call("rnu", "decay.json")).toMatchObject({
      code: 2,
      messages: expect.stringContaining('did you mean "run"'),
    });
    expect(await call()).toMatchObject({ code: 2 });
  });

  it("ends with 3 for a model that cannot be translated, also as JSON", async () => {
    expect(await call("run", "units.json", "--stop-time", "1")).toMatchObject({
      code: 3,
      out: "",
      messages: expect.stringContaining("E-UNIT"),
    });
    const { code, out } = await call("run", "units.json", "--stop-time", "1", "--json");
    expect(code).toBe(3);
    expect(JSON.parse(out).error).toMatchObject({ code: "E-UNIT", exitCode: 3, file: "units.json" });
  });

  it("ends with 4 for a run that fails, and keeps what there is", async () => {
    const { code, messages } = await call("run", "blowUp.json", "--out", "blowUp.csv");
    expect(code).toBe(4);
    expect(messages).toMatch(/E-STEP|E-NOT-FINITE/);
    const last = Number(read("blowUp.csv").trimEnd().split("\n").at(-1)!.split(",")[0]);
    // x = 1/(1 − t) has a pole at 1
    expect(last).toBeGreaterThan(0.9);
    expect(last).toBeLessThanOrEqual(1);
  });

  it("ends with 5 for files that cannot be read or written", async () => {
    expect(await call("run", "missing.json")).toMatchObject({
      code: 5,
      messages: expect.stringMatching(/E-FILE[\s\S]*check the name/),
    });
    expect(await call("run", "decay.json", "--out", "no/such/folder/a.csv")).toMatchObject({ code: 5 });
  });

  it("asks for a stop time when nobody gives one", async () => {
    write("endless.json", decay.model);
    expect(await call("run", "endless.json")).toMatchObject({
      code: 2,
      messages: expect.stringContaining("--stop-time"),
    });
  });
});

describe("rattleback check", () => {
  it("tells what came out of the translation", async () => {
    const { code, out } = await call("check", "decay.json");
    expect(code).toBe(0);
    expect(out).toMatch(/decay is correct\.[\s\S]*states +1: x/);
    expect(JSON.parse((await call("check", "decay.json", "--json")).out)).toMatchObject({
      model: "decay",
      states: ["x"],
      parameters: ["k"],
    });
    expect((await call("check", "decay.json", "--equations")).out).toContain("der(x)");
  });

  it("ends with 3 and the place of the error", async () => {
    const { code, messages } = await call("check", "units.json");
    expect(code).toBe(3);
    expect(messages).toMatch(/^units\.json:1:\d+: E-UNIT/);
  });
});

describe("rattleback convert", () => {
  it("turns a result into another format with the same numbers", async () => {
    await call("run", "decay.json", "--out", "from.json", "--out", "direct.csv");
    expect(await call("convert", "from.json", "to.csv")).toMatchObject({ code: 0, out: "" });
    expect(read("to.csv")).toBe(read("direct.csv"));
  });

  it("refuses broken and old results, and formats that do not exist", async () => {
    write("broken.json", "{");
    write("old.json", { format: "rattleback-result", version: 0 });
    expect(await call("convert", "broken.json", "a.csv")).toMatchObject({
      code: 5,
      messages: expect.stringContaining("E-RESULT-FILE"),
    });
    expect(await call("convert", "old.json", "a.csv")).toMatchObject({
      code: 5,
      messages: expect.stringContaining("E-RESULT-VERSION"),
    });
    expect(await call("convert", "from.json", "a.xls")).toMatchObject({ code: 2 });
    expect(await call("convert", "from.json")).toMatchObject({ code: 2 });
  });
});

describe("rattleback media", () => {
  it("prints the properties of a state, what is known of a medium, and their names", async () => {
    const sheet = (await call("media", "water", "--p", "1e6", "--T", "300")).out;
    expect(sheet).toMatch(/^d +996\.96\d* +kg\/m³ +density$/m);
    expect(sheet).toMatch(/^phase +liquid$/m);
    expect(JSON.parse((await call("media", "R134a", "--p", "1e6", "--h", "4.2e5", "--json")).out).T).toBeCloseTo(
      313,
      0,
    );
    expect((await call("media", "water")).out).toMatch(/IAPWS/);
    expect((await call("media")).out.split("\n")).toContain("R134a");
  });

  it("says what is wrong with a question", async () => {
    expect(await call("media", "watr")).toMatchObject({
      code: 2,
      messages: expect.stringContaining('did you mean "water"'),
    });
    expect(await call("media", "water", "--p", "1e5", "--T", "3000")).toMatchObject({
      code: 2,
      messages: expect.stringContaining("outside 273.15 to 2273.15 K"),
    });
    expect(await call("media", "water", "--T", "300")).toMatchObject({
      code: 2,
      messages: expect.stringContaining("--p and --T"),
    });
  });
});

describe("rattleback examples", () => {
  it("lists them with their first sentence, and prints one by a part of its name", async () => {
    expect((await call("examples")).out).toMatch(/01-bouncing-ball +A ball bounces/);
    expect(JSON.parse((await call("examples", "--json")).out)[0]).toMatchObject({ name: "01-bouncing-ball" });
    expect((await call("examples", "rectifier")).out).toContain("IdealDiode");
    expect(await call("examples", "rectifer")).toMatchObject({
      code: 2,
      messages: expect.stringContaining('did you mean "rectifier"'),
    });
    expect(await call("examples", "bouncing")).toMatchObject({ code: 2, messages: expect.stringContaining("several") });
  });
});

describe("help", () => {
  it("explains every command with examples that name its options", async () => {
    expect((await call("--help")).out).toContain("Exit codes");
    expect((await call("--version")).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    for (const { name, options } of commands) {
      const { code, out } = await call(name, "--help");
      expect(code).toBe(0);
      expect(out).toContain("Examples:");
      for (const option of Object.keys(options)) expect(out).toContain(`--${option}`);
    }
  });
});
