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
  private readonly graph: ObjectGraph;
  private readonly scratch = new Float64Array(9);

  constructor(
    build: MultibodyBuild,
    graph: ObjectGraph,
    tree: BodyTree,
    { state }: MechanismDynamics,
    outputs: RunOutputs,
    elements: RunElements,
    cutForce: SignalSources["element"],
    energies: SignalSources["energies"],
  ) {
    this.graph = graph;
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
    const withCutForces: SignalSources = {
      ...sources,
      get joints() {
        return outputs.joints;
      },
      element: (name: string) => elements.output(name) ?? cutForce(name),
    };
    this.readers = build.signals.map(({ name }) => signalReader(name, withCutForces));
    this.values = build.signals.map(({ shape }) => new Float64Array(shape.reduce((product, n) => product * n, 1)));
  }

  value(k: number): Float64Array {
    const values = this.values[k]!;
    const reader = this.readers[k];
    if (reader === undefined) values.fill(Number.NaN);
    else reader(values);
    return values;
  }

  /** Present value of a number, `name[2]` of a vector or `name[1,2]` of a matrix; undefined when there is no such signal. */
  readElement(name: string): number | undefined {
    const [, base, indices = ""] = /^(.*?)(?:\[([\d,]+)\])?$/.exec(name) as unknown as [
      string,
      string,
      string | undefined,
    ];
    const reader = signalReader(base, this.sources);
    if (reader === undefined) return undefined;
    const owner = base.slice(0, base.lastIndexOf("."));
    if (this.graph.objects.some(({ path, isGone }) => isGone === true && path === owner)) return Number.NaN;
    this.scratch.fill(Number.NaN); // what is not written does not exist
    reader(this.scratch);
    const size = this.scratch.findIndex((x) => Number.isNaN(x));
    const [i = 1, j] = indices === "" ? [] : indices.split(",").map(Number);
    const isElement =
      size < 0 ? j !== undefined && i <= 3 && j <= 3 : j === undefined && (size === 1 || indices !== "");
    return isElement ? this.scratch[j === undefined ? i - 1 : 3 * (i - 1) + j - 1] : Number.NaN;
  }
}
