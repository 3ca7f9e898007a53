/**
 * TypeScript without its types, line by line as it was, so that places in messages stay true.
 *
 * The work is done by Sucrase: the same code in the browser and in Node, no native part, and a hundredth of the size of the
 * TypeScript compiler, which checks types and is not needed to run a model.
 */
import { type Transform, transform } from "sucrase";
import { RattlebackError } from "../errors/rattlebackError.ts";

export interface StripOptions {
  /** `import` and `export` become `require` and `exports`. */
  readonly commonJs?: boolean;
}

export function stripTypes(source: string, fileName: string, options: StripOptions = {}): string {
  const transforms: Transform[] = options.commonJs === true ? ["typescript", "imports"] : ["typescript"];
  try {
    return transform(source, { transforms, filePath: fileName, disableESTransforms: true, preserveDynamicImport: true })
      .code;
  } catch (cause) {
    throw syntaxErrorOf(cause, fileName);
  }
}

function syntaxErrorOf(cause: unknown, fileName: string): RattlebackError {
  const text = cause instanceof Error ? cause.message : String(cause);
  const match = /\((\d+):(\d+)\)\s*$/.exec(text);
  const what = text
    .replace(/^Error transforming [^:]*: /, "")
    .replace(/\s*\(\d+:\d+\)\s*$/, "")
    .replace(/\.?$/, ".");
  return new RattlebackError("E-MODEL-SYNTAX", what, {
    path: fileName,
    ...(match !== null && { where: `line ${match[1]}, column ${match[2]}` }),
    hint: "correct the TypeScript at this place",
    data: match === null ? {} : { fileLine: Number(match[1]), fileColumn: Number(match[2]) },
    cause,
  });
}
