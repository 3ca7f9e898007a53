/**
 * Connectors with more variables than degrees of freedom (orientations): the graph of what relates them becomes a forest. Branches
 * (equations of a component) are always kept; connections that would close a loop or join two roots are cut, and count as the function
 * `equalityConstraint` of their type instead of equality of all variables.
 */
import { DisjointSets } from "../../compile/disjointSets.ts";
import { modelicaError } from "../modelicaError.ts";
import type { SourceFile } from "../syntax/sourceFile.ts";

export interface GraphPlace {
  readonly file: SourceFile;
  readonly at: number;
}

/** A connection between two overdetermined types; one of the two is done when it is decided. */
export interface BreakableEdge {
  readonly from: string;
  readonly to: string;
  keep(): void;
  cut(): void;
}

interface Neighbour {
  readonly node: string;
  /** Index of a connection, -1 for a branch. */
  readonly edge: number;
}

export class ConnectionGraph {
  private readonly places = new Map<string, GraphPlace>();
  private readonly definite = new Set<string>();
  private readonly potential = new Map<string, number>();
  private readonly branches: { readonly from: string; readonly to: string; readonly place: GraphPlace }[] = [];
  private readonly edges: BreakableEdge[] = [];
  private readonly roots = new Set<string>();
  private readonly depth = new Map<string, number>();
  private isSolved = false;

  root(node: string, place: GraphPlace): void {
    this.places.set(node, place);
    this.definite.add(node);
  }

  potentialRoot(node: string, priority: number, place: GraphPlace): void {
    this.places.set(node, place);
    this.potential.set(node, priority);
  }

  branch(from: string, to: string, place: GraphPlace): void {
    this.places.set(from, place);
    this.places.set(to, place);
    this.branches.push({ from, to, place });
  }

  connect(edge: BreakableEdge, place: GraphPlace): void {
    for (const node of [edge.from, edge.to]) if (!this.places.has(node)) this.places.set(node, place);
    this.edges.push(edge);
  }

  isRoot(node: string): boolean | undefined {
    return this.isSolved ? this.roots.has(node) : undefined;
  }

  /** Is it nearer to the root than the other end of its branch? */
  isRooted(node: string): boolean | undefined {
    if (!this.isSolved) return undefined;
    const branch = this.branches.find(({ from, to }) => from === node || to === node);
    if (branch === undefined) return this.depth.has(node);
    const other = branch.from === node ? branch.to : branch.from;
    return (this.depth.get(node) ?? 0) < (this.depth.get(other) ?? 0);
  }

  /** Chooses the roots and the connections to cut. Trees grow in breadth, so that loops are cut far from their root. */
  solve(): void {
    const neighbours = new Map<string, Neighbour[]>([...this.places.keys()].map((node) => [node, []]));
    const joined = this.joinBranches();
    for (const { from, to } of this.branches) {
      neighbours.get(from)!.push({ node: to, edge: -1 });
      neighbours.get(to)!.push({ node: from, edge: -1 });
    }
    this.edges.forEach(({ from, to }, edge) => {
      neighbours.get(from)!.push({ node: to, edge });
      neighbours.get(to)!.push({ node: from, edge });
    });
    const kept = new Set<number>();
    /** Sets of nodes joined by branches that belong to a tree. */
    const reached = new Set<string>();
    const grow = (roots: readonly string[]): void => {
      const queue: string[] = [];
      const reach = (node: string, depth: number): void => {
        reached.add(joined.find(node));
        this.spread(node, depth, neighbours, queue);
      };
      for (const node of roots) {
        this.roots.add(node);
        reach(node, 0);
      }
      for (let i = 0; i < queue.length; i++) {
        const node = queue[i]!;
        for (const { node: next, edge } of neighbours.get(node)!) {
          if (edge < 0 || reached.has(joined.find(next))) continue;
          kept.add(edge);
          reach(next, this.depth.get(node)! + 1);
        }
      }
    };
    grow([...this.definite]);
    const candidates = [...this.potential].sort(([, a], [, b]) => a - b);
    for (const [node] of candidates) if (!reached.has(joined.find(node))) grow([node]);
    this.checkReached(reached, joined);
    this.isSolved = true;
    this.edges.forEach((edge, k) => (kept.has(k) ? edge.keep() : edge.cut()));
  }

  /** All nodes that branches join to one, breadth first. */
  private spread(
    start: string,
    depth: number,
    neighbours: ReadonlyMap<string, readonly Neighbour[]>,
    queue: string[],
  ): void {
    this.depth.set(start, depth);
    const list = [start];
    for (const node of list) {
      queue.push(node);
      for (const { node: next, edge } of neighbours.get(node)!) {
        if (edge >= 0 || this.depth.has(next)) continue;
        this.depth.set(next, this.depth.get(node)! + 1);
        list.push(next);
      }
    }
  }

  private joinBranches(): DisjointSets<string> {
    const joined = new DisjointSets<string>();
    for (const { from, to, place } of this.branches)
      if (!joined.join(from, to) && from !== to)
        throw modelicaError("E-MODELICA-ROOT", `Branches join "${from}" and "${to}" twice.`, place, {
          because:
            "Connections.branch relates two nodes by the equations of a component; a loop of branches cannot be cut",
          hint: "replace one of the components of the loop by one that has no branch",
        });
    const owner = new Map<string, string>();
    for (const node of this.definite) {
      const set = joined.find(node);
      const other = owner.get(set);
      if (other !== undefined)
        throw modelicaError("E-MODELICA-ROOT", `"${other}" and "${node}" are both roots.`, this.places.get(node), {
          because: "branches join them, and only connections can be cut",
          hint: "remove one Connections.root, or make it a potentialRoot",
        });
      owner.set(set, node);
    }
    return joined;
  }

  private checkReached(reached: ReadonlySet<string>, joined: DisjointSets<string>): void {
    for (const [node, place] of this.places)
      if (!reached.has(joined.find(node)))
        throw modelicaError("E-MODELICA-ROOT", `Nothing determines "${node}".`, place, {
          because: "no root is connected with it",
          hint: "connect it with a component that has a root (world, fixed) or a potential root (a body)",
        });
  }
}
