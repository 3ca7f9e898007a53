/**
 * Places of Modelica's annotations as those of our diagrams: Modelica's y points up and an icon lies about the middle of its extent, ours
 * is a box with a left upper corner, in pixels.
 */
import type { IconPlace } from "../../src/modelica/classDiagram.ts";
import type { Point } from "./diagramEdits.ts";

/** Pixels of a unit: 20 units, as wide as icons usually are, are a box of ours, and the grid of 2 units is ours of 10 pixels. */
export const unitPixels = 5;

export interface IconBox {
  /** Middle, in pixels. */
  readonly x: number;
  readonly y: number;
  /** Of the icon before it is turned, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Degrees clockwise, from 0 to below 360. */
  readonly turn: number;
  readonly isMirrored: boolean;
}

export function iconBox({ extent: [[x1, y1], [x2, y2]], origin, rotation }: IconPlace): IconBox {
  const angle = (rotation * Math.PI) / 180;
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const isUpsideDown = y1 > y2;
  return {
    x: round(unitPixels * (origin[0] + cos * mx - sin * my)),
    y: round(-unitPixels * (origin[1] + sin * mx + cos * my)),
    width: unitPixels * Math.abs(x2 - x1),
    height: unitPixels * Math.abs(y2 - y1),
    // upside down is mirrored and turned by half a turn
    turn: (((-rotation + (isUpsideDown ? 180 : 0)) % 360) + 360) % 360,
    isMirrored: x1 > x2 !== isUpsideDown,
  };
}

/** Width and height of what is turned. */
export function turnedSize({ width, height, turn }: Pick<IconBox, "width" | "height" | "turn">): [number, number] {
  const [cos, sin] = [Math.abs(Math.cos((turn * Math.PI) / 180)), Math.abs(Math.sin((turn * Math.PI) / 180))];
  return [round(cos * width + sin * height), round(sin * width + cos * height)];
}

/** Where the icon is when its box begins at a point. What says nothing of turning stays as it is. */
export function movedPlace(place: IconPlace, [left, top, turn, isMirrored]: Point): IconPlace {
  const before = iconBox(place);
  const [angle, mirrored] = [turn ?? before.turn, isMirrored ?? before.isMirrored];
  const [width, height] = turnedSize({ ...before, turn: angle });
  const [x, y] = [(left + width / 2) / unitPixels, -(top + height / 2) / unitPixels];
  if (angle === before.turn && mirrored === before.isMirrored) {
    const [dx, dy] = [x - before.x / unitPixels, y + before.y / unitPixels];
    const { origin, extent, rotation } = place;
    const isAbout = origin[0] !== 0 || origin[1] !== 0 || rotation !== 0;
    if (isAbout) return { ...place, origin: [units(origin[0] + dx), units(origin[1] + dy)] };
    return { ...place, extent: [shifted(extent[0], dx, dy), shifted(extent[1], dx, dy)] };
  }
  const [w, h] = [before.width / unitPixels / 2, before.height / unitPixels / 2];
  const rotation = (360 - angle) % 360;
  const corners: IconPlace["extent"] = [
    [mirrored ? w : -w, -h],
    [mirrored ? -w : w, h],
  ];
  if (rotation !== 0) return { extent: corners, origin: [units(x), units(y)], rotation };
  return { extent: [shifted(corners[0], x, y), shifted(corners[1], x, y)], origin: [0, 0], rotation };
}

/** For a component that is nowhere yet: 20 units wide. */
export function newPlace([left, top]: Point): IconPlace {
  const [x, y] = [units(left / unitPixels), units(-top / unitPixels)];
  return {
    extent: [
      [x, y - 20],
      [x + 20, y],
    ],
    origin: [0, 0],
    rotation: 0,
  };
}

export function pointInUnits([x, y]: readonly [number, number]): [number, number] {
  return [units(x / unitPixels), units(-y / unitPixels)];
}

export function pointInPixels([x, y]: readonly [number, number]): [number, number] {
  return [round(unitPixels * x), round(-unitPixels * y)];
}

const shifted = ([x, y]: readonly [number, number], dx: number, dy: number): [number, number] => [
  units(x + dx),
  units(y + dy),
];

/** Tenths of a unit are half a pixel. */
function units(value: number): number {
  return Math.round(10 * value) / 10 || 0;
}

function round(value: number): number {
  return Math.round(100 * value) / 100 || 0;
}
