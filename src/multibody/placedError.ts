/** An error of a lower layer with the path of the component in front of its own. */
import { detailsOf, RattlebackError } from "../errors/rattlebackError.ts";

export function placedIn(error: unknown, path: string): unknown {
  if (!(error instanceof RattlebackError)) return error;
  const { where: _, ...details } = detailsOf(error);
  return new RattlebackError(error.code, error.what, {
    ...details,
    path,
    ...(error.path !== undefined && { where: error.path }),
    cause: error,
  });
}
