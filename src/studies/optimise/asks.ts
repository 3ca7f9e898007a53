/**
 * A search that asks for values at points and goes on when it is given them. Whoever drives it decides where they are computed: here, one
 * after the other, or side by side on cores and machines.
 */
export type Asks<Value, Found, Question = Float64Array> = Generator<readonly Question[], Found, readonly Value[]>;

/** The same search with other values: what it is given is made from what the driver gives. */
export function* translated<Value, Given, Found>(
  search: Asks<Value, Found>,
  translate: (given: Given) => Value,
): Asks<Given, Found> {
  let step = search.next();
  while (step.done !== true) {
    const given: readonly Given[] = yield step.value;
    step = search.next(given.map(translate));
  }
  return step.value;
}

/** Several searches at once: their questions are asked together, so that none waits for another. */
export function* together<Value, Found, Question>(
  searches: readonly Asks<Value, Found, Question>[],
): Asks<Value, Found[], Question> {
  const steps = searches.map((search) => search.next());
  for (;;) {
    const open = steps.map((step) => (step.done === true ? [] : step.value));
    const asked = open.flat();
    if (asked.length === 0 && steps.every((step) => step.done === true)) break;
    const given = yield asked;
    let at = 0;
    open.forEach((points, k) => {
      if (steps[k]!.done === true) return;
      steps[k] = searches[k]!.next(given.slice(at, at + points.length));
      at += points.length;
    });
  }
  return steps.map((step) => step.value as Found);
}
