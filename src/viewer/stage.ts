/** Canvas, camera, lights and ground: everything of a picture but the objects. */
import {
  AmbientLight,
  Color,
  DirectionalLight,
  GridHelper,
  Group,
  HemisphereLight,
  Mesh,
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  Quaternion,
  Scene,
  ShadowMaterial,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { type BoundingBox, ballAround } from "../scene/bounds.ts";
import { hexColor, type Rgb } from "../scene/color.ts";
import { fitView } from "../scene/fitView.ts";
import type { Scene3D } from "../scene/scene3d.ts";
import { directionTo, type ViewBasis, viewBasis } from "../scene/viewBasis.ts";

/** Vertical opening of the camera, degrees. */
const fieldOfView = 40;

/** Of the camera, rad. */
const nearestToPole = 0.02;

/** Points of the map of shadows in each direction: twice the pixels of the picture, as a power of two, between these. */
const [coarsestShadows, finestShadows] = [512, 2048];

export interface StageOptions {
  /** undefined: the page behind the canvas shows through. */
  readonly background: Rgb | undefined;
  readonly shadows: boolean;
  /** Pixels of the picture per pixel of the page, at most. */
  readonly maximumPixelRatio: number;
}

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(fieldOfView, 1, 0.01, 1000);
  readonly controls: OrbitControls;
  readonly basis: ViewBasis;
  /** Shadow and lines of the floor. */
  readonly ground = new Group();
  readonly #sun = new DirectionalLight(0xffffff, 2.2);
  readonly #canvas: HTMLCanvasElement;
  readonly #maximumPixelRatio: number;
  /** Tells when the canvas has another size on the page: asking the page for it costs a layout, with every picture. */
  readonly #observer: ResizeObserver;
  #radius = 1;
  /** Of the canvas on the page, as it was measured last. */
  #room = { width: 0, height: 0 };
  /** Of the picture, in pixels of the page, and pixels of the picture per pixel of the page. */
  #width = 0;
  #height = 1;
  #ratio = 0;
  /** Of the pixels in each direction. */
  #pixelShare = 1;

  constructor(canvas: HTMLCanvasElement, scene3d: Scene3D, { background, shadows, maximumPixelRatio }: StageOptions) {
    this.#canvas = canvas;
    this.#maximumPixelRatio = maximumPixelRatio;
    this.basis = viewBasis(scene3d.up);
    this.renderer = makeRenderer(canvas);
    this.renderer.shadowMap.enabled = shadows;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.toneMapping = NeutralToneMapping;
    this.setBackground(background);

    this.camera.up.set(...this.basis.up);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.15;
    this.controls.zoomToCursor = true;

    const sky = new HemisphereLight(0xffffff, 0x8d8d99, 1.5);
    sky.position.set(...this.basis.up);
    this.#sun.castShadow = shadows;
    this.#sun.position.set(...directionTo(scene3d.light, this.basis));
    this.scene.add(sky, new AmbientLight(0xffffff, 0.35), this.#sun, this.#sun.target, this.ground);
    this.measure();
    this.resize();
    this.#observer = new ResizeObserver(() => this.measure());
    this.#observer.observe(canvas);
  }

  setBackground(color: Rgb | undefined): void {
    this.scene.background = color === undefined ? null : new Color(hexColor(color));
  }

  /** Shadows, and the share of the pixels in each direction that are drawn. */
  setDetail(shadows: boolean, pixelShare: number): void {
    this.#sun.castShadow = shadows && this.renderer.shadowMap.enabled;
    this.#pixelShare = pixelShare;
  }

  /** Floor, light and depth of the camera for a scene of this extent. */
  setExtent(box: BoundingBox): void {
    const { center, radius } = ballAround(box);
    this.#radius = radius;
    this.camera.near = radius / 500;
    this.camera.far = radius * 200;
    this.camera.updateProjectionMatrix();
    this.controls.minDistance = radius / 100;
    this.controls.maxDistance = radius * 60;
    this.#placeSun(new Vector3(...center), 1.2 * radius);
    this.#layGround(center, radius, box);
  }

  /** Looks at a box from a direction, so that it fills the picture. */
  lookFrom(direction: readonly [number, number, number], box: BoundingBox): void {
    const high = Math.tan((fieldOfView * Math.PI) / 360);
    const fitted = fitView(box, direction, this.basis.up, { high, wide: high * this.camera.aspect });
    const { target } = this.controls;
    target.set(...fitted.target);
    this.camera.position
      .set(...direction)
      .multiplyScalar(Math.max(fitted.distance, this.controls.minDistance))
      .add(target);
    this.controls.update();
  }

  /** Turns the camera about its target: to the right, and up; rad. */
  orbit(turn: number, lift: number): void {
    const { target } = this.controls;
    const up = new Vector3(...this.basis.up);
    const offset = this.camera.position.clone().sub(target).applyAxisAngle(up, turn);
    const fromPole = offset.angleTo(up);
    // never over the pole, where left and right change places
    const lifted = Math.min(Math.max(fromPole - lift, nearestToPole), Math.PI - nearestToPole);
    offset.applyAxisAngle(up.clone().cross(offset).normalize(), lifted - fromPole);
    this.camera.position.copy(target).add(offset);
    this.controls.update();
  }

  /** Changes the distance of the camera from its target by a factor. */
  zoom(factor: number): void {
    const { target } = this.controls;
    this.camera.position.sub(target).multiplyScalar(factor).add(target);
    this.controls.update();
  }

  /** Keeps the shadow of things that travel far inside its map. */
  followWithLight(): void {
    const { target } = this.controls;
    if (target.distanceTo(this.#sun.target.position) > 0.5 * this.#radius) this.#placeSun(target, 1.2 * this.#radius);
  }

  /** Asks the page for the size of the canvas. */
  measure(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    this.#room = { width: clientWidth, height: clientHeight };
  }

  /** true when the canvas on the page is of another size than the picture. */
  hasNewSize(): boolean {
    const { width, height, ratio } = this.#wanted();
    return width > 0 && height > 0 && (width !== this.#width || height !== this.#height || ratio !== this.#ratio);
  }

  /** Adapts to the size of the canvas on the page. Returns true when it has changed. */
  resize(): boolean {
    if (!this.hasNewSize()) return false;
    const { width, height, ratio } = this.#wanted();
    [this.#width, this.#height, this.#ratio] = [width, height, ratio];
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.#fitShadows((Math.max(width, height) * ratio) / this.#pixelShare);
    return true;
  }

  /** Size of a pixel of the page at distance 1 from the camera. */
  get pixelAngle(): number {
    return (2 * Math.tan((fieldOfView * Math.PI) / 360)) / this.#height;
  }

  render(): void {
    this.renderer.render(this.scene, this.camera);
  }

  dispose(): void {
    this.#observer.disconnect();
    this.controls.dispose();
    this.#clearGround();
    this.#sun.shadow.map?.dispose();
    this.renderer.dispose();
  }

  #wanted(): { readonly width: number; readonly height: number; readonly ratio: number } {
    const { width, height, ownerDocument } = this.#canvas;
    const fullRatio = Math.min(ownerDocument.defaultView?.devicePixelRatio ?? 1, this.#maximumPixelRatio);
    const ratio = fullRatio * this.#pixelShare;
    // a canvas outside the page has no size on it: that of its picture counts, as long as it has not been set here
    const isOutside = this.#room.width === 0 && this.#room.height === 0 && this.#width === 0;
    return isOutside ? { width, height, ratio: 1 } : { ...this.#room, ratio };
  }

  /** Small pictures need no fine map, which takes most of the time of theirs where there is no graphics card. */
  #fitShadows(pixels: number): void {
    const { shadow } = this.#sun;
    const points = Math.min(Math.max(2 ** Math.ceil(Math.log2(2 * pixels)), coarsestShadows), finestShadows);
    if (shadow.mapSize.x === points) return;
    shadow.mapSize.set(points, points);
    shadow.map?.dispose();
    shadow.map = null;
    this.#setShadowBias();
  }

  /** One and a half points of the map. */
  #setShadowBias(): void {
    const { shadow } = this.#sun;
    shadow.normalBias = (1.5 * (shadow.camera.right - shadow.camera.left)) / shadow.mapSize.x;
  }

  #placeSun(target: Vector3, radius: number): void {
    const direction = this.#sun.position.clone().sub(this.#sun.target.position).normalize();
    this.#sun.target.position.copy(target);
    this.#sun.position
      .copy(direction)
      .multiplyScalar(3 * radius)
      .add(target);
    const { camera } = this.#sun.shadow;
    Object.assign(camera, {
      left: -radius,
      right: radius,
      top: radius,
      bottom: -radius,
      near: radius,
      far: 5 * radius,
    });
    camera.updateProjectionMatrix();
    this.#setShadowBias();
  }

  #layGround(center: readonly number[], radius: number, { low, high }: BoundingBox): void {
    this.#clearGround();
    const up = new Vector3(...this.basis.up);
    const height = [low, high].map((corner) => new Vector3(...corner).dot(up));
    const middle = new Vector3(...(center as [number, number, number]));
    const floor = middle.addScaledVector(up, Math.min(...height) - 2e-3 * radius - middle.dot(up));
    const shade = new Mesh(new PlaneGeometry(8 * radius, 8 * radius), new ShadowMaterial({ opacity: 0.22 }));
    shade.receiveShadow = true;
    shade.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up));
    shade.position.copy(floor);
    const step = niceStep(radius / 3);
    const cells = 2 * Math.ceil((2 * radius) / step);
    const grid = new GridHelper(cells * step, cells, 0x8a8f98, 0x8a8f98);
    grid.material.transparent = true;
    grid.material.opacity = 0.25;
    grid.material.depthWrite = false;
    grid.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), up));
    grid.position.copy(floor);
    this.ground.add(shade, grid);
  }

  #clearGround(): void {
    for (const child of [...this.ground.children] as (Mesh | GridHelper)[]) {
      this.ground.remove(child);
      child.geometry.dispose();
      (child.material as ShadowMaterial).dispose();
    }
  }
}

/** 1, 2 or 5 times a power of ten, at most x. */
function niceStep(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  const digit = x / power >= 5 ? 5 : x / power >= 2 ? 2 : 1;
  return digit * power;
}

function makeRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  try {
    return new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
  } catch (cause) {
    throw new RattlebackError("E-VIEWER-WEBGL", "The browser cannot draw in three dimensions.", {
      path: "canvas",
      because: "it gives no WebGL context for the canvas",
      hint: "a browser with hardware acceleration switched on, or a canvas that has no other context",
      cause,
    });
  }
}
