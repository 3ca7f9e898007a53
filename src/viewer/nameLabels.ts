/** Names beside objects, always of the same size on the screen. */
import { CanvasTexture, Group, Sprite, SpriteMaterial } from "three";
import { poseSize } from "../scene/animation.ts";
import type { BoundingBox } from "../scene/bounds.ts";
import type { SceneObject } from "../scene/scene3d.ts";

/** Height of a letter in pixels of the page, and of the picture that it is drawn with. */
const fontSize = 13;
const sharpness = 2;

export class NameLabels {
  readonly group = new Group();
  readonly #objects: readonly SceneObject[];
  readonly #pixelAngle: () => number;

  constructor(objects: readonly SceneObject[], pixelAngle: () => number) {
    this.#objects = objects;
    this.#pixelAngle = pixelAngle;
    this.group.visible = false;
  }

  /** Above the boxes of their objects. */
  place(isShown: boolean, poses: Float64Array, boxes: readonly (BoundingBox | undefined)[]): void {
    this.group.visible = isShown;
    if (!isShown) return;
    if (this.group.children.length === 0) this.#build(boxes);
    const unit = this.#pixelAngle();
    for (const sprite of this.group.children as Sprite[]) {
      const { object, width, height } = sprite.userData as { object: number; width: number; height: number };
      const k = poseSize * object;
      sprite.visible = !Number.isNaN(poses[k]);
      sprite.position.set(poses[k]!, poses[k + 1]!, poses[k + 2]!);
      sprite.scale.set(width * unit, height * unit, 1);
    }
  }

  dispose(): void {
    for (const { material } of this.group.children as Sprite[]) {
      material.map?.dispose();
      material.dispose();
    }
    this.group.clear();
  }

  #build(boxes: readonly (BoundingBox | undefined)[]): void {
    this.#objects.forEach(({ path }, object) => {
      if (boxes[object] === undefined) return;
      const { canvas, width, height } = writeName(path);
      const texture = new CanvasTexture(canvas);
      const material = new SpriteMaterial({
        map: texture,
        sizeAttenuation: false,
        depthTest: false,
        toneMapped: false,
      });
      const sprite = new Sprite(material);
      sprite.renderOrder = 20;
      sprite.center.set(0.5, -0.6);
      Object.assign(sprite.userData, { object, width, height });
      this.group.add(sprite);
    });
  }
}

/** Dark letters on a light plate: legible before anything. */
function writeName(name: string): { canvas: HTMLCanvasElement; width: number; height: number } {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d")!;
  const font = `600 ${fontSize * sharpness}px system-ui, sans-serif`;
  context.font = font;
  const padding = 5 * sharpness;
  canvas.width = Math.ceil(context.measureText(name).width) + 2 * padding;
  canvas.height = Math.ceil(1.5 * fontSize * sharpness);
  context.font = font;
  context.fillStyle = "rgba(255, 255, 255, 0.9)";
  context.beginPath();
  context.roundRect(0, 0, canvas.width, canvas.height, 4 * sharpness);
  context.fill();
  context.fillStyle = "#0b0d10";
  context.textBaseline = "middle";
  context.fillText(name, padding, canvas.height / 2);
  return { canvas, width: canvas.width / sharpness, height: canvas.height / sharpness };
}
