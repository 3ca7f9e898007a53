// The studio as a user meets it, in a real browser.
import { statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { ObjectLoader } from "three";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { galleryExamples } from "../../scripts/buildSite.ts";
import { siteFolder } from "../../src/commandLine/packageFiles.ts";
import { serveFolder } from "../../src/commandLine/staticServer.ts";
import { modelLink } from "../../src/modelFile/modelLink.ts";
import { resultFromJson } from "../../src/results/resultFromJson.ts";
import { validateGltf } from "../export/validateGltf.ts";
import { accessibilityProblems } from "./accessibilityProblems.ts";
import { type StudioBrowser, type StudioPage, startStudio } from "./studioPage.ts";

let studio: StudioBrowser;
let shown: StudioPage;

beforeAll(async () => {
  studio = await startStudio();
  shown = await studio.newPage();
  await shown.open(studio.server.address);
});
afterAll(() => studio?.close());

const decay = `import { Model, Par, Var } from "rattleback";
export default Model({
  k: Par({ value: 2, unit: "1/s", min: 0, max: 4 }),
  x: Var({ init: 1, unit: "m" }),
  equations: \`
    der(x) = -k*x
  \`,
});
export const experiment = { stopTime: 1, tolerance: 1e-9, plots: ["x"] };
`;

/** A bar of 1 m in front of the camera, which falls from the horizontal. */
const pendulum = `import { Beam, Model3D, Object3D, Revolute, Scene, Solid } from "rattleback";
export default Model3D({
  world: Object3D({ feature: Scene() }),
  bar: Object3D({ feature: Solid({ shape: Beam({ axis: 1, length: 1, width: 0.3, thickness: 0.3 }), solidMaterial: "Steel" }) }),
  pivot: Object3D({ parent: "bar", translation: [-0.5, 0, 0] }),
  rev: Revolute({ obj1: "world", obj2: "pivot", axis: 3, phi: 0 }),
});
export const experiment = { stopTime: 0.5, tolerance: 1e-8, plots: ["rev.phi"] };
`;

/** A run that takes as long as anybody waits, with few rows in that time: a busy computer may wait long. */
const endless = `import { Model, Var } from "rattleback";
function slowly(x: number): number {
  let sum = 0;
  for (let k = 1; k < 1e5; k++) sum += 1 / k;
  return sum > 0 ? x : 0;
}
export default Model({
  functions: { slowly },
  x: Var({ init: 1 }),
  v: Var({ init: 0 }),
  equations: \`
    der(x) = v
    der(v) = -slowly(x)
  \`,
});
export const experiment = { stopTime: 1e7, interval: 0.1, plots: ["x"] };
`;

/** Tries everything that could leave the worker, and tells what was possible. */
const hostile = (stranger: string, own: string) => `const scope = globalThis as any;
const tries: Record<string, () => unknown> = {
  fetch: () => fetch("http://${stranger}/fetch"),
  own: () => fetch("${own}index.html"),
  request: () => {
    const request = new scope.XMLHttpRequest();
    request.open("GET", "http://${stranger}/request", false);
    request.send();
  },
  socket: () => new scope.WebSocket("ws://${stranger}/socket"),
  events: () => new Promise((yes, no) => Object.assign(new scope.EventSource("http://${stranger}/events"), { onopen: yes, onerror: no })),
  scripts: () => scope.importScripts("http://${stranger}/scripts.js"),
  module: () => import("http://${stranger}/module.js"),
  page: () => scope.document.title,
  parent: () => scope.parent.location.href,
  storage: () => scope.localStorage.length,
  database: () => new Promise((yes, no) => Object.assign(scope.indexedDB.open("a"), { onsuccess: yes, onerror: no })),
};
for (const [name, attempt] of Object.entries(tries)) {
  try {
    await attempt();
    console.log(name, "possible");
  } catch {
    console.log(name, "refused");
  }
}
`;

/** Catches the port of the engine when it sends something, and does something else with it. */
const takenOver = (attack: string) => `const { prototype } = (globalThis as any).MessagePort;
const { postMessage } = prototype;
prototype.postMessage = function (this: unknown, ...given: unknown[]) {
  const send = (message: unknown) => postMessage.call(this, message);
  ${attack}
  return postMessage.apply(this, given);
};
`;

const openNew = async (text: string, address = `${studio.server.address}#new`) => {
  await shown.page.goto("about:blank");
  await shown.open(address);
  await shown.page.locator(".cm-content").waitFor();
  if (text !== "") await shown.type(text);
};

describe("the gallery", () => {
  it("shows every example with a title, and fits a small screen", async () => {
    const cards = await shown.page
      .locator("[data-example]")
      .evaluateAll((all) => all.map((card) => card.getAttribute("data-example")));
    expect(cards.sort()).toEqual(
      galleryExamples()
        .map(({ name }) => name)
        .sort(),
    );
    await shown.page.setViewportSize({ width: 360, height: 700 });
    const overflow = await shown.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    // the search has a row of its own, and both choices share the next
    const [search, level, order] = await Promise.all(
      ["input", "select >> nth=0", "select >> nth=1"].map((part) =>
        shown.page.locator(`.finding ${part}`).boundingBox(),
      ),
    );
    expect([level!.y, level!.height]).toEqual([order!.y, order!.height]);
    expect(search!.width).toBeCloseTo(order!.x + order!.width - level!.x, 0);
    await shown.page.setViewportSize({ width: 1280, height: 800 });
  });

  it("is searched, has levels, and is a course", async () => {
    const { page } = shown;
    const names = () =>
      page.locator("[data-example]").evaluateAll((all) => all.map((card) => card.dataset["example"]!));
    const all = await names();
    await page.getByLabel("Search models").fill("pendulum");
    await expect.poll(names).toContain("3d-double-pendulum");
    expect((await names()).length).toBeLessThan(all.length / 4);
    await page.getByLabel("Search models").fill("");
    await page.getByLabel("Level").selectOption("first steps");
    const easy = await names();
    expect(easy.length).toBeGreaterThan(5);
    expect(easy.length).toBeLessThan(all.length / 2);
    await page.getByLabel("Level").selectOption("all levels");
    await page.getByLabel("Order").selectOption("as a course");
    // in its order, and all that is beside it
    expect((await names()).sort()).toEqual(all.sort());
    expect(await page.locator(".card strong").first().textContent()).toMatch(/^1\. /);
    await page.getByLabel("Order").selectOption({ index: 0 });
  });

  it("has a picture for every card, and all of them load", async () => {
    const broken = await shown.page.locator(".card").evaluateAll((cards) =>
      Promise.all(
        cards.map(async (card) => {
          const image = card.querySelector("img");
          if (image === null) return card.getAttribute("data-example");
          image.loading = "eager";
          await image.decode().catch(() => undefined);
          return image.naturalWidth > 0 ? undefined : image.src;
        }),
      ),
    );
    expect(broken.filter((name) => name !== undefined)).toEqual([]);
  });
});

describe("the first picture", () => {
  it("needs few and small files: neither engine nor editor, viewer or TypeScript", async () => {
    const opened = await studio.newPage();
    try {
      // when the first picture of the gallery has come, at the latest
      await opened.page.addInitScript(() => {
        const note = (event: Event): void => {
          if (!(event.target instanceof HTMLImageElement) || "firstPicture" in window) return;
          const all = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
          Object.assign(window, { firstPicture: all.map(({ name }) => new URL(name).pathname.slice(1)) });
        };
        // loads of pictures are not told to the window
        document.addEventListener("load", note, true);
      });
      await opened.open(studio.server.address);
      await opened.page.waitForFunction(() => "firstPicture" in window);
      const files = await opened.page.evaluate(() => (window as unknown as { firstPicture: string[] }).firstPicture);
      const others = files.filter((file) => !file.startsWith("pictures/"));
      expect(others.filter((file) => /engine|sandbox|types|Worker|Editor|viewer|stripTypes/.test(file))).toEqual([]);
      // style, page and its parts, icon, list of the examples; and the pictures of one screen with some to scroll to
      expect(others.length).toBeLessThanOrEqual(8);
      expect(files.length - others.length).toBeLessThanOrEqual(40);
      const bytes = files.reduce((sum, file) => sum + statSync(join(siteFolder, file)).size, 0);
      expect(bytes).toBeLessThan(1_500_000);
    } finally {
      await opened.page.close();
    }
  });
});

describe("a model", () => {
  it("runs, and its plot ends at the closed form", async () => {
    await openNew(decay);
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    const plot = shown.page.locator(".plot").first();
    await shown.pressOnPlot("ArrowRight", "ArrowRight", "ArrowRight");
    expect((await shown.legend())["x"]).toBeGreaterThan(0.98);
    const box = (await plot.boundingBox())!;
    // the cursor to the last point
    await shown.page.mouse.click(box.x + box.width - 12, box.y + box.height / 2);
    // read from the last of 500 points, written with six digits
    expect(Math.abs((await shown.legend())["x"] - Math.exp(-2))).toBeLessThan(1e-5);
  });

  it("runs again with another parameter, without translation, beside the first run", async () => {
    await shown.tab("Parameters");
    const field = shown.page.locator("#parameter-k");
    await field.fill("6");
    expect(await shown.page.locator(".invalid").allTextContents()).toContain("at most 4 1/s");
    // 18000 1/h = 5 1/s
    for (const [text, message] of [
      ["18000 1/h", "at most 4 1/s"],
      ["2 m", "a number in 1/s or a unit of that kind, not in m"],
    ]) {
      await field.fill(text!);
      expect(await shown.page.locator(".invalid").allTextContents()).toContain(message);
    }
    await field.fill("7200 1/h");
    expect(await shown.page.locator(".parameter input[type=range]").first().inputValue()).toBe("2");
    await field.fill("1");
    await shown.page.getByRole("button", { name: "Run again" }).click();
    expect(await shown.ended()).toBe("finished");
    const values = await shown.legend();
    expect(Math.abs(values["x (run 1)"] - Math.exp(-2))).toBeLessThan(1e-5);
    expect(Math.abs(values["x (k = 1)"] - Math.exp(-1))).toBeLessThan(1e-5);
    await shown.tab("Runs");
    // |e^(−t) − e^(−2t)| is largest at t = ln 2, where it is 1/4
    const row = await shown.page.locator(".comparison tbody tr").first().textContent();
    expect(Number(/x([\d.]+)/.exec(row!)![1])).toBeCloseTo(0.25, 3);
  });

  it("is saved as a result that can be read, and opened again beside the runs", async () => {
    const menu = (name: string) => shown.save(name);
    const json = await shown.saved(() => menu("Result as JSON"));
    const result = resultFromJson(json.content.toString());
    expect(Math.abs(result.final("x") - Math.exp(-1))).toBeLessThan(1e-8);
    const csv = await shown.saved(() => menu("Result as CSV"));
    expect(csv.name).toBe("model.csv");
    expect(csv.content.toString().split("\r\n")[0]).toContain("time,");
    const model = await shown.saved(() => menu("Model (.ts)"));
    expect(model.content.toString()).toBe(decay);
    const svg = await shown.saved(() => shown.page.getByRole("button", { name: "SVG" }).first().click());
    expect(svg.content.toString()).toMatch(/^<svg[\s\S]*<path/);
    const png = await shown.saved(() => shown.page.getByRole("button", { name: "PNG" }).first().click());
    expect(png.content.subarray(1, 4).toString()).toBe("PNG");
    const numbers = await shown.saved(() => shown.page.getByRole("button", { name: "CSV" }).first().click());
    expect(numbers.content.toString().split("\n").length).toBeGreaterThan(500);

    await shown.openFile("again.json", json.content);
    await shown.page.locator(".runs li").nth(2).waitFor();
    // it alone is shown, others when they are ticked
    expect(await shown.page.locator(".runs input:checked").count()).toBe(1);
    expect(Object.keys(await shown.legend())).toEqual(["x"]);
    await shown.openFile("old.json", Buffer.from(JSON.stringify({ format: "rattleback-result", version: 0 })));
    await shown.page.locator(".notice", { hasText: "E-RESULT-VERSION" }).waitFor();
  });
});

describe("the form of the parameters", () => {
  it("keeps whoever types in a field there, while the model is translated and runs", async () => {
    await openNew(decay);
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    await shown.tab("Parameters");
    await shown.page.locator("#parameter-k").fill("1");
    await shown.page.keyboard.press("Control+Enter");
    expect(await shown.ended()).toBe("finished");
    await shown.page.keyboard.type(".5");
    expect(await shown.page.locator("#parameter-k").inputValue()).toBe("1.5");
  });
});

describe("the plots", () => {
  /** Deg turns to rad on the way; x is a power of ten in time. */
  const turning = `import { Model, Par, Var } from "rattleback";
export default Model({
  w: Par(2, "rad/s"),
  phi: Var({ init: 0, unit: "rad" }),
  z: Var({ init: 1 }),
  n: Var({ init: 0 }),
  equations: \`
    der(phi) = w
    der(z) = -10*z
    when {phi > 1, phi > 1.5} then
      n = pre(n) + 1
    end when
  \`,
});
export const experiment = { stopTime: 1, tolerance: 1e-9, plots: ["phi", ["z", "n"]] };
`;
  const end = async () => {
    await shown.pressOnPlot("End");
    return shown.legend();
  };

  it("show angles in degrees when that is chosen, now and the next time", async () => {
    await openNew(turning);
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    expect((await end())["phi"]).toBeCloseTo(2, 5);
    await shown.page.getByLabel("Unit of phi").selectOption("deg");
    expect((await end())["phi"]).toBeCloseTo((2 * 180) / Math.PI, 3);
    await shown.run();
    await shown.ended();
    expect((await end())["phi"]).toBeCloseTo((2 * 180) / Math.PI, 3);
    await shown.page.getByLabel("Unit of phi").selectOption("rad");
  });

  it("hide and isolate curves, take powers of ten, and tell differences from a marker", async () => {
    const entry = (name: string) => shown.page.locator(".legend .entry", { hasText: name });
    await entry("n").click();
    expect(await entry("n").getAttribute("aria-pressed")).toBe("false");
    await entry("n").dblclick();
    expect(await entry("z").getAttribute("aria-pressed")).toBe("false");
    expect(await entry("n").getAttribute("aria-pressed")).toBe("true");
    await entry("n").dblclick();
    expect(await entry("z").getAttribute("aria-pressed")).toBe("true");
    const log = shown.page.getByRole("button", { name: "log" }).last();
    await log.click();
    const svg = await shown.saved(() => shown.page.getByRole("button", { name: "SVG" }).last().click());
    // e^(−10) is 4.5e−5: whole powers of ten stand beside the axis
    expect(svg.content.toString()).toMatch(/>0\.01<[\s\S]*>0\.1</);
    await log.click();
    await shown.pressOnPlot("Home", "m", "End");
    // 2 rad in 1 s
    await shown.page.locator(".pane-head", { hasText: "Δt 1 s" }).waitFor();
    await expect.poll(() => entry("phi").textContent()).toMatch(/Δ 2\)/);
    await shown.page.getByRole("button", { name: "× Marker" }).click();
  });

  it("stand over another signal, go from panel to panel, and keep the sizes of their panes", async () => {
    const { page } = shown;
    // n over phi: a step at 1 rad; what is written along the axis is an angle
    await page.getByLabel("What z, n stand over").selectOption("phi");
    const svg = await shown.saved(() => page.getByRole("button", { name: "SVG" }).last().click());
    expect(svg.content.toString()).toContain(">phi in rad<");
    expect(svg.content.toString()).not.toContain(">time in s<");
    await page.getByLabel("What z, n stand over").selectOption("over time");
    // a curve is dragged from one legend into another panel
    await page.locator(".legend .entry", { hasText: "n" }).dragTo(page.locator(".panel").first());
    await expect.poll(() => page.locator(".panel").first().locator(".legend .entry").count()).toBe(2);
    const bar = page.getByRole("separator", { name: "Width of the text" });
    const width = async () => (await page.locator(".work-pane").boundingBox())!.width;
    const before = await width();
    await shown.press(bar, "ArrowRight");
    await expect.poll(width).toBeGreaterThan(before);
    const after = await width();
    await page.reload();
    await page.locator(".work-pane").waitFor();
    await expect.poll(width).toBeCloseTo(after, 0);
    await bar.dblclick();
    await expect.poll(width).toBeCloseTo(before, 0);
    await shown.page.locator(".cm-content").waitFor();
    await shown.run();
    expect(await shown.ended()).toBe("finished");
  });

  it("have beside them how the run came about: its start, its steps, its equations", async () => {
    await shown.tab("Solver");
    const pane = shown.page.locator(".solver-pane");
    await pane.getByText("Fixed (2)").waitFor();
    expect(await pane.locator(".solver-start").textContent()).toContain("phi = 0");
    expect(await pane.locator(".solver-steps").textContent()).toMatch(
      /\d+ steps by \w+, .*At the end: the last step was/,
    );
    await pane.getByLabel("Search equations").fill("z");
    await expect.poll(() => pane.locator("code").allTextContents()).toEqual(["der(z) = -10*z"]);
  });

  it("have the events of the run beside them: a click goes there", async () => {
    await shown.tab("Events");
    const row = shown.page.locator(".events button", { hasText: "phi" }).first();
    // 2 rad/s reach 1 rad after half a second
    expect(await row.textContent()).toMatch(/^0\.5 s/);
    expect(await row.textContent()).toContain("n: 0 → 1");
    await row.click();
    expect((await shown.legend())["phi"]).toBeCloseTo(1, 5);
    await shown.page.getByLabel("Filter events").fill("nothing of that kind");
    expect(await shown.page.locator(".events button").count()).toBe(0);
    // a long list is made in many pictures, and no longer when another one is asked for
    await shown.page.getByLabel("Filter events").evaluate((filter: HTMLInputElement) => {
      const clock: { now(): number } = performance;
      const { now } = clock;
      let late = 0;
      clock.now = () => (late += 100);
      for (const value of ["", "nothing of that kind"]) {
        filter.value = value;
        filter.dispatchEvent(new Event("input"));
      }
      clock.now = now;
    });
    await shown.nextPicture();
    expect(await shown.page.locator(".events button").count()).toBe(0);
  });
});

