/** three.js behind a picture, for tools that draw into it, such as handles. Known to the studio, no part of the package's interface. */
import type { PerspectiveCamera, Scene } from "three";
import type { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Animation } from "../scene/animation.ts";

export interface Workshop {
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
  /** The camera stays where it is, whatever the objects do. */
  pinCamera(): void;
  /** The same times and objects, some of them elsewhere, while somebody drags them: extent and camera stay. */
  carry(animation: Animation): void;
  /** Whether the chosen object has its axes beside its box: handles stand where they would. */
  markAxes(isOn: boolean): void;
  /** The picture is drawn again. */
  redraw(): void;
  /** Called before every picture is made, whether or not it is drawn again: what it changes is in this picture, not in the next one. */
  beforePicture(call: () => void): void;
}

const workshops = new WeakMap<object, Workshop>();

export function openWorkshop(viewer: object, workshop: Workshop): void {
  workshops.set(viewer, workshop);
}

export function workshopOf(viewer: object): Workshop {
  return workshops.get(viewer)!;
}
