/**
 * Files under the names by which the Modelica library asks for them. What a model writes is kept in memory and can be read again by the
 * model itself; nothing is written to the disk, and what is read are the files that the library was opened with.
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { type ArrayValue, type ExternalEntries, type ExternalRun, writeCell } from "./externalFunction.ts";

/** Lines of the files that a model has written, by their names. */
const written = new WeakMap<ExternalRun, Map<string, string[]>>();

function writtenBy(run: ExternalRun): Map<string, string[]> {
  let files = written.get(run);
  if (files === undefined) {
    files = new Map();
    written.set(run, files);
  }
  return files;
}

/** Values of the enumeration FileType of the library. */
const fileType = { none: 1, regular: 2 } as const;

function linesOf(name: string, run: ExternalRun): string[] {
  const own = writtenBy(run).get(name);
  if (own !== undefined) return own;
  try {
    const lines = run.readText(name).split(/\r?\n/);
    if (lines.at(-1) === "") lines.pop();
    return lines;
  } catch (cause) {
    throw new RattlebackError("E-MODELICA-FILE", `The file "${name}" cannot be read.`, {
      because: cause instanceof Error ? cause.message : String(cause),
      hint: "give its path as seen from the working folder, or a modelica:// address",
      data: { name },
    });
  }
}

export const fileFunctions: ExternalEntries = [
  [
    "ModelicaInternal_stat",
    ([name], run) => {
      try {
        linesOf(name as string, run);
        return fileType.regular;
      } catch {
        return fileType.none;
      }
    },
  ],
  ["ModelicaInternal_removeFile", ([name], run) => void writtenBy(run).delete(name as string)],
  ["ModelicaInternal_fullPathName", ([name]) => name],
  [
    "ModelicaInternal_print",
    ([line, name], run) => {
      if (name === undefined || name === "") return run.print(line as string);
      const files = writtenBy(run);
      const lines = files.get(name as string) ?? [];
      lines.push(line as string);
      files.set(name as string, lines);
    },
  ],
  ["ModelicaInternal_countLines", ([name], run) => linesOf(name as string, run).length],
  [
    "ModelicaInternal_readLine",
    ([name, number, isEnd], run) => {
      const lines = linesOf(name as string, run);
      writeCell(isEnd, (number as number) > lines.length);
      return lines[(number as number) - 1] ?? "";
    },
  ],
  [
    "ModelicaInternal_readFile",
    ([name, vector], run) => {
      const { data } = vector as ArrayValue;
      linesOf(name as string, run).forEach((line, k) => {
        if (k < data.length) data[k] = line;
      });
    },
  ],
  [
    "ModelicaIO_writeRealMatrix",
    ([name, matrixName, matrix], run) => {
      const { shape, data } = matrix as ArrayValue;
      const rows = Array.from({ length: shape[0]! }, (_, i) =>
        data.slice(i * shape[1]!, (i + 1) * shape[1]!).join(" "),
      );
      writtenBy(run).set(name as string, ["#1", `double ${matrixName as string}(${shape.join(",")})`, ...rows]);
      return true;
    },
  ],
];
