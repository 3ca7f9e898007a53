/** Models of a library that say how they are run, for the gallery: those that show most of the library come first. */
import { h, replaceChildren } from "../dom.ts";

export interface LibraryExample {
  readonly className: string;
  readonly title: string;
  readonly path: string;
}

/** Ends of the names of models that come first: a robot with its drives and controllers, an engine of six closed loops. */
const first = ["MultiBody.Examples.Systems.RobotR3.FullRobot", "MultiBody.Examples.Loops.EngineV6"];

const most = 24;

/** Files of one model each with an experiment annotation; of libraries that have packages of examples, those in them. */
export function libraryExamples(contents: ReadonlyMap<string, Uint8Array>): LibraryExample[] {
  const decoder = new TextDecoder();
  const files = [...contents.keys()].filter((path) => path.endsWith(".mo") && !path.endsWith("/package.mo"));
  const inExamples = files.filter((path) => path.includes("/Examples/"));
  const found: LibraryExample[] = [];
  for (const path of inExamples.length > 0 ? inExamples : files) {
    const text = decoder.decode(contents.get(path));
    if (!/\bexperiment\s*\(/.test(text)) continue;
    const model = /^\s*(?:within\s+([\w.]*)\s*;\s*)?(?:encapsulated\s+)?(?:model|block)\s+(\w+)(?:\s+"([^"]*)")?/.exec(
      text,
    );
    if (model === null) continue;
    const [, within = "", name = "", title = ""] = model;
    found.push({ className: within === "" ? name : `${within}.${name}`, title, path });
  }
  const rank = ({ className }: LibraryExample): number => {
    const place = first.findIndex((end) => className.endsWith(end));
    return place < 0 ? first.length : place;
  };
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, most);
}

/** `list` ← cards of examples, and a way to all classes. */
export function showLibraryExamples(
  list: HTMLElement,
  contents: ReadonlyMap<string, Uint8Array>,
  run: (path: string, text: string, className: string) => void,
  browse: () => void,
): void {
  const examples = libraryExamples(contents);
  const card = ({ className, title, path }: LibraryExample): HTMLElement =>
    h(
      "button",
      {
        class: "card",
        title: className,
        "data-class": className,
        onclick: () => run(path, new TextDecoder().decode(contents.get(path)), className),
      },
      h("strong", {}, className.slice(className.lastIndexOf(".") + 1)),
      h("span", {}, title),
    );
  replaceChildren(
    list,
    examples.length > 0 &&
      h(
        "section",
        { "aria-label": "Examples of the library" },
        h("h2", {}, "Examples of the library"),
        h("div", { class: "cards" }, ...examples.map(card)),
        h("button", { class: "quiet", onclick: browse }, "All classes of the library"),
      ),
  );
}
