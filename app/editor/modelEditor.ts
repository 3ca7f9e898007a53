/** The editor: CodeMirror with TypeScript's completion, explanations and errors, and the errors of the model in the text. */
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, redo, undo } from "@codemirror/commands";
import {
  bracketMatching,
  codeFolding,
  foldEffect,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
} from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { h, whenSeen } from "../dom.ts";
import type { ErrorReport, LibraryContents } from "../protocol.ts";
import { editorTheme } from "./editorTheme.ts";
import { completeEquation, modelSupport } from "./equationLanguage.ts";
import { foldedParts } from "./foldedParts.ts";
import { LanguageClient } from "./languageClient.ts";
import { modelicaColors } from "./modelicaColors.ts";
import { textChange } from "./textChange.ts";

export interface EditedFile {
  readonly name: string;
  readonly source: string;
  /** Texts of other files that it imports. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Imports and checks are folded: it is an example, as it came. */
  readonly isFolded?: boolean;
  /** Came with the page, where its types were checked. */
  readonly isOurs?: boolean;
}

export interface EditorActions {
  /** `part` is the imported file whose text it is; "" for the model. */
  change(source: string, part: string): void;
  run(): void;
  /** The user has put the cursor there. */
  point(at: number): void;
  /** Files of a Modelica library that the text can use. */
  library(): LibraryContents;
}

/** Milliseconds of rest before the text is checked. */
const checkDelay = 350;

