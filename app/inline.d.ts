/** Vite gives the text of a file that is asked for in this way. */
declare module "*?inline" {
  const text: string;
  export default text;
}
