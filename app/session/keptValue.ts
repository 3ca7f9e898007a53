/** One value that the browser keeps for the next visit, in a database of its own: handles of folders, files of a library. */

export class KeptValue<T> {
  private readonly database: string;
  private readonly store: string;

  constructor(database: string, store: string) {
    this.database = database;
    this.store = store;
  }

  /** Rejected where the browser cannot keep it. */
  async put(value: T): Promise<void> {
    await this.ask("readwrite", (store) => store.put(value, "last"));
  }

  /** undefined: nothing was kept, or nothing can be. */
  async get(): Promise<T | undefined> {
    return this.ask<T | undefined>("readonly", (store) => store.get("last")).catch(() => undefined);
  }

  async remove(): Promise<void> {
    await this.ask("readwrite", (store) => store.delete("last")).catch(() => undefined);
  }

  private ask<R>(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest): Promise<R> {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open(this.database, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(this.store);
      opening.onerror = () => reject(opening.error ?? new Error("no database"));
      opening.onsuccess = () => {
        const transaction = opening.result.transaction(this.store, mode);
        const asked = request(transaction.objectStore(this.store));
        const close = (): void => opening.result.close();
        transaction.oncomplete = () => {
          close();
          resolve(asked.result as R);
        };
        transaction.onabort = () => {
          close();
          reject(transaction.error ?? new Error("refused"));
        };
      };
    });
  }
}
