import { describe, expect, it } from "vitest";
import { duration, ProgressBar, progressLine } from "../../src/commandLine/progressBar.ts";
import { processTerminal, type Terminal } from "../../src/commandLine/terminal.ts";

describe("the progress bar", () => {
  it("fills with the fraction, and never exceeds the line", () => {
    expect(progressLine("run", 0.5, 3, 80)).toBe(`run ${"█".repeat(20)}${"░".repeat(20)}  50 %  about 3.0 s left`);
    for (const columns of [1, 10, 25, 40, 200])
      for (const fraction of [-1, 0, 0.3, 1, 2])
        expect(progressLine("a model with a long name", fraction, 100, columns).length).toBeLessThan(
          Math.max(2, columns),
        );
  });

  it("has room where the terminal does not know its width", () => {
    const { columns } = process.stderr;
    Object.assign(process.stderr, { columns: 0 });
    try {
      expect(processTerminal().columns).toBe(80);
    } finally {
      Object.assign(process.stderr, { columns });
    }
  });

  it("is silent when nobody watches, and wiped in the end", () => {
    const texts: string[] = [];
    const terminal: Terminal = {
      out: () => {},
      error: (text) => texts.push(text),
      isInteractive: true,
      columns: 60,
      folder: "",
    };
    let now = 0;
    const silent = new ProgressBar({ ...terminal, isInteractive: false }, "a", () => now);
    const bar = new ProgressBar(terminal, "a", () => now);
    now = 5000;
    silent.update(0.5);
    expect(texts).toEqual([]);
    bar.update(0.5);
    bar.end();
    expect(texts).toHaveLength(2);
    expect(texts[1]).toBe("\r\u001b[K");
  });

  it("says times in words that fit", () => {
    expect([2.34, 45, 600, 9000].map(duration)).toEqual(["2.3 s", "45 s", "10 min", "2.5 h"]);
  });
});
