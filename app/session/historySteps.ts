/** Keys that go through the history of the text, wherever they are pressed. */
export type HistoryStep = "undo" | "redo";

export function stepOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): HistoryStep | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" ? "redo" : undefined;
}
