/**
 * Whatever the compiler does with equations – aliases, order, systems, tearing, differentiation –, what a run says satisfies every one of them.
 * Random models are written as text and, beside it, as functions of JavaScript, which know nothing of the compiler.
 */
import { instantiate, Model, type ModelSource, Par, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { mulberry32 } from "../reference/narrowphase/poses.ts";

type Values = (name: string) => number;
/** The same twice: as text, and as a function of the values of variables. */
interface Term {
  readonly text: string;
  readonly value: (v: Values) => number;
  /** How far the relations in it are from changing sides. */
  readonly margin: (v: Values) => number;
}

const always = (): number => Number.POSITIVE_INFINITY;
const number = (x: number): Term => ({ text: x < 0 ? `(${x})` : `${x}`, value: () => x, margin: always });
const name = (text: string): Term => ({ text, value: (v) => v(text), margin: always });
const join = (a: Term, b: Term, text: string, f: (x: number, y: number) => number): Term => ({
  text,
  value: (v) => f(a.value(v), b.value(v)),
  margin: (v) => Math.min(a.margin(v), b.margin(v)),
});
const map = (a: Term, text: string, f: (x: number) => number): Term => join(a, a, text, f);

interface Equation {
  readonly text: string;
  readonly left: Term;
  readonly right: Term;
}

/** Equations that have one solution, block by block, in any order. */
class RandomModel {
  readonly u: () => number;
  readonly source: Record<string, unknown> = {};
  readonly equations: Equation[] = [];
  readonly initial: Equation[] = [];
  readonly texts: string[] = [];
  /** Smooth names, and all of them. */
  readonly smooth: string[] = ["time"];
  readonly names: string[] = ["time"];
  /** Variables whose derivatives are names, too. */
  readonly differentiated: string[] = [];
  private count = 0;

  constructor(u: () => number) {
    this.u = u;
    for (const p of ["a", "b"]) {
      this.source[p] = Par(this.constant());
      this.smooth.push(p);
      this.names.push(p);
    }
  }

  constant(): number {
    return Math.round(100 * (0.3 + this.u())) / 100;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.u() * list.length)]!;
  }

  fresh(letter = "v"): string {
    return `${letter}${++this.count}`;
  }

  /** Bounded by about its depth. */
  term(depth: number, isSmooth = false): Term {
    const { u } = this;
    if (depth === 0 || u() < 0.15) return u() < 0.2 ? number(this.constant()) : name(this.pick(isSmooth ? this.smooth : this.names)); // biome-ignore format: two leaves
    const a = this.term(depth - 1, isSmooth);
    const b = this.term(depth - 1, isSmooth);
    const c = this.constant();
    switch (Math.floor(u() * (isSmooth ? 11 : 15))) {
      case 0:
        return join(a, b, `(${a.text} + ${b.text})`, (x, y) => x + y);
      case 1:
        return join(a, b, `(${a.text} - ${b.text})`, (x, y) => x - y);
      case 2:
        return map(a, `(${c}*${a.text})`, (x) => c * x);
      case 3:
        return join(a, b, `(${a.text}*sin(${b.text}))`, (x, y) => x * Math.sin(y));
      case 4:
        return map(a, `cos(${a.text})`, Math.cos);
      case 5:
        return join(a, b, `(${a.text}/(1 + ${b.text}^2))`, (x, y) => x / (1 + y ** 2));
      case 6:
        return map(a, `sqrt(${c} + ${a.text}^2)`, (x) => Math.sqrt(c + x * x));
      case 7:
        return map(a, `exp(-${a.text}^2)`, (x) => Math.exp(-x * x));
      case 8:
        return map(a, `atan(${a.text})`, Math.atan);
      case 9:
        return map(a, `(-(${a.text}))`, (x) => -x);
      case 10:
        return map(a, `tanh(${a.text})`, Math.tanh);
      case 11:
        return join(a, b, `max(${a.text}, ${b.text})`, Math.max);
      case 12:
        return map(a, `abs(${a.text})`, Math.abs);
      default: {
        const other = this.term(1);
        const limit = this.constant() - 0.8;
        const sense = this.pick([">", "<"]);
        const isOver = (v: Values): boolean => (sense === ">" ? other.value(v) > limit : other.value(v) < limit);
        return {
          text: `(if ${other.text} ${sense} ${limit} then ${a.text} else ${b.text})`,
          value: (v) => (isOver(v) ? a : b).value(v),
          margin: (v) => Math.min(a.margin(v), b.margin(v), other.margin(v), Math.abs(other.value(v) - limit)),
        };
      }
    }
  }

  /** In one of the ways in which an equation can be written. */
  equate(left: Term, right: Term): void {
    const c = this.constant();
    const text = this.pick([
      `${left.text} = ${right.text}`,
      `${right.text} = ${left.text}`,
      `${left.text} - (${right.text}) = 0`,
      `0 = ${right.text} - (${left.text})`,
      `${c}*(${left.text}) = ${c}*(${right.text})`,
      `-(${left.text}) + ${right.text} = 0`,
    ]);
    this.equations.push({ text, left, right });
    this.texts.push(text);
  }

  sum(...parts: readonly (readonly [number, Term])[]): Term {
    return {
      text: parts.map(([k, { text }]) => (k === 1 ? text : `${k < 0 ? `(${k})` : k}*${text}`)).join(" + "),
      value: (v) => parts.reduce((all, [k, { value }]) => all + k * value(v), 0),
      margin: (v) => Math.min(...parts.map(([, { margin }]) => margin(v))),
    };
  }

  know(...list: readonly string[]): void {
    this.names.push(...list);
  }

  addState(): void {
    const [x, value] = [this.fresh("x"), this.constant()];
    const [p, q] = [this.term(2), name(x)];
    if (this.u() < 0.5) this.source[x] = Var({ init: value });
    else {
      // a start value that an equation gives
      this.source[x] = Var({ start: value });
      const left = map(q, `(${x}^3 + ${x})`, (y) => y ** 3 + y);
      this.initial.push({ text: `${left.text} = ${p.text}`, left, right: p });
    }
    this.smooth.push(x);
    this.know(x);
  }

  /** Derivatives of states, one by one or two in a system. */
  addRates(): void {
    const states = this.smooth.filter((known) => known.startsWith("x"));
    const rate = (x: string): Term => name(`der(${x})`);
    const rates = (x: string): Term => this.sum([1, this.term(2)], [-1, name(x)]);
    while (states.length > 0) {
      const x = states.pop()!;
      const y = this.u() < 0.5 ? states.pop() : undefined;
      if (y === undefined) this.equate(this.sum([this.constant(), rate(x)]), rates(x));
      else {
        this.equate(this.sum([2, rate(x)], [1, rate(y)]), rates(x));
        this.equate(this.sum([1, rate(x)], [-1, rate(y)]), rates(y));
      }
    }
  }

  addBlock(): void {
    const { u } = this;
    const [v, w, z] = [this.fresh(), this.fresh(), this.fresh()];
    const [V, W, Z] = [name(v), name(w), name(z)];
    switch (Math.floor(u() * 9)) {
      case 0:
        this.equate(V, this.term(3));
        this.know(v);
        return;
      case 1:
        this.equate(this.sum([3, V], [1, W]), this.term(2));
        this.equate(this.sum([-1, V], [2, W]), this.term(2));
        this.know(v, w);
        return;
      case 2:
        this.equate(map(V, `(${v}^3 + ${v})`, (x) => x ** 3 + x), this.term(2)); // biome-ignore format: one equation
        this.know(v);
        return;
      case 3: {
        const k = this.term(2);
        this.equate(
          map(V, `exp(${v})`, Math.exp),
          map(k, `(1 + ${k.text}^2)`, (x) => 1 + x * x),
        );
        this.know(v);
        return;
      }
      case 4:
        this.equate(this.sum([1, V], [-0.3, map(W, `sin(${w})`, Math.sin)]), this.term(2));
        this.equate(this.sum([1, W], [0.3, map(V, `cos(${v})`, Math.cos)]), this.term(2));
        this.know(v, w);
        return;
      case 5:
        this.equate(V, this.term(2));
        this.equate(W, this.sum([u() < 0.5 ? 1 : -1, V]));
        this.equate(this.sum([1, W], [u() < 0.5 ? 1 : -1, Z]), number(0));
        this.know(v, w, z);
        return;
      case 6:
        // a ring that is torn
        this.equate(V, this.sum([0.5, W], [1, this.term(1)]));
        this.equate(W, this.sum([-0.4, Z], [1, this.term(1)]));
        this.equate(Z, this.sum([0.3, map(V, `tanh(${v})`, Math.tanh)], [1, this.term(1)]));
        this.know(v, w, z);
        return;
      case 7: {
        // the coefficient of the unknown changes
        const k = this.term(1, true);
        const factor = map(k, `(1 + ${k.text}^2)`, (x) => 1 + x * x);
        this.equate(join(factor, V, `${factor.text}*${v}`, (x, y) => x * y), this.term(2)); // biome-ignore format: one equation
        this.know(v);
        return;
      }
      default: {
        // a variable with a derivative that is no state
        this.equate(V, this.term(3, true));
        this.equate(W, this.sum([1, name(`der(${v})`)], [1, this.term(1)]));
        this.differentiated.push(v);
        this.know(v, w);
      }
    }
  }

  model(): ModelSource {
    const shuffled = this.texts.map((text) => ({ text, key: this.u() })).sort((p, q) => p.key - q.key);
    const equations = shuffled.map(({ text }) => text);
    return { ...this.source, equations, initialEquations: this.initial.map(({ text }) => text) } as ModelSource;
  }
}

