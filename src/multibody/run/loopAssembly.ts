/** When loops are closed: as a segment begins, and in the first one again as soon as the flanges are known. */
import type { Structure } from "../structure/structure.ts";
import { assembleLoops } from "./assembleLoops.ts";
import { checkCutStarts } from "./cutStarts.ts";
import type { FlangeOrder } from "./flangeOrder.ts";
import { setStartCoordinates } from "./jointState.ts";

export class LoopAssembly {
  private readonly structure: Structure;
  private readonly flanges: FlangeOrder | undefined;
  /** Waits for the flanges of the first segment. */
  private isPending: boolean;

  constructor(structure: Structure, flanges: FlangeOrder | undefined, isFirst: boolean) {
    const { graph, tree, dynamics } = structure;
    this.structure = structure;
    this.flanges = flanges;
    this.isPending = isFirst && dynamics.groups.some(({ hasFlange }) => hasFlange.includes(1));
    if (dynamics.groups.length > 0)
      assembleLoops(graph, tree, dynamics, { movesFlanges: this.isPending, keepsQuaternions: !isFirst });
    else dynamics.assemble({ keepsQuaternions: !isFirst });
  }

  /** The loops are those of a run that has closed them. */
  skip(): void {
    this.isPending = false;
  }

  /** Values that were given for the cut joints of loops hold, unless these are still to be closed. */
  checkStarts(): void {
    const { graph, tree, dynamics } = this.structure;
    if (!this.isPending) checkCutStarts(graph, tree, dynamics);
  }

  /** Closes the loops with the flanges where they are, if that was still to be done; hidden joints were placed before. */
  complete(): boolean {
    const { graph, tree, dynamics } = this.structure;
    if (!this.isPending) return false;
    this.isPending = false;
    // how a body rolls depends on the motion of what it rolls on: given velocities count, not those that were found without it
    if (dynamics.groups.some((group) => group.positions !== group))
      for (const b of dynamics.mechanism.bodies) setStartCoordinates(graph, tree, dynamics, b);
    this.flanges?.writeInto();
    assembleLoops(graph, tree, dynamics, {}, this.flanges?.heldOnLoops);
    checkCutStarts(graph, tree, dynamics);
    return true;
  }
}
