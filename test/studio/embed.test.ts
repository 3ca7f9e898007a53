// Models in pages of others: the custom element, and pages that are saved to run by themselves.
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensurePackage } from "../../scripts/build.ts";
import { siteFolder } from "../../src/commandLine/packageFiles.ts";
import { type RunningServer, serveFolder } from "../../src/commandLine/staticServer.ts";
import { instantiate, Model, simulate, Var } from "../../src/index.ts";
import { resultToJson } from "../../src/results/writers/json.ts";
import { type StudioBrowser, type StudioPage, startStudio } from "./studioPage.ts";

let studio: StudioBrowser;
let shown: StudioPage;
let folder: string;
let server: RunningServer;

const decay = `import { Model, Par, Var } from "rattleback";
export default Model({
  k: Par({ value: 2, unit: "1/s", min: 1, max: 3 }),
  other: Par(1, "m"),
  x: Var({ init: 1, unit: "m" }),
  equations: "der(x) = -k*x",
});
export const experiment = { stopTime: 1, tolerance: 1e-9, plots: ["x"] };
`;

const pendulum = `import { Beam, Model3D, Object3D, Revolute, Scene, Solid } from "rattleback";
export default Model3D({
  world: Object3D({ feature: Scene() }),
  bar: Object3D({ feature: Solid({ shape: Beam({ axis: 1, length: 1 }), solidMaterial: "Steel" }) }),
  pivot: Object3D({ parent: "bar", translation: [-0.5, 0, 0] }),
  rev: Revolute({ obj1: "world", obj2: "pivot", axis: 3, phi: 0 }),
});
export const experiment = { stopTime: 0.5, plots: ["rev.phi"] };
`;

