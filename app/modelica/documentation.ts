/** The documentation of a class. It is someone else's HTML: a few elements are taken from it, none of their attributes, no pictures, no addresses. */

const kept: ReadonlySet<string> = new Set(
  "P BR B I EM STRONG CODE PRE TT SUB SUP UL OL LI DL DT DD TABLE TBODY THEAD TR TD TH H1 H2 H3 H4 H5 H6 BLOCKQUOTE HR DIV SPAN VAR KBD SMALL".split(
    " ",
  ),
);
/** What is inside of these is not text for readers. */
const dropped: ReadonlySet<string> = new Set(
  "SCRIPT STYLE TEMPLATE IFRAME OBJECT EMBED SVG MATH HEAD TITLE".split(" "),
);

/** `follow`: a link to another class was chosen. */
export function documentationElement(html: string, follow: (className: string) => void): HTMLElement {
  const result = document.createElement("div");
  result.className = "class-documentation";
  // a document of its own: nothing in it runs, loads or is shown; browsers complain about handlers all the same
  const quiet = html.replace(/\son\w+\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/gi, "");
  const parsed = new DOMParser().parseFromString(quiet, "text/html");
  copyInto(result, parsed.body, follow);
  return result;
}

function copyInto(target: HTMLElement, source: Node, follow: (className: string) => void): void {
  for (const node of source.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) target.append(node.textContent ?? "");
    if (!(node instanceof Element) && node.nodeType !== Node.ELEMENT_NODE) continue;
    const element = node as Element;
    const tag = element.tagName.toUpperCase();
    if (dropped.has(tag)) continue;
    const linked = /^modelica:\/\/([\w.']+)$/i.exec(element.getAttribute("href") ?? "")?.[1];
    if (tag === "A" && linked !== undefined) {
      const button = document.createElement("button");
      button.className = "link";
      button.textContent = element.textContent;
      button.addEventListener("click", () => follow(linked));
      target.append(button);
    } else if (kept.has(tag)) {
      const copy = document.createElement(tag.toLowerCase());
      copyInto(copy, element, follow);
      target.append(copy);
    } else copyInto(target, element, follow);
  }
}
