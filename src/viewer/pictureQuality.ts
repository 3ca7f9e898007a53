/**
 * How much a picture may cost while an animation plays. A computer that cannot keep up, for lack of a graphics card say, gets
 * simpler pictures, one level at a time; pictures that stand still are always as good as they can be.
 *
 * Levels: 0 full, 1 round shapes with fewer corners, 2 no shadows, 3 half as many pixels in each direction.
 */

const coarsest = 3;

/** Milliseconds between two pictures that are too many: below 25 pictures per second motion is no longer smooth. */
const slow = 40;

/** Milliseconds between two pictures that say nothing: the page was in the background. */
const interrupted = 1000;

/** Slow pictures in a row after which the next ones are simpler, and the milliseconds that they must have taken. */
const fewest = 3;
const patience = 300;

/** Pictures after a change that do not count: programs of the graphics card are made for them. */
const settling = 2;

export class PictureQuality {
  #level = 0;
  #unsettled = settling;
  #slowPictures = 0;
  #slowTime = 0;

  get level(): number {
    return this.#level;
  }

  /** Playing begins: perhaps the computer was busy with something else the last time. */
  begin(): void {
    this.#change(Math.max(0, this.#level - 1));
  }

  /** Takes notice of the milliseconds from the last picture to this one. */
  watch(passed: number): void {
    if (this.#unsettled > 0) {
      this.#unsettled--;
      return;
    }
    const isSlow = passed > slow && passed < interrupted;
    this.#slowPictures = isSlow ? this.#slowPictures + 1 : 0;
    this.#slowTime = isSlow ? this.#slowTime + passed : 0;
    const isTooMuch = this.#slowPictures >= fewest && this.#slowTime > patience;
    if (isTooMuch && this.#level < coarsest) this.#change(this.#level + 1);
  }

  #change(level: number): void {
    this.#level = level;
    this.#unsettled = settling;
    this.#slowPictures = 0;
    this.#slowTime = 0;
  }
}
