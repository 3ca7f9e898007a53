/** Which class of a file is meant: the one that is named, or the only one that can be simulated. */
import { checkText } from "../errors/checkText.ts";
import { listNames, suggestName } from "../errors/nearestName.ts";
import { aText } from "../errors/shapes.ts";
import { modelicaError } from "./modelicaError.ts";
import type { ClassSyntax } from "./syntax/ast.ts";
import { parseFile } from "./syntax/parser.ts";
import { SourceFile } from "./syntax/sourceFile.ts";
import { testModelsOf } from "./testModels.ts";

export interface FileModels {
  /** "" for a file of the top, else the package that it belongs to. */
  readonly within: string;
  /** Full names of the models and blocks that are not partial, in the order of the text. */
  readonly models: readonly string[];
  /** Those of them that say how they want to be simulated. */
  readonly experiments: readonly string[];
}

export function modelsOfFile(fileName: string, text: string): FileModels {
  aText(fileName, "fileName");
  checkText(text, "modelsOfFile");
  const file = new SourceFile(fileName, text);
  const { within = "", classes, errors } = parseFile(file);
  const [fault] = errors;
  if (fault !== undefined)
    throw modelicaError("E-MODELICA-SYNTAX", fault.what, { file, at: fault.at }, { hint: fault.hint });
  const prefix = within === "" ? "" : `${within}.`;
  const models: string[] = [];
  const visit = ({ restriction, isPartial, body }: ClassSyntax, name: string): void => {
    if (!isPartial && (restriction === "model" || restriction === "block" || restriction === "class"))
      models.push(name);
    if (body.kind !== "long") return;
    for (const element of body.elements)
      if (element.kind === "class") visit(element.definition, `${name}.${element.name}`);
  };
  for (const element of classes) visit(element.definition, prefix + element.name);
  const experiments = classes.flatMap((element) =>
    testModelsOf(element.definition, prefix + element.name).map(({ name }) => name),
  );
  return { within, models, experiments };
}

/** The class that a run means. `wanted` may leave out the packages around it. */
export function chooseModel(fileName: string, text: string, wanted: string | undefined): string {
  const { models, experiments } = modelsOfFile(fileName, text);
  const file = new SourceFile(fileName, text);
  if (wanted !== undefined) {
    const found = models.filter((name) => name === wanted || name.endsWith(`.${wanted}`));
    if (found.length === 1 || found.includes(wanted)) return found.includes(wanted) ? wanted : found[0]!;
    throw modelicaError(
      "E-MODELICA-CLASS",
      found.length === 0 ? `The file has no model "${wanted}".` : `Several models are called "${wanted}".`,
      { file, at: 0 },
      {
        because: `its models are ${listNames(found.length === 0 ? models : found, 12) || "none"}`,
        hint: suggestName(
          wanted,
          [...models, ...models.map((name) => name.slice(name.lastIndexOf(".") + 1))],
          "give the full name",
        ),
      },
    );
  }
  for (const list of [experiments, models]) if (list.length === 1) return list[0]!;
  const ownName = fileName.replace(/^.*[\\/]/, "").replace(/\.mo$/i, "");
  const own = models.find((name) => name === ownName || name.endsWith(`.${ownName}`));
  if (own !== undefined) return own;
  const several = experiments.length > 0 ? experiments : models;
  throw modelicaError(
    "E-MODELICA-CLASS",
    several.length === 0 ? "The file has no model that can be simulated." : "The file has several models.",
    { file, at: 0 },
    {
      ...(several.length > 0 && { because: `there are ${listNames(several, 12)}` }),
      hint: several.length === 0 ? "write a model that is not partial" : `choose one: --class ${several[0]}`,
    },
  );
}
