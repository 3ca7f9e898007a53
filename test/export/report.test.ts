import type { Page } from "playwright-core";
import { importUrdf, instantiate, Model, Model3D, Object3D, Scene, simulate, Var } from "rattleback";
import { calibrate, globalSensitivity, propagate, quantileBands, uncertain } from "rattleback/studies";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../scripts/browser.ts";
import { htmlReport } from "../../src/export/report.ts";
import { grid, oscillator, recordRun } from "../results/sampleRun.ts";
import { resultOf } from "../scene/animatedResult.ts";
import { billiards, everyShapeAnimation } from "../scene/everyShape.ts";

const source = 'const text = "</script><b>bold</b>"; // a < b && c';

describe("report as text", () => {
  it("names of models, texts and signals cannot break out of their place", () => {
    const html = htmlReport(resultOf(billiards()), { source });
    expect(html).toContain("<h1>Billiards &lt;break&gt;</h1>");
    expect(html).toContain("&lt;/script&gt;&lt;b&gt;bold&lt;/b&gt;");
    expect(html).not.toContain("<b>bold");
    expect(html.match(/<\/script>/g)).toHaveLength(2);
  });

  it("has status, statistics, warnings, events, parameters and plots with units", () => {
    const html = htmlReport(recordRun([oscillator(grid(0, 1, 10), 0.5)]), {
      title: "An oscillator",
      plots: ["mass.s"],
    });
    expect(html).toContain("<title>An oscillator</title>");
    for (const text of ["finished at 1 s", "method bdf", "one warning", "time reached 0.5", "R.R", "rejected steps"]) {
      expect(html).toContain(text);
    }
    expect(html).toContain("<svg");
    expect(html).not.toContain("<canvas");
  });

  it("vectors are one curve per element, lists share a panel, unknown names are errors", () => {
    const html = htmlReport(resultOf(billiards()), { plots: ["balls[0].r_abs", ["height", "balls[1].r_abs[1]"]] });
    for (const label of ["balls[0].r_abs[1]", "balls[0].r_abs[3]", "height", "balls[1].r_abs[1]"])
      expect(html).toContain(label);
    expect(html.match(/<svg y=/g)).toHaveLength(2);
    expect(() => htmlReport(resultOf(billiards()), { plots: ["hight"] })).toThrow(/"height"/);
    expect(() => htmlReport(resultOf(billiards()), { plot: [] } as object)).toThrow(/did you mean "plots"/);
  });

  it("shows what studies have found: bands, parts of a variance, a fit beside its measurements", () => {
    const model = instantiate(Model({ k: 0.7, x: Var({ init: 2, unit: "m" }), equations: "der(x) = -k*x" }));
    const unsure = { k: uncertain(0.7, { deviation: 0.07 }), "start(x)": uncertain(2, { deviation: 0.1 }) };
    const options = { stopTime: 1.5, interval: 0.1 };
    const run = propagate(model, { uncertain: unsure, ...options });
    const bands = quantileBands(model, { uncertain: unsure, outputs: ["x"], count: 16, ...options });
    const parts = globalSensitivity(
      { k: unsure.k.distribution, "<i>": unsure["start(x)"].distribution },
      ({ k, "<i>": x }) => x! * Math.exp(-1.5 * k!),
      { rows: 64 },
    );
    const fit = calibrate(model, {
      parameters: { k: 1 },
      data: { time: [0.5, 1, 1.5], x: [1.41, 0.99, 0.7] },
      deviations: { x: 0.01 },
    });
    const html = htmlReport(run.result, {
      studies: { bands, deviations: { x: run.band("x") }, indices: { "the end": parts }, fit },
    });
    const { value, deviation } = run.final("x");
    for (const text of [
      "x, 2.5 %",
      `${Number(value.toPrecision(5))} ± ${Number(deviation.toPrecision(5))}`,
      `${parts.indices["k"]!.total.toFixed(2)} (`,
      "&lt;i&gt;",
      `<td>${Number(fit.parameters["k"]!.value.toPrecision(5))}</td>`,
      `Fitted in ${fit.runs} runs`,
      "measured",
    ])
      expect(html).toContain(text);
    expect(html.match(/<svg y=/g)).toHaveLength(4);
    expect(() => htmlReport(run.result, { studies: { band: bands } } as object)).toThrow(/did you mean "bands"/);
  });

  it("says what a fit leaves open", () => {
    const model = instantiate(Model({ a: 1, b: 1, x: Var({ init: 2 }), equations: "der(x) = -a*b*x" }));
    const data = { time: [0.5, 1, 1.5], x: [1.41, 0.99, 0.7] };
    const fit = calibrate(model, { parameters: { a: 1, b: 0.5 }, data });
    const html = htmlReport(fit.results[0]!, { studies: { fit } });
    expect(html).toContain("The measurements cannot tell a, b apart.");
    expect(html).toContain("<td>∞</td>");
    expect(html).toContain("−∞ … ∞");
  });

  it("stays small when the run is long", () => {
    const short = htmlReport(resultOf(billiards(121))).length;
    const long = htmlReport(resultOf(billiards(5001))).length;
    expect(short).toBeLessThan(500_000);
    expect(long).toBeLessThan(1.2 * short);
    expect(htmlReport(resultOf(billiards()), { animation: false }).length).toBeLessThan(100_000);
  });
});

