/** Connections of any form: currents and potentials of random networks, in levels of components, are those of nodal analysis. */
import { flow, instantiate, Model, type ModelSource, potential, simulate } from "rattleback";
import { describe, expect, it } from "vitest";
import { mulberry32 } from "../reference/narrowphase/poses.ts";

const Pin = Model({ v: potential(), i: flow() });
const Resistor = Model({ p: Pin, n: Pin, R: 1, equations: "v = p.v - n.v; v = R*p.i; p.i + n.i = 0" });
const Battery = Model({ p: Pin, n: Pin, V: 1, R: 1, equations: "v = p.v - n.v; v = V + R*p.i; p.i + n.i = 0" });
const Ground = Model({ p: Pin, equations: "p.v = 0" });

interface Branch {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly R: number;
  readonly V: number;
}

/** Potentials of the nodes, the first of which is ground: Gauss without pivots, the matrix being positive definite. */
function nodal(count: number, branches: readonly Branch[]): number[] {
  const G = Array.from({ length: count }, () => new Array<number>(count + 1).fill(0));
  for (const { from, to, R, V } of branches)
    for (const [a, b, sign] of [
      [from, to, 1],
      [to, from, -1],
    ] as const) {
      G[a]![a]! += 1 / R;
      G[a]![b]! -= 1 / R;
      G[a]![count]! += (sign * V) / R;
    }
  G[0]!.fill(0);
  G[0]![0] = 1;
  for (let k = 0; k < count; k++)
    for (let i = k + 1; i < count; i++) {
      const factor = G[i]![k]! / G[k]![k]!;
      for (let j = k; j <= count; j++) G[i]![j]! -= factor * G[k]![j]!;
    }
  const v = new Array<number>(count).fill(0);
  for (let i = count - 1; i >= 0; i--)
    v[i] = (G[i]![count]! - v.reduce((sum, x, j) => (j > i ? sum + G[i]![j]! * x : sum), 0)) / G[i]![i]!;
  return v;
}

/** Branches in one of three forms: alone, as two in a row within a component, or two components deep. */
function network(u: () => number, hasGround = true) {
  const count = 3 + Math.floor(4 * u());
  const branches: Branch[] = [];
  const components: Record<string, unknown> = hasGround ? { ground: Ground } : {};
  const pins: string[][] = Array.from({ length: count }, () => []);
  if (hasGround) pins[0]!.push("ground.p");
  const edges = [...Array.from({ length: count - 1 }, (_, k) => [k, k + 1]), ...Array.from({ length: 4 }, () => [Math.floor(count * u()), Math.floor(count * u())])]; // biome-ignore format: a ring and more
  edges.forEach(([from, to], k) => {
    if (from === to) return;
    const [R, V] = [0.5 + u(), u() < 0.5 ? 2 * u() : 0];
    const name = `b${k}`;
    branches.push({ name, from: from!, to: to!, R, V });
    const kind = Math.floor(3 * u());
    if (kind === 0) components[name] = V === 0 ? Resistor.with({ R }) : Battery.with({ R, V });
    else {
      const inside = {
        p: Pin,
        n: Pin,
        first: Battery.with({ R: 0.25 * R, V }),
        second: Resistor.with({ R: 0.75 * R }),
        connect: [
          ["p", "first.p"],
          ["first.n", "second.p"],
          ["second.n", "n"],
        ],
      };
      components[name] =
        kind === 1
          ? Model(inside as ModelSource)
          : Model({
              p: Pin,
              n: Pin,
              box: Model(inside as ModelSource),
              equations: "connect(p, box.p); connect(box.n, n)",
            } as ModelSource);
    }
    pins[from!]!.push(`${name}.p`);
    pins[to!]!.push(`${name}.n`);
  });
  // a node as one list, as a chain of pairs, or both, which says some of it twice
  const connect = pins.flatMap((list) => {
    const kind = Math.floor(3 * u());
    const chain = list.slice(1).map((pin, k) => [list[k]!, pin]);
    if (list.length < 2) return [];
    if (kind === 0) return [list];
    return kind === 1 ? chain : [...chain, [list[0]!, list.at(-1)!]];
  });
  return { count, branches, source: { ...components, connect } as ModelSource };
}

describe("random networks", () => {
  it("have the potentials and currents of nodal analysis", () => {
    const u = mulberry32(77);
    for (let k = 0; k < 24; k++) {
      const { count, branches, source } = network(u);
      const result = simulate(instantiate(Model(source)), { stopTime: 0 });
      const v = nodal(count, branches);
      const inflow = new Array<number>(count).fill(0);
      for (const { name, from, to, R, V } of branches) {
        const current = (v[from]! - v[to]! - V) / R;
        expect(result.final(`${name}.p.v`)).toBeCloseTo(v[from]!, 9);
        expect(result.final(`${name}.n.v`)).toBeCloseTo(v[to]!, 9);
        expect(result.final(`${name}.p.i`)).toBeCloseTo(current, 9);
        expect(result.final(`${name}.n.i`)).toBeCloseTo(-current, 9);
        inflow[from]! += current;
        inflow[to]! -= current;
      }
      // what the ground takes is nothing, in one piece
      expect(result.final("ground.p.i")).toBeCloseTo(-inflow[0]!, 9);
    }
  });

  it("without ground have the same differences and currents, and one potential is chosen", () => {
    const u = mulberry32(78);
    for (let k = 0; k < 12; k++) {
      const { count, branches, source } = network(u, false);
      const model = instantiate(Model(source));
      const result = simulate(model, { stopTime: 0 });
      const v = nodal(count, branches);
      const shift = result.final(`${branches[0]!.name}.p.v`) - v[branches[0]!.from]!;
      for (const { name, from, to, R, V } of branches) {
        expect(result.final(`${name}.p.v`) - shift).toBeCloseTo(v[from]!, 9);
        expect(result.final(`${name}.n.v`) - shift).toBeCloseTo(v[to]!, 9);
        expect(result.final(`${name}.p.i`)).toBeCloseTo((v[from]! - v[to]! - V) / R, 9);
      }
      // one of the nodes is at zero
      expect(Math.min(...v.map((x) => Math.abs(x + shift)))).toBeLessThan(1e-9);
    }
  });
});
