/**
 * importModelica(): libraries of Modelica as models that can be translated and simulated like our own.
 *
 * Length   the one object that a library is, with all that can be asked of it
 */

import type { FlatForeign } from "../compile/foreignComponents.ts";
import type { CompileState, MechanicsNote } from "../compile/state.ts";
import { guarded } from "../errors/boundary.ts";
import { listNames } from "../errors/nearestName.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { emptyModel, ModelDefinition } from "../language/model.ts";
import type { Findings } from "../language/predefined.ts";
import { isPlainObject } from "../language/values.ts";
import { type InstantiatedModel, instantiate } from "../run/instantiate.ts";
import { type ClassAsComponent, type ClassDiagram, classAsComponent, classDiagram } from "./classDiagram.ts";
import { ExpandedClass } from "./classes/expandedClass.ts";
import { makeEntries, noModifier } from "./classes/modifier.ts";
import { type ClassIcon, classIcon } from "./classIcon.ts";
import { type ModelicaSuggestion, suggestionsAt } from "./completion.ts";
import { type Experiment, experimentOf } from "./experiment.ts";
import { valueError } from "./flat/evaluate.ts";
import { flattenModelica } from "./flat/flattenModelica.ts";
import { ModelLowering } from "./flat/lowering.ts";
import { Library, type ModelicaFiles } from "./library.ts";
import { checkContacts, type ModelicaContacts } from "./mechanics/contactOptions.ts";
import { Mechanism } from "./mechanics/mechanism.ts";
import { NotNative } from "./mechanics/notNative.ts";
import { partKinds } from "./mechanics/partKinds.ts";
import { type ClassInstance, isClassMember } from "./model.ts";
import { ownModel } from "./ownModels.ts";
import type { ExternalRun } from "./services/externalFunction.ts";
import { VirtualFiles } from "./services/virtualFiles.ts";
import { annotationsNamed } from "./syntax/annotations.ts";
import { parseModifiers } from "./syntax/parser.ts";
import { SourceFile } from "./syntax/sourceFile.ts";
import { type TestModel, testModelsOf } from "./testModels.ts";
import type { TextPlace } from "./textPlace.ts";

export interface ImportOptions {
  /** Folders that hold libraries, as in MODELICAPATH; "" is the top of an archive. */
  readonly folders?: readonly string[];
  /** How folders and files are read; needed with `folders`. */
  readonly files?: ModelicaFiles;
  /** Modelica texts by file name. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Models of Rattleback as classes of Modelica, by the names of the classes. */
  readonly models?: Readonly<Record<string, ModelDefinition>>;
}

export interface ClassDescription {
  /** Full name. */
  readonly name: string;
  /** `model`, `package`, `function`, … */
  readonly kind: string;
  readonly description: string;
  readonly isPartial: boolean;
  /** It says how it wants to be simulated. */
  readonly hasExperiment: boolean;
  /** HTML as the class has it: it may contain anything. */
  readonly documentation: string;
  /** The file that holds it, and the line in it. */
  readonly file: string;
  readonly line: number;
  readonly icon: ClassIcon;
}

export interface ModelicaInstantiateOptions {
  /** Modifications as in Modelica: `"R = 5, redeclare …"`. */
  readonly modifiers?: string;
  /**
   * How a mechanism of Modelica.Mechanics.MultiBody is computed: by the mechanics of Rattleback (`"native"`), by its equations
   * (`"flattened"`), or natively where every part of it is known (`"auto"`, the default). As a component of a model it is flattened.
   */
  readonly mechanics?: Mechanics;
  /** Contacts of the mechanism, which is then computed natively: `{ solids: { ball: "Steel", floor: "DryWood" } }`. */
  readonly contacts?: ModelicaContacts;
  readonly log?: (line: string) => void;
  /** Called when the equations are there, before the compiler works on them. */
  readonly onFlattened?: () => void;
}

interface FlattenOptions extends ModelicaInstantiateOptions {
  /** Called when a mechanism was handed to the mechanics of Rattleback. */
  readonly onNative?: (note: MechanicsNote) => void;
  /** Why it is flattened, when that was not a wish. */
  readonly because?: string;
}

export type Mechanics = "auto" | "native" | "flattened";

