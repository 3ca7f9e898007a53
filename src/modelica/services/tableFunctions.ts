/** The table functions of the Modelica library: objects made once per instance, then asked for values. */
import {
  type ExternalArgument,
  type ExternalEntries,
  type ExternalRun,
  numbersOf,
  writeNumbers,
} from "./externalFunction.ts";
import { readTable } from "./files/tableFile.ts";
import { Table1D } from "./tables/table1D.ts";
import { Table2D } from "./tables/table2D.ts";
import { type TableName, tableError } from "./tables/tableError.ts";
import type { TableMatrix } from "./tables/tableMatrix.ts";
import { TimeTable } from "./tables/timeTable.ts";

type Arguments = readonly ExternalArgument[];

const isGiven = (name: string) => name.trim() !== "" && name !== "NoName";

interface Source {
  readonly name: TableName;
  readonly matrix: TableMatrix;
}

/** Where the numbers are: in the model, or in a file. */
function sourceOf(args: Arguments, run: ExternalRun, csvAt: number): Source {
  const [file, table] = [args[0] as string, args[1] as string];
  const name: TableName = isGiven(file) ? { table, file } : { table };
  if (isGiven(file)) {
    const csv = {
      delimiter: (args[csvAt] as string | undefined) ?? ",",
      headerLines: (args[csvAt + 1] as number | undefined) ?? 0,
    };
    return { name, matrix: readTable({ path: file, bytes: run.files.bytes(file) }, table, csv) };
  }
  if (isGiven(table)) {
    throw tableError(
      name,
      "The table has a name but no file: it would be a C function of the user.",
      "give fileName, or the numbers in the parameter table",
    );
  }
  const [rows, columns] = [args[3] as number, args[4] as number];
  return { name, matrix: { rows, columns, values: Float64Array.from(numbersOf(args[2])) } };
}

const number = (argument: ExternalArgument | undefined) => argument as number;

export const tableFunctions: ExternalEntries = [
  [
    "ModelicaStandardTables_CombiTable1D_init3",
    (args, run) => {
      const { name, matrix } = sourceOf(args, run, 10);
      return new Table1D(name, matrix, numbersOf(args[5]), number(args[7]), number(args[8]));
    },
  ],
  ["ModelicaStandardTables_CombiTable1D_close", () => undefined],
  ["ModelicaStandardTables_CombiTable1D_minimumAbscissa", ([table]) => (table as Table1D).minimumAbscissa],
  ["ModelicaStandardTables_CombiTable1D_maximumAbscissa", ([table]) => (table as Table1D).maximumAbscissa],
  [
    "ModelicaStandardTables_CombiTable1D_getValue",
    ([table, icol, u]) => (table as Table1D).value(number(icol), number(u)),
  ],
  [
    "ModelicaStandardTables_CombiTable1D_getDerValue",
    ([table, icol, u, du]) => (table as Table1D).derivative(number(icol), number(u), number(du)),
  ],
  [
    "ModelicaStandardTables_CombiTable1D_getDer2Value",
    ([table, icol, u, du, ddu]) =>
      (table as Table1D).secondDerivative(number(icol), number(u), number(du), number(ddu)),
  ],
  [
    "ModelicaStandardTables_CombiTable2D_init3",
    (args, run) => {
      const { name, matrix } = sourceOf(args, run, 8);
      return new Table2D(name, matrix, number(args[5]), number(args[6]));
    },
  ],
  ["ModelicaStandardTables_CombiTable2D_close", () => undefined],
  [
    "ModelicaStandardTables_CombiTable2D_minimumAbscissa",
    ([table, limits]) => writeNumbers(limits, [(table as Table2D).x1[0]!, (table as Table2D).x2[0]!]),
  ],
  [
    "ModelicaStandardTables_CombiTable2D_maximumAbscissa",
    ([table, limits]) => writeNumbers(limits, [(table as Table2D).x1.at(-1)!, (table as Table2D).x2.at(-1)!]),
  ],
  [
    "ModelicaStandardTables_CombiTable2D_getValue",
    ([table, u1, u2]) => (table as Table2D).value(number(u1), number(u2)),
  ],
  [
    "ModelicaStandardTables_CombiTable2D_getDerValue",
    ([table, u1, u2, du1, du2]) => (table as Table2D).derivative(number(u1), number(u2), number(du1), number(du2)),
  ],
  [
    "ModelicaStandardTables_CombiTable2D_getDer2Value",
    ([table, u1, u2, du1, du2, ddu1, ddu2]) =>
      (table as Table2D).secondDerivative(number(u1), number(u2), number(du1), number(du2), number(ddu1), number(ddu2)),
  ],
  [
    "ModelicaStandardTables_CombiTimeTable_init3",
    (args, run) => {
      const { name, matrix } = sourceOf(args, run, 13);
      return new TimeTable(name, matrix, {
        startTime: number(args[5]),
        columns: numbersOf(args[6]),
        smoothness: number(args[8]),
        extrapolation: number(args[9]),
        shiftTime: number(args[10]),
        timeEvents: number(args[11]),
      });
    },
  ],
  ["ModelicaStandardTables_CombiTimeTable_close", () => undefined],
  ["ModelicaStandardTables_CombiTimeTable_minimumTime", ([table]) => (table as TimeTable).minimumTime],
  ["ModelicaStandardTables_CombiTimeTable_maximumTime", ([table]) => (table as TimeTable).maximumTime],
  [
    "ModelicaStandardTables_CombiTimeTable_nextTimeEvent",
    ([table, time]) => (table as TimeTable).nextTimeEvent(number(time)),
  ],
  [
    "ModelicaStandardTables_CombiTimeTable_getValue",
    ([table, icol, time, next]) => (table as TimeTable).value(number(icol), number(time), number(next)),
  ],
  [
    "ModelicaStandardTables_CombiTimeTable_getDerValue",
    ([table, icol, time, next, , dTime]) =>
      (table as TimeTable).derivative(number(icol), number(time), number(next), number(dTime)),
  ],
  [
    "ModelicaStandardTables_CombiTimeTable_getDer2Value",
    ([table, icol, time, next, , dTime, ddTime]) =>
      (table as TimeTable).secondDerivative(number(icol), number(time), number(next), number(dTime), number(ddTime)),
  ],
];
