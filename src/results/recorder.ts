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
  /** From when on nothing more was kept to read between the rows, and why. */
  private warning: string | undefined;

  constructor(options: RecorderOptions = {}) {
    super(options);
    this.tolerance = options.tolerance;
    this.megabytesBetween = options.megabytesBetween ?? 512;
  }

  protected override betweenRowsOf(layout: SegmentLayout): Between | undefined {
    this.keptBefore += this.between?.capacity ?? 0;
    const { tolerance, storage, warning } = this;
    this.between =
      tolerance === undefined ? undefined : new KeptBetween(layout, storage, tolerance, warning !== undefined);
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
    this.warning ??= coarse(time, because);
    this.between!.isClosed = true;
  }

  protected override get ownWarnings(): readonly string[] {
    return this.warning === undefined ? super.ownWarnings : [...super.ownWarnings, this.warning];
  }
}

function coarse(time: number, because: string): string {
  return `W-RESULT-COARSE  From t = ${time} on values between the rows of the result are less accurate than the tolerance: ${because}. Rows themselves are as accurate as ever; give a shorter interval to have more of them.`;
}
