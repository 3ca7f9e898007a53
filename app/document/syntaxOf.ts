/**
 * The syntax of a text. Tree, forms and edits ask for that of the same text many times, and the next text is mostly the last one with a
 * number changed: trees of the texts that were read last are remembered, and a new one takes over what it shares with the newest of
 * them. What is taken over depends on the text alone as long as it has no errors; a text with errors is read from the beginning, so that
 * what is made of them does not depend on what was read before.
 */
import { type Tree, TreeFragment } from "@lezer/common";
import { parser } from "@lezer/javascript";
import { textChange } from "../editor/textChange.ts";

const typeScript = parser.configure({ dialect: "ts" });
/** Texts that are remembered: an edit makes some on its way. */
const most = 6;

const remembered = new Map<string, Tree>();

export function syntaxOf(text: string): Tree {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const tree = readAfter([...remembered].at(-1), text);
  remembered.set(text, tree);
  for (const old of [...remembered.keys()].slice(0, -most)) remembered.delete(old);
  return tree;
}

function readAfter(last: readonly [string, Tree] | undefined, text: string): Tree {
  const change = last && textChange(last[0], text);
  if (last === undefined || change === undefined || hasErrors(last[1])) return typeScript.parse(text);
  const { from, to, insert } = change;
  const changed = { fromA: from, toA: to, fromB: from, toB: from + insert.length };
  const fragments = TreeFragment.applyChanges(TreeFragment.addTree(last[1]), [changed]);
  const tree = typeScript.parse(text, fragments);
  return hasErrors(tree) ? typeScript.parse(text) : tree;
}

function hasErrors(tree: Tree): boolean {
  for (const cursor = tree.cursor(); ; ) {
    if (cursor.type.isError) return true;
    if (!cursor.next()) return false;
  }
}
