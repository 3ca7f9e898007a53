/**
 * Puts the page together and reacts to its address. Nothing runs before the user asks for it.
 *
 * Length   a list of the parts, and of what happens between them
 */
import type { LinkedLook } from "../src/modelFile/modelLink.ts";
import { h, replaceChildren } from "./dom.ts";
import { type Example, loadExamples } from "./examples.ts";
import { isLibraryKept } from "./modelica/libraryMark.ts";
import { emptyDrawing, emptyModel } from "./newModels.ts";
import { EditorPane } from "./panels/editorPane.ts";
import { GalleryPage } from "./panels/galleryPage.ts";
import { latePane } from "./panels/latePane.ts";
import { LivePane } from "./panels/livePane.ts";
import { OutputPane } from "./panels/outputPane.ts";
import { copyOf, OwnModels } from "./panels/ownModels.ts";
import { PlotsPane } from "./panels/plotsPane.ts";
import { Tabs } from "./panels/tabs.ts";
import { Toolbar } from "./panels/toolbar.ts";
import { ViewPane } from "./panels/viewPane.ts";
import type { RobotModel } from "./robots/robotModel.ts";
import type { PageWithRobots } from "./robots/robotsOnPage.ts";
import { filesIn } from "./session/engineFiles.ts";
import { ModelKeeper } from "./session/modelKeeper.ts";
import { forgetAddress, type KeptModel, ModelStore, modelAtAddress, noteAddress } from "./session/modelStore.ts";
import { prepareCode } from "./session/prepareCode.ts";
import type { RunKeeper } from "./session/runKeeper.ts";
import { Studio } from "./session/studio.ts";
import { startTheme } from "./theme.ts";

startTheme();
const studio = new Studio(filesIn(""), prepareCode);
let examples: readonly Example[] = [];

const notice = h("div", { class: "notice", role: "status", hidden: true });
const store = new ModelStore();
let runKeeper: RunKeeper | undefined;
const keeper = new ModelKeeper(studio, store, {
  tell: say,
  becameOwn(id) {
    runKeeper?.becameOwn(studio.file!, id);
    noteAddress(location.hash, id);
    history.replaceState(null, "", `#own=${id}`);
  },
});
const ownModels = new OwnModels(store, { open: openOwn, say });
const editor = new EditorPane(studio);
const output = new OutputPane(studio, (error) => {
  tabs.chooseName("Model");
  editor.showPlace(error);
});
const view = new ViewPane(studio);
const tabs = new Tabs("Work", [
  { name: "Model", content: editor.element },
  {
    name: "Diagram",
    content: latePane("diagram-pane", async () => {
      const { DiagramEditor } = await import("./diagram/diagramEditor.ts");
      return new DiagramEditor(studio);
    }),
  },
  {
    name: "Scene",
    content: latePane("scene-pane", async () => {
      const { SceneEditor } = await import("./scene/sceneEditor.ts");
      return new SceneEditor(studio, view);
    }),
  },
  {
    name: "Parameters",
    content: latePane("", async () => new (await import("./panels/parametersPane.ts")).ParametersPane(studio)),
  },
  {
    name: "Signals",
    content: latePane("", async () => new (await import("./panels/signalsPane.ts")).SignalsPane(studio)),
  },
  { name: "Runs", content: latePane("", async () => new (await import("./panels/runsPane.ts")).RunsPane(studio)) },
  {
    name: "Events",
    content: latePane("", async () => new (await import("./panels/eventsPane.ts")).EventsPane(studio)),
  },
  {
    name: "Solver",
    content: latePane("", async () => new (await import("./panels/solverPane.ts")).SolverPane(studio)),
  },
  {
    name: "Studies",
    content: latePane("", async () => new (await import("./panels/studiesPane.ts")).StudiesPane(studio)),
  },
  { name: "Output", content: output.element },
]);
const plots = new PlotsPane(studio);
const pictures = h("div", { class: "pictures" }, new LivePane(studio).element, view.element, plots.element);
const workbench = h(
  "main",
  { class: "workbench", hidden: true },
  h("section", { class: "pane work-pane", "aria-label": "Model and parameters" }, tabs.element),
  pictures,
);
void import("./panels/arrangePanes.ts").then(({ arrangePanes }) =>
  arrangePanes(workbench, pictures, view.element, plots),
);
const gallery = new GalleryPage(
  (example) => {
    location.hash = `#example=${example.name}`;
    openExample(example);
    studio.run();
  },
  (kind) => {
    if (kind === "folder") {
      void openFolder();
      return;
    }
    location.hash = `#${kind}`;
    startNew(location.hash);
  },
  ownModels,
);
const look = (): LinkedLook => ({
  ...(view.camera !== undefined && { camera: view.camera }),
  ...(tabs.chosen !== "Model" && { tab: tabs.chosen }),
});
const toolbar = new Toolbar(studio, {
  showGallery() {
    location.hash = "";
    showGallery();
  },
  look,
  duplicate() {
    const { name, source, parts } = studio.file!;
    openFile(copyOf({ name }).name, source, { parts: parts ?? {} });
    keeper.adopt();
  },
  openRobot: async (file) => (await robotsOnPage()).openDropped([file], pageWithRobots()),
  openFile: openText,
  showWarnings: () => tabs.chooseName("Output"),
  say,
});
document.body.append(toolbar.element, notice, gallery.element, workbench);

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "Enter" && !workbench.hidden) {
    event.preventDefault();
    studio.run();
  }
});
studio.on("name", () => {
  document.title = `${studio.file!.name} – Rattleback`;
});
studio.on("error", () => {
  if (studio.error !== undefined && studio.error.place === undefined && !studio.isErrorOfPreview)
    tabs.chooseName("Output");
});
addEventListener("hashchange", (event) => {
  // only what the user typed or pasted; the page's own steps are done already
  if (new URL(event.newURL).hash !== shownHash()) void followAddress();
});

