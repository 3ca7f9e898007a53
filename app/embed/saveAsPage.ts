/** One HTML file that runs the model by itself, with the sliders that were chosen: engine, plots and picture are inside. */
import { hasAnimation } from "../../src/scene/hasAnimation.ts";
import { download, h } from "../dom.ts";
import { librariesNamedIn, libraryFile } from "../engine/libraryNames.ts";
import { filesIn } from "../session/engineFiles.ts";
import { prepareCode } from "../session/prepareCode.ts";
import type { Studio } from "../session/studio.ts";
import { dataId, packed, type SavedModel } from "./savedData.ts";

/** Ticked when the user has changed nothing. */
const firstSliders = 4;

/** Asks which sliders the page has, and saves it. */
export function askForPage(studio: Studio, name: string): Promise<void> {
  const parameters = (studio.translated.at(-1)?.parameters ?? []).filter(
    ({ kind, isDetail, value }) => kind !== "start" && !isDetail && typeof value !== "object",
  );
  const changed = new Set(Object.keys(studio.changes));
  const boxes = parameters.map((one, k) => {
    const box = h("input", { type: "checkbox", value: one.name });
    box.checked = changed.size > 0 ? changed.has(one.name) : one.kind === "input" || k < firstSliders;
    return { box, label: h("label", {}, box, ` ${one.name} `, h("small", {}, one.description)) };
  });
  const live = h("input", { type: "checkbox" });
  const message = h("p", { class: "invalid", role: "alert" });
  return new Promise((resolve) => {
    const save = async (): Promise<void> => {
      try {
        const sliders = boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
        download(`${name}.html`, [await savedPage(studio, name, sliders, live.checked)], "text/html");
        dialog.close();
      } catch (error) {
        message.textContent = error instanceof Error ? error.message : String(error);
      }
    };
    const close = (): void => {
      dialog.remove();
      resolve();
    };
    const dialog = h(
      "dialog",
      { class: "save-page", "aria-label": "Save as page", onclose: () => close() },
      h("h2", {}, "A page that runs this model"),
      h("p", {}, "One file, which needs no server and no network. It has these sliders:"),
      h("div", { class: "choices" }, ...boxes.map(({ label }) => label)),
      h("label", {}, live, " runs at the pace of the clock (live)"),
      message,
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary", onclick: () => void save() }, "Save"),
        h("button", { class: "quiet", onclick: () => dialog.close() }, "Cancel"),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

export async function savedPage(
  studio: Studio,
  title: string,
  sliders: readonly string[],
  isLive: boolean,
): Promise<string> {
  const { name, source, parts, className } = studio.file!;
  const message = await prepareCode(name, source, parts);
  const site = filesIn("");
  const texts = [name, message.code, ...Object.values(message.parts), ...(isLive ? ["rattleback/live"] : [])];
  const needed = ["engine.js", ...librariesNamedIn(texts).map(libraryFile)];
  const files = Object.fromEntries(
    await Promise.all(
      [...needed, "sandbox.html"].map(async (file) => [file, await packed(await site.text(file))] as const),
    ),
  );
  const isDrawn = [studio.mainRun, studio.preview].some((run) => run?.result !== undefined && hasAnimation(run.result));
  const script = await site.text(isDrawn ? "page-scene.js" : "page-plots.js");
  const { changes, panels, hasChosenPanels } = studio;
  const saved: SavedModel = {
    message: { ...message, ...(className !== undefined && { className }) },
    look: { changes, ...(hasChosenPanels && { plots: panels }) },
    sliders,
    isLive,
    files,
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>
body { margin: 0; padding: 12px; min-height: 100vh; box-sizing: border-box; display: flex; flex-direction: column; font-family: system-ui, sans-serif; }
h1 { font-size: 20px; margin: 0 0 8px; }
.place { flex: 1; }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<!--
${(await site.text("page-licences.txt")).replaceAll("--", "- -")}
-->
<script type="application/json" id="${dataId}">${JSON.stringify(saved).replaceAll("<", "\\u003c")}</script>
<script>${script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--")}</script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
