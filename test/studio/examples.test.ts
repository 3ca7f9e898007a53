// Every example of the gallery in the studio: it runs, bodies move, and the same model in Node has the same bits.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunRecord } from "../../app/session/runRecord.ts";
import { galleryExamples } from "../../scripts/buildSite.ts";
import { siteFolder } from "../../src/commandLine/packageFiles.ts";
import { valueAt } from "../../src/plot/decimate.ts";
import { recordingOf } from "../../src/results/result.ts";
import { hashRows } from "../../src/results/rowHash.ts";
import { runInNode } from "./runInNode.ts";
import { type StudioBrowser, type StudioPage, startStudio } from "./studioPage.ts";

/** Examples in which something stays where it is once it carries its weight, which is what they show. */
const atRest = ["flat-slope"];
/**
 * Milliseconds after which a run is looked at on its way, when it has done this part of it and shows what it is about, whatever time
 * a slow computer takes for that; the examples run to their ends, with their checks, in Node. Both ways are checked alike.
 */
const patience = 500;
const enoughOfRun = 0.1;
/** Examples in which something moves later than that. */
const movesLater: Readonly<Record<string, number>> = { "flat-accelerated-table": 0.3 };

/**
 * Examples whose motion doubles the smallest difference again and again, and the part of their run after which they are compared:
 * functions of the browser and of Node differ in last bits.
 */
const sensitive: Readonly<Record<string, number>> = {
  "3d-double-pendulum": 0.3,
  "contact-pile": 0.1,
  "flat-bouncing-bubbles": 0.3,
  "flat-torus-and-sphere": 0.3,
};

/** Examples whose models are made with functions of the engine, such as Math.cos, which differ in last bits; all others have the same bits. */
const withOwnFunctions = [
  "3d-drawing-arm",
  "3d-gyroscope",
  "3d-joints",
  "3d-stewart-platform",
  "contact-parts",
  "contact-pile",
  "flat-bubbles-in-funnel",
  "flat-slope",
  "flat-torus-and-sphere",
  "planar-landing",
  "structure-breaking-joint",
  "structure-space-robot",
  "study-calibrated-motor",
  "study-uncertain-epidemic",
];
/** Examples whose bits were compared. */
const compared: string[] = [];

/** The tolerance of an example's own experiment, or the usual one. */
function toleranceOf(name: string): number {
  const { source } = exampleTexts().find((example) => example.name === name)!;
  return Number(/experiment = \{[^}]*tolerance: ([\d.e-]+)/.exec(source)?.[1] ?? 1e-6);
}

/**
 * Last bits lead to other steps, and those to values that differ within ten of the usual tolerances; the legend has six digits. In
 * sensitive examples the tolerance is their own, and counts for values near zero too, as it does for the solver (nominal value 1). Runs
 * that were stopped are read between their last rows, in Node with other rows behind, and a legend writes 0 for what is tiny on its curve:
 * values near zero are as exact as the tolerance.
 */
function legendError(name: string, value: number): number {
  if (sensitive[name] !== undefined) return 10 * toleranceOf(name) * (1 + Math.abs(value)) + 5e-6 * Math.abs(value);
  return 1e-5 * Math.abs(value) + toleranceOf(name);
}

let studio: StudioBrowser;
let shown: StudioPage;

beforeAll(async () => {
  studio = await startStudio();
  shown = await studio.newPage({ viewport: { width: 1000, height: 500 } });
  await shown.open(studio.server.address);
});
afterAll(() => studio?.close());

interface ExampleFile {
  readonly name: string;
  readonly source: string;
  readonly parts?: Record<string, string>;
}

const exampleTexts = (): ExampleFile[] => JSON.parse(readFileSync(join(siteFolder, "examples.json"), "utf8"));

/** The runs of an example in Node, to the end or until there is enough of one. */
async function runsInNode(name: string, isEnough?: (run: RunRecord) => boolean): Promise<readonly RunRecord[]> {
  const { source, parts } = exampleTexts().find((example) => example.name === name)!;
  return (await runInNode(source, [], `${name}.ts`, parts, isEnough)).runs;
}

/** The hash of the first rows of a run. */
const hashOf = ({ result }: RunRecord, rows: number): string => hashRows(recordingOf(result!).segments, rows);

/** Tells when a run has the rows of the page, bit by bit; looks once at each run, when it has that many rows. */
function hasRowsOf(hash: string, rows: number): (run: RunRecord) => boolean {
  const seen = new Set<RunRecord>();
  return (run) => {
    if (run.times.length < rows || seen.has(run)) return false;
    seen.add(run);
    return hashOf(run, rows) === hash;
  };
}

/** Values of the signals that the page shows at a time or at the end; undefined for files with several runs. */
function valuesOf(
  runs: readonly RunRecord[],
  signals: readonly string[],
  time?: number,
): Record<string, number> | undefined {
  if (runs.length !== 1) return undefined;
  const [run] = runs;
  const valueIn = (signal: string): number => {
    if (time === undefined) return run!.result!.final(signal);
    let curve = run!.curve(signal)!;
    while (!curve.isWhole) curve = run!.curve(signal)!;
    return valueAt(curve, time);
  };
  return Object.fromEntries(signals.map((signal) => [signal, valueIn(signal)]));
}

