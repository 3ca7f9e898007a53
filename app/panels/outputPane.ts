/** What the model printed, and what was wrong with it. */

import type { Result } from "../../src/results/result.ts";
import { h, inFrames, replaceChildren } from "../dom.ts";
import type { ErrorReport, PrintedLine } from "../protocol.ts";
import type { Studio } from "../session/studio.ts";

export class OutputPane {
  readonly element: HTMLElement;

  constructor(studio: Studio, showPlace: (error: ErrorReport) => void) {
    const text = h("pre", { class: "printed", tabindex: 0, "aria-label": "Printed by the model" });
    const facts = h("p", { class: "facts" });
    const problem = h("div", { class: "problem", role: "alert", hidden: true });
    this.element = h("div", { class: "output-pane" }, problem, facts, text);
    const draw = inFrames(() => {
      replaceChildren(
        text,
        ...lastParts(studio.output).map(({ isError, text: part }) =>
          h("span", { class: isError ? "error-line" : undefined }, part),
        ),
      );
    });
    studio.on("output", draw);
    studio.on(["parameters", "runs"], () => {
      facts.textContent = factsOf(studio);
    });
    studio.on("error", () => {
      const { error } = studio;
      problem.hidden = error === undefined;
      replaceChildren(problem, ...(error === undefined ? [] : [errorCard(error, showPlace)]));
    });
  }
}

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
  const row = (name: string, value: string) => value !== "" && h("div", {}, h("dt", {}, name), h("dd", {}, value));
  return h(
    "div",
    { class: "error-card" },
    h("p", {}, h("strong", {}, code), ` ${what}`),
    h("dl", {}, row("where", where), row("because", because), row("try", hint)),
    place !== undefined && h("button", { class: "quiet", onclick: () => showPlace(error) }, `Go to line ${place.line}`),
  );
}

const hashes = new WeakMap<Result, string>();

/** Of all values, computed once. */
function hashOf(result: Result): string {
  const known = hashes.get(result) ?? result.hash;
  hashes.set(result, known);
  return known;
}

function factsOf(studio: Studio): string {
  const model = studio.translated.at(-1);
  const result = studio.mainRun?.status === "running" ? undefined : studio.mainRun?.result;
  if (result === undefined) return model?.facts ?? "";
  const { method, steps, events, wallTime } = result.statistics;
  const effort = method === "" ? "" : `${steps} steps (${method}), ${events} events, ${wallTime.toFixed(2)} s, `;
  return [model?.facts ?? "", `${effort}hash ${hashOf(result)} of ${result.time.length} rows`]
    .filter((part) => part !== "")
    .join(" · ");
}
