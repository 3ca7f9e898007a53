// The public names of the package in two parts: those of bodies in space, which make a script of their own in the studio, and the rest.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const indexFile = fileURLToPath(new URL("../src/index.ts", import.meta.url));

/** Folders that only bodies in space need. */
const spaceFolders = new Set(["actions", "collision", "contact", "geometry", "multibody", "robotics", "scene", "urdf"]);

export type NamePart = "core" | "space";

interface PublicName {
  readonly name: string;
  readonly file: string;
  readonly part: NamePart;
}

/** Every value, not type, that src/index.ts exports. */
function publicNames(): PublicName[] {
  const source = ts.createSourceFile(indexFile, readFileSync(indexFile, "utf8"), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) return [];
    const { exportClause, moduleSpecifier } = statement;
    if (exportClause === undefined || !ts.isNamedExports(exportClause)) return [];
    const path = (moduleSpecifier as ts.StringLiteral).text;
    const part = spaceFolders.has(path.split("/")[1]!) ? "space" : "core";
    return exportClause.elements
      .filter(({ isTypeOnly }) => !isTypeOnly)
      .map(({ name }): PublicName => ({ name: name.text, file: join(dirname(indexFile), path), part }));
  });
}

export function namesOf(part: NamePart): string[] {
  return publicNames()
    .filter((known) => known.part === part)
    .map(({ name }) => name);
}

/** A module that exports the names of one part. */
export function moduleOf(part: NamePart): string {
  return publicNames()
    .filter((known) => known.part === part)
    .map(({ name, file }) => `export { ${name} } from ${JSON.stringify(file)};\n`)
    .join("");
}
