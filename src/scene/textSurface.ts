/** Texts as flat ribbons in the x–y plane, seen from both sides. */
import type { TriangleData } from "../geometry/parseObj.ts";
import type { TextShape } from "../geometry/shapes/visualShapes.ts";
import { baseline, capitalHeight, glyphOf, letterGap } from "./strokeFont.ts";

/** Width of the pen in units of the grid of letters. */
const pen = { plain: 0.8, bold: 1.4 };

/** Of letters that lean, per height. */
const slant = 0.2;

/** Between the baselines of two lines, in heights of a capital. */
const lineHeight = 1.8;

/** Width of a line of text for capitals of height 1. */
export function textWidth(line: string): number {
  let units = 0;
  for (const character of line) units += glyphOf(character).width + letterGap;
  return Math.max(0, units - letterGap) / capitalHeight;
}

/** Ribbons of a text; the anchor (left, centre or right of the first baseline) is the origin, x runs along the line. */
export function textTriangles({ text, font, alignment }: TextShape): TriangleData {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const unit = font.size / capitalHeight;
  const half = (font.bold ? pen.bold : pen.plain) / 2;
  text.split("\n").forEach((line, row) => {
    const share = alignment === "Left" ? 0 : alignment === "Right" ? 1 : 0.5;
    let x = -share * textWidth(line) * capitalHeight;
    const y = -baseline - row * lineHeight * capitalHeight;
    for (const character of line) {
      const { width, strokes } = glyphOf(character);
      for (const stroke of strokes) {
        for (let k = 0; k < Math.max(1, stroke.length - 1); k++) {
          const from = stroke[k]!;
          const to = stroke[k + 1] ?? from;
          ribbon(from[0] + x, from[1] + y, to[0] + x, to[1] + y);
        }
      }
      x += width + letterGap;
    }
  });
  return { vertices, triangles };

  /** One straight part of a stroke, longer by half the width of the pen at both ends. */
  function ribbon(x0: number, y0: number, x1: number, y1: number): void {
    const length = Math.hypot(x1 - x0, y1 - y0);
    const [u, v] = length > 0 ? [(half * (x1 - x0)) / length, (half * (y1 - y0)) / length] : [half, 0];
    const corners = [
      [x0 - u + v, y0 - v - u],
      [x1 + u + v, y1 + v - u],
      [x1 + u - v, y1 + v + u],
      [x0 - u - v, y0 - v + u],
    ];
    const first = vertices.length / 3;
    for (let side = 0; side < 2; side++) {
      for (const [cx, cy] of corners as [number, number][]) {
        vertices.push(unit * (cx + (font.italic ? slant * cy : 0)), unit * cy, 0);
      }
    }
    const [a, b, c, d] = [first, first + 1, first + 2, first + 3];
    triangles.push(a, b, c, a, c, d, a + 4, c + 4, b + 4, a + 4, d + 4, c + 4);
  }
}
