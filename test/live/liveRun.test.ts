// A run at the pace of a clock that the test turns, and the same over WebSocket.
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type LiveServer, serveLive } from "../../src/commandLine/liveServer.ts";
import { input, instantiate, Model, output, Var } from "../../src/index.ts";
import { type LiveOutputs, liveRun } from "../../src/live/liveRun.ts";

const model = instantiate(
  Model({
    u: input({ start: 1 }),
    x: Var({ init: 0 }),
    y: output(),
    equations: "der(x) = u; y = 2*x",
  }),
  { name: "integrator" },
);

/** Calls back when it is turned to the time; work of the model takes `cost` milliseconds each time somebody looks. */
function handClock() {
  let now = 0;
  let waiting: { at: number; call: () => void }[] = [];
  return {
    cost: 0,
    now() {
      now += this.cost;
      return now;
    },
    after(milliseconds: number, call: () => void) {
      const one = { at: now + milliseconds, call };
      waiting.push(one);
      return () => {
        waiting = waiting.filter((other) => other !== one);
      };
    },
    turnTo(milliseconds: number) {
      for (;;) {
        const [next] = waiting.filter(({ at }) => at <= milliseconds).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        waiting = waiting.filter((other) => other !== next);
        now = Math.max(now, next.at);
        next.call();
      }
      now = Math.max(now, milliseconds);
    },
  };
}

describe("a run at the pace of a clock", () => {
  it("starts, pauses, steps, takes values when they come, and tells its factor", () => {
    const clock = handClock();
    const told: LiveOutputs[] = [];
    const run = liveRun(model, { rate: 10, outputs: ["x", "y"], onOutputs: (one) => told.push(one), clock });
    clock.turnTo(1000);
    expect(run.time).toBe(0);
    run.start();
    clock.turnTo(1550);
    expect(told.map(({ time }) => Math.round(time * 1e6) / 1e6)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5]);
    expect(told.at(-1)!.factor).toBeCloseTo(1, 6);
    // between two exchanges
    run.set({ u: -1 });
    expect(run.time).toBeCloseTo(0.55, 9);
    clock.turnTo(2000);
    run.pause();
    clock.turnTo(9000);
    expect(run.value("x")).toBeCloseTo(0.55 - 0.45, 9);
    expect(told.at(-1)!.values[1]).toBeCloseTo(0.2, 9);
    expect(run.factor).toBe(0);
    run.step();
    expect(run.time).toBeCloseTo(1.1, 9);
    run.speed = 2;
    run.start();
    clock.turnTo(9500);
    expect(run.time).toBeCloseTo(2.1, 9);
    const result = run.finish();
    expect(result.final("x")).toBeCloseTo(0.55 - 1.55, 9);
    expect(run.isOver).toBe(true);
  });

  it("falls behind when the model is too slow, and says how far", () => {
    const clock = handClock();
    const run = liveRun(model, { rate: 100, clock });
    run.start();
    clock.cost = 8;
    clock.turnTo(2000);
    expect(run.factor).toBeGreaterThan(0.1);
    expect(run.factor).toBeLessThan(0.9);
  });

  it("ends at its stop time, and tells an error with the result so far", () => {
    const clock = handClock();
    const ends: unknown[] = [];
    const run = liveRun(model, { rate: 10, stopTime: 0.3, clock, onEnd: (error) => ends.push(error) });
    run.start();
    clock.turnTo(5000);
    expect(ends).toEqual([undefined]);
    expect(run.finish().status).toBe("finished");
    const failing = liveRun(
      instantiate(
        Model({ u: input({ start: 1 }), x: Var({ init: 0 }), equations: 'der(x) = u; assert(x < 0.25, "too far")' }),
      ),
      { rate: 10, clock, onEnd: (error) => ends.push(error) },
    );
    failing.start();
    clock.turnTo(9000);
    expect(ends[1]).toMatchObject({ message: expect.stringContaining("too far") });
    expect(failing.finish().final("x")).toBeGreaterThan(0.2);
  });

  it("ends where a value from outside breaks what is asserted about it alone", () => {
    const clock = handClock();
    const ends: unknown[] = [];
    const watched = instantiate(
      Model({ u: input({ start: 1 }), x: Var({ init: 0 }), equations: 'der(x) = u; assert(u < 2, "too much")' }),
    );
    const run = liveRun(watched, { rate: 10, clock, onEnd: (error) => ends.push(error) });
    run.start();
    clock.turnTo(1000);
    expect(ends).toEqual([]);
    run.set({ u: 3 });
    clock.turnTo(2000);
    expect(ends).toMatchObject([{ message: expect.stringContaining("too much") }]);
  });

  it("refuses rates and names that cannot be", () => {
    expect(() => liveRun(model, { rate: 0 })).toThrow(expect.objectContaining({ code: "E-OPTION-VALUE" }));
    expect(() => liveRun(model, { outputs: ["z"] })).toThrow(expect.objectContaining({ code: "E-RESULT-NAME" }));
    expect(() => liveRun(model, { rates: 2 } as never)).toThrow(expect.objectContaining({ code: "E-OPTION-UNKNOWN" }));
  });
});

