/** What is known about the object that was clicked: place, velocity, forces on it. */

import { valueText } from "../../src/plot/ticks.ts";
import type { ObjectState } from "../../src/viewer/objectState.ts";
import { h, replaceChildren } from "../dom.ts";

const mostContacts = 4;

export class ObjectCard {
  readonly element = h("aside", { class: "object-card", "aria-label": "Chosen object", hidden: true });
  private readonly name = h("strong");
  private readonly list = h("dl");
  path: string | undefined;

  constructor(select: (path: string | undefined) => void) {
    const close = (): void => {
      this.show(undefined);
      select(undefined);
    };
    // the button stays while the numbers change with every picture: it may have the focus
    this.element.append(
      h("button", { class: "tiny close", onclick: close, "aria-label": "Close" }, "×"),
      this.name,
      this.list,
    );
  }

  show(state: ObjectState | undefined): void {
    this.path = state?.path;
    this.element.hidden = state === undefined;
    if (state === undefined) return;
    const { path, position, quaternion, velocity, contacts } = state;
    const row = (name: string, value: string) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
    this.name.textContent = path || "world";
    replaceChildren(
      this.list,
      row("r", position === undefined ? "does not exist now" : `${vector(position)} m`),
      quaternion !== undefined && row("turned", turn(quaternion)),
      ...(velocity === undefined
        ? []
        : [row("v", `${vector(velocity.linear)} m/s`), row("ω", `${vector(velocity.angular)} rad/s`)]),
      ...contacts.slice(0, mostContacts).map((contact) => row("F", `${vector(contact.force)} N, by ${contact.with}`)),
      contacts.length > mostContacts && h("div", {}, `and ${contacts.length - mostContacts} more contacts`),
    );
  }
}

/** Angle and axis: "30° about (0, 0, 1)". */
function turn([x, y, z, w]: readonly [number, number, number, number]): string {
  const sine = Math.hypot(x, y, z);
  const angle = (2 * Math.atan2(sine, Math.abs(w)) * 180) / Math.PI;
  if (angle < 0.005) return "0°";
  const scale = (w < 0 ? -1 : 1) / sine;
  return `${valueText(angle, 4)}° about ${vector([x * scale, y * scale, z * scale])}`;
}

function vector(values: readonly number[]): string {
  return `(${values.map((value) => valueText(value, 4)).join(", ")})`;
}
