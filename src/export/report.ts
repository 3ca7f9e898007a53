/**
 * A run as one HTML file that needs nothing else: summary, plots, animation, statistics, parameters, events and the text of the
 * model. It makes no requests; its security policy forbids them.
 */
import { guarded } from "../errors/boundary.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import { checkResult, type Result } from "../results/result.ts";
import { animationOf, hasAnimation } from "../scene/animationOf.ts";
import { escapeText } from "./escapeText.ts";
import { runPlayer } from "./player.ts";
import { playerData } from "./playerData.ts";
import { reportPlots } from "./reportPlots.ts";
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
}

/** Events and parameters that are listed; the rest is counted. */
const mostRows = 50;

/** The file as text. */
export function htmlReport(result: Result, options: ReportOptions = {}): string {
  return guarded("htmlReport", () => {
    checkResult(result);
    checkOptionNames(options, ["title", "source", "plots", "animation"], "htmlReport");
    const title = options.title ?? result.model;
    const hasPlayer = options.animation !== false && hasAnimation(result);
    const sections = [
      `<h1>${escapeText(title)}</h1>`,
      summary(result),
      hasPlayer ? player(result) : "",
      plots(result, options.plots),
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
    `${counts.events} events, ${result.segments.length} ${result.segments.length === 1 ? "segment" : "segments"}`,
    `final states ${result.stateHash}`,
  ];
  return `<p class="summary">${parts.map(escapeText).join(" · ")}</p>`;
}

function plots(result: Result, wanted: ReportOptions["plots"]): string {
  const picture = reportPlots(result, wanted);
  return picture === undefined ? "" : `<section><h2>Plots</h2><div class="plots">${picture}</div></section>`;
}

function player(result: Result): string {
  const data = JSON.stringify(playerData(animationOf(result)));
  // tools that keep the names of functions put calls of a helper into their text
  const script = `{ const __name = (f) => f;\n(${runPlayer.toString()})(document.getElementById("player"), JSON.parse(document.getElementById("scene").textContent)); }`;
  return `<section><h2>Animation</h2>
<div id="player">
<canvas role="img" aria-label="Animation of ${escapeText(result.model)}"></canvas>
<div class="controls"><button type="button">Play</button>
<input type="range" min="0" value="0" aria-label="Time"><output>0 s</output>
<select aria-label="Speed">${[0.1, 0.25, 0.5, 1, 2, 5, 10].map((rate) => `<option value="${rate}"${rate === 1 ? " selected" : ""}>${rate} ×</option>`).join("")}</select></div>
</div>
<script type="application/json" id="scene">${data.replaceAll("<", "\\u003c")}</script>
<script>${script.replaceAll("</script", "<\\/script")}</script>
</section>`;
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
