/**
 * What one benchmark found, as a chapter of the proof page: notes, tables and curves in the order in which they were found, and the
 * few lines that stand for all of it. A chapter prints itself while it grows; `finish` stores it in bench/results, and with --update
 * on the command line writes it into the guide it belongs to.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { projectFile, replaceBetweenMarkers } from "./docsPage.ts";
import { machine } from "./machine.ts";
import type { ScalingChart } from "./scalingChart.ts";

/** One line of "how it compares". */
export interface Headline {
  readonly what: string;
  readonly ours: string;
  readonly peers: string;
}

export type Block =
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "table"; readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "figure"; readonly title: string; readonly file: string }
  | { readonly kind: "scaling"; readonly chart: ScalingChart };

export interface ChapterRecord {
  /** `npm run bench:<name>` makes it. */
  readonly name: string;
  readonly title: string;
  /** Where the guide speaks of it, from docs/. */
  readonly guide: string;
  readonly machine: string;
  readonly peers: readonly string[];
  readonly headlines: readonly Headline[];
  readonly blocks: readonly Block[];
}

export class Chapter {
  private readonly blocks: Block[] = [];
  private readonly headlines: Headline[] = [];
  private readonly peers: string[] = [];

  readonly name: string;
  readonly title: string;
  readonly guide: string;

  constructor(name: string, title: string, guide: string) {
    this.name = name;
    this.title = title;
    this.guide = guide;
  }

  /** Another program that was measured in this run, with its version. */
  peer(description: string): void {
    this.peers.push(description);
  }

  note(text: string): void {
    this.blocks.push({ kind: "note", text });
    console.log(`\n${text}`);
  }

  /** A table whose rows are printed as they are added. */
  table(...columns: string[]): (...cells: (string | number)[]) => void {
    const rows: string[][] = [];
    this.blocks.push({ kind: "table", columns, rows });
    console.log(`\n${tableHead(columns)}`);
    return (...cells) => {
      if (cells.length !== columns.length) throw new Error(`${cells.length} cells for ${columns.length} columns`);
      const row = cells.map(String);
      rows.push(row);
      console.log(tableRow(row));
    };
  }

  /** A drawing that the benchmark has written itself, from docs/. */
  figure(title: string, file: string): void {
    this.blocks.push({ kind: "figure", title, file });
  }

  /** A chart that the proof page draws. */
  scaling(chart: ScalingChart): void {
    this.blocks.push({ kind: "scaling", chart });
  }

  headline(what: string, ours: string, peers: string): void {
    this.headlines.push({ what, ours, peers });
  }

  finish(): void {
    const { name, title, guide, peers, headlines, blocks } = this;
    const record: ChapterRecord = { name, title, guide, machine, peers, headlines, blocks };
    mkdirSync(projectFile("bench/results"), { recursive: true });
    writeFileSync(projectFile(`bench/results/${name}.json`), `${JSON.stringify(record, undefined, 1)}\n`);
    if (process.argv.includes("--update")) writeIntoGuide(record);
  }
}

/** Notes and tables for the guide; the curves are on the proof page. */
export function writeIntoGuide({ name, guide, machine, blocks }: ChapterRecord): void {
  const parts = blocks.filter((block) => block.kind !== "scaling").map(blockText);
  const text = [`Measured on ${machine}.`, ...parts].join("\n\n");
  replaceBetweenMarkers(`docs/${guide.split("#")[0]}`, `bench:${name}`, text);
}

export function blockText(block: Exclude<Block, { kind: "scaling" }>): string {
  if (block.kind === "note") return block.text;
  if (block.kind === "figure") return `![${block.title}](${block.file})`;
  return [tableHead(block.columns), ...block.rows.map(tableRow)].join("\n");
}

/** What is in the first column is text, numbers are to its right. */
const tableHead = (columns: readonly string[]): string =>
  `${tableRow(columns)}\n|${columns.map((_, k) => (k === 0 ? "---|" : "---:|")).join("")}`;

const tableRow = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
