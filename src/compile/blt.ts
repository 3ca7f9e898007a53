/**
 * Block lower triangular form: strong components of the graph in which an equation depends on the equations that compute
 * its other variables, in the order in which they can be solved.
 *
 * Source   [Tarjan1972], without recursion: chains of 100 000 equations exist.
 */
import type { Cells } from "../symbolic/indices.ts";
import type { Matching, Rows } from "./matching.ts";

/** Components in order of computation, each a list of equations. */
export function strongComponents<E extends number, V extends number>(
  incidence: Rows<E, V>,
  matching: Matching<E, V>,
): E[][] {
  const n = incidence.length;
  const index: Cells<E, number> = new Int32Array(n).fill(-1);
  const low: Cells<E, number> = new Int32Array(n);
  const isOnStack: Cells<E, number> = new Uint8Array(n);
  const position: Cells<E, number> = new Int32Array(n);
  const stack: E[] = [];
  const calls: E[] = [];
  const components: E[][] = [];
  let count = 0;
  for (let root = 0 as E; root < n; root++) {
    if (index[root]! >= 0) continue;
    calls.push(root);
    index[root] = low[root] = count++;
    stack.push(root);
    isOnStack[root] = 1;
    while (calls.length > 0) {
      const equation = calls[calls.length - 1]!;
      const row = incidence[equation]!;
      let isDescending = false;
      while (position[equation]! < row.length) {
        const next = matching.equationOf[row[position[equation]!++]!]!;
        if (next === undefined || next < 0 || next === equation) continue;
        if (index[next]! < 0) {
          index[next] = low[next] = count++;
          stack.push(next);
          isOnStack[next] = 1;
          calls.push(next);
          isDescending = true;
          break;
        }
        if (isOnStack[next] === 1) low[equation] = Math.min(low[equation]!, index[next]!);
      }
      if (isDescending) continue;
      calls.pop();
      const caller = calls[calls.length - 1];
      if (caller !== undefined) low[caller] = Math.min(low[caller]!, low[equation]!);
      if (low[equation] !== index[equation]) continue;
      const component: E[] = [];
      while (true) {
        const member = stack.pop()!;
        isOnStack[member] = 0;
        component.push(member);
        if (member === equation) break;
      }
      components.push(component.reverse());
    }
  }
  return components;
}
