/** Which times are the same instant. */

/** Times closer than this relative distance are one instant: sums such as 0.1 + 0.2 are not exact. */
const relativeTimeSlack = 1e-13;

/** `scale`: what counts beside t itself, at most a second; a run of picoseconds has events of femtoseconds. */
export function timeSlackAt(t: number, scale: number): number {
  return relativeTimeSlack * Math.max(scale, Math.abs(t));
}

export function timeScaleOf(startTime: number, stopTime: number): number {
  const span = Math.abs(stopTime - startTime);
  return span > 0 && span < 1 ? span : 1;
}
