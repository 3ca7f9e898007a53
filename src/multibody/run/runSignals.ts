/** Values that equations read, for the present structure. */
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { MultibodyBuild } from "../build.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { frameOf } from "./frames.ts";
import type { RunElements } from "./runElements.ts";
import type { RunOutputs } from "./runOutputs.ts";
import { type SignalReader, signalReader } from "./signalReaders.ts";

export class RunSignals {
  private readonly readers: readonly (SignalReader | undefined)[];
  private readonly values: readonly Float64Array[];

  constructor(
    build: MultibodyBuild,
    graph: ObjectGraph,
    tree: BodyTree,
    { mechanism, state }: MechanismDynamics,
    outputs: RunOutputs,
    elements: RunElements,
  ) {
    const objects = new Map(graph.objects.map(({ path }, k) => [path, k]));
    const sources = {
      mechanism,
      state,
      observers: outputs.observers,
      frame: (path: string) => {
        const object = objects.get(path);
        return object === undefined ? undefined : frameOf(graph, tree, object);
      },
      element: (name: string) => elements.output(name),
    };
    this.readers = build.signals.map(({ name }) => signalReader(name, sources));
    this.values = build.signals.map(({ shape }) => new Float64Array(shape.reduce((product, n) => product * n, 1)));
  }

  value(k: number): Float64Array {
    const values = this.values[k]!;
    const reader = this.readers[k];
    if (reader === undefined) values.fill(Number.NaN);
    else reader(values);
    return values;
  }
}