describe("studies", () => {
  it("show bands, what matters, and a fit whose values the form takes", async () => {
    await openNew(decay);
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    await shown.tab("Studies");
    const pane = shown.page.locator(".studies-pane");
    const answer = pane.locator(".study-answer");
    await pane.getByRole("button", { name: "Bands" }).click();
    await expect.poll(() => answer.textContent()).toContain("Choose at least one value");
    await pane.getByLabel("k is not known exactly").check();
    await pane.getByRole("button", { name: "Bands" }).click();
    // exp(−2), and exp(−2 ± 0.196)
    await expect
      .poll(() => answer.textContent())
      .toMatch(/x at the end: 0\.135\d*, with 95 % between 0\.11\d* and 0\.16\d*/);
    expect(await answer.getByRole("img", { name: "Quantiles of x over time" }).count()).toBe(1);
    await pane.getByLabel("x is not known exactly").check();
    await pane.getByLabel("Deviation of x in percent").fill("1");
    await pane.getByRole("button", { name: "What matters" }).click();
    await expect.poll(() => answer.locator("tr td:first-child").allTextContents()).toEqual(["k", "x"]);
    await pane.getByLabel("x is not known exactly").uncheck();
    await pane.getByLabel("Measured table").fill("time,z\n0,1\n1,2");
    await pane.getByRole("button", { name: "Fit", exact: true }).click();
    await expect.poll(() => answer.getByRole("alert").textContent()).toContain('"z"');
    const table = [0, 0.25, 0.5, 0.75, 1].map((t) => `${t},${Math.exp(-1.25 * t)}`);
    await pane.getByLabel("Measured table").fill(`time,x\n${table.join("\n")}`);
    await pane.getByRole("button", { name: "Fit", exact: true }).click();
    await expect.poll(() => answer.locator("td").allTextContents()).toContain("1.25");
    await answer.getByRole("button", { name: "Take these values and run" }).click();
    await expect.poll(() => shown.page.locator(".status").textContent()).toBe("finished");
    await shown.tab("Runs");
    await expect.poll(() => shown.page.locator(".runs li").first().textContent()).toMatch(/k = 1\.2(5|49999)/);
    await shown.tab("Model");
  });

  it("know a value that was given with a unit of its own, and so does its slider", async () => {
    await openNew(decay);
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    await shown.tab("Parameters");
    const field = shown.page.locator("#parameter-k");
    await field.fill("150 1/min");
    // the form is made again
    await shown.page.getByPlaceholder("Search parameters").fill("k");
    expect(await field.inputValue()).toBe("150 1/min");
    expect(await shown.page.getByLabel("k, slider").inputValue()).toBe("2.5");
    await shown.tab("Studies");
    const pane = shown.page.locator(".studies-pane");
    expect(await pane.locator(".study-row").first().textContent()).toContain("2.5 1/s");
    await pane.getByLabel("k is not known exactly").check();
    await pane.getByRole("button", { name: "Bands" }).click();
    // exp(−2.5), and exp(−2.5 ± 0.245)
    await expect
      .poll(() => pane.locator(".study-answer").textContent())
      .toMatch(/x at the end: 0\.08\d*, with 95 % between 0\.06\d* and 0\.1\d* m /);
    await shown.tab("Model");
  });
});

