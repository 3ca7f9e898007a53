/**
 * Speed of the viewer with 500 moving shapes, in a headless Chromium: `npm run bench:viewer`
 *
 * Script per picture, draw calls, memory. Without a graphics card the pictures themselves are drawn by the processor, which takes
 * much longer than the script.
 */
import { fileURLToPath } from "node:url";
import { openPage } from "../../test/viewer/browser.ts";
import { Chapter } from "../report/chapter.ts";
import type { CrowdTools } from "./crowd.ts";

const shapes = 500;
const samples = 300;
const pictures = 40;

const chapter = new Chapter("viewer", "Viewer", "studio.md#speed");
await measureViewer();
chapter.finish();

async function measureViewer(): Promise<void> {
  const { page, close } = await openPage(fileURLToPath(new URL("crowd.ts", import.meta.url)));
  const session = await page.context().newCDPSession(page);
  const heap = async (): Promise<number> => {
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize;
  };
  chapter.note(
    `${shapes} moving shapes, ${samples} times, 50 contacts at each, with shadows, canvas of 320 × 240 pixels; script per picture is ` +
      "everything from setting the time to the last command to the driver. Frame rate: as drawn by the processor, without a graphics card, after five seconds in which pictures became simpler.",
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
        crowd.scriptTimes(8);
      }, given);
      const before = await heap();
      const times = await page.evaluate(
        (count) => (window as unknown as { crowd: CrowdTools }).crowd.scriptTimes(count),
        pictures,
      );
      const growth = ((await heap()) - before) / 1000;
      const [calls, rate] = await page.evaluate(async () => {
        const { crowd } = window as unknown as { crowd: CrowdTools };
        const calls = crowd.drawCallsOfPicture();
        await crowd.frameRate(5); // pictures become as simple as they must
        return [calls, await crowd.frameRate(2)] as const;
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
