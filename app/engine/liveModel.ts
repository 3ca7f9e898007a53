/** A model of the studio that runs at the pace of the clock: rows go to the page as they come, values come from it. */
import { type LiveRun, liveRun } from "../../src/live/liveRun.ts";
import type { InstantiatedModel } from "../../src/run/instantiate.ts";
import type { SimulateOptions } from "../../src/run/simulateOptions.ts";
import type { ErrorReport, LiveCommand } from "../protocol.ts";
import { type Clock, type Send, StreamingSink } from "./streamingSink.ts";

export interface LiveSetting {
  readonly model: InstantiatedModel;
  readonly options: SimulateOptions;
  readonly run: number;
  readonly send: Send;
  readonly now: Clock;
  report(error: unknown): ErrorReport;
}

export interface LiveModel {
  obey(command: LiveCommand): void;
  readonly ended: Promise<void>;
}

/** Exchanges per second: a slider is felt within a picture. */
const rate = 100;

export function startLive({ model, options, run, send, now, report }: LiveSetting): LiveModel {
  const { interval: _interval, stopTime: _stop, requiredFinalStates: _final, ...kept } = options;
  const { onProgress: _progress, signal: _signal, maximumWallTime: _wall, ...rest } = kept;
  let live: LiveRun | undefined;
  let conclude = (): void => {};
  const ended = new Promise<void>((done) => {
    conclude = done;
  });
  let sink: StreamingSink | undefined;
  const tell = (): void => {
    if (live === undefined) return;
    sink?.flush();
    send({ kind: "pace", run, pace: { time: live.time, factor: live.factor, isRunning: live.isRunning } });
  };
  live = liveRun(model, {
    ...rest,
    rate,
    sink: (attachments) => {
      sink = new StreamingSink(run, send, now, attachments);
      return sink;
    },
    onOutputs: tell,
    onEnd(error) {
      if (error !== undefined) send({ kind: "failedRun", run, error: report(error) });
      conclude();
    },
  });
  send({ kind: "controls", controls: live.controls });
  live.start();
  tell();
  return {
    ended,
    obey({ command, speed, set }) {
      try {
        if (speed !== undefined) live.speed = speed;
        if (set !== undefined) live.set(set);
        if (command === "start") live.start();
        if (command === "pause") live.pause();
        if (command === "step") live.step();
        if (command === "end") {
          live.finish();
          conclude();
        } else tell();
      } catch (error) {
        send({ kind: "refused", error: report(error) });
      }
    },
  };
}
