/** What joins some components of a diagram with the others. */
import type { Crossing } from "../document/extractComponent.ts";
import type { Outline } from "../engine/outline.ts";
import { ownerOf } from "./diagramLayout.ts";

/** One crossing for each connection that has ends on both sides: its first inner end, and all outer ones. */
export function crossingsOf({ components, connections }: Outline, inner: ReadonlySet<string>): Crossing[] {
  const byName = new Map(components.map((component) => [component.name, component]));
  const crossings: Crossing[] = [];
  for (const ends of connections) {
    const isInner = (end: string): boolean => inner.has(ownerOf(end, byName) ?? "");
    const [first] = ends.filter(isInner);
    const outer = ends.filter((end) => !isInner(end));
    if (first === undefined || outer.length === 0) continue;
    const owner = ownerOf(first, byName)!;
    const connector = byName.get(owner)!.connectors.find(({ name }) => name === first.slice(owner.length + 1));
    const known = crossings.find((crossing) => crossing.inner === first);
    if (known !== undefined) crossings[crossings.indexOf(known)] = { ...known, outer: [...known.outer, ...outer] };
    else if (connector !== undefined)
      crossings.push({ inner: first, outer, domain: connector.domain, direction: connector.direction });
  }
  return crossings;
}
