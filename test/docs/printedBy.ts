import { pathToFileURL } from "node:url";
import { vi } from "vitest";

/** Lines that a module prints when it is loaded, beside everything that is loaded already: once per module. */
export async function printedBy(file: string): Promise<string[]> {
  const lines: string[] = [];
  const print = (...values: unknown[]) => void lines.push(...values.map(String).join(" ").split("\n"));
  const log = vi.spyOn(console, "log").mockImplementation(print);
  try {
    await import(/* @vite-ignore */ pathToFileURL(file).href);
  } finally {
    log.mockRestore();
  }
  return lines;
}
