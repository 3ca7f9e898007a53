/** Lines that a model prints, sent some at a time: a model may print as much as it likes, the page shows the last of it. */
import type { EngineMessage, PrintedLine } from "../protocol.ts";
import type { Clock, Send } from "./streamingSink.ts";

/** Milliseconds between two messages. */
const batchTime = 40;
/** Lines in one message, and characters in one line. */
const mostLines = 1000;
const longestLine = 10_000;

export class Printer {
  private readonly target: Send;
  private readonly now: Clock;
  private lines: PrintedLine[] = [];
  private leftOut = 0;
  private sentAt: number;
  hasPrinted = false;

  constructor(target: Send, now: Clock) {
    this.target = target;
    this.now = now;
    this.sentAt = now();
  }

  print(text: string, isError: boolean): void {
    this.hasPrinted = true;
    if (this.lines.length >= mostLines) {
      this.lines.shift();
      this.leftOut++;
    }
    const line = text.length > longestLine ? `${text.slice(0, longestLine)} … ${text.length} characters` : text;
    this.lines.push({ text: line, isError });
    if (this.now() - this.sentAt > batchTime) this.flush();
  }

  /** What was printed before goes first. */
  readonly send: Send = (message: EngineMessage, transfer?: ArrayBuffer[]) => {
    this.flush();
    this.target(message, transfer);
  };

  private flush(): void {
    if (this.lines.length === 0) return;
    const gap = { text: `… ${this.leftOut} lines …`, isError: false };
    const lines = this.leftOut > 0 ? [gap, ...this.lines] : this.lines;
    this.lines = [];
    this.leftOut = 0;
    this.target({ kind: "print", lines });
    this.sentAt = this.now();
  }
}