/** Lets the run come far enough to show something, and stops it there. */
async function endOnItsWay(share: number, changesStructure: boolean): Promise<void> {
  await shown.page.waitForFunction(
    ({ share, changes }) =>
      document.querySelector("#run:not([hidden])") !== null ||
      (document.querySelector("progress")!.value >= share &&
        (!changes || document.querySelector(".marks .segment") !== null)),
    { share, changes: changesStructure },
  );
  await shown.page.locator("#stop").dispatchEvent("click");
}

/** Puts the cursor where values are compared: the time, or undefined for the end of the run. */
async function chooseTime(name: string, status: string): Promise<number | undefined> {
  const share = sensitive[name] ?? (status.startsWith("stopped") ? 0.3 : undefined);
  const plot = shown.page.locator(".plot").first();
  const slider = shown.page.locator(".track input");
  if (share === undefined || !(await slider.isVisible())) {
    await shown.pressOnPlot("End");
    return share === undefined ? undefined : Number(await plot.getAttribute("aria-valuenow"));
  }
  const time = share * Number(await slider.getAttribute("max"));
  await slider.fill(String(time));
  return time;
}

/** A picture of the view at a share of the run. */
async function pictureAt(share: number, end: number): Promise<string> {
  await shown.page.locator(".track input").fill(String(share * end));
  await shown.nextPicture();
  return (await shown.page.locator(".stage canvas").screenshot()).toString("base64");
}

/** Whether pictures differ from the first one, at the shares of the run that are given. */
async function bodiesMove([first, ...later]: readonly number[]): Promise<boolean> {
  await shown.page.locator(".stage canvas").waitFor();
  const end = Number(await shown.page.locator(".track input").getAttribute("max"));
  const picture = await pictureAt(first!, end);
  for (const share of later) if ((await pictureAt(share, end)) !== picture) return true;
  return false;
}

describe("every example", () => {
  const examples = galleryExamples().map(({ name, file }) => ({
    name,
    // those with a robot import it
    is3D: /\bModel3D\b|Robot\b/.test(readFileSync(file, "utf8")),
  }));

  it.each(examples)("$name runs and shows what it does", async ({ name, is3D }) => {
    const before = shown.complaints.length;
    await shown.openExample(name);
    await shown.page.waitForFunction(
      () =>
        document.querySelector("#run:not([hidden])") !== null ||
        /[0-9]/.test(document.querySelector(".legend .value")?.textContent ?? ""),
    );
    const changesStructure = is3D && name.startsWith("structure-");
    await shown.page
      .locator("#run")
      .waitFor({ state: "visible", timeout: patience })
      .catch(() => endOnItsWay(movesLater[name] ?? enoughOfRun, changesStructure));
    const status = await shown.ended();
    expect(status).toMatch(/^(finished|terminated|stopped at .*|)$/);
    expect(await shown.page.locator(".error-card").count()).toBe(0);
    const curvesShown = () => shown.page.locator(".legend .entry").count();
    // both come with the next picture
    await expect
      .poll(async () => (await curvesShown()) + (await shown.page.locator(".printed").textContent())!.length)
      .toBeGreaterThan(0);
    const curves = await curvesShown();
    if (is3D && atRest.includes(name)) expect(await bodiesMove([1 / 3, 2 / 3, 1])).toBe(false);
    // at shares that no period of a motion divides
    else if (is3D) expect(await bodiesMove([0, 0.21, 0.57, 1])).toBe(true);
    // where the structure of the model changes, the time line says so
    if (changesStructure) expect(await shown.page.locator(".marks .segment").count()).toBeGreaterThan(0);
    const time = curves > 0 ? await chooseTime(name, status) : undefined;
    const [, hash, rows] =
      /hash ([0-9a-f]{16}) of (\d+) rows/.exec((await shown.page.locator(".facts").textContent()) ?? "") ?? [];
    const hasSameBits = hash !== undefined && !withOwnFunctions.includes(name);
    const isOnItsWay = status.startsWith("stopped");
    const isEnough = hasSameBits
      ? isOnItsWay && hasRowsOf(hash, Number(rows))
      : time !== undefined && ((run: RunRecord) => run.times.at(-1)! > time);
    const runs = hasSameBits || curves > 0 ? await runsInNode(name, isEnough === false ? undefined : isEnough) : [];
    if (hasSameBits) {
      // of all values of the last run that was begun
      expect(hashOf(runs.at(-1)!, Number(rows))).toBe(hash);
      compared.push(name);
    }
    if (curves > 0) {
      const values = await shown.legend();
      const expected = valuesOf(runs, Object.keys(values), time);
      const differing = Object.entries(expected ?? {}).filter(
        ([signal, value]) =>
          !Object.is(values[signal], value) && !(Math.abs(values[signal]! - value) <= legendError(name, value)),
      );
      expect(differing.map(([signal, value]) => `${signal}: ${values[signal]}, not ${value}`)).toEqual([]);
    }
    if (name === "contact-billiard") {
      const { content } = await shown.saved(() => shown.save("Report (HTML)"));
      // of the whole run: parts that do not grow with it count too often here
      const end = Number(await shown.page.locator(".track input").getAttribute("max"));
      expect((content.length * 5) / Math.min(5, end)).toBeLessThan(5e6);
    }
    expect(shown.complaints.slice(before)).toEqual([]);
  });

  it("of those at least fifty have the same bits in the worker of the browser as in Node", () => {
    expect(compared.length).toBeGreaterThanOrEqual(50);
  });
});
