/** Signals of a result as panels of one SVG picture. */
import type { Panel, Trace } from "../plot/panel.ts";
import { plotSvg } from "../plot/plotSvg.ts";
import { lightColors } from "../plot/traceColors.ts";
import { unitText } from "../plot/unitText.ts";
import type { Result } from "../results/result.ts";

/** Panels when nobody says which, and curves of a vector. */
const mostPanels = 6;
const mostElements = 6;

/** undefined when there is nothing to plot. */
export function reportPlots(
  result: Result,
  wanted: readonly (string | readonly string[])[] = stateVariables(result).slice(0, mostPanels),
): string | undefined {
  const events = [...new Set(result.events.filter(({ kind }) => kind !== "initial").map(({ time }) => time))];
  const panels = wanted.map((names): Panel => {
    const list = typeof names === "string" ? [names] : names;
    const traces = list
      .flatMap((name) => curvesOf(result, name))
      .map((curve, k): Trace => {
        return { ...curve, color: lightColors[k % lightColors.length]!, dash: [] };
      });
    const units = new Set(list.map((name) => unitText(result.describe(name).unit)));
    return { traces, unit: [...units].filter((unit) => unit !== "").join(", "), events };
  });
  return panels.length > 0 && result.time.length > 0 ? plotSvg(panels, { width: 920, height: 220 }) : undefined;
}

/** Elements of a vector share a panel: some of them are often nothing but rounding, which looks like much on an axis of its own. */
function stateVariables(result: Result): string[] {
  const whole = (name: string): string => name.replace(/\[[\d,\s]+\]$/, "");
  return [...new Set(result.stateNames.map((name) => (result.has(whole(name)) ? whole(name) : name)))];
}

/** A scalar is one curve, a vector or matrix one per element. */
function curvesOf(result: Result, name: string): Omit<Trace, "color" | "dash">[] {
  const { shape } = result.describe(name);
  const { time } = result;
  if (shape.length === 0) return [{ label: name, time, values: result.signal(name).values }];
  const indices = shape.reduce<string[]>(
    (all, size) =>
      all.flatMap((head) => Array.from({ length: size }, (_, i) => (head === "" ? `${i + 1}` : `${head},${i + 1}`))),
    [""],
  );
  return indices.slice(0, mostElements).map((index) => {
    const label = `${name}[${index}]`;
    return { label, time, values: result.signal(label).values };
  });
}
