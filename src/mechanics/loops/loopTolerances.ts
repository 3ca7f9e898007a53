/** How exactly loops are closed, where placements are as exact as they can be. */

/** Four digits above the rounding of placements. */
export const strictRank = 1e-10;
/** What placements that are right to 11 digits may grow to. */
export const strictGap = 1e-9;
