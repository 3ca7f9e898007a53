// Tests that vitestStandIn.ts has collected, and the switch of Stryker's instrumenter.

export interface CollectedTest {
  readonly id: string;
  readonly file: string;
  readonly run: () => unknown;
}

export interface Collected {
  /** Whose tests are being collected, or are running. */
  file: string;
  readonly tests: CollectedTest[];
}

/** How often changes were reached, by their ids: while modules were loaded, and by each test. */
export interface Reached {
  readonly static: Readonly<Record<string, number>>;
  readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** What instrumented code reads and writes. */
export interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number;
  mutantCoverage?: Reached;
}
