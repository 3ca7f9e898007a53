/** Models of another language as models of ours: values are changed as in any model, what is inside stays with its language. */
import { RattlebackError } from "../errors/rattlebackError.ts";

export interface ForeignModel {
  /** "Modelica" */
  readonly language: string;
  /** Full name of the class. */
  readonly name: string;
  /** The model with other values of its parameters and start values. */
  changed(changes: Readonly<Record<string, unknown>>): ForeignModel;
}

/** What cannot be added to a model of another language. */
export function refusedAddition({ language, name }: ForeignModel, what: string, path: string): RattlebackError {
  return new RattlebackError("E-FOREIGN", `"${what}" cannot be added to "${name}", a class of ${language}.`, {
    ...(path !== "" && { path }),
    because: "its equations are written in the other language; .with changes its parameters and start values",
    hint: "put it into a model and add there: Model({ part: component, equations: `y = part.x` })",
    data: { name, what },
  });
}
