/**
 * A page that shows a sweep while it runs, on this computer only: how far it is, what failed, a scatter plot of what is there; and a button
 * that calls it off. Other sites can neither read it nor press the button: the name of the host and a header that only its own script sends
 * are looked at.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { ParameterPoint } from "../../run/sweep.ts";
import type { FinishedRun } from "./finishedRuns.ts";
import { livePageText } from "./livePageText.ts";

export interface LivePage {
  /** `http://localhost:4200/`. */
  readonly address: string;
  /** Runs altogether and what is varied, known when the sweep is planned. */
  plan(total: number, parameters: readonly string[]): void;
  add(run: FinishedRun, point: ParameterPoint): void;
  notice(text: string): void;
  end(): void;
  close(): Promise<void>;
}

/** Points that are kept for the plot; beyond it every second one is dropped, again and again. */
const mostPoints = 4000;
const mostLines = 50;
const ownNames = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

export async function openLivePage(
  title: string,
  quantities: readonly string[],
  port: number,
  cancel: () => void,
): Promise<LivePage> {
  const state = new LiveState(title, quantities);
  const server = createServer((request, response) => answer(request, response, state, cancel));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "localhost", resolve);
  });
  const bound = server.address();
  return {
    address: `http://localhost:${typeof bound === "object" && bound !== null ? bound.port : port}/`,
    plan: (total, parameters) => state.plan(total, parameters),
    add: (run, point) => state.add(run, point),
    notice: (text) => state.say(text),
    end: () => {
      state.isOver = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

class LiveState {
  isOver = false;
  private readonly title: string;
  private readonly quantities: readonly string[];
  private parameters: readonly string[] = [];
  private total = 0;
  private done = 0;
  private failed = 0;
  private readonly startedAt = performance.now();
  private readonly failures: { run: number; code: string; message: string }[] = [];
  private readonly notices: string[] = [];
  /** Run, parameters, quantities. */
  private rows: (readonly (number | null)[])[] = [];
  private stride = 1;

  constructor(title: string, quantities: readonly string[]) {
    this.title = title;
    this.quantities = quantities;
  }

  plan(total: number, parameters: readonly string[]): void {
    this.total = total;
    this.parameters = parameters;
  }

  add({ run, values, error }: FinishedRun, point: ParameterPoint): void {
    this.done++;
    if (error !== undefined) {
      this.failed++;
      if (this.failures.length < mostLines) this.failures.push({ run, ...error });
      return;
    }
    if (run % this.stride !== 0) return;
    this.rows.push([run, ...this.parameters.map((name) => point[name] ?? null), ...(values ?? [])]);
    if (this.rows.length <= mostPoints) return;
    this.stride *= 2;
    this.rows = this.rows.filter(([number]) => number! % this.stride === 0);
  }

  say(text: string): void {
    if (this.notices.at(-1) !== text) this.notices.push(text);
    if (this.notices.length > mostLines) this.notices.shift();
  }

  json(): string {
    const { title, total, done, failed, isOver, failures, notices, rows } = this;
    const columns = ["run", ...this.parameters, ...this.quantities];
    const seconds = (performance.now() - this.startedAt) / 1000;
    return JSON.stringify({ title, total, done, failed, seconds, isOver, failures, notices, columns, rows });
  }
}

type Answer = readonly [status: number, type: string, text: string];

function answer(request: IncomingMessage, response: ServerResponse, state: LiveState, cancel: () => void): void {
  const [status, type, text] = answerTo(request, state, cancel);
  response.writeHead(status, {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
  });
  response.end(text);
}

function answerTo({ method, url, headers }: IncomingMessage, state: LiveState, cancel: () => void): Answer {
  if (!ownNames.test(headers.host ?? "")) return [403, "text/plain", "Use http://localhost.\n"];
  const path = new URL(url ?? "/", "http://localhost").pathname;
  if (method === "POST" && path === "/cancel") {
    // a form of another site cannot send this header
    if (headers["x-rattleback"] !== "cancel") return [403, "text/plain", "Use the button of the page.\n"];
    cancel();
    return [200, "application/json", "{}"];
  }
  if (method !== "GET") return [405, "text/plain", "Only reading is possible.\n"];
  if (path === "/") return [200, "text/html", livePageText];
  if (path === "/state") return [200, "application/json", state.json()];
  return [404, "text/plain", "There is no such page.\n"];
}
