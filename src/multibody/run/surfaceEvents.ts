/** Events of polygonal contacts of a run: of solids with `contactModel: "polygonal"` and of `PolygonalContactModel`s alike. */
import { type ContactRecord, describeContact } from "../../contact/contactRecord.ts";
import { SurfaceWatch, type WatchedSurfaces } from "../../contact/polygonal/surfaceWatch.ts";
import type { StepMotion } from "../../contact/stepCheck.ts";
import type { ComponentAccess, SegmentDeclarations } from "../../language/predefined.ts";
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";

export class SurfaceEvents {
  private readonly watch: SurfaceWatch;
  private readonly firstEventFunction: number;
  /** Every contact of the run that began or ended so far. */
  private readonly records: ContactRecord[];
  /** The motion is asked for, not the event functions. */
  private isExamining = false;

  constructor(
    surfaces: readonly WatchedSurfaces[],
    bodyMass: ArrayLike<number>,
    declare: SegmentDeclarations,
    records: ContactRecord[],
    previous: SurfaceEvents | undefined,
  ) {
    this.watch = new SurfaceWatch(surfaces, bodyMass);
    if (previous !== undefined) this.watch.adopt(previous.watch);
    this.firstEventFunction = declare.eventFunctions(2, "contact of surfaces");
    this.records = records;
  }

  settle(access: ComponentAccess, motion: BodyMotion): void {
    const { watch, records } = this;
    for (const record of watch.handleEvent(access.time, motion)) {
      records.push(record);
      access.report(describeContact(record));
    }
    if (Number.isFinite(watch.firstStep)) access.firstStepAtMost(watch.firstStep);
  }

  writeEventFunctions(access: ComponentAccess, motion: BodyMotion): void {
    if (!this.isExamining) this.watch.writeEventFunctions(access.z, this.firstEventFunction, motion);
  }

  examineStep(from: number, to: number, motion: StepMotion): readonly number[] {
    this.isExamining = true;
    try {
      return this.watch.examineStep(from, to, motion);
    } finally {
      this.isExamining = false;
    }
  }
}
