/** What a run has left for those who ask for its bodies and contacts. */
import { type Shape, shape } from "../errors/shapes.ts";

export const aResult: Shape = shape(
  "a result of simulate",
  (value) => (value as { readonly attachments?: unknown } | null | undefined)?.attachments instanceof Map,
);
