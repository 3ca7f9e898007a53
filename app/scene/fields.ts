/** Rows of a form: numbers with units, choices, switches. Each tells what it was given and refuses what it cannot be. */
import { valueText } from "../../src/plot/ticks.ts";
import { unitText } from "../../src/plot/unitText.ts";
import { h } from "../dom.ts";
import { readField } from "../panels/readField.ts";

export interface NumberRules {
  readonly id: string;
  readonly label: string;
  /** undefined: the text computes it. */
  readonly value: number | undefined;
  readonly unit: string;
  readonly description?: string;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** In `unit`. */
  readonly set: (value: number) => void;
}

const computedHint = "The text computes this: change it there.";

/** `problem` says what is wrong, while it is typed. */
function numberInput({ id, label, value, unit, min, max, set }: NumberRules, problem: HTMLElement): HTMLInputElement {
  const input = h("input", { type: "text", id, inputmode: "decimal", autocomplete: "off", "aria-label": label });
  input.value = value === undefined ? "" : shown(value);
  input.disabled = value === undefined;
  if (value === undefined) {
    input.placeholder = "computed";
    input.title = computedHint;
  }
  let last = input.value;
  const check = (): number | undefined => {
    const read = readField(input.value, { name: label, value: 0, unit, min, max });
    const [amount, wrong] = typeof read === "string" ? [undefined, read] : [read.amount, ""];
    input.setAttribute("aria-invalid", String(amount === undefined));
    problem.textContent = wrong;
    return amount;
  };
  input.addEventListener("input", check);
  input.addEventListener("change", () => {
    // Enter in a field that nobody has changed says nothing: it may show what was before
    if (input.value === last) return;
    last = input.value;
    const amount = check();
    if (amount !== undefined) set(amount);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
    if (event.key === "Enter") input.dispatchEvent(new Event("change"));
  });
  return input;
}

export function numberRow(rules: NumberRules): HTMLElement {
  const { id, label, unit, description = "" } = rules;
  const problem = problemLine();
  return h(
    "div",
    { class: "parameter" },
    h("label", { for: id, title: description }, label),
    h("div", { class: "field" }, numberInput(rules, problem), problem),
    h("small", { class: "unit" }, unitText(unit)),
    description !== "" && h("small", { class: "description" }, description),
  );
}

function problemLine(): HTMLElement {
  return h("small", { class: "invalid", role: "alert" });
}

/** Three numbers in a line. */
export function vectorRow(
  id: string,
  label: string,
  values: readonly number[] | undefined,
  unit: string,
  set: (values: number[]) => void,
): HTMLElement {
  // what has been given one after the other stays together
  const latest = [...(values ?? [])];
  const problem = problemLine();
  const inputs = ["x", "y", "z"].map((axis, k) => {
    const put = (value: number): void => {
      latest[k] = value;
      set([...latest]);
    };
    return numberInput({ id: `${id}-${axis}`, label: `${label} ${axis}`, value: values?.[k], unit, set: put }, problem);
  });
  return h(
    "div",
    { class: "parameter" },
    h("label", { for: `${id}-x` }, label),
    h("div", { class: "field three" }, ...inputs),
    h("small", { class: "unit" }, unitText(unit)),
    problem,
  );
}

export function choiceRow(
  id: string,
  label: string,
  value: string,
  options: readonly (string | readonly [value: string, text: string])[],
  set: (value: string) => void,
): HTMLElement {
  const select = h(
    "select",
    { id, onchange: () => set(select.value) },
    ...options.map((option) => {
      const [own, text] = typeof option === "string" ? [option, option] : option;
      return h("option", { value: own }, text);
    }),
  );
  select.value = value;
  return h("div", { class: "parameter" }, h("label", { for: id }, label), h("div", { class: "field" }, select));
}

export function switchRow(
  id: string,
  label: string,
  value: boolean | undefined,
  set: (isOn: boolean) => void,
): HTMLElement {
  const box = h("input", { type: "checkbox", id, onchange: () => set(box.checked) });
  box.checked = value === true;
  box.disabled = value === undefined;
  if (value === undefined) box.title = computedHint;
  return h("div", { class: "parameter" }, h("label", { for: id }, label), h("div", { class: "field" }, box));
}

/** Text with suggestions. */
export function suggestedRow(
  id: string,
  label: string,
  value: string | undefined,
  suggestions: readonly string[],
  set: (value: string) => void,
): HTMLElement {
  const input = h("input", { type: "text", id, autocomplete: "off", list: `${id}-list` });
  input.value = value ?? "";
  input.disabled = value === undefined;
  let last = input.value;
  input.addEventListener("change", () => {
    if (input.value === last) return;
    last = input.value;
    set(input.value.trim());
  });
  return h(
    "div",
    { class: "parameter" },
    h("label", { for: id }, label),
    h("div", { class: "field" }, input),
    h("datalist", { id: `${id}-list` }, ...suggestions.map((text) => h("option", { value: text }))),
  );
}

function shown(value: number): string {
  return Number.isInteger(value) ? String(value) : valueText(value, 7).replaceAll("−", "-");
}
