/** Small readers of the written files, made from the descriptions of the formats and not from the writers. */

/** Fields of an RFC 4180 text, line by line. */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [[]];
  const field = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/y;
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (match === null) throw new Error("not RFC 4180");
    lines.at(-1)!.push(match[1].startsWith('"') ? match[1].slice(1, -1).replaceAll('""', '"') : match[1]);
    if (match[2] === "\r\n" && field.lastIndex < text.length) lines.push([]);
  }
  return lines;
}

export interface MatMatrix {
  readonly rows: number;
  readonly columns: number;
  /** Column-major. */
  readonly data: ArrayLike<number>;
}

/** Matrices of a level 4 MAT-file by name: little endian, full, real; double, int32 and uint8. */
export function readMat(bytes: Uint8Array): Map<string, MatMatrix> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const matrices = new Map<string, MatMatrix>();
  let at = 0;
  while (at < bytes.length) {
    const [type, rows, columns, imaginary, nameLength] = [0, 4, 8, 12, 16].map((offset) =>
      view.getInt32(at + offset, true),
    );
    if (imaginary !== 0) throw new Error("complex");
    const name = new TextDecoder().decode(bytes.subarray(at + 20, at + 20 + nameLength - 1));
    at += 20 + nameLength;
    const size = { 0: 8, 2: 4, 5: 1 }[Math.floor(type / 10)]!;
    const data = Array.from({ length: rows * columns }, (_, k) => {
      const place = at + k * size;
      return size === 8 ? view.getFloat64(place, true) : size === 4 ? view.getInt32(place, true) : view.getUint8(place);
    });
    matrices.set(name, { rows, columns, data });
    at += size * rows * columns;
  }
  if (at !== bytes.length) throw new Error("bytes left");
  return matrices;
}

export interface Trajectories {
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
  /** Values by name, as a Modelica tool resolves them from dataInfo. */
  readonly values: ReadonlyMap<string, readonly number[]>;
  readonly data1: MatMatrix;
  readonly data2: MatMatrix;
}

/** Trajectories of the matrices Aclass … data_2, stored transposed. */
export function readTrajectories(bytes: Uint8Array): Trajectories {
  const matrices = readMat(bytes);
  const [name, description, dataInfo, data1, data2] = ["name", "description", "dataInfo", "data_1", "data_2"].map(
    (key) => matrices.get(key)!,
  );
  const text = ({ rows, data }: MatMatrix, j: number) =>
    new TextDecoder().decode(Uint8Array.from({ length: rows }, (_, i) => data[i + rows * j])).trimEnd();
  const names = Array.from({ length: name.columns }, (_, j) => text(name, j));
  const values = new Map<string, readonly number[]>();
  names.forEach((key, j) => {
    const [matrix, place] = [dataInfo.data[4 * j], dataInfo.data[4 * j + 1]];
    const source = matrix === 1 ? data1 : data2;
    const row = Math.abs(place) - 1;
    const column = Array.from(
      { length: source.columns },
      (_, i) => Math.sign(place) * source.data[row + source.rows * i],
    );
    values.set(key, matrix === 1 ? Array<number>(data2.columns).fill(column[0]) : column);
  });
  return { names, descriptions: names.map((_, j) => text(description, j)), values, data1, data2 };
}
