/**
 * A run as one HTML file that needs nothing else: summary, plots, animation, statistics, parameters, events and the text of the
 * model. It makes no requests; its security policy forbids them.
 */
import { guarded } from "../errors/boundary.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import { checkResult, type Result } from "../results/result.ts";
import type { Animation } from "../scene/animation.ts";
import { animationOf } from "../scene/animationOf.ts";
import { hasAnimation } from "../scene/hasAnimation.ts";
import { jointScrews } from "../scene/jointScrews.ts";
import { moveByScrews } from "../scene/moveByScrews.ts";
import { escapeText } from "./escapeText.ts";
import { runPlayer } from "./player.ts";
import { type PosingSource, playerData } from "./playerData.ts";
import { reportPlots } from "./reportPlots.ts";
import { type ReportedStudies, reportStudies, studyNames } from "./reportStudies.ts";
import { reportStyle } from "./reportStyle.ts";

export interface ReportOptions {
  /** The name of the model by default. */
  readonly title?: string;
  /** Text of the model, shown as it is. */
  readonly source?: string;
  /** Names of signals, one panel each; a list of names shares a panel. The first states by default. */
  readonly plots?: readonly (string | readonly string[])[];
  /** false leaves the animation out; by default it is there when the model has one. */
  readonly animation?: boolean;
  /**
   * A slider for every joint moves the mechanism by hand, without forces. Limits by names of coordinates, `{ "robot.elbow.phi": [-2, 2] }`
   * in rad or m; true: a turn to both sides, or the size of the scene. Default: none.
   */
  readonly sliders?: boolean | Readonly<Record<string, readonly [number, number]>>;
  /** Answers of `rattleback/studies` that belong to the run: bands, indices, a fit. */
  readonly studies?: ReportedStudies;
}

/** Events and parameters that are listed; the rest is counted. */
const mostRows = 50;

