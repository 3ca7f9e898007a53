/** Gives mutated inputs to a target and collects those that are answered by neither a result nor an error of ours. */
import { RattlebackError } from "../src/errors/rattlebackError.ts";
import { createRandom } from "../src/math/random.ts";
import type { Target } from "./target.ts";

export interface Finding {
  readonly target: string;
  readonly input: string;
  readonly problem: string;
}

/** What is wrong with the answer to an input; undefined when nothing is. An internal fault is one, although users get an error of ours. */
export async function problemOf(target: Target, input: string): Promise<string | undefined> {
  try {
    await target.run(input);
    return undefined;
  } catch (error) {
    if (error instanceof RattlebackError) return error.code === "E-INTERNAL" ? error.what : undefined;
    return error instanceof Error ? `${error.name}: ${error.message.slice(0, 200)}` : String(error);
  }
}

/** Tries inputs until `count` of them are done, or `goOn` says no. */
export async function fuzz(
  target: Target,
  seed: number,
  count: number,
  report: (finding: Finding) => void,
  goOn: () => boolean = () => true,
): Promise<number> {
  const random = createRandom(seed);
  const seeds = await target.seeds();
  let done = 0;
  for (; done < count && goOn(); done++) {
    const input = target.mutate(seeds[random.below(seeds.length)]!, seeds, random);
    const problem = await problemOf(target, input);
    if (problem !== undefined) report({ target: target.name, input, problem });
  }
  return done;
}
