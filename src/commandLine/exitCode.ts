/** Exit codes of the command line; 0 for success only. */
export const exitCode = {
  success: 0,
  /** A failure that is nobody's input: please report it. */
  internal: 1,
  /** Unknown command or option, missing argument, value that cannot be read. */
  usage: 2,
  /** The model file cannot be loaded or its model cannot be translated. */
  compilation: 3,
  /** The run began and failed; what was computed before is written. */
  run: 4,
  /** A file cannot be read or written. */
  file: 5,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
