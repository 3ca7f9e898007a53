/** docs/proof.md: one page of everything that was measured, from the chapters in bench/results and the recorded comparisons. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type ComparisonRecord, excess, readComparisons } from "../../test/reference/comparison.ts";
import { blockText, type ChapterRecord, writeIntoGuide } from "./chapter.ts";
import { projectFile } from "./docsPage.ts";
import { drawScaling } from "./scalingChart.ts";

/** Chapters in the order of the page; `npm run bench:<name>` measures each. What was never measured has no place on the page. */
export const chapterNames = [
  "solvers",
  "scaling",
  "compiler",
  "multibody",
  "collision",
  "contact",
  "crowd",
  "patch",
  "structure",
  "planar",
  "media",
  "viewer",
  "studio",
] as const;

/** What `npm run validate -- --record=…` wrote down. */
export const comparisonsFile = "bench/results/comparisons.jsonl";

/** Writes docs/proof.md with its figures. */
export function writeProofPage(): void {
  const chapters = measuredChapters();
  mkdirSync(projectFile("docs/figures/proof"), { recursive: true });
  for (const { name, blocks } of chapters)
    blocks.forEach((block, k) => {
      if (block.kind === "scaling") writeFileSync(projectFile(`docs/${figure(name, k)}`), drawScaling(block.chart));
    });
  writeFileSync(projectFile("docs/proof.md"), proofPage());
}

/** The page that belongs to the stored results. */
export function proofPage(): string {
  const chapters = measuredChapters();
  const comparisons = readComparisons(projectFile(comparisonsFile));
  return `${[introduction(chapters), accuracy(comparisons), ...chapters.map(section)].join("\n\n")}\n`;
}

/** Writes the tables of the guides. */
export function writeGuides(): void {
  measuredChapters().forEach(writeIntoGuide);
}

function measuredChapters(): ChapterRecord[] {
  return chapterNames
    .map((name) => projectFile(`bench/results/${name}.json`))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, "utf8")) as ChapterRecord);
}

function introduction(chapters: readonly ChapterRecord[]): string {
  const machines = [...new Set(chapters.map(({ machine }) => machine))];
  const peers = [...new Set(chapters.flatMap((chapter) => chapter.peers))];
  return `# Proof

Written by \`npm run bench\`: what is measured, beside other programs in the same run where they can be installed. Ratios and counts
(steps, evaluations) travel to other machines, times do not. Measured on ${machines.join("; and on ")}.

Compared with: ${peers.join(", ")}.

## In short

${headlineTable(chapters)}`;
}

function headlineTable(chapters: readonly ChapterRecord[]): string {
  const rows = chapters.flatMap(({ name, title, guide, headlines }) =>
    headlines.map(
      ({ what, ours, peers }) =>
        `| ${what} | ${ours} | ${peers} | [\`bench:${name}\`](#${anchor(title)}), [more](${guide}) |`,
    ),
  );
  return ["| | ours | others, in the same run | measured by |", "|---|---|---|---|", ...rows].join("\n");
}

/** Name of a heading in links. */
function anchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/** Error per allowed error: how near the worst comparison of each file comes to failing. */
function accuracy(comparisons: readonly ComparisonRecord[]): string {
  const files = [...new Set(comparisons.map(({ file }) => file))].toSorted();
  const rows = files.map((file) => {
    const own = comparisons.filter((record) => record.file === file);
    const worst = own.reduce((a, b) => (excess(b) > excess(a) ? b : a));
    const missed = own.filter((record) => !(excess(record) <= 1)).length;
    const cells = [
      `\`${file}\``,
      own.length,
      missed,
      `${worst.test.split(" > ").at(-1)}: ${worst.quantity}`.replaceAll("|", "\\|"),
      Math.abs(worst.value - worst.reference).toExponential(1),
      worst.allowed.toExponential(1),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return `## Accuracy: reference cases

\`npm run validate\` prints every comparison: our value, the reference (closed forms, published digits, other programs), the error and
what is allowed. ${comparisons.length} comparisons; the one nearest to its limit of each file:

| tests | comparisons | missed | nearest to its limit | error | allowed |
|---|---:|---:|---|---:|---:|
${rows.join("\n")}`;
}

function section(chapter: ChapterRecord): string {
  const { name, title, guide, blocks } = chapter;
  const parts = blocks.map((block, k) => {
    return block.kind === "scaling" ? `![${block.chart.title}](${figure(name, k)})` : blockText(block);
  });
  return [`## ${title}`, `\`npm run bench:${name}\`, explained in [${guide}](${guide}).`, ...parts].join("\n\n");
}

const figure = (name: string, block: number): string => `figures/proof/${name}-${block}.svg`;
