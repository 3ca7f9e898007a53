/**
 * From which size on an error of the right side counts as doubtful, and as broken: work/promises.txt, in powers of 2^(1/16). What is promised is
 * said in promisedChange.test.ts.
 */
import { PromisedChange, promise } from "../../src/integrate/promisedChange.ts";
import { type MatrixStructure, sparseStructure, valueCount } from "../../src/math/matrixStructure.ts";
import { compareSections } from "./sections.ts";

const names = Object.entries(promise);
const nameOf = (answer: number): string => names.find(([, value]) => value === answer)![0];

const structures: Readonly<Record<string, MatrixStructure>> = {
  dense: { kind: "dense", size: 3 },
  "a band": { kind: "banded", size: 3, lower: 1, upper: 1 },
  "a wide band": { kind: "banded", size: 3, lower: 2, upper: 0 },
  sparse: sparseStructure(3, [
    [0, 2],
    [2, 1],
  ]),
};

interface Setting {
  readonly masses?: readonly number[];
  readonly begin: readonly [γ: number, allowed: number, drift?: number, t?: number];
  /** How large corrections are, and states. */
  readonly step?: number;
  readonly state?: number;
  /** Noise of the function further on, and the look at which it is not finite. */
  readonly noise?: number;
  readonly fails?: number;
}

const settings: Readonly<Record<string, Setting>> = {
  "a short step": { begin: [0.01, 0.1] },
  "a long step backwards": { begin: [-3, 0.5] },
  masses: { begin: [0.1, 0.02], masses: [4, 0, -0.25] },
  "a drift": { begin: [0.1, 0.02, -40] },
  "large states": { begin: [0.1, 1e-9], step: 1e-9, state: 1e6 },
  "large states and noise": { begin: [0.1, 1e-9, 0, 2], step: 1e-9, state: 1e6, noise: 1e-6 },
  "larger corrections and noise": { begin: [0.1, 1e-9, 0, 2], step: 3e-8, state: 1e6, noise: 1e-6 },
  "large states, and nothing further on": { begin: [0.1, 1e-9, 0, 2], step: 1e-9, state: 1e6, noise: 1e-6, fails: 3 },
};

function told(structure: MatrixStructure, { masses, begin, step = 1, state = 1, noise, fails }: Setting): string {
  const before = Float64Array.of(0.5, -1, 2);
  let looks = 0;
  let seen = 0;
  const f = {
    evaluate: (t: number, x: Float64Array, out: Float64Array) => {
      looks++;
      x.forEach((xi, i) => {
        seen += t * (i + 1) * xi;
        out[i] = before[i]! + noise! * (((looks * (i + 2)) % 5) - 2);
      });
      return looks % 4 !== fails;
    },
  };
  const judge = new PromisedChange(
    structure,
    masses === undefined ? undefined : Float64Array.from(masses),
    noise === undefined ? undefined : f,
  );
  judge.begin(...begin);
  const J = Float64Array.from({ length: valueCount(structure) }, (_, p) => (p === 2 ? 0 : 3 - 2 * p));
  const δ = Float64Array.of(0.5 * step, -step, 0.25 * step);
  const x = Float64Array.of(2 * state, -0.5 * state, state);
  const w = Float64Array.of(1, 3, 0.5);
  const lines = [0, 1, 2].map((row) => {
    const changes: string[] = [];
    let last = "";
    for (let k = -640; k <= 240; k++) {
      const size = 2 ** Math.floor(k / 16) * (1 + ((k % 16) + (k % 16 < 0 ? 16 : 0)) / 16);
      const after = before.map((value, i) => value + (i === row ? size : 0));
      const answer = judge.judge(before, after, δ, x, J, w);
      const now = answer === promise.broken ? `${nameOf(answer)} (${judge.worst})` : nameOf(answer);
      if (now !== last) changes.push(`${now} from ${k}`);
      last = now;
    }
    const harmless: string[] = [];
    for (const isOfState of [false, true]) {
      let k = -320;
      const residual = new Float64Array(3);
      for (; k <= 320; k++) {
        residual[row] = 2 ** Math.floor(k / 16) * (1 + ((k % 16) + (k % 16 < 0 ? 16 : 0)) / 16);
        if (!judge.isHarmless(residual, w, isOfState)) break;
      }
      harmless.push(String(k));
    }
    return `  row ${row}: ${changes.join(", ")}; harmless before ${harmless.join(" and ")}`;
  });
  return [...lines, ...(noise === undefined ? [] : [`  ${looks} looks: ${seen.toPrecision(12)}`])].join("\n");
}

const all = Object.keys(structures).flatMap((kind) => Object.keys(settings).map((name) => `${kind}, ${name}`));
compareSections("promises are judged as they were", import.meta.url, "work/promises.txt", all, (title) => {
  const kind = title.slice(0, title.indexOf(", "));
  return told(structures[kind]!, settings[title.slice(kind.length + 2)]!);
});
