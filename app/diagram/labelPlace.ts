/** Where the values of a line stand: on its longest piece, beside components rather than across them. Pure geometry. */
import type { Corner } from "./lineRoutes.ts";

export interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
}

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The part of the plane that a drawing shows: its components, and room for lines and values around them. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function shownArea(boxes: Iterable<Rectangle>): Area {
  let [left, top, right, bottom] = [0, 0, 300, 200];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x - 40);
    top = Math.min(top, y - 40);
    right = Math.max(right, x + width + 60);
    bottom = Math.max(bottom, y + height + 60);
  }
  return { left, top, right, bottom };
}

/** Of the letters of values, in units of the drawing: their height, and about the width of one. */
const letter = { height: 9, width: 5.7 };
/** From a line, or from a component. */
const gap = 5;

export function labelPlace(points: readonly Corner[], text: string, boxes: Iterable<Rectangle>): LabelPlace {
  // upright pieces have room for any text beside them
  let [at, longest] = [0, -1];
  for (let k = 0; k + 1 < points.length; k++) {
    const length = Math.abs(points[k]![0] - points[k + 1]![0]) + 1.5 * Math.abs(points[k]![1] - points[k + 1]![1]);
    if (length > longest) [at, longest] = [k, length];
  }
  const [[ax, ay], [bx, by]] = [points[at]!, points[at + 1]!];
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  const width = letter.width * text.length;
  const all = [...boxes];
  const isFree = (place: LabelPlace): boolean => !all.some((box) => overlaps(place, width, box));
  if (ay !== by) {
    const beside = [0.5, 0.25, 0.75].flatMap((part): LabelPlace[] => {
      const down = ay + part * (by - ay) + 3;
      return [
        { x: x + gap, y: down, anchor: "start" },
        { x: x - gap, y: down, anchor: "end" },
      ];
    });
    const { left, right } = shownArea(all);
    const isShown = (place: LabelPlace): boolean => {
      const from = leftEnd(place, width);
      return from >= left && from + width <= right;
    };
    return beside.find((place) => isFree(place) && isShown(place)) ?? beside.find(isFree) ?? beside[0]!;
  }
  const above: LabelPlace = { x, y: y - gap, anchor: "middle" };
  const hit = all.filter((box) => overlaps(above, width, box));
  if (hit.length === 0) return above;
  // too long for the piece between two components: below both
  const lowest = Math.max(...hit.map((box) => box.y + box.height));
  const below: LabelPlace = { x, y: lowest + gap + letter.height, anchor: "middle" };
  return isFree(below) ? below : above;
}

function leftEnd({ x, anchor }: LabelPlace, width: number): number {
  return anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
}

function overlaps(place: LabelPlace, width: number, box: Rectangle): boolean {
  const left = leftEnd(place, width);
  const { y } = place;
  return left < box.x + box.width && left + width > box.x && y - letter.height < box.y + box.height && y > box.y;
}
