/** A Modelica library that was dropped on the page, or chosen as an archive: its files go to the engine, its classes into a tree, its examples into the gallery. */
import { h } from "../dom.ts";
import type { Studio } from "../session/studio.ts";
import { LibraryDialog } from "./libraryDialog.ts";
import { showLibraryExamples } from "./libraryExamples.ts";

/** Files that models read beside classes. */
const useful = /\.(mo|order|txt|csv|mat)$/i;

let button: HTMLButtonElement | undefined;

export function openLibrary(
  files: ReadonlyMap<string, Uint8Array>,
  studio: Studio,
  { toolbar, examples }: { readonly toolbar: HTMLElement; readonly examples: HTMLElement },
  open: (path: string, text: string, className: string) => void,
): void {
  const contents = new Map([...files].filter(([path]) => useful.test(path)));
  studio.setLibrary(contents);
  const dialog = new LibraryDialog(contents, { run: open });
  button?.remove();
  button = h("button", { class: "quiet", onclick: () => dialog.open() }, "Library");
  toolbar.append(button);
  showLibraryExamples(examples, contents, open, () => dialog.open());
  dialog.open();
}
