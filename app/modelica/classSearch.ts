/** All classes of a library by their names and descriptions. They are read between pictures, once somebody searches: there are thousands. */
import type { ModelicaLibrary } from "../../src/entries/modelica.ts";
import { nextTask } from "../dom.ts";

export interface FoundClass {
  /** Full name. */
  readonly name: string;
  readonly description: string;
}

/** Milliseconds of a task that reading may take. */
const slice = 8;

export class ClassSearch {
  private readonly library: ModelicaLibrary;
  private readonly known: FoundClass[] = [];
  private readonly waiting: string[];
  private isReading = false;

  constructor(library: ModelicaLibrary) {
    this.library = library;
    this.waiting = [...library.names];
    for (const name of library.names) this.known.push({ name, description: "" });
  }

  /** Whether there may be more than has been read. */
  get isDone(): boolean {
    return this.waiting.length === 0;
  }

  /** Reads on; `told` is called when more is known, and at the end. */
  async read(told: () => void): Promise<void> {
    if (this.isReading || this.isDone) return;
    this.isReading = true;
    while (!this.isDone) {
      const end = performance.now() + slice;
      while (!this.isDone && performance.now() < end) this.visit(this.waiting.shift()!);
      told();
      await nextTask();
    }
    this.isReading = false;
  }

  /** Classes that have all words in name or description: those that are called so first, then those whose names begin so. */
  find(text: string): readonly FoundClass[] {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const rank = ({ name }: FoundClass): number => {
      const own = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
      return own === words[0] ? 0 : own.startsWith(words[0]!) ? 1 : own.includes(words[0]!) ? 2 : 3;
    };
    return this.known
      .filter(({ name, description }) => {
        const all = `${name} ${description}`.toLowerCase();
        return words.every((word) => all.includes(word));
      })
      .sort((a, b) => rank(a) - rank(b));
  }

  private visit(name: string): void {
    try {
      for (const { name: own, description } of this.library.classesIn(name)) {
        this.known.push({ name: `${name}.${own}`, description });
        this.waiting.push(`${name}.${own}`);
      }
    } catch {
      // a class that cannot be read says so in the tree
    }
  }
}
