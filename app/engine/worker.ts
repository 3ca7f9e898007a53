/** The worker: takes the port to the page and lets the engine answer. */
import type { EngineMessage, PageMessage } from "../protocol.ts";
import { Engine } from "./engine.ts";
import { addScripts } from "./scripts.ts";

addEventListener("message", (event: MessageEvent<{ port: MessagePort }>) => start(event.data.port), { once: true });

function start(port: MessagePort): void {
  const send = (message: EngineMessage, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);
  const engine = new Engine(send);
  let last: Promise<void> = Promise.resolve();
  port.onmessage = (event: MessageEvent<PageMessage>) => {
    const message = event.data;
    if (message.kind === "scripts") addScripts(message.texts);
    else if (message.kind === "live") engine.obey(message);
    else if (message.kind === "library") engine.library = message.files;
    // one after the other
    else last = last.then(() => engine.handle(message));
  };
  send({ kind: "ready" });
}
