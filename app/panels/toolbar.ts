/** The bar at the top: what is open, run and stop with progress, open, share, save, look. */
import type { LinkedLook } from "../../src/modelFile/modelLink.ts";
import { chooseFile, h } from "../dom.ts";
import { RunEstimate } from "../session/runEstimate.ts";
import type { Studio } from "../session/studio.ts";
import { toggleTheme } from "../theme.ts";
import { type FileActions, FileMenu } from "./fileMenu.ts";
import { SaveMenu } from "./saveMenu.ts";
import { ShareMenu } from "./shareMenu.ts";

export interface ToolbarActions extends FileActions {
  /** What the page shows beside the model, for links. */
  look(): LinkedLook;
  showGallery(): void;
  openFile(name: string, text: string): Promise<void>;
  openRobot(file: File): Promise<void>;
  /** Shows what the run warns of. */
  showWarnings(): void;
  say(message: string): void;
}

export class Toolbar {
  readonly element: HTMLElement;
  private readonly studio: Studio;
  private readonly run: HTMLButtonElement;
  private readonly live: HTMLButtonElement;
  private readonly stop: HTMLButtonElement;
  private readonly bar = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress of the run" });
  private readonly status = h("span", { class: "status", role: "status" });
  private readonly warnings: HTMLButtonElement;
  private readonly tools: HTMLElement;
  private readonly share: ShareMenu;
  private clock = 0;
  private readonly estimate = new RunEstimate();

  constructor(studio: Studio, actions: ToolbarActions) {
    this.studio = studio;
    this.run = h(
      "button",
      { class: "primary", id: "run", hidden: true, onclick: () => studio.run(), title: "Run the model (Ctrl+Enter)" },
      "▶ Run",
    );
    this.live = h(
      "button",
      {
        class: "quiet",
        id: "live",
        hidden: true,
        onclick: () => studio.runLive(),
        title: "Run at the pace of the clock, and turn inputs and parameters meanwhile",
      },
      "◉ Live",
    );
    this.stop = h(
      "button",
      {
        class: "danger",
        id: "stop",
        hidden: true,
        onclick: () => (studio.live?.pace === undefined ? studio.stop() : studio.command({ command: "end" })),
        title: "Stop; what was computed is kept",
      },
      "■ Stop",
    );
    const open = h(
      "button",
      {
        class: "quiet",
        id: "open-file",
        onclick: () => void this.open(actions),
        title: "Open a model, a robot or a result",
      },
      "Open…",
    );
    const theme = h(
      "button",
      { class: "quiet icon", onclick: toggleTheme, title: "Light or dark", "aria-label": "Light or dark" },
      "◐",
    );
    this.share = new ShareMenu(studio, () => actions.look(), actions.say);
    this.warnings = h(
      "button",
      { class: "quiet warned", hidden: true, onclick: () => actions.showWarnings(), title: "What the run warns of" },
      "",
    );
    this.tools = h("div", { class: "tools" }, this.run, this.live, this.stop, this.bar, this.status, this.warnings);
    this.element = h(
      "header",
      { class: "toolbar" },
      h(
        "button",
        { class: "brand", onclick: () => actions.showGallery(), "aria-label": "Rattleback: show the examples" },
        mark(),
        "Rattleback",
      ),
      h("button", { class: "quiet", id: "examples", onclick: () => actions.showGallery() }, "Examples"),
      new FileMenu(studio, actions).element,
      this.tools,
      h("span", { class: "spacer" }),
      h("a", { class: "guides", href: "guides/index.html", target: "_blank" }, "Guides"),
      open,
      this.share.element,
      new SaveMenu(studio).element,
      theme,
    );
    studio.on("file", () => {
      this.status.textContent = "";
      this.warnings.hidden = true;
    });
    studio.on(["status", "data"], () => this.show());
  }

  private show(): void {
    const { isRunning, fraction, file } = this.studio;
    this.run.hidden = isRunning || file === undefined || file.isResult === true;
    this.live.hidden = this.run.hidden;
    this.stop.hidden = !isRunning;
    this.bar.hidden = !isRunning || this.studio.live !== undefined;
    this.bar.value = fraction;
    if (isRunning && this.clock === 0) {
      this.estimate.restart();
      this.clock = window.setInterval(() => this.tell(), 250);
    }
    if (!isRunning && this.clock !== 0) {
      clearInterval(this.clock);
      this.clock = 0;
    }
    if (!isRunning) this.tell();
  }

  private tell(): void {
    const { isRunning, fraction, startedAt, error, mainRun, live } = this.studio;
    const seconds = (performance.now() - startedAt) / 1000;
    const count = isRunning || error !== undefined ? 0 : (mainRun?.result?.warnings.length ?? 0);
    this.warnings.hidden = count === 0;
    this.warnings.textContent = count === 1 ? "⚠ 1 warning" : `⚠ ${count} warnings`;
    if (live?.pace !== undefined) this.status.textContent = live.pace.isRunning ? "live" : "live, paused";
    else if (isRunning) {
      const left = this.estimate.left(seconds, fraction) ?? 0;
      this.status.textContent =
        fraction === 0
          ? "translating…"
          : `${Math.floor(100 * fraction)} %${left > 0.5 ? `, about ${timeText(left)} left` : ""}`;
    } else if (error !== undefined) this.status.textContent = error.code;
    else if (mainRun === undefined) this.status.textContent = "";
    else if (mainRun.status !== "running")
      this.status.textContent =
        mainRun.status === "stopped" ? `stopped at ${mainRun.time.toPrecision(4)} s` : mainRun.status;
  }

  private async open({ openFile, openRobot, say }: ToolbarActions): Promise<void> {
    const file = await chooseFile(".ts,.mts,.js,.mjs,.json,.mo,.urdf,.sdf,.xml,.zip");
    if (file === undefined) return;
    try {
      if (/\.(urdf|sdf|xml|zip)$/i.test(file.name)) await openRobot(file);
      else await openFile(file.name, await file.text());
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  }
}

/** Whole seconds, minutes or hours. */
function timeText(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  return seconds < 6000 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}

/** The half ellipsoid that gave its name. */
function mark(): SVGSVGElement {
  const name = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(name, "svg");
  svg.setAttribute("viewBox", "0 0 32 20");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(name, "path");
  path.setAttribute("d", "M2 6 C 3 6, 29 3, 30 4 C 29 12, 22 17, 15 17 C 8 17, 3 12, 2 6 Z");
  svg.append(path);
  return svg;
}
