/** One of many runs: when it fails, its error says which, and with which values. */
import { detailsOf, RattlebackError } from "../errors/rattlebackError.ts";

export function sampledRun<T>(sample: Readonly<Record<string, number>>, run: number, simulated: () => T): T {
  try {
    return simulated();
  } catch (error) {
    if (!(error instanceof RattlebackError)) throw error;
    const values = Object.entries(sample).map(([name, value]) => `${name} = ${value}`);
    throw new RattlebackError(error.code, error.what, {
      ...detailsOf(error),
      because: [error.because, `run ${run + 1} has ${values.join(", ")}`]
        .filter((part) => part !== undefined)
        .join("; "),
      data: { ...error.data, run: run + 1, sample },
      cause: error,
    });
  }
}
