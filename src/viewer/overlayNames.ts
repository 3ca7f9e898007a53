/** What can be shown beside the objects, by name. */
export const overlayNames = [
  "ground",
  "frames",
  "boundingBoxes",
  "contactPoints",
  "contactNormals",
  "contactForces",
  "patches",
  "joints",
  "links",
  "loads",
  "trails",
  "names",
] as const;

export type OverlayName = (typeof overlayNames)[number];
