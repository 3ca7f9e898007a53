/** Where classes come from: folders and files of Modelica, indexed by name and parsed when a name inside is looked up. */
import { modelicaError } from "./modelicaError.ts";
import type { OwnModel } from "./ownModels.ts";
import type { ClassElementSyntax, ClassSyntax } from "./syntax/ast.ts";
import { parseFile } from "./syntax/parser.ts";
import { SourceFile } from "./syntax/sourceFile.ts";

/** The files of a library, whatever they lie in: a disk, an archive, the memory of a page. Paths have forward slashes. */
export interface ModelicaFiles {
  /** Names in a folder; folders end with a slash. undefined for what is not a folder. */
  list(folder: string): readonly string[] | undefined;
  read(path: string): string;
  /** Bytes of a file, for tables in binary formats. */
  readBytes?(path: string): Uint8Array;
}

const defaults = {
  isProtected: false,
  isRedeclare: false,
  isFinal: false,
  isInner: false,
  isOuter: false,
  isReplaceable: false,
  constrainedBy: undefined,
};

export class Library {
  private readonly files: ModelicaFiles;
  private readonly folders: readonly string[];
  private readonly top = new Map<string, ClassElementSyntax | undefined>();
  /** Folder of every package that is one, for `modelica://`. */
  readonly folderOf = new Map<ClassSyntax, string>();
  /** Classes that stand for models of ours. */
  readonly ownModels = new Map<ClassSyntax, OwnModel>();

  /** `folders`: where top-level packages are searched, in order. `texts`: classes given as text. */
  constructor(
    files: ModelicaFiles,
    folders: readonly string[],
    texts: readonly { name: string; text: string }[],
    models: readonly OwnModel[] = [],
  ) {
    this.files = files;
    this.folders = folders;
    for (const { name, text } of texts)
      for (const element of this.parse(new SourceFile(name, text), undefined)) this.top.set(element.name, element);
    for (const own of models) {
      const [element] = this.parse(new SourceFile(own.name, own.text), undefined);
      this.top.set(own.name, element);
      this.ownModels.set(element!.definition, own);
    }
  }

  /** A class of the top, or undefined. */
  find(name: string): ClassElementSyntax | undefined {
    if (!this.top.has(name)) this.top.set(name, this.search(name));
    return this.top.get(name);
  }

  /** Names of all packages on the path and of all texts. */
  names(): string[] {
    const names = new Set([...this.top].filter(([, element]) => element !== undefined).map(([name]) => name));
    for (const folder of this.folders) {
      for (const entry of this.files.list(folder) ?? []) {
        if (entry.endsWith(".mo")) names.add(entry.slice(0, -3));
        else if (entry.endsWith("/") && this.files.list(folder + entry)?.includes("package.mo"))
          names.add(entry.slice(0, -1).split(" ")[0]!);
      }
    }
    return [...names].sort();
  }

  private search(name: string): ClassElementSyntax | undefined {
    for (const folder of this.folders) {
      const entries = this.files.list(folder) ?? [];
      const versions = entries
        .filter((entry) => entry === `${name}/` || (entry.startsWith(`${name} `) && entry.endsWith("/")))
        .filter((entry) => this.files.list(folder + entry)?.includes("package.mo"))
        .sort();
      const newest = versions.includes(`${name}/`) ? `${name}/` : versions[versions.length - 1];
      if (newest !== undefined) return this.folderPackage(name, folder + newest, "");
      const file = entries.includes(`${name}.mo`)
        ? `${name}.mo`
        : entries
            .filter((entry) => entry.startsWith(`${name} `) && entry.endsWith(".mo"))
            .sort()
            .pop();
      if (file !== undefined) return this.fileClass(name, folder + file, "");
    }
    return undefined;
  }

  private fileClass(name: string, path: string, within: string): ClassElementSyntax {
    const files = this;
    let definition: ClassSyntax | undefined;
    return {
      ...defaults,
      kind: "class",
      name,
      at: 0,
      get definition(): ClassSyntax {
        definition ??= files.parseNamed(name, path, within);
        return definition;
      },
    };
  }

  private folderPackage(name: string, folder: string, within: string): ClassElementSyntax {
    const files = this;
    let definition: ClassSyntax | undefined;
    return {
      ...defaults,
      kind: "class",
      name,
      at: 0,
      get definition(): ClassSyntax {
        definition ??= files.readFolder(name, folder, within);
        return definition;
      },
    };
  }

  private readFolder(name: string, folder: string, within: string): ClassSyntax {
    const own = this.parseNamed(name, `${folder}package.mo`, within);
    if (own.body.kind !== "long") return own;
    const inside = within === "" ? name : `${within}.${name}`;
    const known = new Set(own.body.elements.map((element) => ("name" in element ? element.name : "")));
    const added: ClassElementSyntax[] = [];
    const entries = this.files.list(folder) ?? [];
    for (const entry of entries) {
      if (entry === "package.mo") continue;
      let element: ClassElementSyntax | undefined;
      if (entry.endsWith(".mo")) element = this.fileClass(entry.slice(0, -3), folder + entry, inside);
      else if (entry.endsWith("/") && this.files.list(folder + entry)?.includes("package.mo"))
        element = this.folderPackage(entry.slice(0, -1), folder + entry, inside);
      if (element === undefined) continue;
      if (known.has(element.name))
        throw modelicaError(
          "E-MODELICA-TWICE",
          `The class "${inside}.${element.name}" exists twice.`,
          { file: own.file, at: own.at },
          {
            hint: `keep one of the file ${element.name}.mo, the folder ${element.name}/ and the declaration in package.mo`,
          },
        );
      known.add(element.name);
      added.push(element);
    }
    const order = entries.includes("package.order")
      ? this.files
          .read(`${folder}package.order`)
          .split(/\r?\n/)
          .map((line) => line.trim())
      : [];
    const rank = new Map(order.map((word, i) => [word, i]));
    added.sort((a, b) => (rank.get(a.name) ?? 1e9) - (rank.get(b.name) ?? 1e9));
    const definition: ClassSyntax = { ...own, body: { ...own.body, elements: [...own.body.elements, ...added] } };
    this.folderOf.set(definition, folder);
    return definition;
  }

  private parseNamed(name: string, path: string, within: string): ClassSyntax {
    const file = new SourceFile(path, this.files.read(path));
    const found = this.parse(file, within).find((element) => element.name === name);
    if (found !== undefined) return found.definition;
    throw modelicaError(
      "E-MODELICA-FILE",
      `The file does not hold the class "${name}".`,
      { file, at: 0 },
      {
        hint: `the class of a file has the name of the file: ${name}`,
      },
    );
  }

  private parse(file: SourceFile, within: string | undefined): readonly ClassElementSyntax[] {
    const syntax = parseFile(file);
    const [fault] = syntax.errors;
    if (fault !== undefined)
      throw modelicaError(
        "E-MODELICA-SYNTAX",
        fault.what,
        { file, at: fault.at },
        {
          hint: fault.hint,
          ...(syntax.errors.length > 1 && {
            because: `the file has ${syntax.errors.length} errors; this is the first`,
          }),
        },
      );
    if (within !== undefined && (syntax.within ?? "") !== within && !(within === "" && syntax.within === undefined))
      throw modelicaError(
        "E-MODELICA-WITHIN",
        `The file says "within ${syntax.within ?? ""};".`,
        { file, at: 0 },
        {
          because: `it lies in the package "${within}"`,
          hint: `write within ${within};`,
        },
      );
    return syntax.classes;
  }
}
