/**
 * Whether derivatives have no corners but at events: none that the equations show, and no functions that may hide some. Bodies count as
 * smooth: their contacts begin and end with events, and at rest the corners of friction are looked at closer than a matrix knows them.
 */
import type { RunningModel } from "./runningModel.ts";

export function isSmooth({ program }: RunningModel): boolean {
  return program.corners.length === 0 && !program.callsFunctions;
}
