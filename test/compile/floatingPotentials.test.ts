/** A balance that is too many pays for a potential of its own connector, not for one of a neighbour in a list of connectors. */
import { describe, expect, it } from "vitest";
import type { AliasTable } from "../../src/compile/aliases.ts";
import { FloatingPotentials } from "../../src/compile/floatingPotentials.ts";
import type { CompileState } from "../../src/compile/state.ts";
import type { VariableIndex } from "../../src/symbolic/indices.ts";

/** Which potentials may be set to zero when the balance of the first flow is redundant; names end with v or v[…], or with i or i[…]. */
function chosen(names: readonly string[]): readonly string[] {
  const isOf = (letter: string) => (name: string) => new RegExp(`\\.${letter}(\\[.*\\])?$`).test(name);
  const variables = names.map((name) => ({ name, isFlow: isOf("i")(name), isPotential: isOf("v")(name) }));
  const potentials = new FloatingPotentials({ variables, equations: [] } as unknown as CompileState, []);
  const index = (name: string): VariableIndex => names.indexOf(name) as VariableIndex;
  potentials.addRedundant([index(names.find(isOf("i"))!)]);
  const aliases = { find: (target: VariableIndex) => ({ target, sign: 1 }) } as unknown as AliasTable;
  return potentials.choose(names.filter(isOf("v")).map(index), aliases).map((variable) => names[variable]!);
}

describe("a redundant balance", () => {
  it("pays for the potential of its element of a list of connectors", () => {
    expect(chosen(["a.p[1].v", "a.p[2].v", "a.p[1].i", "a.p[2].i"])).toEqual(["a.p[1].v"]);
    expect(chosen(["a.p[2].v", "a.p[1].v", "a.p[1].i", "a.p[2].i"])).toEqual(["a.p[1].v"]);
    expect(chosen(["p[2].v", "p[1].v", "p[1].i", "p[2].i"])).toEqual(["p[1].v"]);
  });

  it("pays for one element of the potentials of a connector of vectors", () => {
    expect(chosen(["a.p.v[2]", "a.p.v[1]", "a.p.i[1]", "a.p.i[2]"])).toEqual(["a.p.v[2]"]);
    expect(chosen(["a.n.v[1]", "a.p.i[1]", "a.p.i[2]", "a.p.v[2]"])).toEqual(["a.p.v[2]"]);
  });
});
