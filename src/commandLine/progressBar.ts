/** One line that is written over and over: part done, time left. Nothing when nobody watches. */
import type { Terminal } from "./terminal.ts";

/** Milliseconds between two pictures; a run of less shows none. */
const refreshTime = 100;
const widest = 40;

export class ProgressBar {
  private readonly terminal: Terminal;
  private readonly label: string;
  private readonly clock: () => number;
  private readonly startedAt: number;
  private shownAt: number;
  private isShown = false;

  constructor(terminal: Terminal, label: string, clock: () => number = () => performance.now()) {
    this.terminal = terminal;
    this.label = label;
    this.clock = clock;
    this.startedAt = clock();
    this.shownAt = this.startedAt;
  }

  update(fraction: number): void {
    if (!this.terminal.isInteractive) return;
    const now = this.clock();
    if (now - this.shownAt < refreshTime) return;
    this.shownAt = now;
    this.isShown = true;
    const seconds = (now - this.startedAt) / 1000;
    this.terminal.error(`\r\u001b[K${progressLine(this.label, fraction, seconds, this.terminal.columns)}`);
  }

  /** Wipes the line. */
  end(): void {
    if (this.isShown) this.terminal.error("\r\u001b[K");
    this.isShown = false;
  }
}

/** `servo ████████░░░░░░░░  50 %  about 3 s left`, cut to the width. */
export function progressLine(label: string, fraction: number, seconds: number, columns: number): string {
  const done = Math.min(1, Math.max(0, fraction));
  const left = done > 0 ? (seconds * (1 - done)) / done : Number.NaN;
  const tail = ` ${String(Math.floor(100 * done)).padStart(3)} %${Number.isFinite(left) ? `  about ${duration(left)} left` : ""}`;
  const width = Math.min(widest, columns - label.length - tail.length - 2);
  if (width < 4) return `${label}${tail}`.slice(0, Math.max(0, columns - 1));
  const filled = Math.round(width * done);
  return `${label} ${"█".repeat(filled)}${"░".repeat(width - filled)}${tail}`;
}

export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
