// The thread in which run.ts has inputs tried.
import { parentPort, workerData } from "node:worker_threads";
import { CurrentInput } from "./currentInput.ts";
import { type Finding, fuzz } from "./fuzz.ts";
import type { Target } from "./target.ts";
import { targets } from "./targets.ts";

export interface Order {
  readonly targets: readonly string[];
  readonly seed: number;
  /** When to stop, in ms. */
  readonly until: number;
  readonly memory: SharedArrayBuffer;
}

export interface Tried {
  readonly count: number;
  readonly findings: readonly Finding[];
  /** Target and seed that are done. */
  readonly finished?: string;
}

const order = workerData as Order;
const current = new CurrentInput(order.memory);
let count = 0;
let findings: Finding[] = [];

/** Tells what was done since the last time. */
function tell(finished?: string): void {
  const message: Tried = { count, findings, ...(finished === undefined ? {} : { finished }) };
  parentPort!.postMessage(message);
  count = 0;
  findings = [];
}

const timeIsLeft = (): boolean => Date.now() < order.until;

/** The same target; what it is given can be read by others while it is tried. */
function watched(target: Target): Target {
  return {
    ...target,
    run: (input) => {
      current.begin(target.name, input);
      if (++count >= 50) tell();
      return target.run(input);
    },
  };
}

const chosen = targets.filter(({ name }) => order.targets.includes(name)).map(watched);
for (let seed = order.seed; timeIsLeft(); seed++) {
  for (const target of chosen) {
    const wanted = Math.ceil(4000 / (target.cost ?? 1));
    await fuzz(target, seed, wanted, (finding) => findings.push(finding), timeIsLeft);
    tell(`${target.name} with seed ${seed}`);
  }
}
