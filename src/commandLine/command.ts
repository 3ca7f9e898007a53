/** What every command consists of. */
import type { ParseArgsConfig } from "node:util";
import type { Terminal } from "./terminal.ts";

/** Names and types of options, as node:util takes them. */
export type CommandOptions = NonNullable<ParseArgsConfig["options"]>;

export interface Command {
  readonly name: string;
  /** For the list of commands. */
  readonly summary: string;
  readonly usage: string;
  readonly details: string;
  readonly examples: string;
  readonly options: CommandOptions;
  /** Throws a CommandFailure when it does not succeed. */
  execute(words: readonly string[], terminal: Terminal): Promise<void>;
}
