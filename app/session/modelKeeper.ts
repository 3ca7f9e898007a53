/**
 * Keeps what the user writes: from the first change on, whatever is open is a model of the user's own. A text that runs becomes a
 * version.
 */
import type { KeptModel, ModelStore } from "./modelStore.ts";
import { withVersion } from "./modelStore.ts";
import type { Studio } from "./studio.ts";

/** Milliseconds without a change after which the draft goes into the database. */
const quietTime = 400;

export class ModelKeeper {
  private readonly studio: Studio;
  private readonly store: ModelStore;
  private readonly told: (problem: string) => void;
  /** Called when what is open has become a model of the user's own. */
  private readonly becameOwn: (id: string) => void;
  private present: KeptModel | undefined;
  private timer = 0;

  constructor(
    studio: Studio,
    store: ModelStore,
    { tell, becameOwn }: { tell: (problem: string) => void; becameOwn: (id: string) => void },
  ) {
    this.studio = studio;
    this.store = store;
    this.told = tell;
    this.becameOwn = becameOwn;
    studio.on("file", () => {
      void this.flush();
      this.present = studio.file?.kept;
    });
    studio.on(["text", "changes", "panels"], () => this.note());
    // whoever gives a name wants to find it again
    studio.on("name", () => this.note(true));
    studio.on("status", () => {
      if (studio.isRunning && this.present !== undefined) {
        this.present = withVersion(this.present);
        this.writeSoon();
      }
    });
    // the last chance of a page that is closed or put away
    addEventListener("pagehide", () => void this.flush());
    document.addEventListener("visibilitychange", () => document.hidden && void this.flush());
  }

  /** What is open becomes the user's own as it is. */
  adopt(): void {
    this.note(true);
    void this.flush();
  }

  private note(isWanted = false): void {
    const { file, changes, panels, hasChosenPanels } = this.studio;
    if (file === undefined) return;
    const before = this.present;
    const isChanged =
      before === undefined
        ? file.source !== file.original || file.hasOwnParts === true || Object.keys(changes).length > 0
        : before.source !== file.source ||
          before.name !== file.name ||
          before.parts !== (file.parts ?? before.parts) ||
          JSON.stringify([before.changes, before.panels]) !==
            JSON.stringify([changes, panelsOf(panels, hasChosenPanels)]);
    if (!isChanged && !isWanted) return;
    const id = before?.id ?? crypto.randomUUID();
    this.present = {
      id,
      name: file.name,
      source: file.source,
      parts: file.parts ?? {},
      changes: { ...changes },
      panels: panelsOf(panels, hasChosenPanels),
      savedAt: Date.now(),
      // what the user began with can be had back
      versions: before?.versions ?? [{ source: file.original, savedAt: Date.now() }],
    };
    file.kept = this.present;
    if (before === undefined) this.becameOwn(id);
    // a link in the address bar holds the model as it was before this change
    else if (location.hash.startsWith("#model=")) history.replaceState(null, "", `#own=${id}`);
    if (!this.store.keepDraft(this.present)) void this.flush();
    else this.writeSoon();
  }

  private writeSoon(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.flush(), quietTime);
  }

  /** Writes what has not been written; settled when it is on the disk. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    const model = this.present;
    if (model === undefined) return;
    try {
      await this.store.put(model);
      this.studio.emit("kept");
    } catch (error) {
      this.told(
        `This browser does not keep models (${error instanceof Error ? error.message : String(error)}): save the file.`,
      );
    }
  }
}

function panelsOf(panels: readonly (readonly string[])[], isOwn: boolean): KeptModel["panels"] {
  return isOwn ? panels.map((names) => [...names]) : undefined;
}
