/** Colours of the editor from those of the page, so that light and dark need one definition. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colors = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--surface)", fontSize: "13px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--accent)" },
  ".cm-cursor": { borderLeftColor: "var(--accent)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--muted)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--active-line)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection": {
    backgroundColor: "var(--selection) !important",
  },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--text)",
    border: "1px solid var(--border)",
    borderRadius: "6px",
    maxWidth: "36rem",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-foldPlaceholder": {
    backgroundColor: "var(--active-line)",
    color: "var(--muted)",
    border: "1px solid var(--border)",
    borderRadius: "4px",
    padding: "0 4px",
    margin: "0 3px",
  },
  ".cm-diagnostic": { whiteSpace: "pre-wrap", fontFamily: "var(--sans)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--danger)" },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--text)" },
});

const code = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--code-comment)" },
  { tag: [tags.function(tags.variableName), tags.className, tags.typeName], color: "var(--code-name)" },
]);

export const editorTheme = [colors, syntaxHighlighting(code)];
