/** How long a run will take: from the pace of late, since the parts of a run differ; an impact costs more than a flight. */

interface Sample {
  /** s */
  readonly clock: number;
  /** Done share, 0 to 1. */
  readonly fraction: number;
}

/** The last third of the time that has passed counts, and not less than this, s. */
const shortest = 1.5;

export class RunEstimate {
  private samples: Sample[] = [{ clock: 0, fraction: 0 }];

  restart(): void {
    this.samples = [{ clock: 0, fraction: 0 }];
  }

  /** Seconds left; undefined while nothing is known. */
  left(clock: number, fraction: number): number | undefined {
    const window = Math.max(shortest, clock / 3);
    this.samples.push({ clock, fraction });
    // one sample from before the window stays: the pace is that since then
    while (this.samples.length > 2 && this.samples[1]!.clock < clock - window) this.samples.shift();
    const [first] = this.samples;
    const [time, share] = [clock - first!.clock, fraction - first!.fraction];
    return time > 0.2 && share > 0 ? ((1 - fraction) * time) / share : undefined;
  }
}
