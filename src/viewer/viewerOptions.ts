/** What a page can ask of a viewer. */
import type { ColorInput } from "../scene/color.ts";
import { type NamedView, namedViews } from "../scene/viewBasis.ts";
import type { PickedObject } from "./objectState.ts";
import type { OverlayName } from "./overlayNames.ts";

export interface ViewerOptions {
  /** A colour, or "transparent" for the page behind the canvas; a light grey by default. */
  readonly background?: ColorInput;
  /** What is shown beside the objects, in place of what the scene says; the ground is shown unless switched off. */
  readonly show?: Partial<Readonly<Record<OverlayName, boolean>>>;
  /** true by default. */
  readonly shadows?: boolean;
  /** Seconds of the run per second of the clock; 1 by default. */
  readonly speed?: number;
  /** Begins again at the end; true by default. */
  readonly loop?: boolean;
  /** Starts to play at once; false by default. */
  readonly autoplay?: boolean;
  /** Space, arrows, Home, End, F and digits work while the canvas has the focus; true by default. */
  readonly keyboard?: boolean;
  /** Pixels of the picture per pixel of the page at most; 2 by default. */
  readonly maximumPixelRatio?: number;
  /** Simpler pictures while it plays, if the computer cannot keep up: fewer corners, no shadows, fewer pixels; true by default. */
  readonly adaptive?: boolean;
  /** Called whenever the time of the picture has changed. */
  readonly onTime?: (time: number) => void;
  /** Called when playing starts or stops. */
  readonly onPlaying?: (isPlaying: boolean) => void;
  /** Called when the user clicks an object, or nothing. */
  readonly onPick?: (picked: PickedObject | undefined) => void;
}

/** Where a camera stands and what it looks at, m. */
export interface CameraPlace {
  readonly position: readonly [number, number, number];
  readonly target: readonly [number, number, number];
}

/** Views by name; "scene" is from the side that the model asks for. */
export type ViewName = NamedView | "scene";

export const viewNames: readonly ViewName[] = ["scene", ...(Object.keys(namedViews) as NamedView[])];

export const optionNames = [
  "background",
  "show",
  "shadows",
  "speed",
  "loop",
  "autoplay",
  "keyboard",
  "maximumPixelRatio",
  "adaptive",
  "onTime",
  "onPlaying",
  "onPick",
];
