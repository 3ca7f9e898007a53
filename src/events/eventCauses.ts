/** Which events have been frequent lately, for messages about runs that do not get on. */

/** Events after which the counting begins again, and causes that are told apart. */
const longest = 10_000;
const mostCauses = 100;

export class EventCauses {
  private readonly counts = new Map<string, number>();
  private total = 0;
  private last = "";

  note(cause: string): void {
    if (this.total >= longest || (this.counts.size >= mostCauses && !this.counts.has(cause))) {
      this.counts.clear();
      this.total = 0;
    }
    this.total++;
    this.last = cause;
    this.counts.set(cause, (this.counts.get(cause) ?? 0) + 1);
  }

  get isEmpty(): boolean {
    return this.last === "";
  }

  describe(): string {
    let [frequent, count] = ["", 0];
    for (const [cause, times] of this.counts) if (times > count) [frequent, count] = [cause, times];
    const last = `the last event was "${this.last}"`;
    return count > 1 ? `${last}; the most frequent one "${frequent}" (${count} of the last ${this.total})` : last;
  }
}
