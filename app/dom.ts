/** Making elements, and giving files to the user. */

export type Child = Node | string | null | undefined | false;
type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: never) => void)>>;

/** `h("button", { class: "primary", onclick: run }, "Run")`: attributes as in HTML, functions become listeners. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

/** A name of the model as the pieces between its dots, behind which a narrow page may break it. */
export function namePieces(name: string): Child[] {
  return name.split(/(?<=\.)/).flatMap((piece) => [h("wbr"), piece]);
}

export function append(parent: Element, children: readonly Child[]): void {
  for (const child of children) if (child) parent.append(child);
}

export function replaceChildren(parent: Element, ...children: Child[]): void {
  parent.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
}

/** Milliseconds of one picture for making elements. */
const makingTime = 8;

/** What is being made for an element. */
const making = new WeakMap<Element, readonly (() => Child)[]>();

/**
 * Appends what the makers make, some of it now and the rest with the next pictures, as long as the parent is in the page and nothing
 * else is made for it.
 */
export function appendSlowly(parent: Element, makers: readonly (() => Child)[]): void {
  let next = 0;
  making.set(parent, makers);
  const step = (): void => {
    if (next > 0 && (!parent.isConnected || making.get(parent) !== makers)) return;
    const until = performance.now() + makingTime;
    do append(parent, [makers[next++]?.()]);
    while (next < makers.length && performance.now() < until);
    if (next < makers.length) requestAnimationFrame(step);
  };
  step();
}

/** Lets the page do what waits: input, pictures. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Calls `draw` when the element comes into sight. */
export function whenSeen(element: Element, draw: () => void): void {
  new IntersectionObserver((entries) => entries.at(-1)!.isIntersecting && draw()).observe(element);
}

/** Makes a menu of a `details`: Escape and a click elsewhere close it, arrow keys move through its buttons. */
export function asMenu(details: HTMLDetailsElement): void {
  const close = (): void => {
    details.open = false;
  };
  document.addEventListener("click", (event) => {
    if (!details.contains(event.target as Node)) close();
  });
  details.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      close();
      details.querySelector("summary")?.focus();
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const items = [...details.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled)")];
    if (step === 0 || !details.open || items.length === 0) return;
    event.preventDefault();
    const at = items.indexOf(document.activeElement as HTMLElement);
    items[(at + step + items.length) % items.length]!.focus();
  });
}

/** Offers the parts as a file. */
export function download(name: string, parts: readonly (string | Uint8Array)[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts as BlobPart[], { type }));
  const link = h("a", { href: url, download: name });
  link.click();
  // the browser needs the address until it has begun to read
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A file that the user chooses, as text. */
export function chooseFile(accept: string): Promise<File | undefined> {
  return new Promise((resolve) => {
    const input = h("input", { type: "file", accept });
    input.addEventListener("change", () => resolve(input.files?.[0]));
    input.addEventListener("cancel", () => resolve(undefined));
    input.click();
  });
}

/** Calls the action at most once per picture, and leaves the page as much time as the action took. */
export function inFrames(action: () => void): () => void {
  let isAsked = false;
  let restUntil = 0;
  return function ask(): void {
    if (isAsked) return;
    isAsked = true;
    const wait = restUntil - performance.now();
    const start = (): void =>
      void requestAnimationFrame(() => {
        isAsked = false;
        const before = performance.now();
        action();
        const now = performance.now();
        restUntil = now + (now - before);
      });
    if (wait > 16) setTimeout(start, wait);
    else start();
  };
}