describe("a model in space", () => {
  /** Whatever is drawn in the middle of the view: the bar swings through it. */
  const clickObject = async () => {
    const box = (await shown.page.locator(".stage canvas").boundingBox())!;
    for (const [x, y] of [
      [0.5, 0.5],
      [0.6, 0.5],
      [0.5, 0.4],
      [0.6, 0.4],
      [0.4, 0.5],
      [0.7, 0.4],
    ]) {
      await shown.page.mouse.click(box.x + x! * box.width, box.y + y! * box.height);
      await shown.nextPicture();
      if (await shown.page.locator(".object-card").isVisible()) return;
    }
  };

  it("is seen, and a click on an object tells its path, pose and velocity", async () => {
    await shown.withMotion(async () => {
      await openNew(pendulum);
      await shown.run();
      expect(await shown.ended()).toBe("finished");
      await shown.page.locator(".stage canvas").waitFor();
      await shown.page.getByRole("button", { name: "Pause" }).dispatchEvent("click");
    });
    // plots go beside the view and below it again
    const [view, plots] = [shown.page.locator(".view-pane"), shown.page.locator(".plots-pane")];
    const rightOf = async () => (await plots.boundingBox())!.x - (await view.boundingBox())!.x;
    const below = async () => (await plots.boundingBox())!.y - (await view.boundingBox())!.y;
    await shown.page.getByRole("button", { name: "Plots beside the view" }).click();
    await expect.poll(below).toBe(0);
    expect(await rightOf()).toBeGreaterThan(100);
    await shown.page.getByRole("button", { name: "Plots beside the view" }).click();
    await expect.poll(rightOf).toBe(0);
    const before = await below();
    const bar = shown.page.getByRole("separator", { name: "Height of the view" });
    await shown.press(bar, "ArrowUp");
    await expect.poll(below).toBeLessThan(before);
    await bar.dblclick();
    await expect.poll(below).toBe(before);
    await shown.page.locator(".track input").fill("0.3");
    await clickObject();
    const card = (await shown.page.locator(".object-card").textContent())!.replaceAll("−", "-");
    expect(card).toMatch(/^×bar/);
    // released at rest: the centre of the bar is half a metre from the pivot
    const [, x, y] = /r\((.*?), (.*?), /.exec(card)!.map(Number);
    expect(Math.hypot(x!, y!)).toBeCloseTo(0.5, 3);
    expect(card).toMatch(/° about \(0, 0, -?1\)/);
    expect(card).toMatch(/rad\/s/);
    // the same without a pointer
    await shown.page.locator(".object-card .close").focus();
    // numbers that change leave the focus where it is
    await shown.page.locator(".track input").evaluate((slider: HTMLInputElement) => {
      for (const value of ["0.2", "0.3"]) {
        slider.value = value;
        slider.dispatchEvent(new Event("input"));
      }
    });
    await shown.press(shown.page.locator(".object-card .close:focus"), "Enter");
    await shown.page.locator(".view-menu > summary").click();
    await shown.page.getByLabel("Object", { exact: true }).selectOption("bar");
    await shown.page.keyboard.press("Escape");
    expect((await shown.page.locator(".object-card").textContent())!.replaceAll("−", "-")).toBe(card);
  });

  it("shows the run, not the start of an older text, and its cursor goes where it is sent", async () => {
    const { page } = shown;
    const atEnd = async () => {
      await shown.pressOnPlot("End");
      await expect.poll(() => page.locator(".plot").first().getAttribute("aria-valuenow")).toBe("0.5");
      return page.locator(".track input").inputValue();
    };
    // before the start of this text has been shown
    await shown.type(pendulum.replace("phi: 0", "phi: 1"));
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    expect(await atEnd()).toBe("0.5");
    expect(await page.locator(".track input").getAttribute("max")).toBe("0.5");
    // now the start of another text is shown, and the curves are still those of the run
    await shown.type(pendulum.replace("phi: 0", "phi: 2"));
    await expect.poll(() => page.locator(".track input").getAttribute("max")).toBe("0");
    await shown.pressOnPlot("Home");
    await atEnd();
    await shown.type(pendulum);
    await shown.run();
    expect(await shown.ended()).toBe("finished");
    await atEnd();
    expect(await page.locator(".track input").getAttribute("max")).toBe("0.5");
  });

  it("tells the distance of two points that were clicked, which follows the motion", async () => {
    const { page } = shown;
    // choosing a time stops the picture
    await page.locator(".track input").fill("0");
    await page.locator(".view-menu > summary").click();
    await page.getByRole("button", { name: "Measure a distance" }).click();
    await page.locator(".view-menu > summary").click();
    const card = page.locator(".measure-card");
    const box = (await page.locator(".stage canvas").boundingBox())!;
    // somewhere on the bar, twice the same place: both points are one
    for (let row = 2; row < 9 && !(await card.textContent())!.includes("the other point"); row++)
      for (let column = 2; column < 9; column++) {
        await page.mouse.click(box.x + (column / 10) * box.width, box.y + (row / 10) * box.height);
        if ((await card.textContent())!.includes("the other point")) {
          await page.mouse.click(box.x + (column / 10) * box.width, box.y + (row / 10) * box.height);
          break;
        }
      }
    expect(await card.locator("output").textContent()).toBe("0 m");
    expect(await card.textContent()).toContain("bar – bar");
    await page.getByRole("button", { name: "End measuring" }).click();
  });

  it("has an energy balance: nothing is lost", async () => {
    await shown.page.getByRole("button", { name: "Balances" }).click();
    await shown.settled();
    await shown.press(shown.page.locator(".plot").last(), "End");
    const values = await shown.legend();
    const { "energy.kinetic": kinetic, "energy.potential": potential, "energy.total": total } = values;
    expect(kinetic).toBeGreaterThan(0);
    // six digits of either
    expect(Math.abs(kinetic! + potential! - total!)).toBeLessThan(1e-5 * kinetic!);
    expect(Math.abs(total!)).toBeLessThan(1e-5 * kinetic!);
    // m·ω/2, and m·(J + 1/4)·ω about the pivot: a rectangle of 1 m and 0.3 m between two half discs
    const sizeOf = (name: string): number => Math.hypot(...[1, 2, 3].map((k) => values[`momentum.${name}[${k}]`]!));
    const [r, discs] = [0.15, Math.PI * 0.15 ** 2];
    const J = (0.3 * (1.09 / 12) + discs * (r ** 2 / 2 + 1 / 4 + (4 * r) / (3 * Math.PI))) / (0.3 + discs);
    expect(sizeOf("angular") / sizeOf("linear")).toBeCloseTo(2 * (J + 1 / 4), 4);
  });

  it("is saved as glTF, for three.js, as meshes and as a report", async () => {
    const glb = await shown.saved(() => shown.save("Animation as GLB"));
    expect((await validateGltf(glb.content)).issues.numErrors).toBe(0);
    const three = await shown.saved(() => shown.save("Animation for three.js"));
    const scene = new ObjectLoader().parse(JSON.parse(three.content.toString()) as object);
    expect(scene.getObjectByName("bar")).toBeDefined();
    for (const [name, head] of [
      ["OBJ", /^#|^o |^v /],
      ["STL", /^/],
      ["PLY", /^ply/],
    ] as const) {
      const { content } = await shown.saved(() => shown.save(`Shapes at this time as ${name}`));
      expect(content.length).toBeGreaterThan(500);
      expect(content.toString("latin1")).toMatch(head);
    }
    const report = await shown.saved(() => shown.save("Report (HTML)"));
    expect(report.content.toString()).toMatch(/<canvas[\s\S]*rev\.phi/);
    const page = await studio.browser.newPage();
    try {
      await page.setContent(report.content.toString());
      await page.locator("canvas").waitFor();
    } finally {
      await page.close();
    }
  });

  it("is saved as a picture and as a film", async () => {
    await shown.page.locator(".view-menu > summary").click();
    const picture = await shown.saved(() => shown.page.getByRole("button", { name: "Picture (PNG)" }).click());
    expect(picture.content.subarray(1, 4).toString()).toBe("PNG");
    // one colour alone would compress to less
    expect(picture.content.length).toBeGreaterThan(3000);
    const film = await shown.saved(() => shown.page.getByRole("button", { name: "Film (WebM)" }).click());
    // every WebM file begins with the mark of EBML
    expect(film.content.subarray(0, 4).toString("hex")).toBe("1a45dfa3");
    expect(film.content.length).toBeGreaterThan(5000);
    const other = await shown.saved(() => shown.page.getByRole("button", { name: "Film (MP4)" }).click());
    expect(other.content.subarray(4, 8).toString()).toBe("ftyp");
    // in the time of the model: half a second at 30 pictures per second, and the last one
    const duration = await shown.page.evaluate(
      async (bytes) => {
        const film = document.createElement("video");
        film.src = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: "video/mp4" }));
        await new Promise((done, fail) => Object.assign(film, { onloadedmetadata: done, onerror: fail }));
        return film.duration;
      },
      [...other.content],
    );
    expect(duration).toBeCloseTo(16 / 30, 2);
    await shown.page.locator(".view-menu > summary").click();
  });

  it("moves again when its result is opened as a file", async () => {
    const { content } = await shown.saved(() => shown.save("Result as JSON"));
    await shown.withMotion(async () => {
      await shown.page.goto("about:blank");
      await shown.open(studio.server.address);
      await shown.openFile("swing.json", content);
      await shown.page.locator(".stage canvas").waitFor();
      await shown.page.getByRole("button", { name: "Pause" }).dispatchEvent("click");
    });
    // a result alone: nothing to write, nothing to run
    expect(await shown.page.getByRole("tab").allTextContents()).toEqual(
      expect.arrayContaining(["Signals", "Runs", "Events", "Solver"]),
    );
    expect(await shown.page.getByRole("tab", { name: "Model" }).isVisible()).toBe(false);
    expect(await shown.page.locator("#run").isVisible()).toBe(false);
    const pictures = new Set<string>();
    for (const time of ["0", "0.4"]) {
      await shown.page.locator(".track input").fill(time);
      await shown.nextPicture();
      pictures.add((await shown.page.locator(".stage canvas").screenshot()).toString("base64"));
    }
    expect(pictures.size).toBe(2);
  });
});

