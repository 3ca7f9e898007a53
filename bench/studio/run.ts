/**
 * Speed of the studio and of the viewer, in a headless Chromium: `npm run bench:studio -- [--update]`
 *
 * 1. Opening: requests and bytes until the gallery is seen, and the time.
 * 2. Tasks that hold the page up, while a million points come, while they are looked at, while the billiards plays and while huge
 *    models are run: the browser calls a task long from 50 ms on.
 * 3. 500 moving shapes: script per picture, draw calls, memory. Without a graphics card the pictures themselves are drawn by the
 *    processor, which takes longer than the script.
 */
import { fileURLToPath } from "node:url";
import { startStudio } from "../../test/studio/studioPage.ts";
import { openPage } from "../../test/viewer/browser.ts";
import { Chapter } from "../report/chapter.ts";
import type { CrowdTools } from "./crowd.ts";
import { manyBodies, manyEquations, million } from "./models.ts";
import { inWords, type LongTasks, longTasks, watch } from "./watch.ts";

const shapes = 500;
const samples = 600;
const pictures = 600;

const chapter = new Chapter("studio", "Studio and viewer", "studio.md#speed");
await measureStudio();
await measureViewer();
chapter.finish();

async function measureStudio(): Promise<void> {
  const studio = await startStudio();
  const opened = await studio.newPage();
  const { page } = opened;
  await watch(page);
  try {
    let bytes = 0;
    let requests = 0;
    page.on("response", async (response) => {
      requests++;
      bytes += Number((await response.allHeaders())["content-length"] ?? 0);
    });
    await opened.open(studio.server.address);
    const { seen, picture } = await page.evaluate(async () => {
      const image = document.querySelector<HTMLImageElement>(".card img")!;
      await image.decode();
      return {
        seen: performance.getEntriesByName("first-contentful-paint")[0]!.startTime,
        picture: performance.now(),
      };
    });
    chapter.note(
      `Opening the page: the first text is seen after ${seen.toFixed(0)} ms, the first picture of the gallery is decoded after ` +
        `${picture.toFixed(0)} ms; by then ${requests} requests had been answered with ${(bytes / 1000).toFixed(0)} kB.`,
    );

    const add = chapter.table("long tasks (over 50 ms) on the page", "number and longest");
    const measure = async (what: string, action: () => Promise<unknown>): Promise<LongTasks> => {
      const found = await longTasks(page, action);
      add(what, inWords(found));
      return found;
    };
    const openNew = async (text: string): Promise<void> => {
      await page.goto("about:blank");
      await opened.open(`${studio.server.address}#new`);
      await page.locator(".cm-content").waitFor();
      await opened.type(text);
      // the editor colours and checks what was put in
      await page.waitForTimeout(3000);
    };

    await openNew(million);
    const filling = await measure("10⁶ points come", async () => {
      await opened.run();
      await opened.ended(300_000);
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
    const billiards = await measure("the billiards is opened, run and played for 5 s", async () => {
      await opened.openExample("contact-billiard");
      await opened.ended(120_000);
      await page.waitForTimeout(5000);
    });

    for (const [what, model] of [
      ["5 000 equations", manyEquations],
      ["1 000 bodies", manyBodies],
    ] as const) {
      await openNew(model);
      await measure(`${what}: run`, async () => {
        await opened.run();
        await opened.ended(300_000);
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
    chapter.headline(
      "studio, longest task on the page while 10⁶ points come / the billiards runs and plays",
      `${shortest(filling)} / ${shortest(billiards)}`,
      "not compared",
    );
  } finally {
    await studio.close();
  }
}

function shortest({ longest }: LongTasks): string {
  return longest === 0 ? "below 50 ms" : `${Math.round(longest)} ms`;
}

async function measureViewer(): Promise<void> {
  const { page, close } = await openPage(fileURLToPath(new URL("crowd.ts", import.meta.url)));
  const session = await page.context().newCDPSession(page);
  const heap = async (): Promise<number> => {
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize;
  };
  chapter.note(
    `${shapes} moving shapes, ${samples} times, 50 contacts at each, with shadows, canvas of 320 × 240 pixels; script per picture is ` +
      "everything from setting the time to the last command to the driver. Frame rate: as drawn by the processor, without a graphics card.",
  );
  const add = chapter.table(
    "shown beside the shapes",
    "script per picture, ms: median",
    "95 % below",
    "draw calls",
    `heap after ${pictures} pictures, kB more`,
    "pictures per second",
  );
  try {
    const all = await page.evaluate(() => (window as unknown as { crowd: CrowdTools }).crowd.overlayNames);
    const choices: (readonly [string, readonly string[]])[] = [
      ["nothing", []],
      ["contact points and forces", ["contactPoints", "contactForces"]],
      ["trails", ["trails"]],
      ["names", ["names"]],
      ["everything", all],
    ];
    for (const [what, overlays] of choices) {
      const given = { shapes, samples, pictures, overlays };
      await page.evaluate(({ shapes, samples, overlays }) => {
        const { crowd } = window as unknown as { crowd: CrowdTools };
        crowd.open(shapes, samples, overlays as Parameters<CrowdTools["open"]>[2]);
        crowd.scriptTimes(60);
      }, given);
      const before = await heap();
      const times = await page.evaluate(
        (count) => (window as unknown as { crowd: CrowdTools }).crowd.scriptTimes(count),
        pictures,
      );
      const growth = ((await heap()) - before) / 1000;
      const [calls, rate] = await page.evaluate(async () => {
        const { crowd } = window as unknown as { crowd: CrowdTools };
        return [crowd.drawCallsOfPicture(), await crowd.frameRate(3)] as const;
      });
      times.sort((a, b) => a - b);
      const [median, most] = [times[times.length >> 1]!, times[Math.floor(0.95 * times.length)]!];
      add(what, median.toFixed(1), most.toFixed(1), calls, growth.toFixed(0), rate.toFixed(0));
      if (what === "nothing" || what === "everything")
        chapter.headline(
          `viewer, ${shapes} moving shapes, ${what} beside them: script per picture (60 pictures per second leave 16.7 ms)`,
          `${median.toFixed(1)} ms, ${calls} draw calls`,
          "not compared",
        );
    }
  } finally {
    await close();
  }
}
