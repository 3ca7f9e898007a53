/** Which times are the same instant. */

/** Times closer than this relative distance are one instant: sums such as 0.1 + 0.2 are not exact. */
export const relativeTimeSlack = 1e-13;

export function timeSlackAt(t: number): number {
  return relativeTimeSlack * Math.max(1, Math.abs(t));
}
