/** Play, pause, a time line with marks of events and segments, speed, loop. */

import { valueText } from "../../src/plot/ticks.ts";
import type { Animation } from "../../src/scene/animation.ts";
import { h, replaceChildren } from "../dom.ts";

export interface TimeLineActions {
  toggle(): void;
  seek(time: number): void;
  setSpeed(speed: number): void;
  setLoop(loop: boolean): void;
}

const speeds = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];
/** More marks would be a bar. */
const mostMarks = 150;

export class TimeLine {
  readonly element: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly marks = h("div", { class: "marks", "aria-hidden": "true" });
  private readonly clock = h("output", { class: "clock" });
  private readonly speedSelect: HTMLSelectElement;
  private readonly loopBox: HTMLInputElement;
  /** What the marks were made of. */
  private marked: { readonly start: number; readonly events: Animation["events"] } = { start: 0, events: [] };

  constructor(actions: TimeLineActions) {
    this.play = h("button", { class: "quiet play", onclick: () => actions.toggle(), "aria-label": "Play" }, "▶");
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: 1,
      step: "any",
      value: 0,
      "aria-label": "Time",
      oninput: () => actions.seek(Number(this.slider.value)),
    });
    this.speedSelect = h(
      "select",
      { "aria-label": "Speed", onchange: () => actions.setSpeed(this.speed) },
      ...speeds.map((speed) => h("option", { value: speed, selected: speed === 1 }, `${speed}×`)),
    );
    this.loopBox = h("input", { type: "checkbox", onchange: () => actions.setLoop(this.isLooping) });
    this.loopBox.checked = true;
    this.element = h(
      "div",
      { class: "time-line" },
      this.play,
      h("div", { class: "track" }, this.marks, this.slider),
      this.clock,
      this.speedSelect,
      h("label", { class: "loop" }, this.loopBox, "loop"),
    );
  }

  get speed(): number {
    return Number(this.speedSelect.value);
  }

  get isLooping(): boolean {
    return this.loopBox.checked;
  }

  setPlaying(isPlaying: boolean): void {
    this.play.textContent = isPlaying ? "❚❚" : "▶";
    this.play.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
  }

  setTime(time: number): void {
    this.slider.value = String(time);
    this.slider.setAttribute("aria-valuetext", `${valueText(time, 4)} s`);
    this.clock.textContent = `${time.toFixed(2)} s`;
  }

  setAnimation({ time, events }: Animation, end: number): void {
    const start = time[0] ?? 0;
    const last = Math.max(end, start);
    this.slider.min = String(start);
    this.slider.max = String(last);
    this.marks.style.setProperty("--span", String(last - start || 1));
    // of a run that grows most pictures have no new ones
    if (this.marked.start === start && areSame(this.marked.events, events)) return;
    this.marked = { start, events };
    const segments = events.filter(({ isNewSegment }) => isNewSegment);
    const others = events.filter(({ isNewSegment }) => !isNewSegment);
    const shown = [...segments, ...(others.length <= mostMarks ? others : [])];
    replaceChildren(
      this.marks,
      ...shown.map(({ time: at, cause, isNewSegment }) =>
        h("span", {
          class: isNewSegment ? "segment" : "event",
          style: `--at: ${at - start}`,
          title: `${valueText(at, 4)} s: ${cause}`,
        }),
      ),
    );
  }
}

function areSame(a: Animation["events"], b: Animation["events"]): boolean {
  return a.length === b.length && a.every(({ time, cause }, k) => time === b[k]!.time && cause === b[k]!.cause);
}
