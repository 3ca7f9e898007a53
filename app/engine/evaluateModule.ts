/**
 * Runs the code of a model file, from which types were taken out: imports are answered from a table, or from the files that came with
 * the model; nothing else is reachable.
 */
import { suggestName } from "../../src/errors/nearestName.ts";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";

export type ModuleTable = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type PrintingConsole = Pick<Console, "log" | "info" | "warn" | "error">;
type Require = (name: string) => unknown;
type Body = (require: Require, exports: Record<string, unknown>, console: PrintingConsole) => unknown;

/** Lines that the engine puts before the user's first one. */
const linesBefore = 2;
/** Name of the evaluated text on the stack. */
const sourceName = "rattleback-model-file";

export async function evaluateModule(
  code: string,
  exported: Record<string, unknown>,
  parts: Readonly<Record<string, string>>,
  modules: ModuleTable,
  console: PrintingConsole,
): Promise<void> {
  const known = new Map<string, Record<string, unknown>>();
  const requireFrom =
    (folder: string): Require =>
    (name) => {
      if (!name.startsWith(".")) return moduleNamed(modules, name);
      const path = joinPath(folder, name);
      const loaded = known.get(path);
      if (loaded !== undefined) return loaded;
      if (!Object.hasOwn(parts, path)) throw unknownModule(name, Object.keys(parts));
      const exported: Record<string, unknown> = {};
      known.set(path, exported);
      bodyOf(Function, parts[path]!, path)(requireFrom(path.slice(0, path.lastIndexOf("/"))), exported, console);
      return exported;
    };
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as FunctionConstructor;
  await bodyOf(AsyncFunction, code, sourceName)(requireFrom("."), exported, console);
}

function bodyOf(kind: FunctionConstructor, code: string, name: string): Body {
  return kind("require", "exports", "console", `${code}\n//# sourceURL=${name}`) as Body;
}

/** `./models` and `../b.ts` → `./b.ts`; what lies above keeps its steps, `./../b.ts`. */
function joinPath(folder: string, name: string): string {
  const path: string[] = [];
  for (const part of `${folder}/${name}`.split("/")) {
    if (part === ".." && path.length > 0 && path.at(-1) !== "..") path.pop();
    else if (part !== ".") path.push(part);
  }
  return `./${path.join("/")}`;
}

function moduleNamed(modules: ModuleTable, name: string): unknown {
  if (Object.hasOwn(modules, name)) return modules[name];
  throw unknownModule(
    name,
    Object.keys(modules).filter((entry) => entry.startsWith("rattleback")),
  );
}

function unknownModule(name: string, known: readonly string[]): RattlebackError {
  return new RattlebackError("E-MODEL-FILE", `The studio has no module "${name.slice(0, 80)}".`, {
    path: name,
    because: "a model in the studio has no access to files or the network",
    hint: suggestName(name, known, known.length === 0 ? "put everything into one file" : `one of ${known.join(", ")}`),
  });
}

/** Line of the user's text in which the error was thrown, innermost first. */
export function lineOnStack(error: unknown): number | undefined {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const match = new RegExp(`${sourceName}:(\\d+)`).exec(stack);
  return match === null ? undefined : Math.max(1, Number(match[1]) - linesBefore);
}
