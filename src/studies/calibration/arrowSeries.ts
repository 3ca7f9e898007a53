/** Series of an Arrow table, as any library for Arrow gives it. Reading the bytes is theirs: files may be compressed, remote or huge. */
import { RattlebackError } from "../../errors/rattlebackError.ts";

/** What is used of a table of `apache-arrow`, `@uwdata/flechette` or others that share its names. */
export interface ArrowTable {
  readonly schema: { readonly fields: readonly ArrowField[] };
  getChild(name: string): Iterable<unknown> | null | undefined;
}

export interface ArrowField {
  readonly name: string;
  readonly type: { readonly typeId: number };
  readonly metadata?: ReadonlyMap<string, string> | null;
}

/** Ids of the union Type of the format: Int, FloatingPoint, Bool. */
const numberTypes = new Set([2, 3, 6]);

/** Columns of an Arrow table, for `data` and `units` of calibrate(): `seriesFromArrow(tableFromIPC(bytes))`. Missing values are NaN. */
export function seriesFromArrow(table: ArrowTable): {
  data: Record<string, Float64Array>;
  units: Record<string, string>;
} {
  const fields = (table as Partial<ArrowTable> | null | undefined)?.schema?.fields;
  if (!Array.isArray(fields) || typeof table.getChild !== "function")
    throw arrowError("This is not an Arrow table.", `it is ${table instanceof Uint8Array ? "bytes" : typeof table}`);
  // a column may have any name, "__proto__" included
  const data = Object.create(null) as Record<string, Float64Array>;
  const units = Object.create(null) as Record<string, string>;
  for (const { name, type, metadata } of fields as readonly ArrowField[]) {
    if (!numberTypes.has(type.typeId))
      throw arrowError(`The column "${name}" has no numbers.`, `its type is ${String(type)}`, name);
    data[name] = Float64Array.from(table.getChild(name) ?? [], (value) =>
      value === null || value === undefined ? Number.NaN : Number(value),
    );
    const unit = metadata?.get("unit");
    if (unit !== undefined && unit !== "") units[name] = unit;
  }
  return { data, units };
}

function arrowError(message: string, because: string, path?: string): RattlebackError {
  return new RattlebackError("E-CALIBRATION", message, {
    ...(path !== undefined && { path }),
    because,
    hint:
      path === undefined
        ? 'import { tableFromIPC } from "apache-arrow"; seriesFromArrow(tableFromIPC(bytes))'
        : 'choose the columns that were measured, times in seconds: table.select(["time", "w"])',
  });
}
