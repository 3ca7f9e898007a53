/** Reference results as the Modelica Association publishes them: a CSV file with quoted names, times repeated at events. */
import { RattlebackError } from "../../errors/rattlebackError.ts";

export interface Trajectories {
  readonly time: Float64Array;
  /** Values by name, one per time. */
  readonly signals: ReadonlyMap<string, Float64Array>;
}

export function readReference(text: string, file: string): Trajectories {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const names = splitQuoted(lines[0] ?? "");
  if (!/^time$/i.test(names[0] ?? "")) {
    throw new RattlebackError("E-MODELICA-REFERENCE", "The first column of the reference is not time.", {
      where: file,
      because: `it is "${names[0] ?? ""}"`,
      hint: "give a CSV file whose first line holds the names of the signals",
    });
  }
  const columns = names.map(() => new Float64Array(lines.length - 1));
  for (let row = 1; row < lines.length; row++) {
    const words = lines[row]!.split(/[,;]/);
    for (let k = 0; k < columns.length; k++) {
      const value = Number(words[k] === undefined || words[k]!.trim() === "" ? Number.NaN : words[k]);
      if (Number.isNaN(value)) {
        throw new RattlebackError("E-MODELICA-REFERENCE", `"${(words[k] ?? "").slice(0, 40)}" is not a number.`, {
          where: `${file}, line ${row + 1}, signal ${names[k]}`,
          hint: "the file is damaged, or not a file of results",
        });
      }
      columns[k]![row - 1] = value;
    }
  }
  return { time: columns[0]!, signals: new Map(names.slice(1).map((name, k) => [name, columns[k + 1]!])) };
}

function splitQuoted(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"|([^,;"]+)/g)].map((match) =>
    match[1] === undefined ? match[2]!.trim() : match[1].replaceAll('""', '"'),
  );
}
