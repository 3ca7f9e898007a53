/**
 * `<rattleback-model src="pendulum.ts">`: a model, a link of the studio or a result in a page, with its picture, plots and sliders. The
 * model runs in a worker inside a frame of its own origin, as in the studio.
 *
 * Attributes   src       address of a model (.ts, .js, .json, .mo), of a link with #model=…, or of a result (.json); without it the
 *                        text of a <script type="text/plain"> inside
 *              sliders   names of parameters and inputs, separated by commas
 *              plots     names of signals; panels are separated by semicolons
 *              parts     of sliders, view, plots
 *              run       "load", or nothing: then a click runs it
 *              live      runs at the pace of the clock
 *              engine    address of the folder dist/site of the package, when it is not beside dist/bundle
 */
import { isModelLink, type LinkedModel, modelFromLink } from "../../src/modelFile/modelLink.ts";
import type { Result } from "../../src/results/result.ts";
import { h } from "../dom.ts";
import { ViewPane } from "../panels/viewPane.ts";
import { filesIn } from "../session/engineFiles.ts";
import { prepareCode } from "../session/prepareCode.ts";
import { Studio } from "../session/studio.ts";
import { embeddedStyle } from "./embeddedStyle.ts";
import { ModelView, type PartName, partNames } from "./modelView.ts";

/** Beside this file in the package. */
const siteBeside = new URL(/* @vite-ignore */ "../site/", import.meta.url).href;

/** Pages that are made on a server import the module there, where there are no elements. */
const Base = typeof HTMLElement === "undefined" ? (Object as unknown as typeof HTMLElement) : HTMLElement;

class RattlebackModel extends Base {
  static readonly observedAttributes = ["src"];
  private studio: Studio | undefined;
  private view: ModelView | undefined;
  private given: { name: string; text: string } | undefined;

  connectedCallback(): void {
    if (this.studio !== undefined) return;
    const root = this.attachShadow({ mode: "open" });
    const folder = this.getAttribute("engine") ?? siteBeside;
    const studio = new Studio(filesIn(folder.endsWith("/") ? folder : `${folder}/`), prepareCode);
    this.studio = studio;
    const parts = this.getAttribute("parts")?.split(/[\s,]+/) as PartName[] | undefined;
    this.view = new ModelView(studio, {
      sliders: listOf(this.getAttribute("sliders")),
      parts: parts ?? partNames,
      isLive: this.hasAttribute("live"),
      view: new ViewPane(studio),
    });
    root.append(h("style", {}, embeddedStyle()), this.view.element);
    studio.on("status", () => {
      const { isRunning, error, mainRun } = studio;
      if (isRunning) return;
      if (error !== undefined) this.dispatchEvent(new CustomEvent("error", { detail: error }));
      else if (mainRun?.result !== undefined && mainRun.status !== "running")
        this.dispatchEvent(new CustomEvent("run", { detail: mainRun.result }));
    });
    void this.load();
  }

  /** Nobody looks any more. */
  disconnectedCallback(): void {
    this.studio?.stop();
    this.studio?.leave();
  }

  attributeChangedCallback(): void {
    if (this.studio !== undefined) void this.load();
  }

  /** The text of the model that is shown; setting it shows another. */
  get model(): string {
    return this.studio?.file?.source ?? this.given?.text ?? "";
  }

  set model(text: string) {
    this.given = { name: "model.ts", text };
    if (this.studio !== undefined) void this.load();
  }

  /** The newest result; undefined before there is one. */
  get result(): Result | undefined {
    return this.studio?.mainRun?.result;
  }

  /** Runs the model with the values of the sliders; "run" is dispatched when it has ended. */
  run(): void {
    this.view?.start();
  }

  private async load(): Promise<void> {
    const studio = this.studio!;
    try {
      const loaded = await this.read();
      if (loaded === undefined) return;
      const { name, source, parts = {}, look = {} } = loaded;
      if (name.endsWith(".json") && /"format"\s*:\s*"rattleback-result"/.test(source.slice(0, 2000))) {
        await studio.addResult(source);
        return;
      }
      studio.open({ name, source, original: source, parts, isForeign: false });
      const plots = this.getAttribute("plots");
      studio.applyLook({
        ...look,
        ...(plots !== null && { plots: plots.split(";").map((panel) => listOf(panel) ?? []) }),
      });
      if (this.getAttribute("run") === "load" || look.runs === true) this.run();
      else studio.previewSoon();
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      studio.error = { code: "E-ELEMENT", what, where: "", because: "", hint: "", place: undefined };
      studio.emit("error");
    }
  }

  private async read(): Promise<LinkedModel | undefined> {
    const src = this.getAttribute("src");
    if (this.given !== undefined) return { name: this.given.name, source: this.given.text };
    if (src === null) {
      const inside = this.querySelector("script");
      return inside === null ? undefined : { name: inside.dataset["name"] ?? "model.ts", source: inside.text };
    }
    const address = new URL(src, document.baseURI);
    if (isModelLink(address.hash)) return modelFromLink(address.hash);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${src} could not be loaded (${response.status}).`);
    return { name: address.pathname.split("/").at(-1)!, source: await response.text() };
  }
}

function listOf(text: string | null): string[] | undefined {
  return text
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

if (typeof customElements !== "undefined" && customElements.get("rattleback-model") === undefined)
  customElements.define("rattleback-model", RattlebackModel);

export { RattlebackModel };
