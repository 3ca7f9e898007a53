/**
 * What lies beside a model that is worked on: questions and answers of studies, scales of plots. It is written as it changes into the
 * local storage, before the page can be closed, and is there again when the model is opened.
 */
const prefix = "rattleback-desk-";
/** Desks that are kept. */
const most = 30;

export type Desk = Readonly<Record<string, unknown>>;

/** `mark`: of which model. */
export function keepDesk(mark: string, desk: Desk): void {
  const text = JSON.stringify({ at: Date.now(), desk });
  const others = keptDesks().filter((key) => key !== keyOf(mark));
  for (const key of others.slice(most - 1)) localStorage.removeItem(key);
  // a full storage gives the room of older desks
  for (const spare of [[], others.slice(4), others]) {
    try {
      for (const key of spare) localStorage.removeItem(key);
      localStorage.setItem(keyOf(mark), text);
      return;
    } catch {
      // the next try has more room; without any, it is there as long as the page
    }
  }
}

export function deskOf(mark: string): Desk {
  return read(keyOf(mark)).desk;
}

/** The newest first. */
function keptDesks(): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.sort((a, b) => read(b).at - read(a).at);
  } catch {
    return [];
  }
}

function read(key: string): { readonly at: number; readonly desk: Desk } {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}") as { at?: unknown; desk?: unknown };
    const isDesk = typeof kept.desk === "object" && kept.desk !== null;
    return { at: Number(kept.at) || 0, desk: isDesk ? (kept.desk as Desk) : {} };
  } catch {
    return { at: 0, desk: {} };
  }
}

/** Texts of examples are long: FNV-1a of them, and their length. */
function keyOf(mark: string): string {
  let hash = 0x811c9dc5;
  for (let k = 0; k < mark.length; k++) hash = Math.imul(hash ^ mark.charCodeAt(k), 0x01000193);
  return `${prefix}${mark.length}-${(hash >>> 0).toString(36)}`;
}
