/** Keys and buttons that go through the history of the text, wherever they are pressed. */
import type { Studio } from "./studio.ts";

export type HistoryStep = "undo" | "redo";

export function stepOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): HistoryStep | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" ? "redo" : undefined;
}

/** What has been done, in words. */
export function takeStep(studio: Studio, step: HistoryStep): string {
  const before = studio.file?.source;
  studio.step(step);
  if (studio.file?.source === before) return `There is nothing to ${step === "undo" ? "take back" : "do again"}.`;
  return step === "undo" ? "taken back" : "done again";
}

/**
 * While a drawing is seen, Ctrl+Z and Ctrl+Y mean the model, whatever has the focus: browsers would take back what was typed last into any field of the
 * page, and put the focus there. They may do so in a field whose text nobody has been given yet.
 */
export function stepByKeys(element: HTMLElement, take: (step: HistoryStep) => void): void {
  let typedInto: EventTarget | null = null;
  document.addEventListener("input", ({ target }) => (typedInto = target), { capture: true });
  for (const end of ["change", "focusout"]) document.addEventListener(end, () => (typedInto = null), { capture: true });
  document.addEventListener("keydown", (event) => {
    const step = stepOf(event);
    const { target } = event;
    if (step === undefined || event.defaultPrevented || !element.checkVisibility() || !(target instanceof Element))
      return;
    const isWritten = target.closest("[contenteditable], textarea, dialog, [aria-invalid=true]") !== null;
    if (isWritten || target === typedInto) return;
    event.preventDefault();
    take(step);
  });
}
