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

export function numberInput({ id, label, value, unit, min, max, set }: NumberRules): HTMLInputElement {
  const input = h("input", { type: "text", id, inputmode: "decimal", autocomplete: "off", "aria-label": label });
  input.value = value === undefined ? "" : shown(value);
  input.disabled = value === undefined;
  if (value === undefined) {
    input.placeholder = "computed";
    input.title = computedHint;
  }
  let last = input.value;
  input.addEventListener("change", () => {
    // Enter in a field that nobody has changed says nothing: it may show what was before
    if (input.value === last) return;
    last = input.value;
    const read = readField(input.value, { name: label, value: 0, unit, min, max });
    const isWrong = typeof read === "string" || read.amount === undefined;
    input.setAttribute("aria-invalid", String(isWrong));
    input.setCustomValidity(typeof read === "string" ? read : "");
    if (typeof read === "string") input.reportValidity();
    else if (read.amount !== undefined) set(read.amount);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
    if (event.key === "Enter") input.dispatchEvent(new Event("change"));
  });
  return input;
}

export function numberRow(rules: NumberRules): HTMLElement {
  const { id, label, unit, description = "" } = rules;
  return h(
    "div",
    { class: "parameter" },
    h("label", { for: id, title: description }, label),
    h("div", { class: "field" }, numberInput(rules)),
    h("small", { class: "unit" }, unitText(unit)),
    description !== "" && h("small", { class: "description" }, description),
  );
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
  const inputs = ["x", "y", "z"].map((axis, k) =>
    numberInput({
      id: `${id}-${axis}`,
      label: `${label} ${axis}`,
      value: values?.[k],
      unit,
      set: (value) => {
        latest[k] = value;
        set([...latest]);
      },
    }),
  );
  return h(
    "div",
    { class: "parameter" },
    h("label", { for: `${id}-x` }, label),
    h("div", { class: "field three" }, ...inputs),
    h("small", { class: "unit" }, unitText(unit)),
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
  input.addEventListener("change", () => set(input.value.trim()));
  return h(
    "div",
    { class: "parameter" },
    h("label", { for: id }, label),
    h("div", { class: "field" }, input),
    h("datalist", { id: `${id}-list` }, ...suggestions.map((text) => h("option", { value: text }))),
  );
}

/** Lets a form know when somebody has begun to type and not finished; Enter does not leave the page. */
export function watchTyping(form: HTMLFormElement): void {
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    form.dataset["typed"] = "true";
  });
  // before those who read the value
  form.addEventListener("change", () => delete form.dataset["typed"], { capture: true });
}

/** Somebody types a value, or the letters of what they look for in a list. */
export function isTypedIn(form: HTMLFormElement): boolean {
  const field = document.activeElement;
  return form.contains(field) && (form.dataset["typed"] === "true" || field instanceof HTMLSelectElement);
}

/** Fills a form again; whoever is in one of its fields stays there, with what is marked in it. */
export function fillAgain(form: HTMLFormElement, fill: () => void): void {
  const field = form.contains(document.activeElement) ? document.activeElement : null;
  const [from, to, isAll] =
    field instanceof HTMLInputElement
      ? [
          field.selectionStart,
          field.selectionEnd,
          field.selectionEnd === field.value.length && field.selectionStart === 0,
        ]
      : [null, null, false];
  fill();
  if (field === null || field.id === "") return;
  const again = form.querySelector<HTMLElement>(`#${CSS.escape(field.id)}`);
  again?.focus();
  if (!(again instanceof HTMLInputElement)) return;
  if (isAll) again.select();
  else if (from !== null) again.setSelectionRange(from, to);
}

function shown(value: number): string {
  return Number.isInteger(value) ? String(value) : valueText(value, 7).replaceAll("−", "-");
}