describe("a broken model", () => {
  it.each([
    ["equation", decay.replace("-k*x", "-k*/x"), "E-SYNTAX", 6],
    ["unit", decay.replace("-k*x", "-k*x + x"), "E-UNIT", 6],
    ["structure", decay.replace("-k*x", "-k*x\n    0 = y + z"), "E-STRUCT-UNDER", 7],
    ["TypeScript", decay.replace("Var({", "Var{"), "E-MODEL-SYNTAX", 4],
  ])("has its error at its line: %s", async (_, text, code, line) => {
    await openNew(text);
    await shown.run();
    expect(await shown.ended()).toBe(code);
    // in words below the text, and in the text
    expect(await shown.page.locator(".editor-pane .error-card").textContent()).toContain(code);
    await shown.page.locator(".cm-lint-marker-error").first().waitFor();
    const marked = await shown.page.evaluate(() => {
      const marker = document.querySelector(".cm-lint-marker-error")!.getBoundingClientRect();
      const numbers = [...document.querySelectorAll(".cm-lineNumbers .cm-gutterElement")];
      return numbers.find((element) => {
        const box = element.getBoundingClientRect();
        return box.height > 0 && box.top <= marker.top + 2 && box.bottom >= marker.top + 2;
      })?.textContent;
    });
    expect(Number(marked)).toBe(line);
  });

  it("of a wrong type is marked while it is written", async () => {
    await openNew(decay.replace('unit: "m"', "unit: 3"));
    // TypeScript marks the name; the model itself, which is tried too, its whole line
    await shown.page.locator(".cm-lintRange-error", { hasText: /^unit$/ }).waitFor();
  });
});

