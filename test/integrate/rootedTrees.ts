/**
 * Rooted trees and the order conditions of Runge–Kutta methods [Hairer1993 sec. II.2]: a method has order p when
 * Σ_i b_i·Φ_i(τ) = 1/γ(τ) for every tree τ with at most p nodes.
 */

/** A tree is the list of the subtrees at its root. */
export interface RootedTree {
  readonly children: readonly RootedTree[];
  readonly nodes: number;
  /** γ(τ): the number of nodes times the densities of the subtrees. */
  readonly density: number;
}

/** All trees with exactly `nodes` nodes, each once. */
export function rootedTrees(nodes: number): RootedTree[] {
  if (nodes === 1) return [tree([])];
  const smaller = Array.from({ length: nodes - 1 }, (_, k) => rootedTrees(k + 1)).flat();
  const found: RootedTree[] = [];
  const extend = (missing: number, first: number, children: RootedTree[]): void => {
    if (missing === 0) found.push(tree(children));
    for (let k = first; k < smaller.length; k++) {
      if (smaller[k].nodes <= missing) extend(missing - smaller[k].nodes, k, [...children, smaller[k]]);
    }
  };
  extend(nodes - 1, 0, []);
  return found;
}

/** Φ_i(τ) of every stage; rows of A may be shorter than the number of stages. */
export function elementaryWeights(τ: RootedTree, A: readonly (readonly number[])[]): number[] {
  const Φ = A.map(() => 1);
  for (const child of τ.children) {
    const inner = elementaryWeights(child, A);
    A.forEach((row, i) => {
      Φ[i] *= dot(row, inner);
    });
  }
  return Φ;
}

export function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, j) => sum + x * b[j], 0);
}

/** Largest |Σ b_i·Φ_i(τ) − target/γ(τ)| over all trees with `nodes` nodes. */
export function orderDefect(
  b: readonly number[],
  A: readonly (readonly number[])[],
  nodes: number,
  target: number,
): number {
  return Math.max(...rootedTrees(nodes).map((τ) => Math.abs(dot(b, elementaryWeights(τ, A)) - target / τ.density)));
}

function tree(children: readonly RootedTree[]): RootedTree {
  const nodes = 1 + children.reduce((sum, child) => sum + child.nodes, 0);
  return { children, nodes, density: nodes * children.reduce((product, child) => product * child.density, 1) };
}
