/** Whether there is anything to draw in a result; without what draws it. */
import type { Result } from "../results/result.ts";

/** true when the result has something to draw. */
export function hasAnimation(result: Result): boolean {
  for (const value of result.attachments.values()) {
    const { kind } = (value ?? {}) as { kind?: unknown };
    if (kind === "scene3D" || kind === "modelicaShapes") return true;
  }
  return false;
}
