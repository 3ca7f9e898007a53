/** Limits of the start values of joints, of those that have any. */
import type { Studio } from "../session/studio.ts";

export function startLimits({ translated }: Studio): Record<string, readonly [number, number]> {
  const known = translated.at(-1)?.parameters ?? [];
  return Object.fromEntries(
    known.flatMap(({ name, min, max }) =>
      min !== undefined && max !== undefined ? [[name, [min, max] as const]] : [],
    ),
  );
}
