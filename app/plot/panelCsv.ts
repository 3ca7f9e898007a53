/** The numbers of a panel as CSV: one time column, one column per curve; empty where a curve has no value. */
import type { Panel } from "../../src/plot/panel.ts";
import { csvNumber } from "../../src/results/writers/numberText.ts";

export function panelCsv({ traces }: Panel): string {
  const quote = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [["time", ...traces.map(({ label }) => quote(label))].join(",")];
  // rows at an event have the same time twice: curves advance together, each with its own rows
  const next = traces.map(() => 0);
  for (;;) {
    const times = traces.map(({ time }, k) => time[next[k]!] ?? Number.POSITIVE_INFINITY);
    const now = Math.min(...times);
    if (!Number.isFinite(now)) return `${lines.join("\n")}\n`;
    const values = traces.map((trace, k) => (times[k] === now ? csvNumber(trace.values[next[k]!++]!) : ""));
    lines.push([csvNumber(now), ...values].join(","));
  }
}
