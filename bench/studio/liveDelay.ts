/**
 * From a slider to the picture, in a live run of the servo arm, stage by stage: the page tells the engine, the engine answers with a row
 * of the moment in which the value acts, the answer waits for the next picture, the picture is made.
 *
 * Without a graphics card the processor draws, in another process, and pictures come as seldom as it can draw them. So the same is
 * measured once more with drawing commands that do nothing: what is left is the page, the engine and the beat of the screen.
 */
import type { StudioBrowser, StudioPage } from "../../test/studio/studioPage.ts";

interface LiveDelay {
  /** Milliseconds from the slider's event to the last drawing command of the picture, sorted. */
  readonly delays: readonly number[];
  /** Medians of the stages, ms. */
  readonly stages: {
    /** From the event to the command that leaves the page. */
    readonly telling: number;
    /** From there to the row with the change on the page. */
    readonly engine: number;
    /** From there to the beginning of the next picture. */
    readonly waiting: number;
    /** From there to the last drawing command. */
    readonly picture: number;
  };
  /** How many were in the first picture that began after the answer of the engine. */
  readonly inNextPicture: number;
  /** Milliseconds from a picture to the next one, the median. */
  readonly betweenPictures: number;
  /** Seconds of the model per second of the clock, at the end. */
  readonly factor: number;
}

/** What the page notes, in its own milliseconds. */
interface Notes {
  readonly given: number[];
  readonly told: number[];
  readonly answered: number[];
  /** Beginning, end of the last drawing command and time of the model of every picture in which something was drawn. */
  readonly pictures: { from: number; to: number; time: number }[];
}

const turns = 40;

/** What is told about both ways of measuring. */
export async function liveNotes(studio: StudioBrowser): Promise<string[]> {
  const notes: string[] = [];
  for (const isDrawn of [false, true]) {
    const opened = await studio.newPage({ viewport: { width: 700, height: 360 } });
    const { delays, stages, betweenPictures, inNextPicture, factor } = await measureLiveDelay(
      opened,
      studio.server.address,
      isDrawn,
    );
    await opened.page.close();
    const ms = (value: number | undefined): string => `${(value ?? Number.NaN).toFixed(1)} ms`;
    notes.push(
      `Live run of the servo arm at ${factor.toFixed(2)} × real time, ${isDrawn ? "drawn by the processor" : "without what a graphics card does"}: ` +
        `from a slider to the last drawing command of its picture ${ms(delays[delays.length >> 1])} in the median of ${delays.length}, ` +
        `${ms(delays[Math.floor(0.9 * delays.length)])} for nine of ten. The page tells the engine within ${ms(stages.telling)}, its answer is there ` +
        `${ms(stages.engine)} later, waits ${ms(stages.waiting)} for the next picture (${ms(betweenPictures)} from one to the next), which takes ` +
        `${ms(stages.picture)}; ${inNextPicture} of ${delays.length} were in the very next one.`,
    );
  }
  return notes;
}

async function measureLiveDelay(opened: StudioPage, address: string, isDrawn: boolean): Promise<LiveDelay> {
  const { page } = opened;
  // functions that tsx has given names to
  await page.addInitScript("window.__name = (named) => named");
  await page.addInitScript(takeNotes, isDrawn);
  await page.goto("about:blank");
  await opened.open(`${address}#example=3d-servo-arm`);
  // a picture of a few pixels costs the processor what a graphics card takes for a large one
  await page.addStyleTag({
    content: ".stage, .stage canvas { width: 64px !important; height: 48px !important; min-height: 0 !important }",
  });
  await page.locator(".stage canvas").waitFor();
  await opened.ended();
  await page.locator("#live").click();
  await page.locator("#live-servo1-kPosition").waitFor({ state: "attached" });
  const notes = await page.evaluate(async (count) => {
    const { notes } = window as unknown as { notes: Notes };
    const slider = document.querySelector<HTMLInputElement>("#live-servo1-kPosition")!;
    const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
    await pause(1500);
    for (const list of Object.values(notes)) list.length = 0;
    for (let k = 0; k < count; k++) {
      // no multiple of what a picture takes
      await pause(83 + ((k * 37) % 29));
      slider.value = String(1 + (k % 7));
      notes.given.push(performance.now());
      slider.dispatchEvent(new Event("input"));
    }
    await pause(300);
    return notes;
  }, turns);
  const factor = Number.parseFloat((await page.locator(".live-head .factor").textContent()) || "0");
  await page.getByRole("button", { name: "End", exact: true }).click();
  await opened.ended();
  const { content } = await opened.saved(() => opened.save("Result as JSON"));
  const { events } = JSON.parse(content.toString()) as { events: { time: number; kind: string }[] };
  const acted = events.filter(({ kind }) => kind === "input").map(({ time }) => time);
  return { ...delaysIn(notes, acted), factor };
}

