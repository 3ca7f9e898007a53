// Messages of an engine that a model has taken over: what is accepted can be used, everything else is refused with a reason.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EngineMessage } from "../../app/protocol.ts";
import { MessageGuard } from "../../app/session/messageGuard.ts";
import { RunRecord } from "../../app/session/runRecord.ts";
import { runInNode } from "./runInNode.ts";

const source = `import { Model, Var } from "rattleback";
export default Model({ x: Var({ init: 1 }), equations: "der(x) = -x" });
export const experiment = { stopTime: 1, plots: ["x"] };
console.log("hello");`;

/** The value with what is at the path replaced; typed arrays are replaced as a whole. */
function changed(value: unknown, path: number[], to: unknown): unknown {
  if (path.length === 0 || typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return to;
  if (value instanceof Map) return to;
  const keys = Object.keys(value);
  if (keys.length === 0) return to;
  const key = keys[path[0]! % keys.length]!;
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...value };
  copy[key] = changed(copy[key], path.slice(1), to);
  return copy;
}

describe("messages of the engine", () => {
  it("with any part replaced by anything are refused, or do no harm", async () => {
    const { messages } = await runInNode(source);
    expect(new Set(messages.map(({ kind }) => kind)).size).toBeGreaterThan(6);
    const replacement = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(
        undefined,
        Number.NaN,
        -1,
        1e300,
        "__proto__",
        new Map(),
        new Float64Array(3),
        new Int32Array(1).fill(9),
      ),
    );
    let refused = 0;
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }), replacement, (which, path, to) => {
        const guard = new MessageGuard();
        const at = which % messages.length;
        let run: RunRecord | undefined;
        try {
          for (const [k, message] of messages.entries()) {
            const given = guard.accept(k === at ? changed(message, path, to) : message, 0);
            if (given.kind === "begin") run = new RunRecord(1, given.start);
            else if ("run" in given) run?.receive(given);
          }
        } catch (error) {
          refused++;
          // a reason in words, not a fault of the page
          expect(error).not.toBeInstanceOf(TypeError);
          expect(error).not.toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 1500 },
    );
    expect(refused).toBeGreaterThan(500);
  });

  it("are refused when there are too many at once, or too many for too long", () => {
    const ready: EngineMessage = { kind: "ready" };
    const accepted = (perSecond: number) => {
      const guard = new MessageGuard();
      for (let k = 0; k < 100_000; k++) {
        try {
          guard.accept(ready, 7 + (1000 * k) / perSecond);
        } catch (error) {
          expect(error).toMatchObject({ message: expect.stringContaining("more than the page can take") });
          return k;
        }
      }
      return Number.POSITIVE_INFINITY;
    };
    expect(accepted(Number.POSITIVE_INFINITY)).toBe(20_000);
    // those that come at once, and two thousand more in each second
    expect(Math.abs(accepted(4000) - 40_000)).toBeLessThan(5);
    expect(accepted(1999)).toBe(Number.POSITIVE_INFINITY);
  });
});
