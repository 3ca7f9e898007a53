/**
 * The one error class. Every failure that a user can meet has a stable code, the place in
 * the user's model, the values involved and a hint; docs/errors.md has an entry per code.
 *
 * The message has four beats: what happened, where, which values, what to do:
 *
 *     E-STEP-SMALL  The step size fell below 1.2e-15 s at t = 0.7983 s.
 *       where    state arm.joint2.w
 *       because  the error test failed 14 times in a row
 *       try      a larger tolerance
 */

export interface ErrorDetails {
  /** Path into the user's model, or the name of the argument: `"pump.flow"`, `"options.relativeTolerance"`. */
  readonly path?: string;
  /** Further words about the place: file and line, component, equation text. */
  readonly where?: string;
  /** Why it happened, with the values involved. */
  readonly because?: string;
  /** What the user can do about it. */
  readonly hint?: string;
  /** The values, for programs: plain numbers, strings and arrays of them. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The error that caused this one. */
  readonly cause?: unknown;
}

export class RattlebackError extends Error {
  readonly code: string;
  /** First beat alone: what happened, without place and advice. */
  readonly what: string;
  readonly path: string | undefined;
  readonly where: string | undefined;
  readonly because: string | undefined;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(code: string, what: string, details: ErrorDetails = {}) {
    super(composeMessage(code, what, details), details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "RattlebackError";
    this.code = code;
    this.what = what;
    this.path = details.path;
    this.where = details.where;
    this.because = details.because;
    this.hint = details.hint;
    this.data = details.data ?? {};
  }
}

/** What an error says beside its code and sentence, for one that says the same with something added or replaced. */
export function detailsOf({ path, where, because, hint, data, cause }: RattlebackError): ErrorDetails {
  return {
    ...(path !== undefined && { path }),
    ...(where !== undefined && { where }),
    ...(because !== undefined && { because }),
    ...(hint !== undefined && { hint }),
    data,
    ...(cause !== undefined && { cause }),
  };
}

function composeMessage(code: string, what: string, details: ErrorDetails): string {
  const place = [details.path, details.where].filter((part) => part !== undefined).join(", ");
  const lines = [`${code}  ${what}`];
  if (place !== "") lines.push(`  where    ${place}`);
  if (details.because !== undefined) lines.push(`  because  ${details.because}`);
  if (details.hint !== undefined) lines.push(`  try      ${details.hint}`);
  return lines.join("\n");
}
