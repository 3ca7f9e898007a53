/** The text of one generated function while it is written: statements, temporaries, and rates of change beside values. */
import type { ClassInstance } from "../model.ts";
import { type CodeType, hasRate } from "./codeTypes.ts";

/** A value in generated code: names or literals that may be repeated. */
export interface Code {
  readonly text: string;
  /** Its rate of change; undefined where that is zero. */
  readonly rate: string | undefined;
  readonly type: CodeType;
  /** Nothing else refers to its memory. */
  readonly isFresh: boolean;
}

/** A function that is known when the code is written, with the arguments that are already given. */
export interface KnownFunction {
  readonly cls: ClassInstance;
  readonly given: readonly { readonly name: string; readonly code: Code }[];
}

/** `mark`: the name of a truth value, whether the variable was assigned, where that is not sure; `cells`: the elements of an array, row by row. */
export type Entry =
  | { readonly code: Code; readonly mark?: string }
  | { readonly cells: readonly Code[]; readonly shape: readonly number[] }
  | { readonly fn: KnownFunction };

/** Where an expression stands. */
export interface CodeScope {
  readonly cls: ClassInstance;
  readonly names: ReadonlyMap<string, Entry>;
  readonly around: CodeScope | undefined;
  /** What `end` means. */
  readonly end?: string;
}

export function findEntry(scope: CodeScope | undefined, name: string): Entry | undefined {
  for (let at = scope; at !== undefined; at = at.around) {
    const entry = at.names.get(name);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

export class CodeWriter {
  readonly lines: string[] = [];
  /** Rates are written beside values. */
  readonly isDual: boolean;
  private count = 0;
  private readonly prefix: string;

  constructor(isDual: boolean, prefix = "t") {
    this.isDual = isDual;
    this.prefix = prefix;
  }

  line(text: string): void {
    this.lines.push(text);
  }

  newName(): string {
    return `${this.prefix}${++this.count}`;
  }

  temp(text: string): string {
    if (/^[\w$]+$/.test(text)) return text;
    const name = this.newName();
    this.line(`const ${name} = ${text};`);
    return name;
  }

  block(head: string, body: () => void): void {
    this.line(`${head} {`);
    body();
    this.line("}");
  }

  /** A value whose rate is written only where there are rates. */
  value(type: CodeType, text: string, rate?: string): Code {
    const keepsRate = this.isDual && rate !== undefined && hasRate(type);
    return { text: this.temp(text), rate: keepsRate ? this.temp(rate) : undefined, type, isFresh: true };
  }

  /** The rate as text, zeros included. */
  rateOf({ text, rate, type }: Code): string {
    if (rate !== undefined) return rate;
    return type.rank === 0 && type.kind !== "Record" ? "0" : this.temp(`A.zeroRate(${text})`);
  }

  /** A variable, with its rate where it has one. */
  variable(type: CodeType, initial: Code | undefined): Code {
    const text = this.newName();
    const isNumber = type.rank === 0 && type.kind !== "Record" && type.kind !== "String" && type.kind !== "Object";
    this.line(`let ${text} = ${initial === undefined ? (isNumber ? "0" : "undefined") : this.own(initial)};`);
    if (!this.isDual || !hasRate(type)) return { text, rate: undefined, type, isFresh: false };
    const rate = this.newName();
    this.line(`let ${rate} = ${initial === undefined ? (isNumber ? "0" : "undefined") : this.ownRate(initial)};`);
    return { text, rate, type, isFresh: false };
  }

  /** The value for a place that keeps it: a copy where somebody else may change it. */
  own({ text, type, isFresh }: Code): string {
    return isFresh || (type.rank === 0 && type.kind !== "Record") ? text : `A.copy(${text})`;
  }

  ownRate(code: Code): string {
    const { rate, type } = code;
    if (rate === undefined) return this.rateOf(code);
    return code.isFresh || (type.rank === 0 && type.kind !== "Record") ? rate : `A.copy(${rate})`;
  }
}
