/** What is fuzzed: how inputs are made, and what is done with them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lineOf, SweepJournal } from "../src/commandLine/sweep/sweepJournal.ts";
import { parseObj } from "../src/geometry/parseObj.ts";
import { parseStl } from "../src/geometry/parseStl.ts";
import { Model } from "../src/language/model.ts";
import { parseUnit } from "../src/language/units.ts";
import { Var } from "../src/language/values.ts";
import type { Random } from "../src/math/random.ts";
import { modelFromJson } from "../src/modelFile/modelJson.ts";
import { modelFromLink, modelLink } from "../src/modelFile/modelLink.ts";
import { resultFromJson } from "../src/results/resultFromJson.ts";
import { resultToJson } from "../src/results/writers/json.ts";
import { instantiate } from "../src/run/instantiate.ts";
import { simulate } from "../src/run/simulate.ts";
import { importUrdf } from "../src/urdf/importUrdf.ts";
import { mutateJson, mutateText } from "./mutate.ts";

export interface Target {
  readonly name: string;
  /** Inputs that are right. */
  readonly seeds: () => Promise<string[]>;
  readonly mutate: (text: string, seeds: readonly string[], random: Random) => string;
  /** Returns, or throws an error of ours. */
  readonly run: (input: string) => unknown;
}

const equations = [
  "der(x) = -x",
  "der(x) = v; der(v) = -4*x - 0.1*v",
  "der(x) = v\nder(v) = -9.81\nwhen x < 0 then\n  reinit(v, -0.7*pre(v))\nend",
  "a = [1, 2; 3, 4]; b = a*[x, 1]; der(x) = -b[1]",
  "y = if x > 0.5 then sin(time) else cos(time); der(x) = y",
  "z = x^2 + exp(-x)*sqrt(abs(x)); der(x) = z - 2*x; w = max(x, z)",
  "when sample(0, 0.1) then\n  n = pre(n) + 1\nend\nder(x) = n - x",
  'der(x) = delay(x, 0.05) - x; assert(x < 10, "too large")',
  "u*u*u + u = x; der(x) = -u",
];

const document = JSON.stringify({
  _class: "Model",
  k: { _class: "Par", value: 2, unit: "1/s", min: 0 },
  x: { _class: "Var", init: 1, unit: "m" },
  part: { _class: "Model", y: { _class: "Var", init: 0 }, equations: ["der(y) = 1 - y"] },
  equations: ["der(x) = -k*x", "z = x*part.y"],
});

const robot = `<?xml version="1.0"?>
<robot name="arm">
  <link name="base"/>
  <link name="upper"><inertial><origin xyz="0 0 0.5" rpy="0 0 0"/><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <visual><geometry><box size="0.1 0.1 1"/></geometry></visual></link>
  <link name="lower"><inertial><mass value="0.5"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="10" velocity="1"/></joint>
  <joint name="elbow" type="prismatic"><parent link="upper"/><child link="lower"/><axis xyz="0 0 1"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint>
</robot>`;

const cube = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 0 0 1\nf 1//1 3//1 2//1\nf 1 2 4\nf 1 4 3\nf -3 -2 -1\n";
const solid =
  "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n";

/** Few steps, so that no input takes long. */
const shortRun = { stopTime: 0.2, tolerance: 1e-3, interval: 0.1 };
const journalHeader = { sweep: "s", quantities: ["x"] };

function inFile<T>(content: string, action: (file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "fuzz-"));
  try {
    const file = join(folder, "input");
    writeFileSync(file, content);
    return action(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const targets: readonly Target[] = [
  {
    name: "units",
    seeds: async () => ["kg*m^2/s^2", "W/(m*K)", "m/s2", "degC", "1/(N.m)", "rpm"],
    mutate: mutateText,
    run: (text) => parseUnit(text),
  },
  {
    name: "equations",
    seeds: async () => equations,
    mutate: mutateText,
    run: (text) => instantiate(Model({ x: Var({ init: 1 }), equations: text })),
  },
  {
    name: "runs",
    seeds: async () => equations,
    mutate: mutateText,
    run: (text) => simulate(instantiate(Model({ x: Var({ init: 1 }), equations: text })), shortRun),
  },
  {
    name: "documents",
    seeds: async () => [document],
    mutate: (text, _, random) => mutateJson(text, random),
    run: (text) => simulate(instantiate(modelFromJson(text)), shortRun),
  },
  { name: "robots", seeds: async () => [robot], mutate: mutateText, run: (text) => importUrdf(text) },
  {
    name: "meshes",
    seeds: async () => [cube, solid],
    mutate: mutateText,
    run: (text) => (text.includes("solid") ? parseStl(text) : parseObj(text)),
  },
  {
    name: "links",
    seeds: async () => [
      await modelLink({ name: "a.ts", source: equations.join("\n"), parts: { "./b.ts": "export {};" } }),
    ],
    mutate: mutateText,
    run: modelFromLink,
  },
  {
    name: "results",
    seeds: async () => {
      const result = simulate(instantiate(Model({ x: Var({ init: 1 }), equations: equations[2]! })), shortRun);
      return [[...resultToJson(result)].join("")];
    },
    mutate: (text, _, random) => mutateJson(text, random),
    run: (text) => resultFromJson(text),
  },
  {
    name: "journals",
    seeds: async () => [
      [journalHeader, { run: 0, seconds: 1, values: [1] }, { run: 1, seconds: 1, error: { code: "E-X", message: "" } }]
        .map(lineOf)
        .join(""),
    ],
    mutate: mutateText,
    run: (text) => inFile(text, (file) => new SweepJournal(file, journalHeader).close()),
  },
];
