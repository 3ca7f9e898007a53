/** Whether the browser keeps a library of Modelica: what reads it is loaded only then. */
const key = "rattleback-library";

export function isLibraryKept(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // no storage
    return false;
  }
}

/** Fails where the browser keeps nothing. */
export function noteLibrary(isKept: boolean): void {
  if (isKept) localStorage.setItem(key, "kept");
  else localStorage.removeItem(key);
}
