/**
 * Speed of the studio in a headless Chromium: `npm run bench:studio`
 *
 * 1. Opening: files and bytes until the first picture is seen, and the time.
 * 2. Tasks that hold the page up, while a million points come, while they are looked at, while the billiards plays and while huge
 *    models are run.
 * 3. From a slider of a live run to its picture.
 */
import { handlePlace } from "../../test/studio/handlePlace.ts";
import { startStudio } from "../../test/studio/studioPage.ts";
import { Chapter } from "../report/chapter.ts";
import { liveNotes } from "./liveDelay.ts";
import { manyBodies, manyComponents, manyEquations, manyObjects, million } from "./models.ts";
import { type Tasks, tasksWhile } from "./watch.ts";

const chapter = new Chapter("studio", "Studio", "studio.md#speed");
await measureStudio();
chapter.finish();

async function measureStudio(): Promise<void> {
  const studio = await startStudio();
  const opened = await studio.newPage();
  const { page } = opened;
  try {
    await opened.open(studio.server.address);
    const first = await page.evaluate(async () => {
      await document.querySelector<HTMLImageElement>(".card img")!.decode();
      const picture = performance.now();
      const loaded = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const before = loaded.filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= picture);
      const seen = performance.getEntriesByName("first-contentful-paint")[0]!.startTime;
      return { seen, picture, requests: before.length, bytes: before.reduce((sum, e) => sum + e.decodedBodySize, 0) };
    });
    chapter.note(
      `Opening the page: the first text is seen after ${first.seen.toFixed(0)} ms, the first picture of the gallery is there after ` +
        `${first.picture.toFixed(0)} ms; by then ${first.requests} files of ${(first.bytes / 1000).toFixed(0)} kB (uncompressed) had come.`,
    );
    chapter.note(
      "Tasks of the page while something happens, in time of the processor; browsers call a task long from 50 ms on. A task is script " +
        "and drawing; without a graphics card the processor draws, and where there is a 3-D view that takes most of it.",
    );
    const add = chapter.table("while", "longest task, ms", "long tasks", "most script in a task, ms", "all tasks, ms");
    const measure = async (what: string, action: () => Promise<unknown>): Promise<Tasks> => {
      const tasks = await tasksWhile(studio.browser, page, action);
      add(what, tasks.longest.toFixed(0), tasks.longCount, tasks.script.toFixed(0), tasks.total.toFixed(0));
      return tasks;
    };
    const openNew = async (text: string): Promise<void> => {
      await page.goto("about:blank");
      await opened.open(`${studio.server.address}#new`);
      await page.locator(".cm-content").waitFor();
      await opened.type(text);
      // the editor colours and checks what was put in
      await page.waitForTimeout(2000);
    };

    await openNew(million);
    const filling = await measure("10⁶ points come", async () => {
      await opened.run();
      await opened.ended();
    });
    const plot = page.locator(".plot").first();
    const box = (await plot.boundingBox())!;
    await measure("the pointer moves over 10⁶ points", async () => {
      for (let k = 0; k < 60; k++)
        await page.mouse.move(box.x + 60 + ((box.width - 80) * k) / 60, box.y + box.height / 2);
    });
    await measure("zooming in and out with keys", async () => {
      for (const key of ["+", "+", "+", "+", "+", "-", "-", "-", "ArrowRight", "0"]) await plot.press(key);
    });
    await measure("signals are put into plots and taken out", async () => {
      await opened.tab("Signals");
      for (let k = 0; k < 2; k++)
        for (const box of await page.locator(".signal-list input").all()) await box.dispatchEvent("click");
    });
    await measure("panels are changed", async () => {
      for (const name of ["Model", "Parameters", "Runs", "Output", "Signals"]) await opened.tab(name);
    });

    await page.goto("about:blank");
    await opened.open(studio.server.address);
    const billiards = await measure("the billiards is opened, run and played for 3 s", async () => {
      await opened.openExample("contact-billiard");
      await opened.ended();
      await page.waitForTimeout(3000);
    });

    for (const [what, model] of [
      ["5 000 equations", manyEquations],
      ["1 000 bodies", manyBodies],
    ] as const) {
      await openNew(model);
      await measure(`${what}: run`, async () => {
        await opened.run();
        await opened.ended();
        await page.waitForTimeout(1000);
      });
      await measure(`${what}: parameters, signals, search`, async () => {
        await opened.tab("Parameters");
        await page.locator(".parameters-pane input[type=search]").fill("1");
        await opened.tab("Signals");
        await page.locator(".signals input[type=search]").fill("99");
        await page.locator(".signals input[type=search]").fill("");
      });
    }
    await openNew(manyComponents);
    await measure("500 components: the diagram is opened", async () => {
      await opened.tab("Diagram");
      await page.locator('[data-component="r250"]').waitFor();
    });
    const node = (await page.locator('[data-component="r3"] > rect').boundingBox())!;
    const [x, y] = [node.x + node.width / 2, node.y + node.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await measure("500 components: one is dragged", async () => {
      for (let k = 1; k <= 60; k++) await page.mouse.move(x + 3 * k, y + k);
    });
    await measure("500 components: it is let go, and the text changed", async () => {
      await page.mouse.up();
      await page.locator(".diagram-message", { hasText: "moved" }).waitFor();
    });
    await openNew(manyObjects);
    await page.locator(".stage canvas").waitFor();
    await measure("1 000 objects: the tree of the scene is opened", async () => {
      await opened.tab("Scene");
      await page.locator('[data-object="box1000"]').waitFor();
    });
    await measure("1 000 objects: one is chosen, and another", async () => {
      for (const name of ["box500", "box20"]) await page.locator(`[data-object="${name}"]`).click();
    });
    let handle: readonly [number, number] | undefined;
    while (handle === undefined) handle = await handlePlace(page);
    const [hx, hy] = handle;
    await page.mouse.move(hx, hy);
    await page.mouse.down();
    await measure("1 000 objects: one is dragged by its handle", async () => {
      for (let k = 1; k <= 60; k++) await page.mouse.move(hx - k, hy);
    });
    await measure("1 000 objects: it is let go, and the text changed", async () => {
      await page.mouse.up();
      await page.locator(".diagram-message", { hasText: "was moved" }).waitFor();
    });
    for (const note of await liveNotes(studio)) chapter.note(note);
    chapter.headline(
      "studio, longest task on the page while 10⁶ points come / the billiards runs and plays",
      `${filling.longest.toFixed(0)} ms / ${billiards.script.toFixed(0)} ms of script`,
      "not compared",
    );
  } finally {
    await studio.close();
  }
}
