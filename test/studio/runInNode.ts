// The engine of the studio in Node.
import { Engine } from "../../app/engine/engine.ts";
import type { EngineMessage } from "../../app/protocol.ts";
import { MessageGuard } from "../../app/session/messageGuard.ts";
import { prepareCode } from "../../app/session/prepareCode.ts";
import { RunRecord } from "../../app/session/runRecord.ts";

/** Ends a run from outside. */
class Enough extends Error {}

/**
 * Milliseconds that pass between two looks at the clock of these engines, so that batches do not depend on the computer: batches of
 * hundreds of rows, or of one row where a run ends at a time, beyond which nothing has to be computed.
 */
const perLook = { whole: 0.1, part: 100 };

/** Everything that the engine says about a file, and what the page makes of it; up to a time `until`, if one is given. */
export async function runInNode(
  source: string,
  more: readonly Parameters<Engine["handle"]>[0][] = [],
  fileName = "model.ts",
  parts: Readonly<Record<string, string>> = {},
  until = Number.POSITIVE_INFINITY,
) {
  const messages: EngineMessage[] = [];
  // structuredClone as postMessage does: what cannot be sent fails here too
  let clock = 0;
  const guard = new MessageGuard();
  const engine = new Engine(
    (message) => {
      messages.push(guard.accept(structuredClone(message), clock));
      if (message.kind === "rows" && message.batch.times.at(-1)! > until) throw new Enough();
    },
    () => (clock += until === Number.POSITIVE_INFINITY ? perLook.whole : perLook.part),
  );
  await engine.handle(await prepareCode(fileName, source, parts));
  for (const message of more) await engine.handle(message);
  const runs = new Map<number, RunRecord>();
  for (const message of messages) {
    if (message.kind === "begin") runs.set(message.start.run, new RunRecord(runs.size + 1, message.start));
    else if ("run" in message) runs.get(message.run)!.receive(message);
  }
  const of = <K extends EngineMessage["kind"]>(kind: K) =>
    messages.filter((message): message is Extract<EngineMessage, { kind: K }> => message.kind === kind);
  return { messages, runs: [...runs.values()], of, done: of("done") };
}
