/**
 * Indices of different things are different types: TypeScript refuses an equation where a variable is meant, and a plain number where
 * an index is meant. At run time they are numbers, and tables are arrays. Indices are born where a table is walked, in the leaves of
 * expressions and, with `as`, where something is added to a table or counted; −1 stands for none where a field says so.
 */
declare const kind: unique symbol;
type Index<Kind extends string> = number & { readonly [kind]: Kind };

export type VariableIndex = Index<"variable">;
export type ParameterIndex = Index<"parameter">;
/** Of a parameter that is not a number. */
export type ObjectIndex = Index<"object">;
export type EquationIndex = Index<"equation">;
export type FunctionIndex = Index<"function">;
export type RelationIndex = Index<"relation">;
export type SamplerIndex = Index<"sampler">;
export type DelayIndex = Index<"delay">;
/** One of the two sides from which a flow is connected: 2·flow, and 1 more for the one inside the component. */
export type FaceIndex = Index<"face">;
/** Of a block in the order of computation, and of a system among those blocks that are systems. */
export type BlockIndex = Index<"block">;
export type SystemIndex = Index<"system">;
/** Places in the lists of equations and unknowns of one system, or of another small matrix. */
export type RowPlace = Index<"row">;
export type ColumnPlace = Index<"column">;

/** One value for each thing of a kind: arrays and typed arrays of which only length and elements are needed. */
export type Cells<I extends number, T> = { [index in I]: T };
/** Flags and small numbers, one for each thing of a kind. */
export type Marks<I extends number> = Cells<I, number> & { readonly length: number };

interface Walks<I extends number, T> extends Iterable<T> {
  forEach(act: (value: T, index: I) => void): void;
  map<U>(make: (value: T, index: I) => U): ArrayTable<I, U>;
  flatMap<U>(make: (value: T, index: I) => U | readonly U[]): U[];
  filter<U extends T>(test: (value: T, index: I) => value is U): U[];
  filter(test: (value: T, index: I) => boolean): T[];
  find(test: (value: T, index: I) => boolean): T | undefined;
  /** −1 for none. */
  findIndex(test: (value: T, index: I) => boolean): I;
  some(test: (value: T, index: I) => boolean): boolean;
  every(test: (value: T, index: I) => boolean): boolean;
  /** −1 for none. */
  indexOf(value: T): I;
  keys(): IterableIterator<I>;
  entries(): IterableIterator<[I, T]>;
}

interface Grows<T> {
  length: number;
  push(...items: T[]): number;
  splice(start: number): T[];
}

/** An array that takes indices of one kind only. */
export type Table<I extends number, T> = Cells<I, T> & Walks<I, T> & Grows<T>;
/** An array that tells indices of one kind where it is walked, for lists that are handed on. */
export type ReadonlyTable<I extends number, T> = Walks<I, T> & readonly T[];
/** What is an array as well: for results of `map`, and to make a table of an array, with `as`. */
export type ArrayTable<I extends number, T> = Table<I, T> & T[];
