/** An error of a lower layer with the path of the component in front of its own. */
import { RattlebackError } from "../errors/rattlebackError.ts";

export function placedIn(error: unknown, path: string): unknown {
  if (!(error instanceof RattlebackError)) return error;
  return new RattlebackError(error.code, error.what, {
    path,
    ...(error.path !== undefined && { where: error.path }),
    ...(error.because !== undefined && { because: error.because }),
    ...(error.hint !== undefined && { hint: error.hint }),
    data: error.data,
    cause: error,
  });
}
