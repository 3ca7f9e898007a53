/** The file formats of results. A new one is a file in this folder and a line here. */
import { suggestName } from "../../errors/nearestName.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { checkResult, type Result } from "../result.ts";
import { arrowParts } from "./arrow.ts";
import { csvParts } from "./csv.ts";
import { jsonParts } from "./json.ts";
import { matParts } from "./mat.ts";
import type { WriterOptions } from "./table.ts";

const formats = {
  csv: csvParts,
  json: jsonParts,
  mat: matParts,
  arrow: arrowParts,
};

export type ResultFormat = keyof typeof formats;
type Writer<F extends ResultFormat> = (typeof formats)[F];

/** Names of the formats, which are also the usual endings of the files. */
export const resultFormats: readonly ResultFormat[] = Object.freeze(Object.keys(formats) as ResultFormat[]);

/**
 * The file piece by piece, for results that are too big for one string or array:
 *
 *     for (const part of resultParts(result, "csv")) stream.write(part);
 */
export function resultParts<F extends ResultFormat>(
  result: Result,
  format: F,
  options?: Parameters<Writer<F>>[1],
): ReturnType<Writer<F>> {
  checkResult(result);
  if (!Object.hasOwn(formats, format)) {
    throw new RattlebackError("E-RESULT-FORMAT", `Results cannot be written as "${format}".`, {
      path: "format",
      hint: suggestName(format, resultFormats, `one of ${resultFormats.join(", ")}`),
      data: { format, known: [...resultFormats] },
    });
  }
  // the compiler does not see that writer and options belong to the same format
  const write = formats[format] as (result: Result, options?: WriterOptions) => ReturnType<Writer<F>>;
  return write(result, options);
}
