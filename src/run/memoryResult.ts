/** Result in memory. */
import { suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { EventRecord, ResultSink, RowKind, RunSummary, SegmentLayout } from "../results/resultSink.ts";

export class MemoryResult implements ResultSink {
  readonly layouts: SegmentLayout[] = [];
  readonly rows: { t: number; row: Float64Array; kind: RowKind; segment: number }[] = [];
  readonly events: EventRecord[] = [];
  summary!: RunSummary;
  beginSegment(layout: SegmentLayout): void {
    this.layouts.push(layout);
  }
  record(t: number, row: Float64Array, kind: RowKind): void {
    this.rows.push({ t, row: row.slice(), kind, segment: this.layouts.length - 1 });
  }
  event(record: EventRecord): void {
    this.events.push(record);
  }
  end(summary: RunSummary): void {
    this.summary = summary;
  }
  signal(name: string): { time: number[]; values: unknown[] } {
    const time: number[] = [];
    const values: unknown[] = [];
    for (const { t, row, segment } of this.rows) {
      const s = this.layouts[segment]!.signals.find((x) => x.name === name);
      time.push(t);
      if (s === undefined) {
        if (!this.layouts.some((l) => l.signals.some((x) => x.name === name)))
          throw new RattlebackError("E-RESULT-NAME", name, {
            hint: suggestName(
              name,
              this.layouts.flatMap((l) => l.signals.map((x) => x.name)),
              "",
            ),
          });
        values.push(undefined);
        continue;
      }
      const list = Array.from(s.slots, (slot, i) => (slot < 0 ? s.factors[i]! : s.factors[i]! * row[slot]!));
      values.push(s.shape.length === 0 ? list[0] : list);
    }
    return { time, values };
  }
  final(name: string): number {
    const match = /^(.*)\[(\d+)\]$/.exec(name);
    const { values } = this.signal(match === null ? name : match[1]!);
    const last = values[values.length - 1];
    return (match === null ? last : (last as number[])[Number(match[2]) - 1]) as number;
  }
  get stateNames(): readonly string[] {
    return this.layouts[this.layouts.length - 1]!.stateNames;
  }
}