const interval = 1 / 256;

/** All equations at all rows, and derivatives against differences of neighbouring rows. */
function expectEquationsHold(random: RandomModel): number {
  const source = random.model();
  const result = simulate(instantiate(Model(source)), { stopTime: 0.25, tolerance: 1e-8, interval });
  expect(result.status).toBe("finished");
  const columns = new Map<string, ArrayLike<number>>();
  const column = (wanted: string): ArrayLike<number> => {
    const found = columns.get(wanted) ?? result.signal(wanted).values;
    columns.set(wanted, found);
    return found;
  };
  let checked = 0;
  for (let row = 0; row < result.time.length; row += 7) {
    const v: Values = (wanted) => column(wanted)[row]!;
    for (const { text, left, right } of [...random.equations, ...(row === 0 ? random.initial : [])]) {
      // at an event either side may be told
      if (Math.min(left.margin(v), right.margin(v)) < 1e-6) continue;
      const [l, r] = [left.value(v), right.value(v)];
      expect(Math.abs(l - r), `${text} at row ${row} of\n${JSON.stringify(source)}`).toBeLessThan(
        1e-7 * (1 + Math.abs(l)),
      );
      checked++;
    }
  }
  for (const known of random.differentiated) {
    const [p, d] = [column(known), column(`der(${known})`)];
    for (let row = 1; row + 1 < result.time.length; row++) {
      const [h0, h1] = [result.time[row]! - result.time[row - 1]!, result.time[row + 1]! - result.time[row]!];
      if (Math.abs(h0 - interval) > 1e-9 || Math.abs(h1 - interval) > 1e-9) continue;
      // a difference is wrong by a sixth of how much the derivative bends
      const bend = Math.abs(d[row + 1]! - 2 * d[row]! + d[row - 1]!);
      expect(Math.abs((p[row + 1]! - p[row - 1]!) / (2 * interval) - d[row]!)).toBeLessThan(bend + 1e-4);
    }
  }
  return checked;
}

describe("every equation of a random model holds in what a run says of it", () => {
  it.each(Array.from({ length: 8 }, (_, k) => k))("seed %d", (seed) => {
    const u = mulberry32(1000 + seed);
    let checked = 0;
    for (let k = 0; k < 3; k++) {
      const random = new RandomModel(u);
      for (let s = 0; s < 2; s++) random.addState();
      for (let b = 0; b < 7; b++) random.addBlock();
      random.addRates();
      checked += expectEquationsHold(random);
    }
    expect(checked).toBeGreaterThan(50);
  });
});
