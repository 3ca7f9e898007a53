/** Writers of results and animations. */

// animations: the whole motion
export { animationToGlb, animationToGltf } from "../export/gltf.ts";
// configurations: one time
export { configurationToObj, configurationToPly, configurationToStl } from "../export/meshFiles.ts";
export { htmlReport, type ReportOptions } from "../export/report.ts";
export type { ReportedStudies } from "../export/reportStudies.ts";
export { animationToThreeJson } from "../export/threeJson.ts";
export type { TrackOptions } from "../export/tracks.ts";
// results: the whole file as text or bytes
export { resultToArrow } from "../results/writers/arrow.ts";
export { type CsvOptions, resultToCsv } from "../results/writers/csv.ts";
// any format by its name, piece by piece
export { type ResultFormat, resultFormats, resultParts } from "../results/writers/formats.ts";
export { resultToJson } from "../results/writers/json.ts";
export { resultToMat } from "../results/writers/mat.ts";
export type { WriterOptions } from "../results/writers/table.ts";
// from a result to its animation
export { animationOf } from "../scene/animationOf.ts";
