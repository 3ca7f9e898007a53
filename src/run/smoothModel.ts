/** Whether derivatives have corners but at events: those that the equations show, and whatever may hide some. */
import type { RunningModel } from "./runningModel.ts";

export function isSmooth({ program }: RunningModel): boolean {
  return program.corners.length === 0 && !program.callsFunctions && program.state.components.length === 0;
}
