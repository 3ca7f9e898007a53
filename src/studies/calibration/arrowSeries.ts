/** Series of an Arrow file: every column of numbers; units stand in the metadata `unit` of a field, as resultToArrow writes them. */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { tableFromIPC } from "./arrowTable.ts";

/** Columns of an Arrow file or stream, for `data` and `units` of calibrate(): `seriesFromArrow(readFileSync("run.arrow"))`. */
export function seriesFromArrow(bytes: Uint8Array): {
  data: Record<string, Float64Array>;
  units: Record<string, string>;
} {
  if (!(bytes instanceof Uint8Array)) throw arrowError("These are no bytes of a file.", `it is ${typeof bytes}`);
  const data = new Map<string, Float64Array>();
  const units = new Map<string, string>();
  const table = read(bytes);
  for (const { name, metadata } of table.schema.fields) {
    const column = table.getChild(name);
    if (column === null || column === undefined) continue;
    const values = Float64Array.from(column as Iterable<unknown>, numberOf);
    // a column of texts or lists is no series
    if (values.length > 0 && values.every(Number.isNaN)) continue;
    data.set(name, values);
    const unit = metadata?.get("unit");
    if (unit !== undefined && unit !== "") units.set(name, unit);
  }
  if (data.size === 0)
    throw arrowError("The Arrow file has no column of numbers.", "all of its columns are something else");
  return { data: Object.fromEntries(data), units: Object.fromEntries(units) };
}

function read(bytes: Uint8Array): ReturnType<typeof tableFromIPC> {
  try {
    return tableFromIPC(bytes);
  } catch (error) {
    throw arrowError("This is no Arrow file that can be read.", error instanceof Error ? error.message : String(error));
  }
}

/** Numbers as they are, whole numbers of 64 bits as numbers, times as seconds or days as the file has them; what is missing was not measured. */
function numberOf(value: unknown): number {
  return typeof value === "number" || typeof value === "bigint" || typeof value === "boolean"
    ? Number(value)
    : Number.NaN;
}

function arrowError(what: string, because: string): RattlebackError {
  return new RattlebackError("E-CALIBRATION", what, {
    because,
    hint: "a file or stream of Arrow (Feather, version 2), not compressed: tables of numbers, as resultToArrow writes them",
  });
}
