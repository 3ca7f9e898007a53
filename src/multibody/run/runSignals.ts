/** Values that equations read, for the present structure. */
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { MultibodyBuild } from "../build.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { frameOf } from "./frames.ts";
import type { RunElements } from "./runElements.ts";
import type { RunOutputs } from "./runOutputs.ts";
import { type SignalReader, type SignalSources, signalReader } from "./signalReaders.ts";

export class RunSignals {
  private readonly readers: readonly (SignalReader | undefined)[];
  private readonly values: readonly Float64Array[];
  private readonly sources: SignalSources;
  private readonly scratch = new Float64Array(9);

  constructor(
    build: MultibodyBuild,
    graph: ObjectGraph,
    tree: BodyTree,
    { state }: MechanismDynamics,
    outputs: RunOutputs,
    elements: RunElements,
    energies: SignalSources["energies"],
  ) {
    let objects: ReadonlyMap<string, number> | undefined;
    const sources: SignalSources = {
      energies,
      state,
      get joints() {
        return outputs.joints;
      },
      frame: (path: string) => {
        objects ??= new Map(graph.objects.map(({ path: own }, k) => [own, k]));
        const object = objects.get(path);
        return object === undefined ? undefined : frameOf(graph, tree, object);
      },
      element: (name: string) => elements.output(name),
    };
    this.sources = sources;
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

  /** Present value of any signal, undefined when there is none. Valid until the next call. */
  read(name: string): Float64Array | undefined {
    const reader = signalReader(name, this.sources);
    if (reader === undefined) return undefined;
    this.scratch.fill(Number.NaN); // what is not written does not exist
    reader(this.scratch);
    return this.scratch;
  }
}
