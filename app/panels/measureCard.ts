/** The distance of two points that were clicked: each stays on its object, so that the distance follows the motion. */
import { valueText } from "../../src/plot/ticks.ts";
import type { ObjectState, PickedObject } from "../../src/viewer/objectState.ts";
import { h, replaceChildren } from "../dom.ts";

type Vector = readonly [number, number, number];

export interface MeasuredPoint {
  readonly path: string;
  /** In the object. */
  readonly local: Vector;
}

export class MeasureCard {
  readonly element = h("aside", {
    class: "object-card measure-card",
    "aria-label": "Measured distance",
    role: "status",
  });
  private readonly list = h("div");
  private readonly describe: (path: string) => ObjectState | undefined;
  private points: MeasuredPoint[] = [];

  /** `describe`: where an object is now. `close`: nothing is measured any more. */
  constructor(describe: (path: string) => ObjectState | undefined, close: () => void) {
    this.describe = describe;
    this.element.append(
      h("button", { class: "tiny close", onclick: close, "aria-label": "End measuring" }, "×"),
      h("strong", {}, "Distance"),
      this.list,
    );
    this.show();
  }

  /** A point of an object; a third one begins again. */
  pick({ path, point, position, quaternion }: PickedObject): void {
    if (position === undefined || quaternion === undefined) return;
    if (this.points.length === 2) this.points = [];
    this.points.push({ path, local: turned(minus(point, position), inverse(quaternion)) });
    this.show();
  }

  /** At the time that is shown now. */
  show(): void {
    const [first, second] = this.points.map((measured) => this.placeOf(measured));
    const names = this.points.map(({ path }) => path || "world");
    if (this.points.length < 2) {
      replaceChildren(
        this.list,
        h(
          "p",
          {},
          this.points.length === 0 ? "Click a point of an object." : `From ${names[0]}: click the other point.`,
        ),
      );
      return;
    }
    if (first === undefined || second === undefined) {
      replaceChildren(this.list, h("p", {}, "One of the objects does not exist now."));
      return;
    }
    const [x, y, z] = minus(second, first);
    replaceChildren(
      this.list,
      h("p", {}, `${names[0]} – ${names[1]}`),
      h("p", {}, h("output", {}, `${valueText(Math.hypot(x, y, z), 5)} m`)),
      h("small", {}, `Δ (${[x, y, z].map((value) => valueText(value, 4)).join(", ")}) m`),
    );
  }

  private placeOf({ path, local }: MeasuredPoint): Vector | undefined {
    const { position, quaternion } = this.describe(path) ?? {};
    if (position === undefined || quaternion === undefined) return undefined;
    const [x, y, z] = turned(local, quaternion);
    return [position[0] + x, position[1] + y, position[2] + z];
  }
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function inverse([x, y, z, w]: readonly [number, number, number, number]): [number, number, number, number] {
  return [-x, -y, -z, w];
}

/** By the quaternion, scalar last. */
export function turned([a, b, c]: Vector, [x, y, z, w]: readonly [number, number, number, number]): Vector {
  const [u, v, s] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * u + y * s - z * v, b + w * v + z * u - x * s, c + w * s + x * v - y * u];
}
