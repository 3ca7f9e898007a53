/**
 * MAT-file of level 4 with the matrices that Modelica tools write and read as trajectories.
 *
 *   Aclass       4 × 11     "Atrajectory", "1.1", "", "binTrans": all matrices below are stored transposed
 *   name         one name per column; derivatives as der(motor.phi)
 *   description  one text per column: description [unit]
 *   dataInfo     4 × names, int32: matrix (0 for time: the abscissa of both), signed column, 0 linear interpolation,
 *                −1 undefined outside
 *   data_1       constants, at the start and at the end; the first is time
 *   data_2       everything else, one column per row of the result; the first is time
 *
 * Source   [MathWorks1999] level 4 MAT-file format;
 *          [Pfeiffer2012] sec. on the trajectory files of Modelica tools
 * Holds    Signals that are equal up to the sign share a column of data_2. A missing value is NaN.
 */
import { guarded } from "../../errors/boundary.ts";
import { readColumns, readTimes } from "../recording.ts";
import type { Result } from "../result.ts";
import { modelicaName } from "../signalName.ts";
import { joinBytes } from "./join.ts";
import { type TableColumn, tableOf, type WriterOptions } from "./table.ts";

/** Type codes MOPT of level 4: little endian, full matrix; the tens digit P is the number format. */
const doubleMatrix = 0;
const int32Matrix = 20;
const textMatrix = 51;

const rowsPerPart = 1024;

/** The result as bytes of a MAT-file. */
export function resultToMat(result: Result, options: WriterOptions = {}): Uint8Array {
  return guarded("resultToMat", () => {
    return joinBytes(matParts(result, options));
  });
}

export function* matParts(result: Result, options: WriterOptions = {}): Generator<Uint8Array> {
  const { recording, columns } = tableOf(result, options, ["names"]);
  const isStored = (column: TableColumn) => column.constant === undefined && columns[column.base] === column;
  const constants = columns.filter((column) => column.constant !== undefined);
  const stored = columns.filter(isStored);
  const constantRow = new Map(constants.map((column, i) => [column, i + 2]));
  const storedRow = new Map(stored.map((column, i) => [column, i + 2]));

  yield textRows("Aclass", ["Atrajectory", "1.1", "", "binTrans"]);
  yield textColumns("name", ["time", ...columns.map((column) => modelicaName(column.name))]);
  yield textColumns("description", ["time [s]", ...columns.map(descriptionOf)]);

  const dataInfo = [0, 1, 0, -1];
  for (const column of columns) {
    const constant = constantRow.get(column);
    if (constant !== undefined) dataInfo.push(1, constant, 0, 0);
    else dataInfo.push(2, column.sign * storedRow.get(columns[column.base]!)!, 0, -1);
  }
  yield matrix("dataInfo", int32Matrix, 4, columns.length + 1, littleEndian(dataInfo, 4, "setInt32"));

  const times = readTimes(recording);
  const height = constants.length + 1;
  const values = constants.map((column) => column.constant!);
  const data1 = [times[0] ?? result.startTime, ...values, times.at(-1) ?? result.endTime, ...values];
  yield matrix("data_1", doubleMatrix, height, 2, littleEndian(data1, 8, "setFloat64"));

  yield header("data_2", doubleMatrix, stored.length + 1, times.length);
  for (let from = 0; from < times.length; from += rowsPerPart) {
    const to = Math.min(times.length, from + rowsPerPart);
    const block = readColumns(recording, stored, from, to);
    const view = new DataView(new ArrayBuffer(8 * (stored.length + 1) * (to - from)));
    let at = 0;
    for (let i = 0; i < to - from; i++) {
      view.setFloat64(at, times[from + i]!, true);
      at += 8;
      for (const column of block) {
        view.setFloat64(at, column[i]!, true);
        at += 8;
      }
    }
    yield new Uint8Array(view.buffer);
  }
}

function descriptionOf({ entry }: TableColumn): string {
  const unit = entry.unit === "" ? "" : `[${entry.unit}]`;
  return [entry.description.replace(/\s+/g, " "), unit].filter((text) => text !== "").join(" ");
}

/** Texts as the rows of a character matrix. */
function textRows(name: string, texts: readonly string[]): Uint8Array {
  const width = Math.max(...texts.map((text) => text.length));
  const bytes = new Uint8Array(texts.length * width).fill(0x20);
  texts.forEach((text, i) => {
    for (let j = 0; j < text.length; j++) bytes[j * texts.length + i] = text.charCodeAt(j);
  });
  return matrix(name, textMatrix, texts.length, width, bytes);
}

/** Texts as the columns of a character matrix, in UTF-8, filled up with blanks. */
function textColumns(name: string, texts: readonly string[]): Uint8Array {
  const encoder = new TextEncoder();
  const encoded = texts.map((text) => encoder.encode(text));
  const height = encoded.reduce((most, bytes) => Math.max(most, bytes.length), 1);
  const bytes = new Uint8Array(height * texts.length).fill(0x20);
  encoded.forEach((text, j) => {
    bytes.set(text, j * height);
  });
  return matrix(name, textMatrix, height, texts.length, bytes);
}

function matrix(name: string, type: number, rows: number, columns: number, data: Uint8Array): Uint8Array {
  return joinBytes([header(name, type, rows, columns), data]);
}

function header(name: string, type: number, rows: number, columns: number): Uint8Array {
  const imaginary = 0;
  const fields = littleEndian([type, rows, columns, imaginary, name.length + 1], 4, "setInt32");
  return joinBytes([fields, new TextEncoder().encode(`${name}\0`)]);
}

function littleEndian(values: readonly number[], size: number, setter: "setInt32" | "setFloat64"): Uint8Array {
  const view = new DataView(new ArrayBuffer(size * values.length));
  values.forEach((value, i) => {
    view[setter](size * i, value, true);
  });
  return new Uint8Array(view.buffer);
}
