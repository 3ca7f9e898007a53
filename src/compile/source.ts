/** Where an equation comes from, for messages. */
import type { Expr } from "../symbolic/expression.ts";

export interface Source {
  /** The equation as the user wrote it, or as the compiler made it. */
  readonly text: string;
  /** Path of the model it stands in; "" for the top. */
  readonly path: string;
  readonly line: number;
  /** `Circuit.mo:12:3`, of a text that stands in a file. */
  readonly file?: string | undefined;
  /** Which text of the model, where it has several. */
  readonly entry?: string | undefined;
  /** From a model of another language, whose types and units its front end has checked. */
  readonly isForeign?: boolean;
  /** Products in it with a literal factor, of which `1*x` leaves no trace. */
  scaled?: ReadonlySet<Expr>;
  readonly kind: "equation" | "connection" | "binding" | "default" | "when" | "derivative" | "initial";
}

/** The equation with the place where it stands, as far as that is known. */
export function showSource({ text, path, file }: Source): string {
  const places = [...(file === undefined ? [] : [file]), ...(path === "" ? [] : [`in "${path}"`])];
  return places.length === 0 ? text : `${text}   (${places.join(", ")})`;
}
