/**
 * Many assignments target[i] = source[j] as few loops: runs in which both indices advance by constant strides become one loop,
 * what is left over is written out. Long lists of single statements are never optimised by the engine.
 */

export interface Copy {
  readonly target: number;
  /** Name of the array that is read. */
  readonly from: string;
  readonly source: number;
}

/** Shorter runs are written out. */
const shortestLoop = 4;

/** Statements that do all copies; loops are found where the list is in order of its targets. */
export function copyLoops(into: string, list: readonly Copy[]): string[] {
  const statements: string[] = [];
  for (let first = 0; first < list.length; ) {
    let end = first + 1;
    while (end < list.length && continues(list, first, end)) end++;
    const { target, from, source } = list[first]!;
    const count = end - first;
    if (count < shortestLoop) {
      for (const copy of list.slice(first, end))
        statements.push(`${into}[${copy.target}] = ${copy.from}[${copy.source}];`);
    } else {
      const [stepTarget, stepSource] = [list[first + 1]!.target - target, list[first + 1]!.source - source];
      statements.push(
        `for (let k = 0; k < ${count}; k++) ${into}[${affine(target, stepTarget)}] = ${from}[${affine(source, stepSource)}];`,
      );
    }
    first = end;
  }
  return statements;
}

/** Whether the entry at `end` goes on with the strides of the run that begins at `first`. */
function continues(list: readonly Copy[], first: number, end: number): boolean {
  const [a, b] = [list[end - 1]!, list[end]!];
  if (a.from !== b.from) return false;
  const [p, q] = [list[first]!, list[first + 1]!];
  return b.target - a.target === q.target - p.target && b.source - a.source === q.source - p.source;
}

/** Text of start + step·k. */
export function affine(start: number, step: number): string {
  if (step === 0) return String(start);
  const term = step === 1 ? "k" : step === -1 ? "-k" : `${step} * k`;
  return start === 0
    ? term
    : `${start} ${step < 0 ? "-" : "+"} ${step === -1 || step === 1 ? "k" : `${Math.abs(step)} * k`}`;
}
