// Convex targets and where they stand
export { type ConvexPolygon, convexPolygon, type Point } from "../planar/convexPolygon.ts";
