/** Functions that libraries of buildings have in C: those that come from the library of IBPSA (Buildings, AixLib, IDEAS, BuildingSystems). */
import type { ArrayValue, ExternalEntries } from "./externalFunction.ts";
import { readTable } from "./files/tableFile.ts";
import { sha1 } from "./sha1.ts";
import { tableError } from "./tables/tableError.ts";

export const buildingFunctions: ExternalEntries = [
  // when weather data begin, and when they end: an interval behind the last row
  [
    "getTimeSpan",
    ([path, table, span], run) => {
      const name = { file: path as string, table: table as string };
      const file = { path: name.file, bytes: run.files.bytes(name.file) };
      const { rows, columns, values } = readTable(file, name.table, { delimiter: ",", headerLines: 0 });
      if (rows < 2) throw tableError(name, `The table has ${rows} rows.`, "weather data have two rows at least");
      const [first, last] = [values[0]!, values[(rows - 1) * columns]!];
      (span as ArrayValue).data.splice(0, 2, first, last + (last - first) / (rows - 1));
    },
  ],
  ["cryptographicsHash", ([text]) => sha1(new TextEncoder().encode(text as string))],
];