describe("report in a browser", () => {
  let page: Page;
  const complaints: string[] = [];
  const requests: string[] = [];
  let close: () => Promise<void> = async () => {};

  beforeAll(async () => {
    const browser = await launchBrowser();
    close = () => browser.close();
    page = await browser.newPage({ viewport: { width: 700, height: 900 } });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("request", (request) => requests.push(request.url()));
  });

  afterAll(() => close());

  /** Pixels of the canvas, as text. */
  const picture = () => page.evaluate(() => document.querySelector("canvas")!.toDataURL());
  const seek = (time: number) =>
    page.evaluate((value) => {
      const slider = document.querySelector<HTMLInputElement>("input[type=range]")!;
      slider.value = String(value);
      slider.dispatchEvent(new Event("input"));
      return document.querySelector("output")!.textContent;
    }, time);

  it("joints have sliders that follow the run and can be taken in hand", async () => {
    const link = (
      name: string,
    ) => `<link name="${name}"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>
      <visual><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></visual></link>`;
    const { model } = importUrdf(`<robot name="arm"><link name="base"/>${link("upper")}${link("lower")}
      <joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/></joint>
      <joint name="elbow" type="prismatic"><origin xyz="1 0 0"/><parent link="upper"/><child link="lower"/><axis xyz="1 0 0"/></joint></robot>`);
    const arm = Model3D({ world: Object3D({ feature: Scene() }), robot: model });
    const result = simulate(instantiate(arm), { stopTime: 1, merge: { "robot.elbow.s": 0.1, "robot.shoulder.w": 1 } });
    await page.setContent(htmlReport(result, { sliders: { "robot.elbow.s": [-0.2, 0.5] } }));
    const read = () =>
      page.evaluate(() => [...document.querySelectorAll(".joints output")].map(({ textContent }) => textContent));
    const move = (joint: number, value: number) =>
      page.evaluate(
        ([k, position]) => {
          const slider = document.querySelectorAll<HTMLInputElement>(".joints input")[k!]!;
          slider.value = String(position);
          slider.dispatchEvent(new Event("input"));
        },
        [joint, value],
      );
    const limits = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>(".joints input")].map(({ min, max }) => [
        Number(min),
        Number(max),
      ]),
    );
    expect(limits).toEqual([
      [-Math.PI, Math.PI],
      [-0.2, 0.5],
    ]);
    expect(await read()).toEqual(["0.0°", "0.100 m"]);
    await seek(1);
    const end = [result.final("robot.shoulder.phi"), result.final("robot.elbow.s")] as const;
    // also where the run goes beyond the end of the slider
    expect(end[1]).toBeGreaterThan(0.55);
    expect(await read()).toEqual([`${((end[0] * 180) / Math.PI).toFixed(1)}°`, `${end[1].toFixed(3)} m`]);
    const before = await picture();
    await move(0, Math.PI / 2);
    const turned = await picture();
    await move(1, 0.5);
    const longer = await picture();
    expect(new Set([before, turned, longer]).size).toBe(3);
    expect((await read())[0]).toMatch(/^90/);
    // time goes on with the run
    await seek(1);
    expect(await picture()).toBe(before);
    expect(complaints).toEqual([]);
  });

  it("shows the scene, moves with the slider, and asks nobody for anything", async () => {
    await page.setContent(htmlReport(resultOf(everyShapeAnimation())));
    const first = await picture();
    expect(await seek(0.7)).toMatch(/^0\.7/);
    const later = await picture();
    expect(later).not.toBe(first);
    await seek(0);
    expect(await picture()).toBe(first);
    expect(requests).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("draws more than its background: many colours", async () => {
    const colors = await page.evaluate(() => {
      const canvas = document.querySelector("canvas")!;
      const copy = document.createElement("canvas");
      [copy.width, copy.height] = [canvas.width, canvas.height];
      const context = copy.getContext("2d")!;
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, copy.width, copy.height);
      const seen = new Set<number>();
      for (let k = 0; k < data.length; k += 4) seen.add((data[k]! << 16) | (data[k + 1]! << 8) | data[k + 2]!);
      return seen.size;
    });
    expect(colors).toBeGreaterThan(100);
  });

  it("plays and pauses, turns with the pointer and comes nearer with the wheel", async () => {
    await page.setContent(htmlReport(resultOf(billiards())));
    const first = await picture();
    await page.click("button");
    await page.waitForFunction(() => Number.parseFloat(document.querySelector("output")!.textContent!) > 0);
    await page.click("button");
    expect(await page.textContent("button")).toBe("Play");
    await seek(0);
    await page.mouse.move(300, 300);
    await page.mouse.down();
    await page.mouse.move(400, 330);
    await page.mouse.up();
    const turned = await picture();
    expect(turned).not.toBe(first);
    await page.mouse.wheel(0, -300);
    await page.waitForFunction((before) => document.querySelector("canvas")!.toDataURL() !== before, turned);
    expect(complaints).toEqual([]);
  });
});
