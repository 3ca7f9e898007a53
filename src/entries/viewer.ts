/** A viewer for animations and results in a canvas, on three.js. */

// what the viewer shows
export type { Animation, ContactMark, ContactsAt } from "../scene/animation.ts";
export { animationOf } from "../scene/animationOf.ts";
export type { ColorInput } from "../scene/color.ts";
export { GrowingAnimation } from "../scene/growingAnimation.ts";
export type { NamedView } from "../scene/viewBasis.ts";
// the viewer
export type { ObjectContact, ObjectState, PickedObject } from "../viewer/objectState.ts";
export { type OverlayName, overlayNames } from "../viewer/overlayNames.ts";
export { createViewer, type Viewer } from "../viewer/viewer.ts";
export { type CameraPlace, type ViewerOptions, type ViewName, viewNames } from "../viewer/viewerOptions.ts";