/** The file as text. */
export function htmlReport(result: Result, options: ReportOptions = {}): string {
  return guarded("htmlReport", () => {
    checkResult(result);
    checkOptionNames(options, ["title", "source", "plots", "animation", "sliders", "studies"], "htmlReport");
    checkOptionNames(options.studies ?? {}, studyNames, "htmlReport studies");
    const title = options.title ?? result.model;
    const hasPlayer = options.animation !== false && hasAnimation(result);
    const sections = [
      `<h1>${escapeText(title)}</h1>`,
      summary(result),
      hasPlayer ? player(result, options.sliders ?? false) : "",
      plots(result, options.plots),
      ...reportStudies(result, options.studies ?? {}),
      table("Statistics", statistics(result)),
      warnings(result),
      events(result),
      table("Parameters", parameters(result), true),
      options.source === undefined
        ? ""
        : `<section><h2>Model</h2><pre tabindex="0"><code>${escapeText(options.source)}</code></pre></section>`,
    ];
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="rattleback">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>${escapeText(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
${sections.filter((section) => section !== "").join("\n")}
</main>
</body>
</html>
`;
  });
}

function summary(result: Result): string {
  const { status, startTime, endTime, stopTime, tolerance, statistics: counts } = result;
  const reached = status === "finished" ? "" : ` of ${stopTime} s`;
  const parts = [
    `${status} at ${endTime} s${reached}, from ${startTime} s`,
    `method ${counts.method}, tolerance ${tolerance}`,
    `${counts.events} event${counts.events === 1 ? "" : "s"}, ${result.segments.length} ${result.segments.length === 1 ? "segment" : "segments"}`,
    `final states ${result.stateHash}`,
  ];
  return `<p class="summary">${parts.map(escapeText).join(" · ")}</p>`;
}

function plots(result: Result, wanted: ReportOptions["plots"]): string {
  const picture = reportPlots(result, wanted);
  return picture === undefined ? "" : `<section><h2>Plots</h2><div class="plots">${picture}</div></section>`;
}

function player(result: Result, wanted: NonNullable<ReportOptions["sliders"]>): string {
  const animation = animationOf(result);
  const sliders = wanted === false ? undefined : posing(result, animation, wanted === true ? {} : wanted);
  const data = JSON.stringify(playerData(animation, sliders));
  // tools that keep the names of functions put calls of a helper into their text
  const script = `{ const __name = (f) => f;\n(${runPlayer.toString()})(document.getElementById("player"), JSON.parse(document.getElementById("scene").textContent), ${moveByScrews.toString()}); }`;
  return `<section><h2>Animation</h2>
<div id="player">
<canvas role="img" aria-label="Animation of ${escapeText(result.model)}"></canvas>
<div class="controls"><button type="button">Play</button>
<input type="range" min="0" value="0" aria-label="Time"><output>0 s</output>
<select aria-label="Speed">${[0.1, 0.25, 0.5, 1, 2, 5, 10].map((rate) => `<option value="${rate}"${rate === 1 ? " selected" : ""}>${rate} ×</option>`).join("")}</select></div>${jointTable(sliders)}
</div>
<script type="application/json" id="scene">${data.replaceAll("<", "\\u003c")}</script>
<script>${script.replaceAll("</script", "<\\/script")}</script>
</section>`;
}

/** Joints of a model that keeps its structure. */
function posing(
  result: Result,
  animation: Animation,
  limits: Readonly<Record<string, readonly [number, number]>>,
): PosingSource | undefined {
  if (result.segments.length !== 1) return undefined;
  const positionAt = (name: string, time: number): number => result.at(Math.min(time, result.endTime), name);
  const positionOf = (name: string) => (result.has(name) ? positionAt(name, result.startTime) : undefined);
  const screws = jointScrews(animation, { positionOf, limits });
  return screws.sliders.length === 0 ? undefined : { ...screws, positionAt };
}

function jointTable(sliders: PosingSource | undefined): string {
  if (sliders === undefined) return "";
  const rows = sliders.sliders.map(({ name, start, lower, upper }, k) => {
    const range = `min="${lower}" max="${upper}" step="${(upper - lower) / 1000 || 1}" value="${start}"`;
    return `<label><span>${escapeText(name)}</span><input type="range" data-joint="${k}" ${range}><output></output></label>`;
  });
  return `\n<fieldset class="joints"><legend>Joints, moved by hand</legend>${rows.join("")}</fieldset>`;
}

function statistics({ statistics: counts }: Result): [string, unknown][] {
  return Object.entries(counts).map(([name, value]) => [
    inWords(name),
    name === "wallTime" ? `${Number(counts.wallTime.toPrecision(3))} s` : value,
  ]);
}

function parameters({ parameters: values }: Result): [string, unknown][] {
  return [...values].map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : value]);
}

function warnings({ warnings: texts }: Result): string {
  if (texts.length === 0) return "";
  return `<section><h2>Warnings</h2><ul>${texts.map((text) => `<li>${escapeText(text)}</li>`).join("")}</ul></section>`;
}

function events({ events: records }: Result): string {
  const rows = records.map(({ time, cause, changed }): [string, unknown] => [
    `${time} s`,
    changed.length > 0 ? `${cause}: ${changed.join(", ")}` : cause,
  ]);
  return table("Events", rows, true);
}

function table(heading: string, rows: readonly [string, unknown][], isFolded = false): string {
  if (rows.length === 0) return "";
  const shown = rows
    .slice(0, mostRows)
    .map(([name, value]) => `<tr><th scope="row">${escapeText(name)}</th><td>${escapeText(String(value))}</td></tr>`);
  const rest = rows.length - shown.length;
  if (rest > 0) shown.push(`<tr><th scope="row">…</th><td>${rest} more</td></tr>`);
  const body = `<table>${shown.join("")}</table>`;
  return isFolded
    ? `<details><summary>${heading} (${rows.length})</summary>${body}</details>`
    : `<section><h2>${heading}</h2>${body}</section>`;
}

/** "rejectedSteps" → "rejected steps" */
function inWords(name: string): string {
  return name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}
