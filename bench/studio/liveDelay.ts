/**
 * From a slider to the picture, in a live run of the servo arm. The moment in which a value acts is an event of the recorded run; its
 * picture is the first one that is drawn of that time or later.
 */
import type { StudioPage } from "../../test/studio/studioPage.ts";

export interface LiveDelay {
  /** Milliseconds from the slider's event to the last drawing command of the picture, sorted. */
  readonly delays: readonly number[];
  /** How many of them were in the very next picture that was drawn. */
  readonly inNextPicture: number;
  /** Milliseconds from a picture to the next one, the median: without a graphics card it is most of the delay. */
  readonly betweenPictures: number;
  /** Seconds of the model per second of the clock, at the end. */
  readonly factor: number;
}

const turns = 40;

export async function measureLiveDelay(opened: StudioPage, address: string): Promise<LiveDelay> {
  const { page } = opened;
  // functions that tsx has given names to
  await page.addInitScript("window.__name = (named) => named");
  await page.addInitScript(() => {
    const drawn: [at: number, time: number][] = [];
    Object.assign(window, { drawn });
    const line = () => Number(document.querySelector<HTMLInputElement>(".time-line input[type=range]")?.value ?? 0);
    const { prototype } = WebGL2RenderingContext;
    for (const name of ["drawElements", "drawElementsInstanced", "drawArrays"] as const) {
      const draw = prototype[name] as (...given: unknown[]) => void;
      Object.assign(prototype, {
        [name](this: WebGL2RenderingContext, ...given: unknown[]) {
          draw.apply(this, given);
          drawn.push([performance.now(), line()]);
        },
      });
    }
  });
  await page.goto("about:blank");
  await opened.open(`${address}#example=3d-servo-arm`);
  // the processor draws here: a picture of a few pixels costs it what a graphics card takes for a large one
  await page.addStyleTag({
    content: ".stage, .stage canvas { width: 64px !important; height: 48px !important; min-height: 0 !important }",
  });
  await page.locator(".stage canvas").waitFor();
  await page.locator("#live").click();
  await page.locator("#live-servo1-kPosition").waitFor({ state: "attached" });
  const given = await page.evaluate(async (count) => {
    const { drawn } = window as unknown as { drawn: [number, number][] };
    const slider = document.querySelector<HTMLInputElement>("#live-servo1-kPosition")!;
    const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
    await pause(1500);
    drawn.length = 0;
    const given: number[] = [];
    for (let k = 0; k < count; k++) {
      // no multiple of what a picture takes
      await pause(83 + ((k * 37) % 29));
      slider.value = String(1 + (k % 7));
      given.push(performance.now());
      slider.dispatchEvent(new Event("input"));
    }
    await pause(300);
    return given;
  }, turns);
  const factor = Number.parseFloat((await page.locator(".live-head .factor").textContent()) || "0");
  const drawn = await page.evaluate(() => (window as unknown as { drawn: [number, number][] }).drawn);
  await page.getByRole("button", { name: "End", exact: true }).click();
  await opened.ended();
  const { content } = await opened.saved(() => opened.save("Result as JSON"));
  const { events } = JSON.parse(content.toString()) as { events: { time: number; kind: string }[] };
  const acted = events.filter(({ kind }) => kind === "input").map(({ time }) => time);
  const pictures = picturesIn(drawn);
  const turned = given.map((at, k) => {
    const next = pictures.findIndex(({ from }) => from > at);
    const own = pictures.findIndex(({ from, time }) => from > at && time >= acted[k]! - 1e-9);
    return { delay: (pictures[own]?.to ?? Number.NaN) - at, waited: own - next };
  });
  const gaps = pictures.slice(1).map(({ from }, k) => from - pictures[k]!.from);
  return {
    delays: turned.map(({ delay }) => delay).sort((a, b) => a - b),
    inNextPicture: turned.filter(({ waited }) => waited === 0).length,
    betweenPictures: gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? Number.NaN,
    factor,
  };
}

/** Drawing commands that follow each other within two milliseconds are one picture, of the time that it began with. */
function picturesIn(
  drawn: readonly (readonly [at: number, time: number])[],
): { from: number; to: number; time: number }[] {
  const pictures: { from: number; to: number; time: number }[] = [];
  for (const [at, time] of drawn) {
    const last = pictures.at(-1);
    if (last !== undefined && at - last.to < 2) last.to = at;
    else pictures.push({ from: at, to: at, time });
  }
  return pictures;
}
