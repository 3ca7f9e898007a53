/**
 * Runs, kept in this browser while they go on: what the engine said of each, piece by piece, so that a page that is closed in the middle
 * of a run has everything up to then when it is opened again. A database of its own: models never wait for it.
 */
import type { EngineMessage, RunStart } from "../protocol.ts";

/** A run without what it computed. */
export interface KeptRun {
  readonly id: string;
  /** What it belongs to: the id of a model, or a mark of its text. */
  readonly file: string;
  readonly number: number;
  readonly start: RunStart;
  /** What was translated for it. */
  readonly text: string | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly bytes: number;
}

interface RunPart {
  readonly run: string;
  readonly messages: readonly EngineMessage[];
}

const databaseName = "rattleback-runs";
/** Bytes of one run, and of all: older runs go when there are more. */
export const largestRun = 64e6;
const mostBytes = 256e6;

export class RunStore {
  private database: Promise<IDBDatabase> | undefined;

  /** Runs of a file in their order, with what was said of them. */
  async read(file: string): Promise<{ readonly run: KeptRun; readonly messages: readonly EngineMessage[] }[]> {
    const runs = await this.runs((run) => run.file === file);
    return Promise.all(
      runs.map(async (run) => {
        const parts = await this.ask<RunPart[]>("readonly", ({ parts: store }) => store.index("run").getAll(run.id));
        return { run, messages: parts.flatMap(({ messages }) => messages) };
      }),
    );
  }

  /** Adds what was said since the last time. */
  async append(run: KeptRun, messages: readonly EngineMessage[]): Promise<void> {
    await this.ask("readwrite", ({ runs, parts }) => {
      runs.put(run);
      return parts.put({ run: run.id, messages } satisfies RunPart);
    });
  }

  /** Runs of models that are no more go; those of texts that are nobody's stay until there is no room. */
  async keepModels(ids: ReadonlySet<string>): Promise<void> {
    // what is new may belong to a model that another page is about to write
    const limit = Date.now() - 3_600_000;
    const isLost = ({ file, startedAt }: KeptRun): boolean =>
      startedAt < limit && !file.startsWith("text ") && !ids.has(file);
    for (const { id } of await this.runs(isLost)) await this.remove(id);
  }

  /** What belonged to one file belongs to another one now. */
  async move(file: string, other: string): Promise<void> {
    for (const run of await this.runs((each) => each.file === file))
      await this.ask("readwrite", ({ runs }) => runs.put({ ...run, file: other }));
  }

  async remove(id: string): Promise<void> {
    await this.ask("readwrite", ({ runs, parts }) => {
      const cursor = parts.index("run").openKeyCursor(id);
      cursor.onsuccess = () => {
        if (cursor.result === null) return;
        parts.delete(cursor.result.primaryKey);
        cursor.result.continue();
      };
      return runs.delete(id);
    });
  }

  /** Makes room: the oldest runs go first. */
  async trim(): Promise<void> {
    const all = await this.runs(() => true);
    let sum = 0;
    for (const run of all.reverse()) {
      sum += run.bytes;
      if (sum > mostBytes) await this.remove(run.id);
    }
  }

  private async runs(isWanted: (run: KeptRun) => boolean): Promise<KeptRun[]> {
    const all = await this.ask<KeptRun[]>("readonly", ({ runs }) => runs.getAll());
    return all.filter(isWanted).sort((a, b) => a.startedAt - b.startedAt);
  }

  private async ask<T>(
    mode: IDBTransactionMode,
    request: (stores: { runs: IDBObjectStore; parts: IDBObjectStore }) => IDBRequest,
  ): Promise<T> {
    this.database ??= openDatabase();
    const database = await this.database.catch((error: unknown) => {
      this.database = undefined;
      throw error;
    });
    return new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(["runs", "parts"], mode);
      const asked = request({ runs: transaction.objectStore("runs"), parts: transaction.objectStore("parts") });
      transaction.oncomplete = () => resolve(asked.result as T);
      transaction.onerror = () => reject(transaction.error ?? new Error("The browser refused to keep the run."));
      transaction.onabort = transaction.onerror;
    });
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("runs", { keyPath: "id" });
      request.result.createObjectStore("parts", { autoIncrement: true }).createIndex("run", "run");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The browser keeps no data for this page."));
  });
}