/** Runs in the page before anything else: notes commands, answers and pictures. */
function takeNotes(isDrawn: boolean): void {
  const notes: Notes = { given: [], told: [], answered: [], pictures: [] };
  Object.assign(window, { notes });
  const post = MessagePort.prototype.postMessage as (...given: unknown[]) => void;
  MessagePort.prototype.postMessage = function (this: MessagePort, ...given: unknown[]) {
    post.apply(this, given);
    const [message] = given as [{ kind?: string; set?: unknown }];
    if (message.kind === "live" && message.set !== undefined) notes.told.push(performance.now());
  };
  const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage")!;
  Object.defineProperty(MessagePort.prototype, "onmessage", {
    set(this: MessagePort, listener: (event: MessageEvent) => void) {
      set!.call(this, (event: MessageEvent) => {
        const { batch } = event.data as { batch?: { events: { record: { kind: string } }[] } };
        const now = performance.now();
        for (const { record } of batch?.events ?? []) if (record.kind === "input") notes.answered.push(now);
        listener.call(this, event);
      });
    },
  });
  // callbacks of one picture have the same time
  const ask = window.requestAnimationFrame.bind(window);
  let [beat, began] = [0, 0];
  window.requestAnimationFrame = (call) =>
    ask((clock) => {
      if (clock !== beat) [beat, began] = [clock, performance.now()];
      call(clock);
    });
  const line = () => Number(document.querySelector<HTMLInputElement>(".time-line input[type=range]")?.value ?? 0);
  const { prototype } = WebGL2RenderingContext;
  for (const name of ["drawElements", "drawElementsInstanced", "drawArrays"] as const) {
    const draw = prototype[name] as (...given: unknown[]) => void;
    Object.assign(prototype, {
      [name](this: WebGL2RenderingContext, ...given: unknown[]) {
        if (isDrawn) draw.apply(this, given);
        const last = notes.pictures.at(-1);
        if (last?.from === began) last.to = performance.now();
        else notes.pictures.push({ from: began, to: performance.now(), time: line() });
      },
    });
  }
}

function delaysIn({ given, told, answered, pictures }: Notes, acted: readonly number[]): Omit<LiveDelay, "factor"> {
  const turned = given.map((at, k) => {
    const own = pictures.find(({ from, time }) => from > at && time >= acted[k]! - 1e-9);
    const next = pictures.find(({ from }) => from >= answered[k]!);
    const { from = Number.NaN, to = Number.NaN } = own ?? {};
    return {
      delay: to - at,
      telling: told[k]! - at,
      engine: answered[k]! - told[k]!,
      waiting: from - answered[k]!,
      picture: to - from,
      isNext: own !== undefined && own === next,
    };
  });
  const median = (values: readonly number[]): number =>
    [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  return {
    delays: turned.map(({ delay }) => delay).sort((a, b) => a - b),
    stages: {
      telling: median(turned.map(({ telling }) => telling)),
      engine: median(turned.map(({ engine }) => engine)),
      waiting: median(turned.map(({ waiting }) => waiting)),
      picture: median(turned.map(({ picture }) => picture)),
    },
    inNextPicture: turned.filter(({ isNext }) => isNext).length,
    betweenPictures: median(pictures.slice(1).map(({ from }, k) => from - pictures[k]!.from)),
  };
}
