/** What joins some components of a diagram with the others. */
import type { Crossing } from "../document/extractComponent.ts";
import type { Outline, OutlineComponent, OutlineConnector } from "../engine/outline.ts";
import { ownerOf } from "./diagramLayout.ts";

/** One crossing for each connection that has ends on both sides: its first inner end, and all outer ones. */
export function crossingsOf({ components, connections }: Outline, inner: ReadonlySet<string>): Crossing[] {
  const byName = new Map(components.map((component) => [component.name, component]));
  const crossings = new Map<string, Crossing>();
  for (const ends of connections) {
    const isInner = (end: string): boolean => inner.has(ownerOf(end, byName) ?? "");
    const [first] = ends.filter(isInner);
    const outer = ends.filter((end) => !isInner(end));
    if (first === undefined || outer.length === 0) continue;
    const owner = ownerOf(first, byName)!;
    const connector = connectorIn(byName.get(owner)!, first.slice(owner.length + 1));
    const known = crossings.get(first)?.outer ?? [];
    crossings.set(first, {
      inner: first,
      outer: [...known, ...outer],
      domain: connector?.domain,
      direction: connector?.direction ?? "both",
    });
  }
  return [...crossings.values()];
}

/** By its name in the component: `p`, `ports[2]`, or `gear.flange_b` of a component inside. */
function connectorIn({ connectors, inside }: OutlineComponent, name: string): OutlineConnector | undefined {
  const own = connectors.find((connector) => connector.name === name);
  if (own !== undefined || inside === undefined) return own;
  const owner = ownerOf(name, new Set(inside.components.map((component) => component.name)));
  const part = inside.components.find((component) => component.name === owner);
  return part && connectorIn(part, name.slice(owner!.length + 1));
}