const setMark = StateEffect.define<{ readonly from: number; readonly to: number } | undefined>();
/** The part of the model that is chosen in another view. */
const markField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setMark)) continue;
      const { value } = effect;
      const length = transaction.newDoc.length;
      const isThere = value !== undefined && value.from < value.to && value.to <= length;
      return isThere
        ? Decoration.set(Decoration.mark({ class: "cm-chosen" }).range(value.from, value.to))
        : Decoration.none;
    }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class ModelEditor {
  private readonly view: EditorView;
  private readonly language = new LanguageClient();
  private readonly actions: EditorActions;
  private typeProblems: Diagnostic[] = [];
  private runProblem: ErrorReport | undefined;
  private timer = 0;
  private isUnchecked = false;
  private isTypeScript: boolean;
  private isModelica: boolean;
  private fileName: string;
  /** The imported file that is shown; "" for the model itself. Each has its own history. */
  private shown = "";
  private readonly states = new Map<string, EditorState>();

  constructor(host: HTMLElement, file: EditedFile, actions: EditorActions) {
    this.actions = actions;
    this.isTypeScript = isTypeScript(file);
    this.isModelica = isModelica(file);
    this.fileName = file.name;
    this.view = new EditorView({ parent: host, state: this.createState(file.source) });
    this.begin(file);
    whenSeen(this.view.dom, () => this.isUnchecked && this.check());
  }

  setText(file: EditedFile): void {
    this.isTypeScript = isTypeScript(file);
    this.isModelica = isModelica(file);
    this.fileName = file.name;
    this.runProblem = undefined;
    this.typeProblems = [];
    this.shown = "";
    this.states.clear();
    this.view.setState(this.createState(file.source));
    this.begin(file);
  }

  /** Shows a file that the model imports, or the model itself again. */
  showPart(name: string, text = ""): void {
    if (name === this.shown) return;
    this.states.set(this.shown, this.view.state);
    this.shown = name;
    this.view.setState(this.states.get(name) ?? this.createState(text));
    this.check();
  }

  /** What follows when another file is in the editor. */
  private begin({ source, parts = {}, isFolded = false, isOurs = false }: EditedFile): void {
    this.language.parts = parts;
    if (isFolded && this.isTypeScript)
      this.view.dispatch({ effects: foldedParts(source).map((part) => foldEffect.of(part)) });
    this.isUnchecked = false;
    if (!isOurs) this.check();
  }

  /** Another text of the model as a step that can be undone: what is equal at both ends stays. */
  replaceText(text: string): void {
    this.showPart("");
    const changes = textChange(this.text, text);
    if (changes !== undefined) this.view.dispatch({ changes, annotations: isolateHistory.of("full") });
  }

  /** A step back or forward in the history of the model's text. */
  step(step: "undo" | "redo"): void {
    this.showPart("");
    (step === "undo" ? undo : redo)(this.view);
  }

  /** `goesThere`: the cursor goes to the error; while somebody types it stays. */
  showError(error: ErrorReport | undefined, goesThere: boolean): void {
    this.runProblem = error?.place === undefined ? undefined : error;
    this.showProblems();
    if (goesThere && this.runProblem !== undefined)
      this.goTo(this.runProblem.place!.line, this.runProblem.place!.column, false);
  }

  /** Marks a part of the text and brings it into sight; the cursor stays. */
  mark(place: { readonly from: number; readonly to: number } | undefined): void {
    const scroll = place === undefined ? [] : [EditorView.scrollIntoView(place.from, { y: "nearest", yMargin: 60 })];
    this.view.dispatch({ effects: [setMark.of(place), ...scroll] });
  }

  goTo(line: number, column: number, hasFocus = true): void {
    const { doc } = this.view.state;
    const at = doc.line(Math.min(Math.max(1, line), doc.lines));
    const place = Math.min(at.from + column - 1, at.to);
    this.view.dispatch({ selection: { anchor: place }, effects: EditorView.scrollIntoView(place, { y: "center" }) });
    if (hasFocus) this.view.focus();
  }

  private createState(text: string): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        indentUnit.of("  "),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        lintGutter(),
        markField,
        this.isModelica ? modelicaColors : modelSupport(),
        codeFolding({ placeholderText: "⋯" }),
        foldGutter({ openText: "▾", closedText: "▸" }),
        autocompletion({ override: [(context) => this.complete(context)] }),
        hoverTooltip((_view, at) => this.explain(at)),
        keymap.of([
          { key: "Mod-Enter", run: () => this.run() },
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...completionKeymap,
          ...lintKeymap,
          ...foldKeymap,
          indentWithTab,
        ]),
        EditorView.contentAttributes.of({ "aria-label": "Text of the model" }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) {
            const isUser = update.transactions.some((transaction) => transaction.isUserEvent("select"));
            if (update.selectionSet && isUser && this.shown === "")
              this.actions.point(update.state.selection.main.head);
            return;
          }
          // an error of a run belongs to the text that ran
          this.runProblem = undefined;
          this.actions.change(this.text, this.shown);
          clearTimeout(this.timer);
          this.timer = window.setTimeout(() => this.check(), checkDelay);
        }),
        ...editorTheme,
      ],
    });
  }

  private run(): true {
    this.actions.run();
    return true;
  }

  private get text(): string {
    return this.view.state.doc.toString();
  }

  /** When nobody looks at the text, as soon as somebody does. */
  private async check(): Promise<void> {
    this.isUnchecked = this.view.dom.offsetParent === null;
    if (!this.isTypeScript || this.isUnchecked) return;
    if (this.shown !== "") {
      // types are checked from the model on
      this.typeProblems = [];
      this.showProblems();
      return;
    }
    const { text } = this;
    const { problems = [] } = await this.language.ask(text, { kind: "problems" });
    if (text !== this.text) return;
    this.typeProblems = problems.map(({ from, to, message, isError }) => ({
      from,
      to: Math.max(to, from + 1),
      message,
      severity: isError ? "error" : "warning",
      source: "TypeScript",
    }));
    this.showProblems();
  }

  private showProblems(): void {
    const { doc } = this.view.state;
    const all = [...this.typeProblems, ...this.runDiagnostics()].map((problem) => ({
      ...problem,
      from: Math.min(problem.from, doc.length),
      to: Math.min(problem.to, doc.length),
    }));
    this.view.dispatch(setDiagnostics(this.view.state, all));
  }

  private runDiagnostics(): Diagnostic[] {
    if (this.runProblem === undefined || this.shown !== "") return [];
    const { place, code, what, because, hint } = this.runProblem;
    const { doc } = this.view.state;
    const line = doc.line(Math.min(Math.max(1, place!.line), doc.lines));
    const from = Math.min(line.from + place!.column - 1, line.to);
    const message = [`${code}  ${what}`, because && `because ${because}`, hint && `try ${hint}`]
      .filter(Boolean)
      .join("\n");
    return [{ from, to: Math.min(from + place!.length, line.to), severity: "error", message, source: "model" }];
  }

  private async complete(context: CompletionContext): Promise<CompletionResult | null> {
    if (this.isModelica) {
      const { completeModelica } = await import("../modelica/completeModelica.ts");
      return completeModelica(context, this.fileName, this.actions.library());
    }
    const inEquation = this.isTypeScript ? completeEquation(context) : undefined;
    if (inEquation !== undefined) return inEquation;
    const word = context.matchBefore(/[\w$]*/);
    const isAfterPoint = context.matchBefore(/\.[\w$]*/) !== null;
    if (!this.isTypeScript || word === null) return null;
    if (word.from === word.to && !isAfterPoint && !context.explicit) return null;
    const text = context.state.doc.toString();
    const { suggestions = [] } = await this.language.ask(text, { kind: "suggestions", at: context.pos });
    if (suggestions.length === 0) return null;
    return {
      from: word.from,
      validFor: /^[\w$]*$/,
      options: suggestions.map(({ name, kind }) => ({
        label: name,
        type: completionType(kind),
        info: async () => {
          const { explanation } = await this.language.ask(text, { kind: "details", at: context.pos, name });
          return explanation === undefined
            ? null
            : explanationElement(explanation.signature, explanation.documentation);
        },
      })),
    };
  }

  private async explain(at: number) {
    if (!this.isTypeScript) return null;
    const { explanation } = await this.language.ask(this.text, { kind: "explanation", at });
    if (explanation === undefined) return null;
    const { from, to, signature, documentation } = explanation;
    return { pos: from, end: to, create: () => ({ dom: explanationElement(signature, documentation) }) };
  }
}

function isTypeScript({ name }: EditedFile): boolean {
  return !name.endsWith(".json") && !isModelica({ name });
}

function isModelica({ name }: Pick<EditedFile, "name">): boolean {
  return /\.mo$/i.test(name);
}

function explanationElement(signature: string, documentation: string): HTMLElement {
  return h(
    "div",
    { class: "explanation" },
    h("code", {}, signature.slice(0, 600)),
    documentation !== "" && h("p", {}, documentation),
  );
}

function completionType(kind: string): string {
  const types: Readonly<Record<string, string>> = {
    const: "variable",
    let: "variable",
    var: "variable",
    "local var": "variable",
    parameter: "variable",
    method: "method",
    getter: "property",
    alias: "variable",
    module: "namespace",
  };
  return types[kind] ?? kind;
}
