/** Results of a run beside its states: coordinates of joints that are no states, and energies. */
import type { SegmentDeclarations } from "../../language/predefined.ts";
import type { BodyMotion } from "../../mechanics/bodyMotion.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { frameOf } from "./frames.ts";
import { declareJointOutputs } from "./jointOutputs.ts";
import { JointObserver } from "./jointResults.ts";

export class RunOutputs {
  /** By the prefix of the signals. */
  readonly observers = new Map<
    string,
    { readonly observer: JointObserver; readonly kind: ObjectGraph["joints"][number]["kind"] }
  >();
  private readonly observed: {
    readonly observer: JointObserver;
    readonly place: number;
    readonly kept: readonly number[];
  }[] = [];
  private readonly energy: number;
  private scratch = new Float64Array(0);

  constructor(graph: ObjectGraph, tree: BodyTree, stateNames: ReadonlySet<string>, declare: SegmentDeclarations) {
    for (const joint of graph.joints) {
      if (joint.hasFlange) continue;
      const observer = new JointObserver(
        joint,
        frameOf(graph, tree, joint.object1),
        frameOf(graph, tree, joint.object2),
      );
      this.observers.set(joint.name, { observer, kind: joint.kind });
      const { place, kept } = declareJointOutputs(joint, stateNames, declare);
      if (kept.length > 0) this.observed.push({ observer, place, kept });
      if (observer.size > this.scratch.length) this.scratch = new Float64Array(observer.size);
    }
    this.energy = declare.output("energy.kinetic", { unit: "J" }).offset;
    declare.output("energy.potential", { unit: "J" });
    declare.output("energy.total", { unit: "J" });
  }

  write(w: Float64Array, motion: BodyMotion, kinetic: number, potential: number): void {
    for (const { observer, place, kept } of this.observed) {
      observer.write(this.scratch, 0, motion);
      for (let i = 0; i < kept.length; i++) w[place + i] = this.scratch[kept[i]!]!;
    }
    w[this.energy] = kinetic;
    w[this.energy + 1] = potential;
    w[this.energy + 2] = kinetic + potential;
  }
}
