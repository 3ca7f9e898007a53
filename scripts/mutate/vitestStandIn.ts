// In the place of "vitest" while changes are tried: collects tests instead of running them, so that they run again and again in one thread
// without loading anything anew. Knows what tests of the core use, and no more.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { chai, GLOBAL_EXPECT, JestAsymmetricMatchers, JestChaiExpect, JestExtend, setState } from "@vitest/expect";
import type { Collected } from "./collected.ts";

const collected = (globalThis as { collectedTests?: Collected }).collectedTests!;

type Run = (...values: readonly unknown[]) => unknown;
type Declare = (name: string, ...rest: readonly unknown[]) => void;

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);
chai.use(({ Assertion }, { addMethod }) => {
  addMethod(Assertion.prototype, "toMatchFileSnapshot", function (this: { _obj: unknown }, path: string) {
    if (this._obj !== readFileSync(resolve(dirname(collected.file), path), "utf8"))
      throw new Error(`not as in ${path}`);
  });
  addMethod(Assertion.prototype, "toSatisfy", function (this: { _obj: unknown }, holds: (value: unknown) => boolean) {
    if (!holds(this._obj)) throw new Error("does not satisfy");
  });
});

const bare = (value: unknown, message?: string) => chai.expect(value, message);
export const expect = Object.assign(bare, chai.expect, {
  soft: bare,
  unreachable: () => {
    throw new Error("unreachable");
  },
});
Object.defineProperty(globalThis, GLOBAL_EXPECT, { value: expect, configurable: true });
setState({ assertionCalls: 0 }, expect as never);

/** Types are checked elsewhere. */
const anything: unknown = new Proxy(() => {}, { get: () => anything, apply: () => anything });
export const expectTypeOf = anything;

const names: string[] = [];
const runOf = (rest: readonly unknown[]): Run => rest.findLast((one) => typeof one === "function") as Run;

function declareTest(name: string, ...rest: readonly unknown[]): void {
  const { file, tests } = collected;
  const place = tests.filter((test) => test.file === file).length;
  tests.push({ id: `${file}#${place} ${[...names, name].join(" ")}`, file, run: runOf(rest) });
}

function declareGroup(name: string, ...rest: readonly unknown[]): void {
  names.push(name);
  try {
    runOf(rest)();
  } finally {
    names.pop();
  }
}

const each =
  (declare: Declare) =>
  (table: readonly unknown[]) =>
  (name: string, ...rest: readonly unknown[]): void => {
    for (const row of table) declare(name, () => runOf(rest)(...(Array.isArray(row) ? (row as unknown[]) : [row])));
  };

export const it = Object.assign(declareTest, { each: each(declareTest) });
export const describe = Object.assign(declareGroup, { each: each(declareGroup) });
