/**
 * A form that is made again when what it shows has changed, without disturbing whoever is in it: nothing is made while somebody types,
 * the focus stays in the field where it was, and nothing that was typed is lost.
 *
 * A field that is left by Tab or by a click gives its value while the browser is still on its way to the next one, and nothing has the
 * focus. A form made again in that moment would take the next field away, and what is typed then would be lost. So a form that
 * has the focus, or is given a value, is made again in a task of its own. Nor is anything taken away between the press of a key or a button and its
 * release, which is what ticks a box.
 */
import { append, type Child, h } from "../dom.ts";

export class RefilledForm {
  readonly element: HTMLFormElement;
  /** Of what it is to be, and of what it was made. */
  private of: string | undefined;
  private made: string | undefined;
  private make: () => Child[] = () => [];
  /** Whether the field with the focus has a value that nobody has been given. */
  private isTyped = false;
  /** What is shown is older than what is to be shown. */
  private isOld = false;
  private isRenamed = false;
  /** A value is being given, or the focus is on its way. */
  private isMoving = false;
  /** A key or a button is down in it. */
  private isPressed = false;
  private timer = 0;

  constructor(className: string) {
    this.element = h("form", { class: className, hidden: true });
    this.element.addEventListener("submit", (event) => event.preventDefault());
    this.element.addEventListener("input", () => {
      this.isTyped = true;
      // fields of the name that was are not to be given anything
      if (this.isRenamed) this.fill();
    });
    // before those who read the value
    const given = (): void => {
      this.isTyped = false;
      this.isMoving = true;
      this.fillSoon();
    };
    this.element.addEventListener("change", given, { capture: true });
    this.element.addEventListener("focusout", ({ target }) => {
      // a text that was carried into the field is not news to the browser
      if (this.isTyped) target?.dispatchEvent(new Event("change"));
      this.isMoving = true;
      this.fillSoon();
    });
    this.element.addEventListener("keydown", ({ key }) => {
      this.isPressed ||= key === " " || key === "Enter";
    });
    this.element.addEventListener("pointerdown", () => {
      this.isPressed = true;
    });
    const released = (): void => {
      if (!this.isPressed) return;
      this.isPressed = false;
      this.fillSoon();
    };
    for (const end of ["keyup", "pointerup", "pointercancel", "blur"]) addEventListener(end, released);
    // the last chance of a page that is closed; those who keep the text listen to the page as well, and come later
    addEventListener("pagehide", () => this.finish(), { capture: true });
  }

  /** `make` is called when the form is made, and reads what is known then. */
  show(of: string | undefined, make: () => Child[]): void {
    // what was typed was meant for what was chosen then
    if (of !== this.of) this.finish();
    this.of = of;
    this.make = make;
    this.element.hidden = of === undefined;
    if (of === undefined) return;
    this.isOld = true;
    // of something else: nothing may be typed into fields of what was chosen before
    const isOther = of !== this.made && !this.isRenamed;
    if (isOther || (this.field === undefined && !this.isMoving && !this.isPressed)) this.fill();
    else this.fillSoon();
  }

  /** What it is of has another name now: whoever types goes on. */
  rename(other: string): void {
    this.of = other;
    this.isRenamed = true;
  }

  /** The field that has the focus. */
  private get field(): HTMLElement | undefined {
    const field = document.activeElement;
    return field instanceof HTMLElement && this.element.contains(field) ? field : undefined;
  }

  /** What can have the focus. */
  private get stops(): HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>("a, button, input, select, summary")];
  }

  /** Gives the value that is being typed to whom it was typed for. */
  private finish(): void {
    if (this.isTyped) this.field?.dispatchEvent(new Event("change"));
  }

  private fillSoon(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.isMoving = false;
      // whoever types a value, or the letters of what they look for in a list, is waited for
      const isBusy =
        this.isTyped || this.isPressed || (this.field instanceof HTMLSelectElement && this.of === this.made);
      if (this.isOld && !isBusy) this.fill();
    }, 0);
  }

  private fill(): void {
    clearTimeout(this.timer);
    this.isOld = false;
    this.isRenamed = false;
    this.made = this.of;
    const { field } = this;
    const at = field === undefined ? -1 : this.stops.indexOf(field);
    const marked = field instanceof HTMLInputElement ? markedIn(field) : undefined;
    const typed = this.isTyped && field instanceof HTMLInputElement ? field.value : undefined;
    this.isTyped = false;
    this.element.replaceChildren();
    append(this.element, this.make());
    if (field === undefined) return;
    const again =
      field.id === "" ? this.stops[at] : this.element.querySelector<HTMLElement>(`#${CSS.escape(field.id)}`);
    again?.focus();
    if (!(again instanceof HTMLInputElement) || marked === undefined) return;
    if (typed !== undefined) again.value = typed;
    this.isTyped = typed !== undefined;
    if (marked.isAll) again.select();
    else if (marked.from !== null) again.setSelectionRange(marked.from, marked.to);
  }
}

function markedIn({ value, selectionStart: from, selectionEnd: to }: HTMLInputElement) {
  return { from, to, isAll: from === 0 && to === value.length };
}
