/** Time of the picture: plays, pauses, goes back to the start or stays at the end. Knows nothing of drawing. */

export class Playback {
  /** Seconds of the run. */
  time: number;
  startTime: number;
  endTime: number;
  /** Seconds of the run per second of the clock; negative plays backwards. */
  speed = 1;
  /** true: starts over at the end. */
  isLooping = true;
  /** true: more is to come, so the end is waited at, not left. */
  isGrowing = false;
  #isPlaying = false;

  constructor(startTime: number, endTime: number) {
    this.time = startTime;
    this.startTime = startTime;
    this.endTime = endTime;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** Plays on; at the end, and without a loop, from the start. */
  play(): void {
    const isAtEnd = this.speed >= 0 ? this.time >= this.endTime : this.time <= this.startTime;
    if (isAtEnd && !this.isGrowing) this.time = this.speed >= 0 ? this.startTime : this.endTime;
    this.#isPlaying = true;
  }

  pause(): void {
    this.#isPlaying = false;
  }

  /** Goes to a time within the run; what is not a number is passed over. */
  seek(time: number): void {
    if (Number.isNaN(time)) return;
    this.time = Math.min(Math.max(time, this.startTime), this.endTime);
  }

  /** The run has become longer or shorter. */
  setRange(startTime: number, endTime: number): void {
    this.startTime = startTime;
    this.endTime = endTime;
    this.seek(this.time);
  }

  /** Lets `seconds` of the clock pass. Returns true when the time of the picture has changed. */
  advance(seconds: number): boolean {
    if (!this.#isPlaying) return false;
    const before = this.time;
    const { startTime, endTime } = this;
    const length = endTime - startTime;
    const next = before + seconds * this.speed;
    if (next >= startTime && next <= endTime) this.time = next;
    else if (this.isLooping && !this.isGrowing && length > 0) {
      this.time = startTime + ((((next - startTime) % length) + length) % length);
    } else {
      this.time = next > endTime ? endTime : startTime;
      if (!this.isGrowing) this.#isPlaying = false;
    }
    return this.time !== before;
  }
}
