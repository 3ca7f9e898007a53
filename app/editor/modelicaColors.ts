/** Colours of Modelica: words of the language, types, numbers, strings and comments. */
import { StreamLanguage } from "@codemirror/language";

const words = new Set(
  (
    "algorithm and annotation assert block break class connect connector constant constrainedby der discrete each else elseif elsewhen " +
    "encapsulated end enumeration equation expandable extends external final flow for function if import impure in initial inner input " +
    "loop model not operator or outer output package parameter partial protected public pure record redeclare replaceable return stream " +
    "then type when while within"
  ).split(" "),
);
const types = new Set([
  "Real",
  "Integer",
  "Boolean",
  "String",
  "Clock",
  "StateSelect",
  "AssertionLevel",
  "ExternalObject",
]);

/** What the text is in the middle of at the end of a line. */
interface Open {
  inside: "comment" | "string" | undefined;
}

export const modelicaColors = StreamLanguage.define<Open>({
  name: "modelica",
  startState: () => ({ inside: undefined }),
  token(stream, state) {
    if (state.inside === "comment") {
      if (stream.skipTo("*/")) {
        stream.match("*/");
        state.inside = undefined;
      } else stream.skipToEnd();
      return "comment";
    }
    if (state.inside === "string") {
      while (!stream.eol()) {
        const letter = stream.next();
        if (letter === "\\") stream.next();
        else if (letter === '"') {
          state.inside = undefined;
          break;
        }
      }
      return "string";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.inside = "comment";
      return "comment";
    }
    if (stream.eat('"')) {
      state.inside = "string";
      return "string";
    }
    if (stream.match(/^\d+(\.\d*)?([eE][+-]?\d+)?/)) return "number";
    if (stream.match(/^'([^'\\]|\\.)*'/)) return "variableName";
    const word = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
    if (word === null) {
      stream.next();
      return null;
    }
    if (words.has(word[0])) return "keyword";
    if (word[0] === "true" || word[0] === "false") return "bool";
    return types.has(word[0]) ? "typeName" : "variableName";
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } } },
});
