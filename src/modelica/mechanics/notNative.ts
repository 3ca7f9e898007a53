/** Why a mechanism cannot be handed to the mechanics of Rattleback: the part, and what stands in the way. */
export class NotNative extends Error {
  /** Path of the part. */
  readonly part: string;
  readonly because: string;

  constructor(part: string, because: string) {
    super(`"${part}": ${because}`);
    this.name = "NotNative";
    this.part = part;
    this.because = because;
  }
}
