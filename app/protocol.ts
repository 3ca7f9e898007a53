/**
 * What the page and the engine say to each other. The engine runs the user's code in a worker inside a sandboxed frame; all that
 * crosses the border is data of these types.
 */

import type { LiveControl } from "../src/live/changeable.ts";
import type { TextPlace } from "../src/modelFile/errorPlace.ts";
import type { TunableParameter } from "../src/modelFile/tunableParameters.ts";
import type { EventRecord, RowKind, RunSummary, SegmentLayout } from "../src/results/resultSink.ts";
import type { StudyRequest } from "./engine/modelStudy.ts";
import type { Outline } from "./engine/outline.ts";
import type { SolvedBlock } from "./engine/solvedEquations.ts";

export type PageMessage =
  /** Parts of the engine that the next file needs, by name. */
  | { readonly kind: "scripts"; readonly texts: Readonly<Record<string, string>> }
  /** Files of a Modelica library, by their paths; they stay until others come. */
  | { readonly kind: "library"; readonly files: LibraryContents }
  /** Runs a model file from the top. */
  | {
      readonly kind: "run";
      readonly fileName: string;
      /** As the user wrote it; errors are placed in it. */
      readonly source: string;
      /** The same without types, with require and exports; of a JSON file the source itself. */
      readonly code: string;
      /** Code of other files that it imports, by the name behind `from`. */
      readonly parts: Readonly<Record<string, string>>;
      /** Parameters and start values of the form, for the run that the studio starts by itself. */
      readonly merge?: Readonly<Record<string, unknown>>;
      /** Only translates the model that the file exports, and sends it at its start. */
      readonly isPreview?: boolean;
      /** Which class of a Modelica file. */
      readonly className?: string;
      /** Runs the model at the pace of the clock until it is ended. */
      readonly isLive?: boolean;
    }
  /** Asks how the equations of a model were solved. */
  | { readonly kind: "equations"; readonly model: number }
  /** Asks for many runs of a model. */
  | {
      readonly kind: "study";
      readonly model: number;
      readonly merge: Readonly<Record<string, unknown>>;
      readonly request: StudyRequest;
    }
  /** To a model that runs at the pace of the clock. */
  | ({ readonly kind: "live" } & LiveCommand)
  /** Runs a model of the last file again, without translation. */
  | { readonly kind: "again"; readonly model: number; readonly merge: Readonly<Record<string, unknown>> };

export interface LiveCommand {
  readonly command?: "start" | "pause" | "step" | "end";
  readonly speed?: number;
  /** Inputs and parameters, as `merge` takes them. */
  readonly set?: Readonly<Record<string, unknown>>;
}

/** Where a model is that runs at the pace of the clock. */
export interface LivePace {
  readonly time: number;
  /** Seconds of the model per second of the clock. */
  readonly factor: number;
  readonly isRunning: boolean;
}

export type LibraryContents = ReadonlyMap<string, string | Uint8Array>;

/** An error in plain data. */
export interface ErrorReport {
  readonly code: string;
  readonly what: string;
  readonly where: string;
  readonly because: string;
  readonly hint: string;
  /** Where it belongs in the text of the model. */
  readonly place: TextPlace | undefined;
}

/** A model that a file translated, with what a form needs. */
export interface TranslatedModel {
  readonly model: number;
  readonly name: string;
  readonly parameters: readonly TunableParameter[];
  /** Facts in one line: equations, states. */
  readonly facts: string;
}

export interface RunStart {
  readonly run: number;
  readonly model: number;
  readonly name: string;
  readonly startTime: number;
  readonly stopTime: number;
  readonly tolerance: number;
  /** Parameters and start values that differ from the model, in words. */
  readonly changes: string;
}

/** A layout without functions. */
export type PlainLayout = Omit<SegmentLayout, "recompute" | "derived">;

/** Some rows of the present segment, one behind the other. */
export interface RowBatch {
  readonly times: Float64Array;
  readonly kinds: Uint8Array;
  readonly values: Float64Array;
  /** Events, and after how many rows of the batch each happened. */
  readonly events: readonly { readonly after: number; readonly record: EventRecord }[];
  /** Ends of the solver's steps and their sizes, one behind the other. */
  readonly steps: Float64Array;
}

export interface PrintedLine {
  readonly text: string;
  readonly isError: boolean;
}

export type EngineMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "print"; readonly lines: readonly PrintedLine[] }
  | { readonly kind: "translated"; readonly model: TranslatedModel }
  /** The parts of the model that the file exports. */
  | { readonly kind: "outline"; readonly outline: Outline }
  /** Models of a Modelica file, and the one that was taken. */
  | { readonly kind: "classes"; readonly names: readonly string[]; readonly chosen: string }
  | { readonly kind: "plots"; readonly panels: readonly (readonly string[])[] }
  | { readonly kind: "begin"; readonly start: RunStart }
  /** Some of the signals of the segment that comes next: thousands at once would hold the page up. */
  | { readonly kind: "signals"; readonly run: number; readonly signals: PlainLayout["signals"] }
  /** Begins; its layout has the signals that were not sent before. */
  | { readonly kind: "segment"; readonly run: number; readonly layout: PlainLayout; readonly attachments: Attachments }
  | { readonly kind: "rows"; readonly run: number; readonly batch: RowBatch }
  | { readonly kind: "progress"; readonly run: number; readonly fraction: number }
  | { readonly kind: "equations"; readonly blocks: readonly SolvedBlock[] }
  /** A StudyOutcome as JSON. */
  | { readonly kind: "study"; readonly text: string }
  /** What made the steps as short as they were, in words. */
  | { readonly kind: "limited"; readonly run: number; readonly text: string }
  | { readonly kind: "controls"; readonly controls: readonly LiveControl[] }
  | { readonly kind: "pace"; readonly run: number; readonly pace: LivePace }
  /** A live model did not take a value. */
  | { readonly kind: "refused"; readonly error: ErrorReport }
  | { readonly kind: "end"; readonly run: number; readonly summary: RunSummary }
  | { readonly kind: "failedRun"; readonly run: number; readonly error: ErrorReport }
  /** The file is through; `error` when it stopped early. */
  | { readonly kind: "done"; readonly error: ErrorReport | undefined };

export type Attachments = ReadonlyMap<string, unknown>;
export type { EventRecord, LiveControl, RowKind, RunSummary, SolvedBlock };
