/** The shortest time that can be integrated over: steps down to the last digit of it have inverses, which implicit methods need. */
export const smallestSpan = 1e-290;
