/** Colours of curves: distinct for people with any colour vision, legible on light and on dark ground. Source [OkabeIto2008]. */
export const lightColors = ["#0072b2", "#d55e00", "#007a5a", "#b0479a", "#9a6a00", "#3a86c8", "#7a5195", "#5a5a5a"];
export const darkColors = ["#56b4e9", "#ff9045", "#2fc99c", "#e08ac9", "#f0c542", "#8ecbff", "#c3a6e8", "#c0c0c0"];

/** Dashes tell runs apart, beside the colours of signals. */
export const runDashes: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [8, 3, 2, 3]];
