/** Meshes, links, results with their writers, and journals. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lineOf, SweepJournal } from "../../src/commandLine/sweep/sweepJournal.ts";
import { htmlReport } from "../../src/export/report.ts";
import { massProperties } from "../../src/geometry/massProperties.ts";
import { mendMesh } from "../../src/geometry/mendMesh.ts";
import { parseObj } from "../../src/geometry/parseObj.ts";
import { parseStl } from "../../src/geometry/parseStl.ts";
import { Mesh } from "../../src/geometry/shapes/mesh.ts";
import { Model } from "../../src/language/model.ts";
import { Var } from "../../src/language/values.ts";
import { modelFromLink, modelLink } from "../../src/modelFile/modelLink.ts";
import { compare } from "../../src/results/compare.ts";
import { resultFromJson } from "../../src/results/resultFromJson.ts";
import { resultFormats, resultParts } from "../../src/results/writers/formats.ts";
import { resultToJson } from "../../src/results/writers/json.ts";
import { instantiate } from "../../src/run/instantiate.ts";
import { simulate } from "../../src/run/simulate.ts";
import { mutateJson, mutateText } from "../mutate.ts";
import { shortRun, type Target } from "../target.ts";
import { equations } from "./language.ts";

const cube = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 0 0 1\nf 1//1 3//1 2//1\nf 1 2 4\nf 1 4 3\nf -3 -2 -1\n";
const facet = (...corners: string[]): string =>
  `facet normal 0 0 1\nouter loop\n${corners.map((corner) => `vertex ${corner}\n`).join("")}endloop\nendfacet\n`;
const solid = `solid a\n${facet("0 0 0", "0 1 0", "1 0 0")}${facet("0 0 0", "1 0 0", "0 0 1")}${facet("0 0 0", "0 0 1", "0 1 0")}${facet("1 0 0", "0 1 0", "0 0 1")}endsolid a\n`;

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

/** Eighty bytes, the number of triangles, and fifty bytes for each. */
function binaryStl(triangles: number): string {
  return "b".repeat(80) + String.fromCharCode(triangles, 0, 0, 0) + "\u0000\u0001?@A".repeat(triangles * 10);
}

const run = (text: string) => simulate(instantiate(Model({ x: Var({ init: 1 }), equations: text })), shortRun);

export const fileTargets: readonly Target[] = [
  {
    name: "meshes",
    seeds: async () => [cube, solid],
    mutate: mutateText,
    run: (text) => {
      const mesh = text.includes("solid") ? parseStl(text) : parseObj(text);
      mendMesh(Mesh(mesh));
      return massProperties(Mesh(mesh), { density: 1 });
    },
  },
  {
    name: "bytes",
    seeds: async () => [binaryStl(1), binaryStl(3), solid],
    mutate: mutateText,
    run: (text) => parseStl(Uint8Array.from(text, (sign) => sign.charCodeAt(0))),
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
    seeds: async () =>
      [equations[2]!, equations[3]!, equations[6]!].map((text) => [...resultToJson(run(text))].join("")),
    mutate: (text, _, random) => mutateJson(text, random),
    run: (text) => {
      const result = resultFromJson(text);
      for (const format of resultFormats) for (const _ of resultParts(result, format)) void _;
      htmlReport(result);
      compare(result, result);
      for (const name of result.names()) result.final(name);
      result.resample([result.startTime]);
    },
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
