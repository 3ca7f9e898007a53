/** A result as an Apache Arrow file: one column per scalar, `time` first, readable in place by data-frame libraries. */
import { guarded } from "../../errors/boundary.ts";
import { type Recording, readColumns, readTimes } from "../recording.ts";
import type { Result } from "../result.ts";
import { type ArrowBatch, type ArrowColumn, arrowFileParts } from "./arrowFile.ts";
import { joinBytes } from "./join.ts";
import { jsonSafe, metadataOf } from "./metadata.ts";
import { type TableColumn, tableOf, type WriterOptions } from "./table.ts";

const rowsPerBatch = 2 ** 16;

/** The result as bytes of an Arrow file. */
export function resultToArrow(result: Result, options: WriterOptions = {}): Uint8Array {
  return guarded("resultToArrow", () => {
    return joinBytes(arrowParts(result, options));
  });
}

export function* arrowParts(result: Result, options: WriterOptions = {}): Generator<Uint8Array> {
  const { recording, columns } = tableOf(result, options, ["names"]);
  const metadata = metadataOf(recording, result.finalStates, result.stateHash);
  const time: ArrowColumn = { name: "time", unit: "s", description: "time", kind: "time", type: "real" };
  const described = columns.map(({ entry, name }) => ({ ...entry, name }));
  yield* arrowFileParts(
    [time, ...described],
    { "rattleback.result": JSON.stringify(jsonSafe(metadata)) },
    batchesOf(recording, columns),
  );
}

function* batchesOf(recording: Recording, columns: readonly TableColumn[]): Generator<ArrowBatch> {
  const times = readTimes(recording);
  for (let from = 0; from < recording.rowCount; from += rowsPerBatch) {
    const to = Math.min(recording.rowCount, from + rowsPerBatch);
    yield [times.subarray(from, to), ...readColumns(recording, columns, from, to)];
  }
}
