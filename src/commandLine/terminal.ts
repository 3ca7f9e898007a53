/** What a command may touch of the world: two streams and the folder it was called in. Tests give their own. */
export interface Terminal {
  /** Data. */
  out(text: string | Uint8Array): void;
  /** Messages and the progress bar. */
  error(text: string): void;
  /** Messages go to a person who watches: a progress bar makes sense. */
  readonly isInteractive: boolean;
  /** Characters per line of the messages. */
  readonly columns: number;
  readonly folder: string;
}

export function processTerminal(): Terminal {
  return {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    isInteractive: process.stderr.isTTY === true,
    // some pseudo terminals say 0
    columns: process.stderr.columns || 80,
    folder: process.cwd(),
  };
}