const noFiles: ModelicaFiles = {
  list: () => undefined,
  read: (path) => {
    throw new RattlebackError("E-MODELICA-FILE", `The file "${path}" cannot be read.`, {
      hint: "give importModelica the option files",
    });
  },
};

export function importModelica(options: ImportOptions): ModelicaLibrary {
  checkOptionNames(options, ["folders", "files", "texts", "models"], "importModelica");
  return guarded("importModelica", () => new ModelicaLibrary(options), options);
}

export class ModelicaLibrary {
  private readonly library: Library;
  private readonly files: ModelicaFiles;

  constructor({ folders = [], files = noFiles, texts = {}, models = {} }: ImportOptions) {
    this.files = files;
    this.library = new Library(
      files,
      folders.map((folder) => (folder === "" || folder.endsWith("/") ? folder : `${folder}/`)),
      Object.entries(texts).map(([name, text]) => ({ name, text })),
      Object.entries(models).map(([name, model]) => ownModel(name, model)),
    );
  }

  /** Names of the classes at the top. */
  get names(): string[] {
    return this.library.names();
  }

  /** Names and kinds of the classes inside a class. */
  classesIn(name: string): { name: string; kind: string; description: string }[] {
    const cls = findQualified(this.lowering(), name);
    return cls.members.filter(isClassMember).map((member) => {
      const { definition } = member.element;
      return { name: member.name, kind: definition.restriction, description: definition.description };
    });
  }

  /** What a list of classes shows of one. */
  describe(name: string): ClassDescription {
    const cls = findQualified(this.lowering(), name);
    const { syntax } = cls;
    const [documentation] = annotationsNamed(syntax.file, syntax.annotation, "Documentation");
    const info = documentation?.modification?.entries.find(({ path }) => path[0] === "info")?.modification?.binding;
    return {
      name,
      kind: syntax.restriction,
      description: syntax.description,
      isPartial: syntax.isPartial,
      hasExperiment: experimentOf(cls).isGiven,
      documentation: info?.kind === "string" ? info.value : "",
      file: syntax.file.name,
      line: syntax.file.place(syntax.at).line,
      icon: classIcon(cls),
    };
  }

  /** Components and connections of a class as a diagram shows them, also where the class is not whole yet. */
  diagram(name: string): ClassDiagram {
    return classDiagram(findQualified(this.lowering(), name));
  }

  /** What may stand at a place of a text (`placeInText`) whose rest is in this library; none where a name before it is unknown. */
  suggestions(place: TextPlace): ModelicaSuggestion[] {
    const lowering = this.lowering();
    const find = (name: string): ClassInstance | undefined => attempt(() => lowering.topClass(name));
    const around = place.around === "" ? undefined : attempt(() => findQualified(lowering, place.around));
    return attempt(() => suggestionsAt(place, around, { names: this.names, find })) ?? [];
  }

  /** A class as a diagram shows a component of it. */
  asComponent(name: string): ClassAsComponent {
    return classAsComponent(findQualified(this.lowering(), name));
  }

  /** The text of a class as it was written. */
  textOf(name: string): string {
    const { syntax } = findQualified(this.lowering(), name);
    const { text } = syntax.file;
    const end = new RegExp(`end\\s+${syntax.name.replace(/[^\w]/g, "\\$&")}\\s*;`, "g");
    end.lastIndex = syntax.at;
    const found = end.exec(text);
    return text.slice(syntax.at, found === null ? text.indexOf(";", syntax.at) + 1 : found.index + found[0].length);
  }

  /** How the class wants to be simulated. */
  experiment(name: string): Experiment {
    return experimentOf(findQualified(this.lowering(), name));
  }

  /** All models in a class, and itself, that have an experiment annotation and are not partial. */
  testModels(name: string): TestModel[] {
    return testModelsOf(findQualified(this.lowering(), name).syntax, name);
  }

  /** The flat model, before the passes of the compiler. */
  flatten(name: string, options: ModelicaInstantiateOptions = {}): CompileState {
    return this.flat(name, options, false).state;
  }

