/** What is dragged from a list or a legend into a plot. */
export const signalType = "application/x-rattleback-signal";
