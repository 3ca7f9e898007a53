/**
 * A Modelica library that was dropped on the page, or chosen as an archive: its files go to the engine, its classes into a tree, its
 * examples into the gallery. The browser keeps it, so that models that use it find it on the next visit too.
 */
import { h } from "../dom.ts";
import { KeptValue } from "../session/keptValue.ts";
import type { Studio } from "../session/studio.ts";
import { showLibraryExamples } from "./libraryExamples.ts";
import { noteLibrary } from "./libraryMark.ts";

/** Files that models read beside classes. */
const useful = /\.(mo|order|txt|csv|mat)$/i;

type Contents = ReadonlyMap<string, Uint8Array>;
const kept = new KeptValue<Contents>("rattleback-library", "libraries");

export interface PageWithLibrary {
  readonly studio: Studio;
  readonly toolbar: HTMLElement;
  /** Place of the gallery for its examples. */
  readonly examples: HTMLElement;
  /** Opens the file that holds a class, and runs it. */
  runClass(path: string, text: string, className: string): void;
  say(message: string): void;
}

let button: HTMLButtonElement | undefined;

export async function openLibrary(files: Contents, page: PageWithLibrary): Promise<void> {
  const contents = new Map([...files].filter(([path]) => useful.test(path)));
  await install(contents, page)();
  try {
    await kept.put(contents);
    noteLibrary(true);
  } catch {
    page.say("This browser cannot keep the library: drop it again on your next visit.");
  }
}

/** The library of the last visit. */
export async function restoreLibrary(page: PageWithLibrary): Promise<void> {
  const contents = await kept.get();
  if (contents instanceof Map && contents.size > 0) install(contents, page);
}

/** Gives it to the engine and to the page; what shows its classes. */
function install(contents: Contents, page: PageWithLibrary): () => Promise<void> {
  const { studio, toolbar, examples, runClass } = page;
  studio.setLibrary(contents);
  const loaded = import("./libraryDialog.ts").then(
    ({ LibraryDialog }) =>
      () =>
        new LibraryDialog(contents, { run: runClass, remove: () => void forget(page) }),
  );
  let dialog: ReturnType<Awaited<typeof loaded>> | undefined;
  const show = async (): Promise<void> => {
    const make = await loaded;
    dialog ??= make();
    dialog.open();
  };
  button?.remove();
  button = h("button", { class: "quiet", onclick: () => void show() }, "Library");
  toolbar.append(button);
  showLibraryExamples(examples, contents, runClass, () => void show());
  return show;
}

async function forget({ studio, examples, say }: PageWithLibrary): Promise<void> {
  button?.remove();
  examples.replaceChildren();
  studio.setLibrary(new Map());
  noteLibrary(false);
  await kept.remove();
  say("The library was removed from this browser.");
}
