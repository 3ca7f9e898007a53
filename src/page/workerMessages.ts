/** What a page and the worker that simulates for it say to each other: plain data. */
import type { ErrorDetails } from "../errors/rattlebackError.ts";

export interface SimulationRequest {
  /** The model as modelToJson writes it. */
  readonly model: string;
  readonly name: string;
  /** Options of simulate() that are plain data. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly wantsProgress: boolean;
}

export interface ToldError extends Omit<ErrorDetails, "cause"> {
  readonly code: string;
  readonly what: string;
}

export type SimulationAnswer =
  | { readonly kind: "progress"; readonly fraction: number }
  /** The result as resultToJson writes it. */
  | { readonly kind: "result"; readonly text: string }
  /** With what was computed up to the error, if there is anything. */
  | { readonly kind: "error"; readonly error: ToldError; readonly partial: string | undefined };
