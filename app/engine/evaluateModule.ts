/** Runs the code of a model file, from which types were taken out: imports are answered from a table, nothing else is reachable. */
import { suggestName } from "../../src/errors/nearestName.ts";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";

export type ModuleTable = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Lines that the engine puts before the user's first one. */
const linesBefore = 2;
/** Name of the evaluated text on the stack. */
const sourceName = "rattleback-model-file";

type Body = (
  require: (name: string) => unknown,
  exports: Record<string, unknown>,
  console: Pick<Console, "log" | "info" | "warn" | "error">,
) => Promise<void>;

export async function evaluateModule(
  code: string,
  modules: ModuleTable,
  console: Pick<Console, "log" | "info" | "warn" | "error">,
): Promise<Record<string, unknown>> {
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (...parts: string[]) => Body;
  const body = new AsyncFunction("require", "exports", "console", `${code}\n//# sourceURL=${sourceName}`);
  const exported: Record<string, unknown> = {};
  await body((name) => moduleNamed(modules, name), exported, console);
  return exported;
}

function moduleNamed(modules: ModuleTable, name: string): unknown {
  if (Object.hasOwn(modules, name)) return modules[name];
  const known = Object.keys(modules).filter((entry) => entry.startsWith("rattleback"));
  throw new RattlebackError("E-MODEL-FILE", `The studio has no module "${name.slice(0, 80)}".`, {
    path: name,
    because: "a model in the studio is one file, and has no access to files or the network",
    hint: suggestName(name, known, `one of ${known.join(", ")}`),
  });
}

/** Line of the user's text in which the error was thrown, innermost first. */
export function lineOnStack(error: unknown): number | undefined {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const match = new RegExp(`${sourceName}:(\\d+)`).exec(stack);
  return match === null ? undefined : Math.max(1, Number(match[1]) - linesBefore);
}
