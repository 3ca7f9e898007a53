/** Outcomes as one page that needs nothing else: summary, failures, curves of what differs. */
import { escapeText } from "../../export/escapeText.ts";
import { reportStyle } from "../../export/reportStyle.ts";
import type { Outcome } from "./outcome.ts";
import { failureClasses, firstLine, summariseByPackage, withoutCode } from "./summary.ts";

export function htmlReport(title: string, outcomes: readonly Outcome[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="rattleback">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeText(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
<h1>${escapeText(title)}</h1>
${packages(outcomes)}
${failures(outcomes)}
${differences(outcomes)}
${models(outcomes)}
</main>
</body>
</html>
`;
}

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeText(String(cell))}</${tag}>`).join("")}</tr>`;
  return `<div class="plots"><table>${line(heads, "th")}\n${rows.map((row) => line(row, "td")).join("\n")}</table></div>`;
}

function packages(outcomes: readonly Outcome[]): string {
  const rows = summariseByPackage(outcomes).map((row) => [
    ...[row.name, row.models, row.simulated, row.compared, row.passed, row.strict],
  ]);
  return `<h2>Packages</h2>${table(["package", "models", "simulated", "compared", "passed", "strictly"], rows)}`;
}

function failures(outcomes: readonly Outcome[]): string {
  const classes = failureClasses(outcomes);
  if (classes.length === 0) return "";
  const rows = classes.map(({ models: names, stage, code, pattern }) => [
    ...[names.length, stage, code, withoutCode(pattern, code), names.join(" ")],
  ]);
  return `<h2>Failures, most frequent first</h2>${table(["models", "stage", "code", "what", "which"], rows)}`;
}

function differences(outcomes: readonly Outcome[]): string {
  const own = outcomes.filter(({ verdict }) => verdict === "differs");
  if (own.length === 0) return "";
  const parts = own.map(
    ({ name, message, picture }) =>
      `<details open><summary>${escapeText(name)}</summary><p>${escapeText(message)}</p><div class="plots">${picture}</div></details>`,
  );
  return `<h2>What differs</h2>\n${parts.join("\n")}`;
}

function models(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((o) => [
    ...[o.name, o.isStrict ? "strict" : o.verdict, o.stage],
    ...[o.seconds.flatten, o.seconds.translate, o.seconds.simulate].map((value) => value.toFixed(2)),
    ...[o.meanError === null ? "" : o.meanError.toExponential(1), firstLine(o.message)],
  ]);
  const heads = ["model", "verdict", "stage", "flatten s", "translate s", "simulate s", "mean error", "message"];
  return `<h2>Models</h2>${table(heads, rows)}`;
}
