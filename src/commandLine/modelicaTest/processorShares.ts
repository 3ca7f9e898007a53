/**
 * Processor time of pieces of work that go on side by side in one process: what the process takes is shared equally among those that are
 * in progress. A busy machine makes them wait, which costs none of it.
 */
export interface Work {
  /** Seconds that it has taken until now. */
  spent(): number;
  end(): void;
}

export class ProcessorShares {
  private readonly secondsOfProcess: () => number;
  private readonly inProgress = new Map<Work, number>();
  /** Of the process, up to where it is shared out. */
  private shared = 0;

  constructor(secondsOfProcess = processorSeconds) {
    this.secondsOfProcess = secondsOfProcess;
  }

  begin(): Work {
    this.shareOut();
    const work: Work = {
      spent: () => {
        this.shareOut();
        return this.inProgress.get(work) ?? 0;
      },
      end: () => {
        this.shareOut();
        this.inProgress.delete(work);
      },
    };
    this.inProgress.set(work, 0);
    return work;
  }

  private shareOut(): void {
    const { inProgress } = this;
    const now = this.secondsOfProcess();
    const share = (now - this.shared) / inProgress.size;
    for (const [work, seconds] of inProgress) inProgress.set(work, seconds + share);
    this.shared = now;
  }
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
