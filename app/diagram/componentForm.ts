/** The form of the chosen component: its name, its values, and what its connectors are joined with. */
import { type Child, h } from "../dom.ts";
import type { Outline, OutlineComponent } from "../engine/outline.ts";
import { numberRow, vectorRow } from "../scene/fields.ts";
import { endOf, endsFor } from "./reasonAgainst.ts";

export interface ComponentActions {
  rename(name: string, other: string): void;
  remove(name: string): void;
  open(name: string): void;
  /** Three numbers are a vector. */
  setParameter(component: string, name: string, value: number | readonly number[]): void;
  connect(one: string, other: string): void;
}

/** What has been chosen for a line so far: forms are made again while somebody chooses. */
export interface Joining {
  own?: string;
  other?: string;
}

export function componentForm(
  component: OutlineComponent,
  outline: Outline,
  joining: Joining,
  actions: ComponentActions,
): Child[] {
  const { name, description, parameters, inside } = component;
  const rename = h("input", { type: "text", id: "component-name", autocomplete: "off" });
  rename.value = name;
  rename.addEventListener("change", () => actions.rename(name, rename.value.trim()));
  return [
    h(
      "div",
      { class: "row" },
      h("label", { for: "component-name" }, "Name"),
      rename,
      inside !== undefined &&
        h("button", { type: "button", class: "quiet", onclick: () => actions.open(name) }, "Open"),
      h("button", { type: "button", class: "quiet", onclick: () => actions.remove(name) }, "Remove"),
    ),
    description !== "" && h("p", { class: "empty" }, description),
    ...parameters.map((parameter) => {
      const id = `component-${parameter.name}`;
      const set = (value: number | readonly number[]): void => actions.setParameter(name, parameter.name, value);
      const { values, unit } = parameter;
      return values === undefined
        ? numberRow({ ...parameter, id, label: parameter.name, set })
        : vectorRow(id, parameter.name, values, unit, set);
    }),
    connectRow(component, outline, joining, actions),
  ];
}

/** A line without a pointer: one of its connectors, and those that fit. */
function connectRow(
  { name, connectors }: OutlineComponent,
  outline: Outline,
  joining: Joining,
  actions: ComponentActions,
): HTMLElement | false {
  if (connectors.length === 0) return false;
  const others = h("select", {
    id: "connect-other",
    "aria-label": "Connector to connect with",
    onchange: () => (joining.other = others.value),
  });
  const button = h(
    "button",
    { type: "button", class: "quiet", id: "connect", onclick: () => actions.connect(own.value, others.value) },
    "Connect",
  );
  const fill = (): void => {
    joining.own = own.value;
    const connector = connectors.find((known) => endOf(name, known) === own.value) ?? connectors[0]!;
    const ends = endsFor(outline, own.value, connector);
    others.replaceChildren(...ends.map((end) => h("option", {}, end)));
    if (joining.other !== undefined && ends.includes(joining.other)) others.value = joining.other;
    button.disabled = ends.length === 0;
  };
  const own = h(
    "select",
    { id: "connect-own", "aria-label": "Connector of this component", onchange: fill },
    ...connectors.map((connector) =>
      h("option", { value: endOf(name, connector) }, connector.name === "" ? name : connector.name),
    ),
  );
  if (joining.own !== undefined && connectors.some((connector) => endOf(name, connector) === joining.own))
    own.value = joining.own;
  fill();
  return h("div", { class: "join-row" }, h("span", {}, "connect"), own, h("span", {}, "with"), others, button);
}
