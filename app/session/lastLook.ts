/** Where this tab was looking when it was closed or reloaded: camera, time, open panel. It belongs to the tab, so the tab's storage keeps it. */
import type { LinkedLook } from "../../src/modelFile/modelLink.ts";

const key = "rattleback-look";

export function keepLook(hash: string, look: LinkedLook): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([hash, look]));
  } catch {
    // a browser without storage looks anew
  }
}

/** What was looked at under that address in this tab; nothing when it has gone elsewhere since. */
export function lookAt(hash: string): LinkedLook {
  try {
    const [address, look] = JSON.parse(sessionStorage.getItem(key) ?? "[]") as [unknown, LinkedLook];
    return address === hash && typeof look === "object" && look !== null ? look : {};
  } catch {
    return {};
  }
}
