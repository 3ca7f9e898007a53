/** When loops are closed: as a segment begins, and in the first one again as soon as the flanges are known. */
import { detailsOf, RattlebackError } from "../../errors/rattlebackError.ts";
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
    try {
      assembleLoops(graph, tree, dynamics, {});
    } catch (error) {
      throw this.withFlanges(error);
    }
    checkCutStarts(graph, tree, dynamics);
    return true;
  }

  /** A loop that cannot be closed where the equations have its flanges. */
  private withFlanges(error: unknown): unknown {
    const held = this.flanges?.heldOnLoops ?? [];
    if (!(error instanceof RattlebackError && error.code === "E-MECHANISM-LOOP-OPEN") || held.length === 0)
      return error;
    const values = held.map(({ name, value }) => `${name} = ${Number(value.toPrecision(6))}`).join(" and ");
    return new RattlebackError(error.code, error.what, {
      ...detailsOf(error),
      because: `${error.because}; the equations have ${values}, which the loop cannot change`,
      hint: `start values at these joints with which the loop is closed; ${error.hint}`,
      data: { ...error.data, held },
    });
  }
}
