/** Writers of results. */

// the whole file as text or bytes
export { resultToArrow } from "../results/writers/arrow.ts";
export { type CsvOptions, resultToCsv } from "../results/writers/csv.ts";
// any format by its name, piece by piece
export { type ResultFormat, resultFormats, resultParts } from "../results/writers/formats.ts";
export { resultToJson } from "../results/writers/json.ts";
export { resultToMat } from "../results/writers/mat.ts";
export type { WriterOptions } from "../results/writers/table.ts";
