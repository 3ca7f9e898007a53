/**
 * A table of numbers that grows by rows and is read by rows.
 *
 * Rows are kept in pieces, each twice as long as the one before up to 2 MB, so that nothing is copied when the table grows; the numbers of a row
 * are neighbours. Piece c begins at row firstRows·(2^c − 1) as long as pieces grow.
 */

/** Numbers per piece at most, where a row is not longer. */
const pieceNumbers = 2 ** 18;
const firstShift = 4;

export class RowStore {
  readonly width: number;
  private rows = 0;
  private readonly pieces: Float64Array[] = [];
  /** Pieces grow up to this one. */
  private readonly lastGrowing: number;
  /** Numbers that are allocated. */
  capacity = 0;

  constructor(width: number) {
    this.width = width;
    this.lastGrowing = Math.max(0, 31 - Math.clz32(pieceNumbers / Math.max(1, width)) - firstShift);
  }

  get rowCount(): number {
    return this.rows;
  }

  /** Appends the first numbers of a row. */
  append(row: Float64Array): void {
    const { width } = this;
    const k = this.pieceOf(this.rows);
    if (k === this.pieces.length) this.grow(k);
    const piece = this.pieces[k]!;
    const at = this.placeOf(this.rows);
    for (let j = 0; j < width; j++) piece[at + j] = row[j]!;
    this.rows++;
  }

  /** The piece that has a row, whose numbers are there from placeOf(row) on. */
  pieceWith(row: number): Float64Array {
    return this.pieces[this.pieceOf(row)]!;
  }

  placeOf(row: number): number {
    return (row - this.firstOf(this.pieceOf(row))) * this.width;
  }

  /** A view of a row. */
  row(row: number): Float64Array {
    const at = this.placeOf(row);
    return this.pieceWith(row).subarray(at, at + this.width);
  }

  private pieceOf(row: number): number {
    const { lastGrowing } = this;
    const growing = 31 - Math.clz32((row >> firstShift) + 1);
    if (growing <= lastGrowing) return growing;
    return lastGrowing + ((row - this.firstOf(lastGrowing)) >> (firstShift + lastGrowing));
  }

  private firstOf(piece: number): number {
    const { lastGrowing } = this;
    if (piece <= lastGrowing) return ((1 << piece) - 1) << firstShift;
    return (((1 << lastGrowing) - 1) << firstShift) + ((piece - lastGrowing) << (firstShift + lastGrowing));
  }

  private grow(piece: number): void {
    const numbers = this.width << (firstShift + Math.min(piece, this.lastGrowing));
    this.pieces.push(new Float64Array(numbers));
    this.capacity += numbers;
  }
}
