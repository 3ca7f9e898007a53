/**
 * Results whose signals are known by the type of their model: `result.at(1, "ball.velocity")` is a vector where the ball is an Object3D.
 * Names about which the type tells nothing are numbers, or what the caller says: `result.at<number[]>(1, "x")`.
 */
import type { Side } from "./locate.ts";
import type { SignalValue } from "./nestedNumbers.ts";
import type { Signal } from "./result.ts";

/** The kind of value that a signal has, S being the signals of a model by their names; never where the type does not tell. */
export type SignalAt<S, Name extends string> = string extends Name
  ? never
  : Name extends `${string}[${string}`
    ? never
    : Name extends `der(${infer Inner})`
      ? SignalAt<S, Inner>
      : Name extends `${infer Component}.${infer Rest}`
        ? Component extends keyof S
          ? SignalAt<S[Component], Rest>
          : never
        : Name extends keyof S
          ? S[Name] extends SignalValue
            ? S[Name]
            : never
          : never;

/** The name, if the type tells what it is. */
export type KnownName<S, Name extends string> = [SignalAt<S, Name>] extends [never] ? never : Name;

/** Values over time, of values of this kind. */
export type OverTime<V> = V extends number ? Float64Array : V extends number[] | number[][] ? V[] : never;

export interface TypedReading<S> {
  signal<Name extends string>(name: Name & KnownName<S, Name>): Signal<OverTime<SignalAt<S, Name>>>;
  final<Name extends string>(name: Name & KnownName<S, Name>): SignalAt<S, Name>;
  at<Name extends string>(time: number, name: Name & KnownName<S, Name>, side?: Side): SignalAt<S, Name>;
}