describe("the editor", () => {
  it("knows the files that an example imports", async () => {
    await shown.page.goto("about:blank");
    const before = shown.requests.length;
    const typeFiles = () => shown.requests.slice(before).filter((url) => /languageWorker|types\.json/.test(url));
    await shown.open(`${studio.server.address}#example=structure-gripping-robot`);
    await shown.page.locator(".cm-content").waitFor();
    // what came with the page has been checked
    expect(typeFiles()).toEqual([]);
    // a mistake of our own: once it is marked, everything has been checked
    await shown.page.locator(".cm-content").click();
    await shown.page.keyboard.press("Control+Home");
    await shown.page.keyboard.insertText('const wrong: number = "text";\n');
    await shown.page.locator(".cm-lintRange-error", { hasText: "wrong" }).waitFor();
    expect(await shown.page.locator(".cm-lint-marker-error").count()).toBe(1);
    expect(typeFiles().length).toBeGreaterThan(0);
  });

  it("completes names of the package", async () => {
    await openNew('import { Par } from "rattleback";\nPa');
    await shown.page.keyboard.press("Control+Space");
    await shown.page.locator(".cm-tooltip-autocomplete li", { hasText: /^Par$/ }).waitFor();
  });
});

describe("a long run", () => {
  it("fills its plot picture by picture while it goes on, is stopped, and keeps what there is", async () => {
    await openNew(endless);
    await shown.page.evaluate(() => {
      // times of the pictures of the page in which something was plotted
      const plotted = new Set<unknown>();
      Object.assign(window, { plotted });
      const { clearRect } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.clearRect = function (...box) {
        plotted.add(document.timeline.currentTime);
        return clearRect.apply(this, box);
      };
    });
    await shown.run();
    await shown.page.locator("#stop").waitFor();
    await shown.page.waitForFunction(() => /^\d+ %/.test(document.querySelector(".status")?.textContent ?? ""));
    await shown.page.locator(".legend .entry", { hasText: "x" }).waitFor();
    // a plot that fills in one piece is in one picture of the page, when the run has ended
    await shown.page.waitForFunction(() => (window as unknown as { plotted: Set<unknown> }).plotted.size > 20);
    await shown.page.locator("#stop").click();
    expect(await shown.ended()).toMatch(/^stopped at/);
    const json = await shown.saved(() => shown.save("Result as JSON"));
    const result = resultFromJson(json.content.toString());
    expect(result.status).toBe("stopped");
    expect(result.endTime).toBeGreaterThan(1);
    // tolerance 1e-6 per step; the error of an oscillation grows with time
    expect(Math.abs(result.at(1, "x") - Math.cos(1))).toBeLessThan(1e-5);
  });

  it("that never ends does not freeze the page", async () => {
    await openNew("for (;;) {}\n");
    await shown.run();
    await shown.page.locator("#stop").click();
    await shown.ended();
    await openNew(decay);
    await shown.run();
    expect(await shown.ended()).toBe("finished");
  });
});

