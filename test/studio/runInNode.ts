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
 * hundreds of rows, or of one row where a run ends on its way, beyond which nothing has to be computed.
 */
const perLook = { whole: 0.1, part: 100 };

/** Everything that the engine says about a file, and what the page makes of it; as soon as there is enough of a run, if it is told when. */
export async function runInNode(
  source: string,
  more: readonly Parameters<Engine["handle"]>[0][] = [],
  fileName = "model.ts",
  parts: Readonly<Record<string, string>> = {},
  isEnough?: (run: RunRecord) => boolean,
) {
  const messages: EngineMessage[] = [];
  const runs = new Map<number, RunRecord>();
  let clock = 0;
  const guard = new MessageGuard();
  const engine = new Engine(
    (sent) => {
      // structuredClone as postMessage does: what cannot be sent fails here too
      const message = guard.accept(structuredClone(sent), clock);
      messages.push(message);
      if (message.kind === "begin") runs.set(message.start.run, new RunRecord(runs.size + 1, message.start));
      else if ("run" in message) runs.get(message.run)!.receive(message);
      if (message.kind === "rows" && isEnough?.(runs.get(message.run)!) === true) throw new Enough();
    },
    () => (clock += isEnough === undefined ? perLook.whole : perLook.part),
  );
  await engine.handle(await prepareCode(fileName, source, parts));
  for (const message of more) await engine.handle(message);
  const of = <K extends EngineMessage["kind"]>(kind: K) =>
    messages.filter((message): message is Extract<EngineMessage, { kind: K }> => message.kind === kind);
  return { messages, runs: [...runs.values()], of, done: of("done") };
}
