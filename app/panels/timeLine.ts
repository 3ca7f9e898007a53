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
  private start = 0;
  private end = 1;

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
    this.start = time[0] ?? 0;
    this.end = Math.max(end, this.start);
    this.slider.min = String(this.start);
    this.slider.max = String(this.end);
    const share = (t: number): number => (100 * (t - this.start)) / (this.end - this.start || 1);
    const segments = events.filter(({ isNewSegment }) => isNewSegment);
    const others = events.filter(({ isNewSegment }) => !isNewSegment);
    const shown = [...segments, ...(others.length <= mostMarks ? others : [])];
    replaceChildren(
      this.marks,
      ...shown.map(({ time: at, cause, isNewSegment }) =>
        h("span", {
          class: isNewSegment ? "segment" : "event",
          style: `left: ${share(at)}%`,
          title: `${valueText(at, 4)} s: ${cause}`,
        }),
      ),
    );
  }
}
