/**
 * Series of a MAT-file of level 4: trajectories as Modelica tools and resultToMat write them, or one vector per column.
 *
 *   matrix = type MOPT, rows, columns, imaginary part, length of the name (int32 each) | name with a zero | numbers column by column
 *
 * Source   [MathWorks1999] level 4 MAT-file format; [Pfeiffer2012] sec. on the trajectory files of Modelica tools
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";

interface Matrix {
  readonly rows: number;
  readonly columns: number;
  /** Column by column. */
  readonly values: Float64Array;
}

/** Reads a number of each format P of MOPT, and its size in bytes. */
const formats: readonly (readonly [size: number, read: (view: DataView, at: number, little: boolean) => number])[] = [
  [8, (view, at, little) => view.getFloat64(at, little)],
  [4, (view, at, little) => view.getFloat32(at, little)],
  [4, (view, at, little) => view.getInt32(at, little)],
  [2, (view, at, little) => view.getInt16(at, little)],
  [2, (view, at, little) => view.getUint16(at, little)],
  [1, (view, at) => view.getUint8(at)],
];

const headerSize = 20;

/** Columns of a MAT-file of level 4, for `data` and `units` of calibrate(): `seriesFromMat(readFileSync("run.mat"))`. */
export function seriesFromMat(bytes: Uint8Array): {
  data: Record<string, Float64Array>;
  units: Record<string, string>;
} {
  if (!(bytes instanceof Uint8Array)) throw matError("These are not bytes of a file.", `it is ${typeof bytes}`);
  const matrices = readMatrices(bytes);
  const isTrajectory = ["name", "dataInfo", "data_2"].every((name) => matrices.has(name));
  return isTrajectory ? trajectories(matrices) : { data: vectors(matrices), units: {} };
}

function readMatrices(bytes: Uint8Array): Map<string, Matrix> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const matrices = new Map<string, Matrix>();
  for (let at = 0; at < bytes.length; ) {
    if (at + headerSize > bytes.length) throw matError("The MAT-file ends in the middle.", `at byte ${at}`);
    const isLittle = view.getUint32(at, true) < 5000;
    const [type, rows, columns, imaginary, nameLength] = [0, 4, 8, 12, 16].map((k) =>
      view.getInt32(at + k, isLittle),
    ) as [number, number, number, number, number];
    const format = formats[Math.floor(type / 10) % 10];
    const isFull = type >= 0 && type < 5000 && type % 10 < 2 && Math.floor(type / 100) % 10 === 0;
    if (!isFull || format === undefined || rows < 0 || columns < 0 || nameLength < 1 || imaginary !== 0)
      throw matError(
        "This is not a MAT-file of level 4 with real, full matrices.",
        at === 0 && new TextDecoder("latin1").decode(bytes.subarray(0, 6)) === "MATLAB"
          ? "it is of level 5 or 7.3"
          : `at byte ${at}`,
      );
    const [size, read] = format;
    const first = at + headerSize + nameLength;
    const count = rows * columns;
    if (first + count * size > bytes.length)
      throw matError("The MAT-file ends in the middle.", `at byte ${bytes.length}`);
    const name = new TextDecoder().decode(bytes.subarray(at + headerSize, first - 1));
    const values = new Float64Array(count);
    for (let k = 0; k < count; k++) values[k] = read(view, first + k * size, isLittle);
    matrices.set(name, { rows, columns, values });
    at = first + count * size;
  }
  return matrices;
}

/** Matrices with one row or one column, all of the length of time. */
function vectors(matrices: ReadonlyMap<string, Matrix>): Record<string, Float64Array> {
  const data = [...matrices].filter(([, { rows, columns }]) => Math.min(rows, columns) === 1);
  if (!data.some(([name]) => name === "time"))
    throw matError("The MAT-file has no vector time.", `it has ${[...matrices.keys()].join(", ") || "nothing"}`);
  return Object.fromEntries(data.map(([name, { values }]) => [name, values]));
}

function trajectories(matrices: ReadonlyMap<string, Matrix>): ReturnType<typeof seriesFromMat> {
  const matrix = (name: string): Matrix => matrices.get(name) ?? { rows: 0, columns: 0, values: new Float64Array(0) };
  const aclass = texts(matrix("Aclass"), false);
  const isTransposed = aclass[3] === "binTrans";
  const names = texts(matrix("name"), isTransposed);
  const descriptions = texts(matrix("description"), isTransposed);
  const info = matrix("dataInfo");
  const entry = (field: number, signal: number): number =>
    info.values[isTransposed ? signal * info.rows + field : field * info.rows + signal] ?? Number.NaN;
  const rowsOf = ({ rows, columns }: Matrix): number => (isTransposed ? columns : rows);
  const column = (source: Matrix, k: number): Float64Array =>
    Float64Array.from({ length: rowsOf(source) }, (_, row) =>
      isTransposed ? source.values[row * source.rows + k]! : source.values[k * source.rows + row]!,
    );
  const moving = matrix("data_2");
  const data: [string, Float64Array][] = [];
  const units: [string, string][] = [];
  names.forEach((name, signal) => {
    const [source, place] = [entry(0, signal), entry(1, signal)];
    const from = source === 1 ? matrix("data_1") : moving;
    const k = Math.abs(place) - 1;
    const width = isTransposed ? from.rows : from.columns;
    if (!(k >= 0 && k < width && rowsOf(from) > 0))
      throw matError(`The MAT-file has no numbers of "${name}".`, `dataInfo names column ${place} of data_${source}`);
    const values = column(from, k);
    const sign = Math.sign(place);
    const own = source === 1 ? new Float64Array(rowsOf(moving)).fill(sign * values[0]!) : values.map((x) => sign * x);
    data.push([name, own]);
    const unit = /\[([^[\]]+)\]\s*$/.exec(descriptions[signal] ?? "");
    if (unit !== null && name !== "time") units.push([name, unit[1]!]);
  });
  return { data: Object.fromEntries(data), units: Object.fromEntries(units) };
}

function texts({ rows, columns, values }: Matrix, isTransposed: boolean): string[] {
  const [count, length] = isTransposed ? [columns, rows] : [rows, columns];
  const decoder = new TextDecoder();
  return Array.from({ length: count }, (_, i) => {
    const codes = Uint8Array.from({ length }, (_, j) => values[isTransposed ? i * rows + j : j * rows + i]!);
    return decoder.decode(codes).replace(/[\s\0]+$/, "");
  });
}

function matError(what: string, because: string): RattlebackError {
  return new RattlebackError("E-CALIBRATION", what, {
    because,
    hint: "save -v4 of the vectors time, …, a trajectory of a Modelica tool, or a table for seriesFromCsv",
  });
}