addEventListener("pagehide", () => {
  // a model of the user's own is found by its name, also while a link to it is in the address bar
  const address = studio.file?.kept === undefined ? location.hash : shownHash();
  runKeeper?.keepLook(address, { ...look(), time: studio.time });
});

void start();

async function start(): Promise<void> {
  try {
    examples = await loadExamples();
    gallery.show(examples);
    // after the pictures that are seen first
    requestAnimationFrame(() => setTimeout(() => studio.preload(), 0));
  } catch (error) {
    gallery.fail(error instanceof Error ? error.message : String(error));
  }
  runKeeper = new (await import("./session/runKeeper.ts")).RunKeeper(studio);
  if (isLibraryKept()) await (await import("./modelica/openLibrary.ts")).restoreLibrary(pageWithRobots());
  // somebody may have opened something from the gallery meanwhile
  if (studio.file === undefined) await followAddress();
  else if (studio.file.kept !== undefined) void runKeeper.restore();
  (await robotsOnPage()).welcomeRobots(pageWithRobots());
  if ("showDirectoryPicker" in window) void offerLastFolder();
  void store.list().then(
    (all) => runKeeper?.keepModels(new Set(all.map(({ id }) => id))),
    () => {},
  );
  document.documentElement.dataset["ready"] = "true";
}

function pageWithRobots(): PageWithRobots {
  const runClass = (name: string, source: string, className: string): void => {
    openFile(name, source, { className });
    studio.run();
  };
  return {
    studio,
    view,
    toolbar: toolbar.element,
    examples: gallery.library,
    open: openRobot,
    openFile,
    openText,
    runClass,
    say,
  };
}

function robotsOnPage(): Promise<typeof import("./robots/robotsOnPage.ts")> {
  return import("./robots/robotsOnPage.ts");
}

/** Opens what the address names. It never runs it. */
async function followAddress(): Promise<void> {
  const { hash } = location;
  const { file } = studio;
  const id = /^#own=([\w-]+)$/.exec(hash)?.[1] ?? modelAtAddress(hash);
  if (id === undefined && hash.startsWith("#model=")) {
    try {
      const { modelFromLink } = await import("../src/modelFile/modelLink.ts");
      const { name, source, parts = {}, look = {} } = await modelFromLink(hash);
      if (studio.file !== file) return;
      openFile(name, source, { parts, isForeign: true, look });
      if (look.runs === true) studio.run();
    } catch (error) {
      showGallery();
      say(error instanceof Error ? error.message : String(error));
    }
    return;
  }
  if (id !== undefined) {
    const kept = await store.get(id).catch(() => undefined);
    if (studio.file !== file) return;
    if (kept !== undefined) return openOwn(kept);
    showGallery();
    say("This browser keeps no model of that address. It may have been deleted, or it is kept by another browser.");
    return;
  }
  const name = /^#example=(.+)$/.exec(hash)?.[1];
  // names of examples are plain words, so nothing has to be decoded
  const example = examples.find((known) => known.name === name);
  if (example !== undefined) openExample(example);
  else if (hash === "#new" || hash === "#draw") startNew(hash);
  else {
    showGallery();
    if (hash === "#result") say("A result is a file on your disk: open it again.");
    if (name !== undefined) say(`There is no example "${name.slice(0, 80)}".`);
  }
}

