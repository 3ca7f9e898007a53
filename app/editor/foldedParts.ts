/** What an example has besides its model: imports at the top, checks for the terminal behind its experiment. */

export interface FoldedPart {
  readonly from: number;
  readonly to: number;
}

/** Lines of imports that are worth folding. */
const fewImports = 2;

export function foldedParts(text: string): FoldedPart[] {
  return [importsOf(text), checksOf(text)].filter((part): part is FoldedPart => part !== undefined);
}

/** From the end of the first line of imports to the end of the last. */
function importsOf(text: string): FoldedPart | undefined {
  const all = [...text.matchAll(/^import\b[\s\S]*?from\s+"[^"]+";[ \t]*$/gm)];
  const [first] = all;
  const last = all.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const to = last.index + last[0].length;
  if (text.slice(first.index, to).split("\n").length < fewImports) return undefined;
  return { from: first.index + "import".length, to };
}

/** What comes behind the experiment, when the file checks itself there. */
function checksOf(text: string): FoldedPart | undefined {
  const experiment = /^export const experiment\b[\s\S]*?;[ \t]*$/m.exec(text);
  if (experiment === null) return undefined;
  const rest = text.slice(experiment.index + experiment[0].length);
  const start = rest.search(/\S/);
  if (start < 0 || !/\b(assert|simulate|console)\b/.test(rest)) return undefined;
  // declarations that belong to the model stay in sight
  if (/^export\b/m.test(rest)) return undefined;
  const from = experiment.index + experiment[0].length;
  return { from, to: text.trimEnd().length };
}
