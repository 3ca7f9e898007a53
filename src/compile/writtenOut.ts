/** Elements that a comprehension writes out one by one; so many that it would take minutes and gigabytes are refused. */
import { maximumTerms } from "./arrayFunctions.ts";
import { type ArrayExpr, sizeOf } from "./arrays.ts";
import { placeError, type Scope } from "./scope.ts";

export function writtenOut(
  values: readonly number[],
  place: number,
  scope: Scope,
  item: (value: number) => ArrayExpr,
): ArrayExpr[] {
  const check = (count: number): void => {
    if (count <= maximumTerms) return;
    throw placeError(
      "E-ARRAY-SIZE",
      scope,
      place,
      `The array makes more than ${maximumTerms} elements with expressions of their own.`,
      "check its range; a function of the model can compute a sum of so many terms",
    );
  };
  check(values.length);
  let count = 0;
  return values.map((value) => {
    const made = item(value);
    count += sizeOf(made.shape);
    check(count);
    return made;
  });
}