describe("over WebSocket", () => {
  let server: LiveServer | undefined;
  afterEach(() => server?.close());

  const connect = (address: string, headers: Record<string, string> = {}) =>
    new Promise<{ socket: WebSocket; next: (kind: string) => Promise<Record<string, unknown>> }>((done, fail) => {
      const socket = new WebSocket(address, { headers });
      const come: Record<string, unknown>[] = [];
      let wake = (): void => {};
      socket.on("message", (data) => {
        come.push(JSON.parse(String(data)) as Record<string, unknown>);
        wake();
      });
      const next = async (kind: string): Promise<Record<string, unknown>> => {
        for (;;) {
          const at = come.findIndex((message) => message["kind"] === kind);
          if (at >= 0) return come.splice(0, at + 1).at(-1)!;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      };
      socket.on("open", () => done({ socket, next }));
      socket.on("error", fail);
    });

  it("tells what it has, takes values, steps, and answers mistakes in words", async () => {
    server = await serveLive(model, { port: 0, rate: 10, outputs: ["y"] });
    const { socket, next } = await connect(server.address, { origin: "http://localhost:4173" });
    expect(await next("model")).toMatchObject({
      name: "integrator",
      outputs: ["y"],
      controls: [{ name: "u", kind: "input", value: 1 }],
    });
    socket.send(JSON.stringify({ set: { u: 3 }, command: "step" }));
    const told = await next("outputs");
    expect(told["time"]).toBeCloseTo(0.1, 9);
    expect((told["values"] as number[])[0]).toBeCloseTo(0.6, 9);
    for (const [message, code] of [
      ["{", "E-LIVE-MESSAGE"],
      ['{"command":"jump"}', "E-LIVE-MESSAGE"],
      ['{"set":{"w":1}}', "E-MERGE-UNKNOWN"],
      ['{"speed":-1}', "E-OPTION-VALUE"],
    ] as const) {
      socket.send(message);
      expect(await next("error")).toMatchObject({ code });
    }
    socket.send('{"command":"stop"}');
    expect(await server.ended).toBe(undefined);
    expect(server.run.finish().final("x")).toBeCloseTo(0.3, 9);
  });

  it("refuses pages of other sites, and names that lead here", async () => {
    server = await serveLive(model, { port: 0, origins: ["https://lab.example"] });
    await expect(connect(server.address, { origin: "https://evil.example" })).rejects.toThrow("403");
    await expect(connect(server.address, { host: "evil.example" })).rejects.toThrow("403");
    const { socket } = await connect(server.address, { origin: "https://lab.example" });
    socket.close();
  });
});
