/**
 * A model that runs at the pace of the clock and talks to other programs over WebSocket, as JSON.
 *
 * to them      { kind: "model", name, rate, time, isRunning, controls, outputs }   once, when they connect
 *              { kind: "outputs", time, values, factor }                        at the rate
 *              { kind: "state", isRunning, time, speed }                         after every command
 *              { kind: "error", code, message }                                  what was refused, and what ended the model
 *              { kind: "end", time }
 * from them    { set: { name: value } }, { command: "start" | "pause" | "step" | "stop" }, { speed: 2 }
 *
 * It listens on this computer only. Pages of other sites are refused by their Origin, names that lead here by the Host.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { type LiveOutputs, type LiveRun, type LiveRunOptions, liveRun } from "../live/liveRun.ts";
import type { InstantiatedModel } from "../run/instantiate.ts";

export interface LiveServerOptions extends Omit<LiveRunOptions, "onOutputs" | "onEnd"> {
  /** 0 takes any free one. */
  readonly port: number;
  /** Pages of these origins may connect beside those of this computer: "https://lab.example". */
  readonly origins?: readonly string[];
}

export interface LiveServer {
  /** `ws://localhost:4180/`. */
  readonly address: string;
  readonly run: LiveRun;
  /** Fulfilled when the model has ended or somebody stopped it. */
  readonly ended: Promise<RattlebackError | undefined>;
  close(): Promise<void>;
}

/** Bytes of a message. */
const longestMessage = 2 ** 16;
const ownNames = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const ownOrigins = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const commands = ["start", "pause", "step", "stop"] as const;

export async function serveLive(model: InstantiatedModel, options: LiveServerOptions): Promise<LiveServer> {
  const { port, origins = [], ...runOptions } = options;
  const outputs = options.outputs ?? [];
  const sockets = new Set<WebSocket>();
  const tell = (message: object): void => {
    const text = JSON.stringify(message);
    // whoever does not read gets no more until it does
    for (const socket of sockets)
      if (socket.readyState === WebSocket.OPEN && socket.bufferedAmount < 2 ** 20) socket.send(text);
  };
  let conclude: (error: RattlebackError | undefined) => void = () => {};
  const ended = new Promise<RattlebackError | undefined>((done) => {
    conclude = done;
  });
  const run = liveRun(model, {
    ...runOptions,
    onOutputs: ({ time, values, factor }: LiveOutputs) => tell({ kind: "outputs", time, values, factor }),
    onEnd(error) {
      if (error !== undefined) tell(inWords(error));
      tell({ kind: "end", time: run.time });
      conclude(error);
    },
  });
  const state = () => ({ kind: "state", isRunning: run.isRunning, time: run.time, speed: run.speed });

  const http = createServer((_, response) => {
    response.writeHead(426, { "content-type": "text/plain; charset=utf-8", upgrade: "websocket" });
    response.end("This address speaks WebSocket.\n");
  });
  const server = new WebSocketServer({ noServer: true, maxPayload: longestMessage });
  http.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { host = "", origin } = request.headers;
    const isOwn = origin === undefined || ownOrigins.test(origin) || origins.includes(origin);
    if (!ownNames.test(host) || !isOwn) {
      socket.end("HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n");
      return;
    }
    server.handleUpgrade(request, socket, head, (client) => {
      sockets.add(client);
      client.on("close", () => sockets.delete(client));
      client.on("error", () => client.terminate());
      client.on("message", (data) => {
        try {
          obey(run, readMessage(String(data)), conclude);
          tell(state());
        } catch (error) {
          client.send(JSON.stringify(inWords(error)));
        }
      });
      const { name } = model;
      const { controls, time, isRunning } = run;
      client.send(
        JSON.stringify({ kind: "model", name, rate: options.rate ?? 50, time, isRunning, controls, outputs }),
      );
    });
  });
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, "localhost", resolve);
  });
  const bound = http.address();
  return {
    address: `ws://localhost:${typeof bound === "object" && bound !== null ? bound.port : port}/`,
    run,
    ended,
    close: () =>
      new Promise((resolve) => {
        run.pause();
        for (const socket of sockets) socket.terminate();
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

interface Message {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly command?: (typeof commands)[number];
  readonly speed?: number;
}

function readMessage(text: string): Message {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw badMessage("the message is not JSON");
  }
  if (typeof message !== "object" || message === null || Array.isArray(message))
    throw badMessage("it is not an object");
  const { set, command, speed, ...more } = message as Message;
  const [unknown] = Object.keys(more);
  if (unknown !== undefined) throw badMessage(`"${unknown.slice(0, 60)}" means nothing`);
  if (command !== undefined && !commands.includes(command))
    throw badMessage(`there is no command "${String(command).slice(0, 60)}"`);
  if (set !== undefined && (typeof set !== "object" || set === null)) throw badMessage("set takes names with values");
  return message as Message;
}

function obey(run: LiveRun, { set, command, speed }: Message, conclude: (error: undefined) => void): void {
  if (speed !== undefined) run.speed = speed;
  if (set !== undefined) run.set(set);
  if (command === "start") run.start();
  if (command === "pause") run.pause();
  if (command === "step") run.step();
  if (command === "stop") {
    run.pause();
    conclude(undefined);
  }
}

function badMessage(because: string): RattlebackError {
  return new RattlebackError("E-LIVE-MESSAGE", "A message to the running model cannot be read.", {
    because,
    hint: '{ "set": { "u": 2 } }, { "command": "pause" } or { "speed": 0.5 }',
  });
}

function inWords(error: unknown): object {
  const { code, message } = error as { code?: string; message: string };
  return { kind: "error", code: code ?? "E-INTERNAL", message };
}