  /** With the mechanism handed over where that is wanted and possible. */
  private flat(
    name: string,
    options: FlattenOptions,
    isComponent: boolean,
    findings?: ReadonlyMap<string, Findings>,
  ): FlatModelica {
    const wish = mechanicsOf(options);
    const flattened = (because: string | undefined): FlatModelica => {
      const flat = this.lower(name, options, isComponent);
      if (because !== undefined) flat.state.notes.mechanics = { kind: "flattened", parts: 0, because };
      return flat;
    };
    const { contacts } = options;
    if (isComponent && contacts !== undefined) throw componentContacts(name);
    if (isComponent || wish === "flattened") return flattened(options.because);
    const mechanism = new Mechanism(partKinds, contacts);
    let failure: RattlebackError | NotNative;
    try {
      const flat = this.lower(name, options, isComponent, mechanism, findings);
      if (contacts !== undefined && mechanism.parts.length === 0)
        throw new NotNative(name, "it has no parts of Modelica.Mechanics.MultiBody that could collide");
      return flat;
    } catch (error) {
      if (!(error instanceof RattlebackError || error instanceof NotNative)) throw error;
      if (mechanism.parts.length === 0 && error instanceof RattlebackError) throw error;
      failure = error;
    }
    if (wish === "native") throw failure instanceof NotNative ? notNative(name, failure) : failure;
    return flattened(reasonOf(failure));
  }

  private lower(
    name: string,
    { modifiers }: ModelicaInstantiateOptions,
    isComponent: boolean,
    mechanism?: Mechanism,
    findings?: ReadonlyMap<string, Findings>,
  ): FlatModelica {
    const lowering = this.lowering(mechanism);
    const cls = findQualified(lowering, name);
    const flattened = (top: ClassInstance): FlatModelica => {
      try {
        return flattenModelica(lowering, top, isComponent, findings);
      } catch (error) {
        throw valueError(error, { file: cls.syntax.file, at: cls.syntax.at }, "");
      }
    };
    if (modifiers === undefined || modifiers.trim() === "") return flattened(fresh(lowering, cls));
    const file = new SourceFile("modifiers", modifiers);
    const entries = makeEntries(parseModifiers(file), cls.scope, 1);
    const modified = lowering.remake(cls, { ...noModifier, entries }, undefined);
    return flattened(modified);
  }

  /**
   * The class as a model: `instantiate` and `simulate` take it like any other, and it can be a component of a `Model`, whose connections
   * name its connectors and whose equations read its variables. `.with` changes its parameters.
   */
  component(name: string, options: ModelicaInstantiateOptions = {}): ModelDefinition {
    mechanicsOf(options);
    const { description } = findQualified(this.lowering(), name).syntax;
    return new ModelDefinition({ ...emptyModel, description, foreign: this.foreign(name, options) });
  }

  /** Translates the class; the result is simulated like any model. */
  instantiate(name: string, options: ModelicaInstantiateOptions = {}): InstantiatedModel {
    const { log } = options;
    const translated = (own: FlattenOptions): InstantiatedModel =>
      instantiate(this.component(name, own), { name, ...(log !== undefined && { log }) });
    if (mechanicsOf(options) !== "auto") return translated(options);
    let native: MechanicsNote | undefined;
    try {
      return translated({ ...options, onNative: (note) => (native = note) });
    } catch (error) {
      // equations around the mechanism may need of it what only its own equations give
      if (native === undefined || !(error instanceof RattlebackError)) throw error;
      const { beside = [] } = native;
      const who = beside.length === 0 ? "equations around it" : listNames(beside);
      return translated({ ...options, mechanics: "flattened", because: `${who} need its equations: ${error.what}` });
    }
  }

  /** Other values become modifications: the class is flattened again with them. */
  private foreign(name: string, options: FlattenOptions): FlatForeign {
    return {
      language: "Modelica",
      name,
      flatten: (isComponent, findings) => {
        const flat = this.flat(name, options, isComponent, findings);
        const { mechanics } = flat.state.notes;
        if (mechanics?.kind === "native") options.onNative?.(mechanics);
        options.onFlattened?.();
        return flat;
      },
      changed: (changes) => {
        const given = options.modifiers === undefined ? [] : [options.modifiers];
        return this.foreign(name, { ...options, modifiers: [...given, modifierText(changes)].join(", ") });
      },
    };
  }

