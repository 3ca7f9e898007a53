/** The folder that was opened last: the browser keeps its handle, and asks again before it may be read. */

const databaseName = "rattleback-folder";

function ask<T>(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("folders");
    opening.onerror = () => reject(opening.error ?? new Error("no database"));
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("folders", mode);
      const asked = request(transaction.objectStore("folders"));
      transaction.oncomplete = () => {
        opening.result.close();
        resolve(asked.result as T);
      };
      transaction.onerror = () => reject(transaction.error ?? new Error("refused"));
    };
  });
}

/** Browsers that cannot keep it will be asked for it the next time. */
export async function rememberFolder(folder: FileSystemDirectoryHandle): Promise<void> {
  await ask("readwrite", (store) => store.put(folder, "last")).catch(() => undefined);
}

export async function lastFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  return ask<FileSystemDirectoryHandle | undefined>("readonly", (store) => store.get("last")).catch(() => undefined);
}
