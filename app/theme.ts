/** Light or dark: as the system says, or as the user chose. */

const key = "rattleback-theme";
/** Where the module is loaded without a page there is no system to ask. */
const system = globalThis.matchMedia?.("(prefers-color-scheme: dark)");

export function isDark(): boolean {
  const chosen = document.documentElement.dataset["theme"];
  return chosen === undefined ? system.matches : chosen === "dark";
}

export function startTheme(): void {
  const stored = readStored();
  if (stored !== null) document.documentElement.dataset["theme"] = stored;
  system.addEventListener("change", announce);
}

export function toggleTheme(): void {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // a browser without storage forgets the choice
  }
  announce();
}

function readStored(): string | null {
  try {
    const value = localStorage.getItem(key);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null;
  }
}

function announce(): void {
  document.dispatchEvent(new Event("themechange"));
}
