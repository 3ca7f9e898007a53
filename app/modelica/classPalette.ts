/** Classes of Modelica that a diagram can have components of: those of the open file and of the library that was dropped on the page. */
import type { ModelicaLibrary } from "../../src/entries/modelica.ts";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import type { OutlineComponent } from "../engine/outline.ts";
import type { LibraryContents } from "../protocol.ts";
import { libraryOfText } from "./libraryOfText.ts";

export interface PaletteClass {
  /** Full name. */
  readonly name: string;
  readonly description: string;
}

/** Milliseconds of a picture that reading may take: a library has thousands of classes. */
const slice = 8;
const kinds: ReadonlySet<string> = new Set(["model", "block", "connector"]);
const containers: ReadonlySet<string> = new Set(["package", "model", "class"]);
/** Not for other models. */
const inner = /\.(Examples|Internal|BaseClasses|UsersGuide|Interfaces\.Partial\w*)(\.|$)/;

export class ClassPalette {
  private readonly library: ModelicaLibrary;
  private readonly found: PaletteClass[] = [];
  private readonly waiting: string[];

  /** `told`: more classes are known. */
  constructor(contents: LibraryContents, fileName: string, text: string, told: () => void) {
    this.library = libraryOfText(contents, fileName, text);
    this.waiting = this.attempt(() => this.library.names) ?? [];
    const step = (): void => {
      const end = performance.now() + slice;
      const before = this.found.length;
      while (this.waiting.length > 0 && performance.now() < end) this.visit(this.waiting.shift()!);
      if (this.found.length > before) told();
      if (this.waiting.length > 0) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  get classes(): readonly PaletteClass[] {
    return this.found;
  }

  /** The class as a component would be drawn; undefined when it cannot be read. */
  component(name: string): Omit<OutlineComponent, "name"> | undefined {
    return this.attempt(() => {
      const { connectors, ...rest } = this.library.asComponent(name);
      return {
        ...rest,
        connectors: connectors.map(({ place, ...connector }) => ({ ...connector, ...(place && { place }) })),
      };
    });
  }

  private visit(name: string): void {
    for (const { name: own, kind, description } of this.attempt(() => this.library.classesIn(name)) ?? []) {
      const full = `${name}.${own}`;
      if (inner.test(full)) continue;
      if (kinds.has(kind)) this.found.push({ name: full, description });
      if (containers.has(kind)) this.waiting.push(full);
    }
  }

  private attempt<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      // a file that cannot be read says so when it is used
      if (error instanceof RattlebackError) return undefined;
      throw error;
    }
  }
}
