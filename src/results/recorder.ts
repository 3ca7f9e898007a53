/**
 * Records a run: its rows, and what is needed to read between them.
 *
 * Example   const recorder = new Recorder({ storage: "states" });
 *           … the run calls beginSegment, record, event, end …
 *           recorder.result.final("C.v")
 */
import { KeptBetween } from "./keptBetween.ts";
import type { ExaminedStep, SegmentLayout } from "./resultSink.ts";
import { type Between, numbersPerMegabyte, type RowOptions, RowRecorder } from "./rowRecorder.ts";

export interface RecorderOptions extends RowOptions {
  /** Of the run: how accurate values between the rows are to be. Without it nothing is kept for them. */
  readonly tolerance?: number;
  /** Megabytes that all this may take. Default 512. */
  readonly megabytesBetween?: number;
}

export class Recorder extends RowRecorder {
  private readonly tolerance: number | undefined;
  private readonly megabytesBetween: number;
  private between: KeptBetween | undefined;
  /** Numbers that earlier segments have kept. */
  private keptBefore = 0;
  /** From then on nothing more was kept to read between the rows. */
  private coarseFrom: number | undefined;
  private coarseBecause = "";

  constructor(options: RecorderOptions = {}) {
    super(options);
    this.tolerance = options.tolerance;
    this.megabytesBetween = options.megabytesBetween ?? 512;
  }

  protected override betweenRowsOf(layout: SegmentLayout): Between | undefined {
    this.keptBefore += this.between?.capacity ?? 0;
    this.between = this.tolerance === undefined ? undefined : new KeptBetween(layout, this.storage, this.tolerance);
    if (this.between !== undefined) this.between.isClosed = this.coarseFrom !== undefined;
    return this.between;
  }

  examine(step: ExaminedStep): void {
    const { between } = this;
    if (between === undefined || between.isClosed) return;
    between.examine(step);
    if (this.keptBefore + between.capacity > this.megabytesBetween * numbersPerMegabyte)
      this.coarsen(step.to, `what is kept for them takes ${this.megabytesBetween} MB`);
  }

  leaveUnexamined(time: number): void {
    if (this.between !== undefined)
      this.coarsen(
        time,
        "many bodies make steps of their own, and looking at all of them would take longer than the run",
      );
  }

  private coarsen(time: number, because: string): void {
    if (this.coarseFrom !== undefined) return;
    this.coarseFrom = time;
    this.coarseBecause = because;
    this.between!.isClosed = true;
  }

  protected override get ownWarnings(): readonly string[] {
    const { coarseFrom, coarseBecause } = this;
    return coarseFrom === undefined ? super.ownWarnings : [...super.ownWarnings, coarse(coarseFrom, coarseBecause)];
  }
}

function coarse(time: number, because: string): string {
  return `W-RESULT-COARSE  From t = ${time} on values between the rows of the result are less accurate than the tolerance: ${because}. Rows themselves are as accurate as ever; give a shorter interval to have more of them.`;
}