describe("a hostile run", () => {
  it("that prints without end is stopped, and its last lines are shown", async () => {
    await openNew('for (let k = 0; ; k++) console.log(k, "x".repeat(500));\n');
    await shown.run();
    await shown.tab("Output");
    await shown.page.locator(".printed", { hasText: /\d+ x{500}/ }).waitFor();
    await shown.page.locator("#stop").click();
    await shown.ended();
  });

  it("that has taken the engine over and floods the page can be stopped, or is ended", async () => {
    await openNew(takenOver('for (;;) send({ kind: "print", lines: [] });'));
    await shown.run();
    // whichever comes first
    await shown.page.locator("#stop").dispatchEvent("click");
    expect(await shown.ended()).toMatch(/^(E-ENGINE|stopped at .*|)$/);
    await openNew(decay);
    await shown.run();
    expect(await shown.ended()).toBe("finished");
  });

  it.each([
    ["sends rows that nobody announced", 'send({ kind: "rows", run: 1, batch: 1 });', "changed what the engine says"],
    ["sends nonsense", "send({ kind: '__proto__' });", "changed what the engine says"],
  ])("that has taken the engine over and %s is ended", async (_, attack, reason) => {
    await openNew(takenOver(attack));
    await shown.run();
    expect(await shown.ended()).toBe("E-ENGINE");
    expect(await shown.page.locator(".error-card").first().textContent()).toContain(reason);
    await openNew(decay);
    await shown.run();
    expect(await shown.ended()).toBe("finished");
  });
});

