/** What the type of a declaration tells about its values: a number, a vector, a matrix. For the type checker alone. */

/** Of a variable with these start values or this size. */
export type ShapeOf<Init, Start, Size> = [Init] extends [never]
  ? [Start] extends [never]
    ? [Size] extends [never]
      ? number
      : Size extends readonly [unknown, unknown]
        ? number[][]
        : Size extends readonly []
          ? number
          : number[]
    : NumbersLike<Start>
  : NumbersLike<Init>;

/** Of a variable whose start value this is. */
export type NumbersLike<Q> = Q extends readonly (readonly unknown[])[]
  ? number[][]
  : Q extends readonly unknown[]
    ? number[]
    : number;