  private lowering(mechanism?: Mechanism): ModelLowering {
    const run: ExternalRun = {
      files: new VirtualFiles({
        list: (folder) => this.files.list(folder),
        readBytes: (path) => this.files.readBytes?.(path) ?? new TextEncoder().encode(this.files.read(path)),
      }),
      generators: new Map(),
      environment: new Map(),
      print: () => {},
      resolve: (uri) => this.resolve(uri),
    };
    return new ModelLowering(this.library, run, mechanism);
  }

  /** `modelica://Package.Sub/path` is a file under the folder of the package. */
  private resolve(uri: string): string {
    const match = /^modelica:\/\/([^/]+)\/?(.*)$/i.exec(uri);
    if (match === null) return uri.replace(/^file:\/\//, "");
    const [, names = "", rest = ""] = match;
    const lowering = this.lowering();
    const parts = names.split(".");
    for (let n = parts.length; n > 0; n--) {
      const cls = findQualified(lowering, parts.slice(0, n).join("."));
      const folder = this.library.folderOf.get(cls.syntax);
      if (folder !== undefined) return folder + rest;
    }
    return rest;
  }
}

type FlatModelica = ReturnType<typeof flattenModelica>;

const mechanicsKinds: readonly Mechanics[] = ["auto", "native", "flattened"];

/** Only the mechanics of Rattleback has contacts. */
function mechanicsOf({ mechanics = "auto", contacts }: ModelicaInstantiateOptions): Mechanics {
  if (contacts !== undefined) {
    checkContacts(contacts);
    if (mechanics === "flattened")
      throw new RattlebackError("E-OPTION-VALUE", "A mechanism that is flattened has no contacts.", {
        path: "contacts",
        because: "the equations of Modelica know none",
        hint: 'mechanics: "native", or leave it out',
      });
    if (mechanics === "auto") return "native";
  }
  if (mechanicsKinds.includes(mechanics)) return mechanics;
  throw new RattlebackError("E-OPTION-VALUE", `The option mechanics cannot be ${JSON.stringify(mechanics)}.`, {
    path: "mechanics",
    hint: '"auto", "native" or "flattened"',
  });
}

function componentContacts(name: string): RattlebackError {
  return new RattlebackError("E-MODELICA-CONTACT", `"${name}" cannot have contacts as a component of a model.`, {
    path: name,
    because: "its mechanism is flattened there, into equations that know none",
    hint: "library.instantiate(name, { contacts }), with a class that holds the rest of the model",
  });
}

function reasonOf(error: RattlebackError | NotNative): string {
  return error instanceof NotNative ? error.message : error.what;
}

function notNative(name: string, { part, because }: NotNative): RattlebackError {
  return new RattlebackError("E-MODELICA-NATIVE", `The mechanism of "${name}" cannot be computed natively.`, {
    path: part,
    because,
    hint: 'leave the option mechanics out, or mechanics: "flattened": the equations of the library are used then, without contacts',
    data: { part },
  });
}

function fresh(lowering: ModelLowering, cls: ClassInstance): ClassInstance {
  return new ExpandedClass(lowering, cls.syntax, cls.parent, cls.modifier, { weak: cls.weak });
}

/** undefined where a text that is being written is not understood. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RattlebackError) return undefined;
    throw error;
  }
}

function findQualified(lowering: ModelLowering, name: string): ClassInstance {
  const [first, ...rest] = name.split(".");
  let cls = lowering.topClass(first!);
  for (const part of rest) {
    const member = cls?.member(part);
    cls = member !== undefined && isClassMember(member) ? lowering.memberClass(member, noModifier) : undefined;
  }
  if (cls !== undefined) return cls;
  throw new RattlebackError("E-MODELICA-NAME", `The class "${name}" is unknown.`, {
    hint: "check its spelling, or add the library that has it: to MODELICAPATH, in the studio by dropping its folder",
    data: { name },
  });
}

/** `{ a: { R: 5 }, n: 3 }` as `a(R = 5), n = 3`. */
function modifierText(changes: Record<string, unknown>): string {
  return Object.entries(changes)
    .map(([name, value]) =>
      isPlainObject(value) ? `${name}(${modifierText(value)})` : `${name} = ${valueText(value)}`,
    )
    .join(", ");
}

function valueText(value: unknown): string {
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return `{${Array.from(value as ArrayLike<unknown>, valueText).join(", ")}}`;
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
