/** What the model printed, and what was wrong with it. */

import { type Result, recordingOf } from "../../src/results/result.ts";
import { RowHash } from "../../src/results/rowHash.ts";
import { h, inFrames, nextTask, replaceChildren } from "../dom.ts";
import type { ErrorReport, PrintedLine } from "../protocol.ts";
import type { Studio } from "../session/studio.ts";

export class OutputPane {
  readonly element: HTMLElement;

  constructor(studio: Studio, showPlace: (error: ErrorReport) => void) {
    const text = h("pre", { class: "printed", tabindex: 0, "aria-label": "Printed by the model" });
    const facts = h("p", { class: "facts" });
    const problem = h("div", { class: "problem", role: "alert", hidden: true });
    const warnings = h("ul", { class: "warnings", hidden: true, "aria-label": "Warnings of the run" });
    this.element = h("div", { class: "output-pane" }, problem, facts, warnings, text);
    const draw = inFrames(() => {
      replaceChildren(
        text,
        ...lastParts(studio.output).map(({ isError, text: part }) =>
          h("span", { class: isError ? "error-line" : undefined }, part),
        ),
      );
    });
    studio.on("output", draw);
    const tellFacts = (): void => {
      const result = endedResult(studio);
      const told = result?.warnings ?? [];
      warnings.hidden = told.length === 0;
      replaceChildren(warnings, ...told.slice(0, mostWarnings).map((warning) => h("li", {}, warning)));
      facts.textContent = factsOf(studio, result);
      facts.setAttribute("aria-busy", String(result !== undefined && (hashes.get(result) ?? "") === ""));
      if (result !== undefined && !hashes.has(result))
        void hashSlowly(result, () => endedResult(studio) === result, tellFacts);
    };
    studio.on(["parameters", "runs"], tellFacts);
    studio.on("error", () => {
      const { error } = studio;
      problem.hidden = error === undefined;
      replaceChildren(problem, ...(error === undefined ? [] : [errorCard(error, showPlace)]));
    });
  }
}

/** Of one run that are shown. */
const mostWarnings = 50;
/** Characters that are shown; laying out more of them at every picture would stop the page. */
const mostCharacters = 60_000;

/** The last lines, those of one kind that follow each other in one piece. */
function lastParts(lines: readonly PrintedLine[]): { isError: boolean; text: string }[] {
  const parts: { isError: boolean; text: string }[] = [];
  let left = mostCharacters;
  for (let k = lines.length - 1; k >= 0 && left > 0; k--) {
    const { isError, text } = lines[k]!;
    left -= text.length + 1;
    const first = parts[0];
    if (first?.isError === isError) first.text = `${text}\n${first.text}`;
    else parts.unshift({ isError, text: `${text}\n` });
  }
  return parts;
}

export function errorCard(error: ErrorReport, showPlace: (error: ErrorReport) => void): HTMLElement {
  const { code, what, where, because, hint, place } = error;
  const row = (name: string, value: string, kind = "") =>
    value !== "" && h("div", {}, h("dt", {}, name), h("dd", { class: kind }, value));
  return h(
    "div",
    { class: "error-card" },
    h("p", {}, h("strong", {}, code), ` ${what}`),
    h("dl", {}, row("where", where.replace(/\n {11}/g, "\n"), "code"), row("because", because), row("try", hint)),
    place !== undefined && h("button", { class: "quiet", onclick: () => showPlace(error) }, `Go to line ${place.line}`),
  );
}

/** Of all values; "" while it is computed. */
const hashes = new WeakMap<Result, string>();
/** Milliseconds at a time, and numbers between two looks at the clock. */
const hashTime = 6;
const hashedAtOnce = 2 ** 13;

/** In pieces between which the page does other things, as long as somebody wants it. */
async function hashSlowly(result: Result, isWanted: () => boolean, tell: () => void): Promise<void> {
  hashes.set(result, "");
  const hash = new RowHash(recordingOf(result).segments);
  let until = performance.now() + hashTime;
  while (!hash.advance(hashedAtOnce)) {
    if (performance.now() < until) continue;
    await nextTask();
    until = performance.now() + hashTime;
    if (!isWanted()) {
      hashes.delete(result);
      return;
    }
  }
  hashes.set(result, hash.text);
  tell();
}

function endedResult({ mainRun }: Studio): Result | undefined {
  return mainRun?.status === "running" ? undefined : mainRun?.result;
}

function factsOf(studio: Studio, result: Result | undefined): string {
  const model = studio.translated.at(-1);
  if (result === undefined) return model?.facts ?? "";
  const { method, steps, events, wallTime } = result.statistics;
  const effort =
    method === ""
      ? ""
      : `${steps} steps (${method}), ${events} event${events === 1 ? "" : "s"}, ${wallTime.toFixed(2)} s, `;
  const hash = hashes.get(result) ?? "";
  return [model?.facts ?? "", `${effort}${hash === "" ? "" : `hash ${hash} of `}${result.time.length} rows`]
    .filter((part) => part !== "")
    .join(" · ");
}
