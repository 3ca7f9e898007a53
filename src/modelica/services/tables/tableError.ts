/** Errors of tables name the table and its file, as the model does. */
import { RattlebackError } from "../../../errors/rattlebackError.ts";

export interface TableName {
  readonly table: string;
  readonly file?: string;
}

export function tableError(name: TableName, what: string, hint: string, because?: string): RattlebackError {
  const place = name.file === undefined ? `table "${name.table}"` : `table "${name.table}" of ${name.file}`;
  return new RattlebackError("E-MODELICA-TABLE", what, {
    where: place,
    hint,
    ...(because !== undefined && { because }),
  });
}
