/** Asks the TypeScript service, which starts with the first question; the newest question of a kind makes older ones void. */
import type { LanguageAnswer, LanguageRequest } from "./languageProtocol.ts";

export class LanguageClient {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, (answer: LanguageAnswer) => void>();
  private last = 0;
  /** Texts of other files that the model imports. */
  parts: LanguageRequest["parts"] = {};

  ask(text: string, ask: LanguageRequest["ask"]): Promise<LanguageAnswer> {
    const id = ++this.last;
    this.worker ??= this.start();
    this.worker.postMessage({ id, text, parts: this.parts, ask } satisfies LanguageRequest);
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }

  private start(): Worker {
    const worker = new Worker(new URL("./languageWorker.ts", import.meta.url), { type: "module" });
    worker.onmessage = (event: MessageEvent<LanguageAnswer>) => {
      this.waiting.get(event.data.id)?.(event.data);
      this.waiting.delete(event.data.id);
    };
    return worker;
  }
}