beforeAll(async () => {
  studio = await startStudio();
  folder = mkdtempSync(join(tmpdir(), "rattleback-embed-"));
  await ensurePackage();
  cpSync("dist/bundle", join(folder, "package/bundle"), { recursive: true });
  mkdirSync(join(folder, "package/site"));
  for (const file of readdirSync(siteFolder))
    if (/^(sandbox\.html|engine(-(space|liveModel))?\.js(on)?)$/.test(file))
      copyFileSync(join(siteFolder, file), join(folder, "package/site", file));
  server = await serveFolder(folder);
  shown = await studio.newPage();
});
afterAll(async () => {
  await studio?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("<rattleback-model>", () => {
  it("takes a model from the page, runs it, and runs again when a slider is turned", async () => {
    writeFileSync(join(folder, "decay.ts"), decay);
    writeFileSync(
      join(folder, "index.html"),
      `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="package/bundle/element.js"></script>
      <rattleback-model src="decay.ts" sliders="k" run="load"></rattleback-model>`,
    );
    await shown.page.goto(server.address);
    const value = (label: RegExp) =>
      expect.poll(
        async () =>
          (await shown.page.locator(".legend .entry").allTextContents()).find((text) => label.test(text)) ?? "",
      );
    await value(/^x/).not.toBe("");
    const final = () =>
      shown.page.evaluate(() =>
        (
          document.querySelector("rattleback-model") as unknown as { result?: { final(name: string): number } }
        ).result?.final("x"),
      );
    await expect.poll(final).toBeCloseTo(Math.exp(-2), 7);
    // one slider only, as was asked for
    expect(await shown.page.locator(".live-inputs input[type=range]").count()).toBe(1);
    await shown.press(shown.page.locator(".live-inputs input[type=range]"), "End");
    await expect.poll(final).toBeCloseTo(Math.exp(-3), 7);
  });

  it("says which file of the engine is missing, also where a server answers with its page instead", async () => {
    mkdirSync(join(folder, "spa"), { recursive: true });
    for (const file of ["sandbox.html", "engine.js"])
      writeFileSync(join(folder, "spa", file), "<!doctype html><title>My page</title><p>Welcome</p>");
    for (const [engine, address] of [
      ["spa/", "spa/"],
      ["nowhere", "nowhere/"],
    ]) {
      writeFileSync(
        join(folder, "missing.html"),
        `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="package/bundle/element.js"></script>
        <rattleback-model src="decay.ts" engine="${engine}" run="load"></rattleback-model>`,
      );
      await shown.page.goto(`${server.address}missing.html`);
      const said = shown.page.locator("rattleback-model .status", { hasText: "is no part of the engine" });
      await said.waitFor();
      const text = await said.textContent();
      expect(text).toMatch(new RegExp(`${address}(sandbox\\.html|engine\\.js) \\((200|404)\\)`));
      expect(text).toContain('The attribute "engine" gives the address of dist/site of the package.');
    }
    // the browser tells of a file that is not there
    shown.complaints.length = 0;
  });

  it("is in a bundle that imports it for what it does alone", async () => {
    const page = "virtual:page";
    const plugin: Plugin = {
      name: "page",
      resolveId: (id) => (id === page ? id : undefined),
      load: (id) =>
        id === page ? `import ${JSON.stringify(join(process.cwd(), "dist/bundle/element.js"))};` : undefined,
    };
    const built = await build({
      configFile: false,
      logLevel: "silent",
      plugins: [plugin],
      build: { write: false, minify: false, rollupOptions: { input: page } },
    });
    const { output } = (Array.isArray(built) ? built[0]! : built) as { output: readonly { code?: string }[] };
    expect(output.some(({ code = "" }) => /customElements\.define\([`"]rattleback-model/.test(code))).toBe(true);
  });

  it("takes a result, and a text that is given by a script", async () => {
    const model = instantiate(Model({ y: Var({ init: 5 }), equations: "der(y) = -1" }));
    writeFileSync(join(folder, "result.json"), resultToJson(simulate(model, { stopTime: 2 })));
    writeFileSync(
      join(folder, "result.html"),
      `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="package/bundle/element.js"></script>
      <rattleback-model src="result.json" parts="plots"></rattleback-model>`,
    );
    await shown.page.goto(`${server.address}result.html`);
    await expect
      .poll(() => shown.page.locator(".legend .entry").allTextContents())
      .toEqual([expect.stringContaining("y")]);
    const end = await shown.page.evaluate(async (text) => {
      const element = document.querySelector("rattleback-model") as HTMLElement & {
        model: string;
        run(): void;
        result: { final(name: string): number };
      };
      const ended = new Promise((done) => element.addEventListener("run", done, { once: true }));
      element.model = text;
      await new Promise(requestAnimationFrame);
      element.run();
      await ended;
      return element.result.final("x");
    }, decay);
    expect(end).toBeCloseTo(Math.exp(-2), 7);
    expect(shown.complaints).toEqual([]);
  });
});

describe("a page with scripts of its own", () => {
  it("simulates in a worker and plots the result", async () => {
    writeFileSync(
      join(folder, "own.html"),
      `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
      <script type="importmap">{ "imports": { "rattleback": "./package/bundle/rattleback.js", "rattleback/page": "./package/bundle/page.js" } }</script>
      <div id="plots" style="width: 600px"></div><p></p>
      <script type="module">
        import { Model, Par, Var } from "rattleback";
        import { createPlot, simulateInWorker } from "rattleback/page";
        const model = Model({ k: Par(2, "1/s"), x: Var({ init: 1, unit: "m" }), equations: "der(x) = -k*x" });
        const told = [];
        const options = { stopTime: 1, tolerance: 1e-9, onProgress: (fraction) => told.push(fraction) };
        const result = await simulateInWorker(model, { ...options, merge: { k: Par(1800, "1/h") } });
        const plot = createPlot(document.querySelector("#plots"), result, { plots: [["x"]] });
        plot.setTime(1);
        const broken = simulateInWorker(Model({ y: Var({ init: 1 }), equations: "der(y) = y^2" }), { stopTime: 2 });
        const error = await broken.catch((error) => error);
        const stopped = await simulateInWorker(model, { stopTime: 1, signal: AbortSignal.abort("enough") }).catch(String);
        document.querySelector("p").textContent = JSON.stringify({
          end: result.final("x"), progress: told.at(-1), code: error.code, partial: error.partial?.endTime, stopped,
        });
      </script>`,
    );
    await shown.page.goto(`${server.address}own.html`);
    await expect.poll(() => shown.page.locator("p").textContent()).not.toBe("");
    const told = JSON.parse((await shown.page.locator("p").textContent())!) as Record<string, number | string>;
    expect(told["end"]).toBeCloseTo(Math.exp(-0.5), 8);
    expect(told["progress"]).toBe(1);
    expect(told["stopped"]).toBe("enough");
    // y = 1/(1 − t) has no value at t = 1
    expect(told["code"]).toMatch(/^E-/);
    expect(told["partial"]).toBeGreaterThan(0.9);
    expect(await shown.page.locator("#plots").textContent()).toMatch(/^x 0\.6065/);
    expect(await shown.page.locator("#plots canvas").count()).toBe(1);
  });
});

describe("a page that was saved", () => {
  const save = async (text: string) => {
    const opened = await studio.newPage();
    try {
      await opened.open(`${studio.server.address}#new`);
      await opened.page.locator(".cm-content").waitFor();
      await opened.type(text);
      await opened.run();
      await opened.ended();
      await opened.save("Page that runs it");
      const page = opened.page;
      if (text === decay) await page.locator(".save-page").getByLabel("other").uncheck();
      const saved = await opened.saved(() => page.locator(".save-page").getByRole("button", { name: "Save" }).click());
      const file = join(folder, saved.name);
      writeFileSync(file, saved.content);
      return file;
    } finally {
      await opened.page.close();
    }
  };

  it("runs from the disk, without a server, with the sliders that were chosen", async () => {
    const file = await save(decay);
    await shown.page.goto(pathToFileURL(file).href);
    const shownValue = async () =>
      Number.parseFloat((await shown.page.locator(".legend .value").last().textContent())!.replace("−", "-"));
    await shown.page.locator(".legend .value").first().waitFor();
    await shown.pressOnPlot("End");
    await expect.poll(shownValue).toBeCloseTo(Math.exp(-2), 4);
    expect(await shown.page.locator(".live-inputs input[type=range]").count()).toBe(1);
    await shown.press(shown.page.locator(".live-inputs input[type=range]"), "Home");
    await expect.poll(shownValue).toBeCloseTo(Math.exp(-1), 4);
    expect(shown.complaints).toEqual([]);
  });

  it("has the picture of bodies in space", async () => {
    const file = await save(pendulum);
    await shown.page.goto(pathToFileURL(file).href);
    await shown.page.locator(".view-pane canvas").waitFor();
    expect(shown.complaints).toEqual([]);
  });
});
