/** What is drawn and written to files is an animation. */
import { aList, anObject, fields, listOf, type Shape } from "../errors/shapes.ts";

export const aScene = fields({ objects: listOf(anObject) }, ["objects"]);

/** Refuses anything else. */
export const anAnimation: Shape = fields({ scene: aScene, time: aList, poses: listOf(aList) }, [
  "scene",
  "time",
  "poses",
]);
