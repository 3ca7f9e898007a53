/** The words of the command line; what it prints is thrown away. An exit code of its own for internal faults tells them. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine } from "../../src/commandLine/commandLine.ts";
import { exitCode } from "../../src/commandLine/exitCode.ts";
import { mutateText } from "../mutate.ts";
import type { Target } from "../target.ts";

let folder: string | undefined;

/** A folder with a model, made once per process. */
function folderWithModel(): string {
  if (folder !== undefined) return folder;
  folder = mkdtempSync(join(tmpdir(), "fuzz-commands-"));
  const model = {
    _class: "Model",
    k: { _class: "Par", value: 2 },
    x: { _class: "Var", init: 1 },
    equations: ["der(x) = -k*x"],
  };
  writeFileSync(join(folder, "a.json"), JSON.stringify({ model, experiment: { stopTime: 0.1 } }));
  return folder;
}

const lines = [
  "run a.json --stop 0.1 --tolerance 1e-3 --interval 0.05 --set k=3",
  "run a.json --json --method bdf",
  "check a.json --json",
  "media water --p 1e5 --T 300",
  "media N2 --p 1e5 --h 3e5",
  "examples",
  "help sweep",
  "compare a.json a.json",
];

export const commandTargets: readonly Target[] = [
  {
    name: "commands",
    seeds: async () => lines,
    mutate: mutateText,
    run: async (line) => {
      const words = line.split(" ");
      // these wait for a person, a queue or a pool of workers, or write where they are told to
      if (
        words.some(
          (word) =>
            /^(studio|worker|sweep|modelica|convert|examples)$/.test(word) ||
            /^(-o|--out|--output|--animation|--report|--queue|--journal|--open)/.test(word),
        )
      )
        return;
      let messages = "";
      const code = await commandLine(words, {
        out: () => undefined,
        error: (text) => {
          messages += text;
        },
        isInteractive: false,
        columns: 80,
        folder: folderWithModel(),
      });
      if (code === exitCode.internal) throw new Error(messages.slice(0, 300));
    },
  },
];
