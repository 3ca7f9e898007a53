/** Computers that are made up, with the files that are given, to see how programs are found and installed. */
import type { Computer } from "../../scripts/computer.ts";

export function computerOf(files: ReadonlySet<string>, more: Partial<Computer> = {}): Computer {
  return {
    platform: "linux",
    isRoot: false,
    variable: (name) => ({ PATH: "/opt/bin:/usr/local/bin" })[name],
    exists: (file) => files.has(file),
    run: () => {},
    unpack: async (entry) => entry,
    say: () => {},
    alone: (action) => action(),
    ...more,
  };
}
