import type { MjcfContext } from "./mjcfContext.ts";
import type { MjcfElement } from "./mjcfElement.ts";

/** The coefficient of a law that is a straight line; further ones, of a curve, are reported. */
export function linear(element: MjcfElement, attribute: string, owner: string, { ignore }: MjcfContext): number {
  const [first, ...higher] = element.list(attribute, [0]);
  if (higher.some((value) => value !== 0)) ignore(`curvature of ${attribute} of "${owner}"`);
  return first!;
}