describe("a link", () => {
  it("holds the model, and does not run by itself", async () => {
    await openNew(decay);
    await shown.share("Copy a link to the model");
    const address = shown.page.url();
    await openNew("", address);
    expect(await shown.textOfModel()).toContain("der(x) = -k*x");
    await shown.page.locator(".foreign").waitFor();
    expect(await shown.page.locator(".legend .entry").count()).toBe(0);
    expect(await shown.page.locator("#stop").isVisible()).toBe(false);
    await shown.run();
    expect(await shown.ended()).toBe("finished");
  });

  it("that is broken gives a message", async () => {
    for (const [hash, message] of [
      ["#model=a.ts.AAAA", "E-LINK"],
      ["#example=%", "There is no example"],
    ]) {
      await shown.page.goto("about:blank");
      await shown.open(`${studio.server.address}${hash}`);
      await shown.page.locator(".notice", { hasText: message }).waitFor();
    }
  });

  it("with a hostile model reaches neither the page nor the network", async () => {
    const visits: string[] = [];
    const stranger = createServer((request, response) => {
      visits.push(request.url!);
      response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/javascript" }).end("1");
    });
    await new Promise<void>((resolve) => stranger.listen(0, "localhost", resolve));
    const { port } = stranger.address() as AddressInfo;
    const source = hostile(`localhost:${port}`, studio.server.address);
    const opened = await studio.newPage();
    try {
      // the stranger can be reached, but not from a model
      await fetch(`http://localhost:${port}/proof`);
      await opened.open(studio.server.address + (await modelLink({ name: "hostile.ts", source })));
      await opened.run();
      expect(await opened.ended()).not.toMatch(/^E-/);
      await opened.tab("Output");
      const lines = (await opened.page.locator(".printed").textContent())!.trim().split("\n");
      expect(lines).toHaveLength(11);
      // a socket object is made before it is refused
      expect(lines.filter((line) => line.endsWith("possible") && !line.startsWith("socket"))).toEqual([]);
      expect(visits).toEqual(["/proof"]);
    } finally {
      await opened.page.close();
      stranger.close();
    }
  });
});

