import { describe, expect, it } from "vitest";
import { Playback } from "../../src/viewer/playback.ts";

const playing = (options: Partial<Pick<Playback, "speed" | "isLooping" | "isGrowing">> = {}) => {
  const playback = Object.assign(new Playback(1, 3), options);
  playback.play();
  return playback;
};

describe("playing", () => {
  it("half speed takes twice as long", () => {
    const playback = playing({ speed: 0.5 });
    expect(playback.advance(1)).toBe(true);
    expect(playback.time).toBe(1.5);
  });

  it("a paused picture stands still", () => {
    const playback = playing();
    playback.pause();
    expect(playback.advance(1)).toBe(false);
    expect(playback.time).toBe(1);
  });

  it("a loop goes on at the start, with what is left of the step, forwards and backwards", () => {
    const forwards = playing();
    forwards.advance(2.25);
    expect(forwards.time).toBe(1.25);
    const backwards = playing({ speed: -1 });
    backwards.time = 1.5;
    backwards.advance(1);
    expect(backwards.time).toBe(2.5);
  });

  it("without a loop it stops at the end, and starts again from the beginning", () => {
    const playback = playing({ isLooping: false });
    playback.advance(5);
    expect([playback.time, playback.isPlaying]).toEqual([3, false]);
    playback.play();
    expect([playback.time, playback.isPlaying]).toEqual([1, true]);
  });

  it("while the run is going it waits at the end and goes on with what comes", () => {
    const playback = playing({ isGrowing: true });
    playback.advance(5);
    expect([playback.time, playback.isPlaying]).toEqual([3, true]);
    playback.setRange(1, 10);
    playback.advance(0.5);
    expect(playback.time).toBe(3.5);
  });

  it("a run of a single instant stays there", () => {
    const playback = new Playback(2, 2);
    playback.play();
    playback.advance(1);
    expect([playback.time, playback.isPlaying]).toEqual([2, false]);
  });

  it("the slider cannot leave the run, also when that becomes shorter", () => {
    const playback = playing();
    playback.seek(99);
    expect(playback.time).toBe(3);
    playback.setRange(0, 2);
    expect(playback.time).toBe(2);
    playback.seek(-1);
    expect(playback.time).toBe(0);
    playback.seek(1.5);
    playback.seek(Number.NaN);
    expect(playback.time).toBe(1.5);
  });
});
