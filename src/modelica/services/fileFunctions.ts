/** Files, folders and matrices on files under the names by which the Modelica library calls them. */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import {
  type ArrayValue,
  type ExternalArgument,
  type ExternalEntries,
  type ExternalRun,
  writeCell,
  writeNumbers,
} from "./externalFunction.ts";
import { readMatMatrix } from "./files/matFile.ts";
import { joinMatMatrices } from "./files/writeMatFile.ts";

const text = (argument: ExternalArgument | undefined) => argument as string;
const kinds = { none: 1, file: 2, folder: 3 } as const;

function line([fileName, lineNumber, endOfFile]: readonly ExternalArgument[], { files }: ExternalRun): string {
  const lines = files.lines(text(fileName));
  const at = (lineNumber as number) - 1;
  writeCell(endOfFile, at >= lines.length);
  return lines[at] ?? "";
}

function matrixOf(fileName: ExternalArgument | undefined, name: ExternalArgument | undefined, { files }: ExternalRun) {
  return readMatMatrix(files.bytes(text(fileName)), { table: text(name), file: text(fileName) });
}

function checkFree(from: string, to: string, { files }: ExternalRun): void {
  if (files.kind(to) !== "none")
    throw new RattlebackError("E-MODELICA-FILE", `The file "${to}" exists.`, {
      because: `"${from}" was to be copied or moved there`,
      hint: "remove it first, or choose another name",
    });
}

export const fileFunctions: ExternalEntries = [
  [
    "ModelicaInternal_print",
    ([string, fileName], run) => {
      if (fileName === undefined || fileName === "") run.print(text(string));
      else run.files.append(text(fileName), `${text(string)}\n`);
    },
  ],
  ["ModelicaInternal_readLine", line],
  ["ModelicaInternal_countLines", ([fileName], { files }) => files.lines(text(fileName)).length],
  [
    "ModelicaInternal_readFile",
    ([fileName, lines], { files }) => {
      const { data } = lines as ArrayValue;
      files.lines(text(fileName)).forEach((item, i) => {
        if (i < data.length) data[i] = item;
      });
    },
  ],
  ["ModelicaInternal_stat", ([name], { files }) => kinds[files.kind(text(name))]],
  ["ModelicaInternal_fullPathName", ([name]) => text(name)],
  ["ModelicaInternal_temporaryFileName", () => "temporary/rattleback"],
  ["ModelicaInternal_getcwd", (_, { files }) => files.workFolder],
  [
    "ModelicaInternal_chdir",
    ([folder], { files }) => {
      files.workFolder = text(folder);
    },
  ],
  ["ModelicaInternal_setenv", ([name, content], { environment }) => void environment.set(text(name), text(content))],
  [
    "ModelicaInternal_getenv",
    ([name, , content, exist], { environment }) => {
      const found = environment.get(text(name));
      writeCell(content, found ?? "");
      writeCell(exist, found !== undefined);
    },
  ],
  ["ModelicaInternal_mkdir", ([name], { files }) => files.makeFolder(text(name))],
  ["ModelicaInternal_rmdir", ([name], { files }) => files.remove(text(name))],
  ["ModelicaInternal_removeFile", ([name], { files }) => files.remove(text(name))],
  [
    "ModelicaInternal_copyFile",
    ([from, to], run) => {
      checkFree(text(from), text(to), run);
      run.files.write(text(to), run.files.bytes(text(from)));
    },
  ],
  [
    "ModelicaInternal_rename",
    ([from, to], run) => {
      checkFree(text(from), text(to), run);
      run.files.move(text(from), text(to));
    },
  ],
  ["ModelicaInternal_getNumberOfFiles", ([folder], { files }) => files.list(text(folder)).length],
  [
    "ModelicaInternal_readDirectory",
    ([folder, , names], { files }) => {
      const { data } = names as ArrayValue;
      files.list(text(folder)).forEach((name, i) => {
        data[i] = name;
      });
    },
  ],
  ["ModelicaStreams_closeFile", () => undefined],
  [
    "ModelicaIO_readMatrixSizes",
    ([fileName, name, sizes], run) => {
      const { rows, columns } = matrixOf(fileName, name, run);
      writeNumbers(sizes, [rows, columns]);
    },
  ],
  [
    "ModelicaIO_readRealMatrix",
    ([fileName, name, matrix], run) => {
      const { rows, columns, values } = matrixOf(fileName, name, run);
      writeNumbers(matrix, values.slice(0, rows * columns));
    },
  ],
  [
    "ModelicaIO_writeRealMatrix",
    ([fileName, name, matrix, , , append], { files }) => {
      const path = text(fileName);
      const before = append === true && files.kind(path) === "file" ? files.bytes(path) : new Uint8Array();
      files.write(path, joinMatMatrices(before, text(name), matrix as ArrayValue));
      return true;
    },
  ],
];
