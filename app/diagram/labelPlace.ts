/** Where the values of a line stand: on its longest piece, beside components rather than across them. Pure geometry. */
import type { Corner } from "./lineRoutes.ts";

export interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
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
    return beside.find(isFree) ?? beside[0]!;
  }
  const above: LabelPlace = { x, y: y - gap, anchor: "middle" };
  const hit = all.filter((box) => overlaps(above, width, box));
  if (hit.length === 0) return above;
  // too long for the piece between two components: below both
  const lowest = Math.max(...hit.map((box) => box.y + box.height));
  const below: LabelPlace = { x, y: lowest + gap + letter.height, anchor: "middle" };
  return isFree(below) ? below : above;
}

function overlaps({ x, y, anchor }: LabelPlace, width: number, box: Rectangle): boolean {
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return left < box.x + box.width && left + width > box.x && y - letter.height < box.y + box.height && y > box.y;
}