function startNew(hash: string): void {
  if (hash === "#draw") openFile("drawing.ts", emptyDrawing, { look: { tab: "Diagram" }, isOurs: true });
  else openFile("model.ts", emptyModel, { isOurs: true });
}

async function offerLastFolder(): Promise<void> {
  const folder = await (await import("./session/folderMemory.ts")).lastFolder();
  if (folder !== undefined) gallery.offerFolder(folder.name, () => void openFolder(folder));
}

async function openFolder(known?: FileSystemDirectoryHandle): Promise<void> {
  const folder = await import("./session/folder.ts");
  const page = {
    ...{ studio, list: gallery.folder, say },
    openFile(name: string, source: string, parts: Readonly<Record<string, string>>) {
      location.hash = "#new";
      openFile(name, source, { parts });
    },
  };
  await folder.openFolder(page, known);
}

/** Models, a result, or a model. */
async function openText(name: string, text: string): Promise<void> {
  const count = await ownModels.importAll(text);
  if (count !== undefined) {
    showGallery();
    say(`${count} models were read. Nothing that was here has been replaced.`);
  } else if (name.endsWith(".json") && /"format"\s*:\s*"rattleback-result"/.test(text.slice(0, 2000))) {
    if (studio.file === undefined || workbench.hidden) {
      location.hash = "#result";
      openFile(name, "", { isResult: true });
    }
    await studio.addResult(text);
    if (studio.file?.isResult !== true) say("Tick other runs to compare them.");
  } else {
    openFile(name, text);
    keeper.adopt();
  }
}

function openRobot({ name, source, parts, note }: RobotModel): void {
  openFile(name, source, { parts });
  keeper.adopt();
  if (note !== "") say(note);
}

function openExample({ name, source, parts = {} }: Example): void {
  openFile(`${name}.ts`, source, { parts, isOurs: true });
}

function openOwn(kept: KeptModel): void {
  history.replaceState(null, "", `#own=${kept.id}`);
  openFile(kept.name, kept.source, { parts: kept.parts, kept });
}

interface OpenOptions {
  readonly className?: string;
  readonly parts?: NonNullable<Example["parts"]>;
  readonly isForeign?: boolean;
  readonly isOurs?: boolean;
  /** A result without a model. */
  readonly isResult?: boolean;
  readonly look?: LinkedLook;
  readonly kept?: KeptModel;
}

function openFile(name: string, source: string, options: OpenOptions = {}): void {
  forgetAddress();
  const { parts = {}, isForeign = false, isOurs = false, isResult = false, kept, className } = options;
  const isFirst = document.documentElement.dataset["ready"] !== "true";
  const look = { ...(isFirst && runKeeper?.lookAt(location.hash)), ...options.look };
  notice.hidden = true;
  gallery.element.hidden = true;
  workbench.hidden = false;
  document.body.classList.remove("in-gallery");
  document.body.classList.toggle("view-only", look.isViewOnly === true);
  document.title = `${name} – Rattleback`;
  view.wantedCamera = look.camera;
  studio.open({
    ...{ name, source, original: source, parts, isForeign, isOurs },
    ...(kept !== undefined && { kept }),
    ...(className !== undefined && { className }),
    ...(isResult && { isResult }),
  });
  studio.applyLook(look);
  tabs.offer(isResult ? ["Signals", "Runs", "Events", "Solver"] : undefined);
  tabs.chooseName(isResult ? "Signals" : "Model");
  tabs.chooseName(look.tab ?? "");
  studio.previewSoon();
  // what was opened by a click begins anew, but for models of the user's own
  if (kept !== undefined || isFirst) void runKeeper?.restore();
  scrollTo(0, 0);
}

function showGallery(): void {
  forgetAddress();
  studio.stop();
  studio.leave();
  void ownModels.show(undefined, keeper.flush());
  document.body.classList.add("in-gallery");
  gallery.element.hidden = false;
  workbench.hidden = true;
  document.title = "Rattleback";
}

/** The hash that belongs to what is shown. */
function shownHash(): string {
  if (!gallery.element.hidden) return "";
  if (studio.file?.kept !== undefined) return `#own=${studio.file.kept.id}`;
  if (studio.file?.isResult === true) return "#result";
  const name = studio.file?.name.replace(/\.ts$/, "");
  if (examples.some((example) => example.name === name)) return `#example=${name}`;
  return name === "drawing" ? "#draw" : "#new";
}

function say(message: string, undo?: { text: string; action: () => void }): void {
  const takeBack = (): void => {
    notice.hidden = true;
    undo?.action();
  };
  replaceChildren(notice, message, undo && h("button", { class: "quiet", onclick: takeBack }, undo.text));
  notice.hidden = false;
}
