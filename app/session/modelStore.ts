/**
 * The user's own models, kept in this browser: IndexedDB for all of them, and for the text that is being typed a copy in the local
 * storage, which is written before the next key is read, so that a crash loses nothing.
 */

/** A text that ran, or that was there before it was replaced. */
export interface ModelVersion {
  readonly source: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

export interface KeptModel {
  readonly id: string;
  readonly name: string;
  readonly source: string;
  readonly parts: Readonly<Record<string, string>>;
  /** Values of the form that differ from the model. */
  readonly changes: Readonly<Record<string, unknown>>;
  /** Signals in each plot; undefined: as the model says. */
  readonly panels: readonly (readonly string[])[] | undefined;
  readonly savedAt: number;
  /** Oldest first. */
  readonly versions: readonly ModelVersion[];
}

/** Versions of a model that are kept. */
const mostVersions = 40;
const databaseName = "rattleback";
const storeName = "models";
const draftPrefix = "rattleback-draft-";

/** The model with its text as a version, unless it is the last one already. */
export function withVersion(model: KeptModel): KeptModel {
  if (model.versions.at(-1)?.source === model.source) return model;
  const versions = [...model.versions, { source: model.source, savedAt: model.savedAt }].slice(-mostVersions);
  return { ...model, versions };
}

/** What was written by this page or by hand is a model only when it looks like one. */
export function isKeptModel(value: unknown): value is KeptModel {
  const model = value as Partial<KeptModel> | null;
  return (
    typeof model === "object" &&
    model !== null &&
    [model.id, model.name, model.source].every((text) => typeof text === "string") &&
    typeof model.savedAt === "number" &&
    [model.parts, model.changes].every((part) => typeof part === "object" && part !== null) &&
    Object.values(model.parts!).every((text) => typeof text === "string") &&
    Array.isArray(model.versions) &&
    model.versions.every((version) => typeof version?.source === "string" && typeof version.savedAt === "number")
  );
}

export class ModelStore {
  private database: Promise<IDBDatabase> | undefined;

  /** All models, the one that was changed last first. */
  async list(): Promise<KeptModel[]> {
    await this.takeDrafts();
    const all = await this.request<unknown[]>("readonly", (store) => store.getAll());
    return all.filter(isKeptModel).sort((a, b) => b.savedAt - a.savedAt);
  }

  async get(id: string): Promise<KeptModel | undefined> {
    await this.takeDrafts();
    const found = await this.request<unknown>("readonly", (store) => store.get(id));
    return isKeptModel(found) ? found : undefined;
  }

  async put(model: KeptModel): Promise<void> {
    await this.request("readwrite", (store) => store.put(model));
    const draft = readDraft(model.id);
    if (draft !== undefined && draft.savedAt <= model.savedAt) forgetDraft(model.id);
  }

  async remove(id: string): Promise<void> {
    forgetDraft(id);
    await this.request("readwrite", (store) => store.delete(id));
  }

  /** At once, before anything else can happen; false where the browser keeps nothing. */
  keepDraft(model: KeptModel): boolean {
    try {
      // many versions are in the database already; the first one may not be
      const versions = model.versions.length > 1 ? [] : model.versions;
      localStorage.setItem(draftPrefix + model.id, JSON.stringify({ ...model, versions }));
      return true;
    } catch {
      return false;
    }
  }

  /** Drafts that a page left behind become the text of their models. */
  private async takeDrafts(): Promise<void> {
    for (const id of draftIds()) {
      const draft = readDraft(id);
      if (draft === undefined) continue;
      const known = await this.request<unknown>("readonly", (store) => store.get(id));
      const versions = isKeptModel(known) ? known.versions : draft.versions;
      if (!isKeptModel(known) || known.savedAt < draft.savedAt) await this.put({ ...draft, versions });
      else forgetDraft(id);
    }
  }

  private async request<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<T> {
    this.database ??= openDatabase();
    let database: IDBDatabase;
    try {
      database = await this.database;
    } catch (error) {
      this.database = undefined;
      throw error;
    }
    return new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode);
      const request = ask(transaction.objectStore(storeName));
      // a write is done when it is on the disk
      if (mode === "readwrite") transaction.oncomplete = () => resolve(request.result as T);
      else request.onsuccess = () => resolve(request.result as T);
      transaction.onerror = () => reject(transaction.error ?? new Error("The browser refused to keep the model."));
      transaction.onabort = transaction.onerror;
    });
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The browser keeps no data for this page."));
  });
}

function draftIds(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(draftPrefix))
      .map((key) => key.slice(draftPrefix.length));
  } catch {
    return [];
  }
}

function readDraft(id: string): KeptModel | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(draftPrefix + id) ?? "null");
    return isKeptModel(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

function forgetDraft(id: string): void {
  try {
    localStorage.removeItem(draftPrefix + id);
  } catch {
    // a browser without storage has no drafts
  }
}

const tabKey = "rattleback-tab";

/** Notes that what this tab showed at an address is a model now: a tab that is reloaded may still have the old address. */
export function noteAddress(hash: string, id: string): void {
  try {
    sessionStorage.setItem(tabKey, JSON.stringify([hash, id]));
  } catch {
    // the model is in the gallery all the same
  }
}

/** The model that this tab has made of what it showed at an address, when it is reloaded or comes back: whoever goes there anew begins anew. */
export function modelAtAddress(hash: string): string | undefined {
  const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (arrival?.type === "navigate") return undefined;
  try {
    const [address, id] = JSON.parse(sessionStorage.getItem(tabKey) ?? "[]") as unknown[];
    return address === hash && typeof id === "string" ? id : undefined;
  } catch {
    return undefined;
  }
}

export function forgetAddress(): void {
  try {
    sessionStorage.removeItem(tabKey);
  } catch {
    // nothing was noted
  }
}
