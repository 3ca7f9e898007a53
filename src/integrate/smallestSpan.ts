/** The shortest time that can be integrated over: below it numbers lose digits (IEEE 754: subnormal), and parts of a step are zero. */
export const smallestSpan: number = 2 ** -1022;
