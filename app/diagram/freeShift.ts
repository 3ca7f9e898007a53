/** Where copies stand: as they stood to each other, beside what is there. Pure geometry, in pixels. */
import { iconBox, turnedSize } from "../document/modelicaPlaces.ts";
import { boxWidth, lowestHeight } from "./diagramLayout.ts";
import type { DrawnText } from "./drawnText.ts";
import type { Rectangle } from "./labelPlace.ts";
import type { Corner } from "./lineRoutes.ts";

/** Names of components stand above them. */
const distance = 20;
const step = 30;

/** About where components stand that a text has and nobody has drawn yet; those without a place are left out. */
export function boxesIn(drawn: DrawnText, names: readonly string[]): Rectangle[] {
  const [places, icons] = [drawn.places(), drawn.icons()];
  return names.flatMap((name): Rectangle[] => {
    const icon = icons.get(name);
    if (icon !== undefined) {
      const box = iconBox(icon);
      const [width, height] = turnedSize(box);
      return [{ x: box.x - width / 2, y: box.y - height / 2, width, height }];
    }
    const place = places.get(name);
    if (place === undefined) return [];
    const [x, y, turn = 0] = place;
    const [width, height] = turn % 180 === 0 ? [boxWidth, lowestHeight] : [lowestHeight, boxWidth];
    return [{ x, y, width, height }];
  });
}

/** The smallest way down, to the right, or both, after which no box of some is on or near one of the others. */
export function freeShift(some: readonly Rectangle[], others: readonly Rectangle[]): Corner {
  for (let way = step; ; way += step)
    for (const [dx, dy] of [
      [0, way],
      [way, 0],
      [way, way],
    ] as const)
      if (some.every((box) => others.every((other) => isApart({ ...box, x: box.x + dx, y: box.y + dy }, other))))
        return [dx, dy];
}

function isApart(a: Rectangle, b: Rectangle): boolean {
  return (
    a.x >= b.x + b.width + distance ||
    b.x >= a.x + a.width + distance ||
    a.y >= b.y + b.height + distance ||
    b.y >= a.y + a.height + distance
  );
}
