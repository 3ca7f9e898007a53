/**
 * A fast transient that begins at an event is no obstacle for an implicit method, but inside such a step the interpolant does not
 * show it: it begins with the slope of the whole step. A diode that has just begun to conduct would be switched off again by it. A
 * crossing right behind a restart is therefore believed only when a shorter step shows it too.
 */
import type { Integrator } from "../integrate/integrator.ts";

/** A crossing in this first part of the first step after a restart is doubtful … */
const doubtfulPart = 0.03;
/** … so the step is tried again, shorter by this factor … */
const shorterBy = 1 / 30;
/** … but not for ever. */
const maximumRetries = 12;

export class DoubtfulCrossing {
  private retries = 0;

  /** The integrator starts over. */
  begin(): void {
    this.retries = 0;
  }

  /** The size with which the first step after the restart shall be tried again, undefined when the crossing is believed. */
  shorterStep(
    integrator: Integrator,
    restartTime: number,
    crossingTime: number,
    timeSlack: number,
  ): number | undefined {
    const step = integrator.t - restartTime;
    const isDoubtful = integrator.tPrevious === restartTime && crossingTime - restartTime < doubtfulPart * step;
    const shorter = shorterBy * step;
    // what happens within one instant cannot be looked at more closely
    const isTooShort = shorter < timeSlack;
    if (!isDoubtful || isTooShort || this.retries === maximumRetries || "resetDae" in integrator) return undefined;
    this.retries++;
    return shorter;
  }
}