describe("the page", () => {
  it("works from a folder of any web server, and for who clicks before everything has come", async () => {
    const server = await serveFolder(join(siteFolder, ".."));
    const opened = await studio.newPage();
    try {
      let release = () => {};
      const isFinished = new Promise<void>((resolve) => {
        release = resolve;
      });
      await opened.page.route(/runKeeper/, async (route) => {
        await isFinished;
        await route.continue();
      });
      await opened.page.goto(`${server.address}${basename(siteFolder)}/`);
      await opened.page.locator('[data-example="02-filter-circuit"]').dispatchEvent("click");
      await opened.page.locator(".status", { hasText: "finished" }).waitFor();
      release();
      await opened.page.waitForSelector("html[data-ready]", { state: "attached" });
      // what was opened by the click is not opened once more
      expect(await opened.ended()).toBe("finished");
      expect(opened.complaints).toEqual([]);
      expect(opened.requests.filter((url) => !url.startsWith(`${server.address}${basename(siteFolder)}/`))).toEqual([]);
    } finally {
      await opened.page.close();
      await server.close();
    }
  });

  it.each(["light", "dark"] as const)("can be read and named, %s", async (colorScheme) => {
    const opened = await studio.newPage({ colorScheme });
    try {
      await opened.open(studio.server.address);
      expect(await opened.page.evaluate(accessibilityProblems)).toEqual([]);
      // the check itself finds what is wrong
      await opened.page.evaluate(() => {
        const text = Object.assign(document.createElement("p"), { id: "pale", textContent: "pale" });
        text.style.cssText = "color: #999; background: #fff";
        document.body.append(Object.assign(document.createElement("input"), { id: "nameless" }), text);
      });
      expect(await opened.page.evaluate(accessibilityProblems)).toEqual([
        expect.stringMatching(/^no name/),
        expect.stringMatching(/^contrast 2.8/),
      ]);
      await opened.page.evaluate(() =>
        document.querySelectorAll("#pale, #nameless").forEach((element) => element.remove()),
      );
      await opened.openExample("3d-pendulum");
      await opened.ended();
      for (const name of ["Parameters", "Signals", "Runs", "Events", "Output"]) {
        await opened.tab(name);
        expect([name, await opened.page.evaluate(accessibilityProblems)]).toEqual([name, []]);
      }
    } finally {
      await opened.page.close();
    }
  });

  it("asked nobody but its own server", () => {
    expect(shown.requests.filter((url) => !url.startsWith(studio.server.address))).toEqual([]);
  });
});
