// The guides as pages beside the studio, in dist/site/guides: they come with the package, need no network, and their examples open in
// the studio. `npm run docs` makes the larger site with the reference of all names.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import MarkdownIt from "markdown-it";

const root = fileURLToPath(new URL("../", import.meta.url));
/** In the order of reading; the others follow by name. */
const first = [
  "tutorial",
  "studio",
  "language",
  "libraries",
  "multibody",
  "collision",
  "results",
  "solvers",
  "command-line",
];

interface Guide {
  /** Without ending, from docs: `how-to/live`. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

export function buildGuides(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const guides = [...guidesIn("docs", ""), ...guidesIn("docs/how-to", "how-to/")];
  mkdirSync(join(folder, "how-to"), { recursive: true });
  cpSync(join(root, "docs/figures"), join(folder, "figures"), { recursive: true });
  writeFileSync(join(folder, "guides.css"), style);
  writeFileSync(join(folder, "search.js"), searchScript);
  writeFileSync(join(folder, "search.json"), JSON.stringify(guides.flatMap(sectionsOf)));
  for (const guide of guides) writeFileSync(join(folder, `${guide.path}.html`), pageOf(guide, guides));
  const contents = `# Guides\n\n${guides.map(({ path, title }) => `- [${title}](${path}.md)`).join("\n")}\n`;
  // written last
  writeFileSync(join(folder, "index.html"), pageOf({ path: "index", title: "Guides", text: contents }, guides));
}

function guidesIn(folder: string, prefix: string): Guide[] {
  const guides = readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => {
      const text = readFileSync(join(root, folder, name), "utf8");
      const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll("`", "") ?? name;
      return { path: prefix + name.replace(/\.md$/, ""), title, text };
    });
  const rank = ({ path }: Guide): number => (first.includes(path) ? first.indexOf(path) : first.length);
  return guides.sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title));
}

/** The way that GitHub makes names of headings, so that links lead to them here too. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}

function sectionsOf({ path, title, text }: Guide): { to: string; title: string; text: string }[] {
  return text.split(/^(?=#{1,3} )/m).flatMap((section) => {
    const heading = /^#{1,3} (.+)$/m.exec(section)?.[1];
    if (heading === undefined) return [];
    const id = headingId(heading.replaceAll("`", ""));
    return [{ to: `${path}.html#${id}`, title: `${title}: ${heading}`, text: section.replace(/\s+/g, " ") }];
  });
}

function pageOf({ path, title, text }: Guide, guides: readonly Guide[]): string {
  const up = path.includes("/") ? "../" : "";
  const list = guides.map((guide) => {
    const isHere = guide.path === path ? ' aria-current="page"' : "";
    return `<li><a href="${up}${guide.path}.html"${isHere}>${escapeText(guide.title)}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<link rel="icon" href="${up}../icon.svg" type="image/svg+xml" />
<link rel="stylesheet" href="${up}guides.css" />
<title>${escapeText(title)} – Rattleback</title>
</head>
<body data-up="${up}">
<header><a class="brand" href="${up}../index.html">Rattleback</a> <a href="${up}index.html">Guides</a>
<input type="search" placeholder="Search the guides" aria-label="Search the guides" /></header>
<nav aria-label="Guides"><details${path === "index" ? " open" : ""}><summary>All guides</summary><ul>${list.join("")}</ul></details></nav>
<main><div class="found" role="status" hidden></div><article>${render(text, path, up)}</article></main>
<script src="${up}search.js"></script>
</body>
</html>
`;
}

function render(text: string, path: string, up: string): string {
  const markdown = new MarkdownIt({ html: true, linkify: false });
  const { rules } = markdown.renderer;
  const plain = rules["fence"]!;
  rules["heading_open"] = (tokens, index, options, _, self) => {
    tokens[index]!.attrSet("id", headingId(tokens[index + 1]!.content.replaceAll("`", "")));
    return self.renderToken(tokens, index, options, _, self);
  };
  rules["link_open"] = (tokens, index, options, _, self) => {
    const token = tokens[index]!;
    token.attrSet("href", addressOf(token.attrGet("href") ?? "", path, up));
    return self.renderToken(tokens, index, options, _, self);
  };
  rules["fence"] = (tokens, index, options, env, self) => {
    const { content, info } = tokens[index]!;
    const isLive = info.trim() === "ts" && /\bsimulate\w*\(/.test(content) && !content.includes('from "node:');
    // the address is the one that src/modelFile/modelLink.ts reads
    const packed = deflateRawSync(content).toString("base64url");
    const link = `<p class="live"><a href="${up}../index.html#model=guide.ts.${packed}" target="_blank">Open in the studio</a></p>`;
    return plain(tokens, index, options, env, self) + (isLive ? link : "");
  };
  const html = markdown.render(text);
  return html.replaceAll("<table>", '<div class="wide"><table>').replaceAll("</table>", "</table></div>");
}

/** Pages of guides, examples in the studio; what else is in the repository is at its home. */
function addressOf(href: string, path: string, up: string): string {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [file = "", hash] = href.split("#");
  const target = relative(root, join(root, "docs", dirname(path), file)).replaceAll("\\", "/");
  const example = /^examples\/([\w-]+)\.ts$/.exec(target)?.[1];
  if (example !== undefined) return `${up}../index.html#example=${example}`;
  const guide = /^docs\/(.+)\.md$/.exec(target)?.[1];
  if (guide !== undefined) return `${up}${guide}.html${hash === undefined ? "" : `#${hash}`}`;
  return target.startsWith("docs/") ? `${up}${target.slice("docs/".length)}` : `${home}/blob/main/${target}`;
}

const home = "https://github.com/rattleback/rattleback";

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Sections that have all words; those with them in the heading first. */
const searchScript = `const field = document.querySelector("input[type=search]");
const found = document.querySelector(".found");
const article = document.querySelector("article");
const up = document.body.dataset.up;
let sections;
field.addEventListener("input", async () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
  found.hidden = words.length === 0;
  article.hidden = words.length > 0;
  if (words.length === 0) return;
  sections ??= await (await fetch(up + "search.json")).json();
  const inTitle = ({ title }) => words.every((word) => title.toLowerCase().includes(word));
  const hits = sections
    .filter(({ title, text }) => words.every((word) => (title + " " + text).toLowerCase().includes(word)))
    .sort((a, b) => inTitle(b) - inTitle(a));
  found.replaceChildren(
    Object.assign(document.createElement("p"), { textContent: hits.length + " sections" }),
    ...hits.slice(0, 40).map(({ to, title, text }) => {
      const link = Object.assign(document.createElement("a"), { href: up + to, textContent: title });
      const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
      const part = Object.assign(document.createElement("p"), { textContent: text.slice(at, at + 200) });
      link.addEventListener("click", () => { field.value = ""; found.hidden = true; article.hidden = false; });
      const item = document.createElement("div");
      item.append(link, part);
      return item;
    }),
  );
});
`;

const style = `:root { color-scheme: light dark; --text: #1c2026; --muted: #59626e; --back: #fff; --soft: #f1f3f6; --line: #d4d9e0; --accent: #0b5fa5; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ed; --muted: #a3adb8; --back: #16191d; --soft: #20252b; --line: #39414a; --accent: #7cb8f0; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: var(--back); }
header { display: flex; gap: 16px; align-items: center; flex-wrap: wrap; padding: 10px 20px; border-bottom: 1px solid var(--line); }
header .brand { font-weight: 700; color: var(--text); text-decoration: none; }
header input { margin-left: auto; font: inherit; padding: 4px 10px; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; min-width: 0; width: 18rem; max-width: 100%; }
nav { max-width: 54rem; margin: 0 auto; padding: 12px 20px 0; }
nav ul { columns: 16rem; padding-left: 1.2rem; margin: 8px 0; }
nav summary { color: var(--muted); cursor: pointer; }
[aria-current] { font-weight: 600; }
main { max-width: 54rem; margin: 0 auto; padding: 0 20px 60px; }
a { color: var(--accent); }
h1, h2, h3 { line-height: 1.25; scroll-margin-top: 12px; }
h2 { margin-top: 2.2em; border-bottom: 1px solid var(--line); padding-bottom: 4px; }
pre, .wide { overflow-x: auto; }
pre { background: var(--soft); padding: 12px 14px; border-radius: 8px; font-size: 14px; line-height: 1.45; }
code { font-family: ui-monospace, Consolas, monospace; font-size: 0.92em; }
pre code { font-size: 1em; }
table { border-collapse: collapse; font-size: 15px; }
th, td { border: 1px solid var(--line); padding: 5px 10px; text-align: left; vertical-align: top; }
img { max-width: 100%; height: auto; background: #fff; border-radius: 6px; }
.live { margin: -8px 0 20px; font-size: 14px; }
.found div { border-bottom: 1px solid var(--line); padding: 10px 0; }
.found p { margin: 4px 0; color: var(--muted); overflow-wrap: anywhere; }
`;
