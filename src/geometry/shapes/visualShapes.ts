/** Shapes that are only drawn: no mass, no collisions. The viewer gives them their look. */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { type Axis, checkAxis, checkLengths, checkRelation, withDefaults } from "../shapeChecks.ts";
import type { Vector3 } from "../vectors.ts";

export interface CoordinateSystem {
  readonly kind: "CoordinateSystem";
  /** Of the arrows, m. */
  readonly length: number;
}

/** Three arrows along x, y, z; 1 m long by default. */
export function CoordinateSystem(options: Partial<Omit<CoordinateSystem, "kind">> = {}): CoordinateSystem {
  const values = withDefaults("CoordinateSystem", { length: 1 }, options);
  checkLengths("CoordinateSystem", values);
  return { kind: "CoordinateSystem", ...values };
}

export interface Grid {
  readonly kind: "Grid";
  /** Normal of the grid; (length, width) run along axis 1 → (y, z), 2 → (z, x), 3 → (x, y). */
  readonly axis: Axis;
  /** m */
  readonly length: number;
  readonly width: number;
  /** Between neighbouring lines, m. */
  readonly distance: number;
  /** In pixels of the drawing. */
  readonly lineWidth: number;
}

/** A rectangle of lines; 1 m × 0.6 m with a line every 0.1 m by default. */
export function Grid(options: Partial<Omit<Grid, "kind">> = {}): Grid {
  const defaults: Omit<Grid, "kind"> = { axis: 3, length: 1, width: 0.6, distance: 0.1, lineWidth: 1 };
  const values = withDefaults("Grid", defaults, options);
  const { axis, length, width, distance, lineWidth } = values;
  checkAxis("Grid", axis);
  checkLengths("Grid", { length, width, distance, lineWidth });
  const isPossible = distance > 0 && distance <= Math.min(length, width);
  checkRelation("Grid", "distance", distance, isPossible, "0 < distance ≤ min(length, width)");
  return { kind: "Grid", ...values };
}

export interface SpringShape {
  readonly kind: "SpringShape";
  readonly axis: Axis;
  /** m; the frame is at the centre of the base circle. */
  readonly length: number;
  readonly diameter: number;
  readonly wireDiameter: number;
  readonly windings: number;
}

/** A helical spring; length and diameter 1 m with five windings by default. */
export function SpringShape(options: Partial<Omit<SpringShape, "kind">> = {}): SpringShape {
  const defaults: Omit<SpringShape, "kind"> = { axis: 3, length: 1, diameter: 1, wireDiameter: 0.05, windings: 5 };
  const values = withDefaults("SpringShape", defaults, options);
  const { axis, length, diameter, wireDiameter, windings } = values;
  checkAxis("SpringShape", axis);
  checkLengths("SpringShape", { length, diameter, wireDiameter, windings });
  const isThin = wireDiameter > 0 && wireDiameter < Math.min(diameter, length);
  checkRelation("SpringShape", "wireDiameter", wireDiameter, isThin, "0 < wireDiameter < min(diameter, length)");
  return { kind: "SpringShape", ...values };
}

export interface GearWheel {
  readonly kind: "GearWheel";
  readonly axis: Axis;
  /** m */
  readonly diameter: number;
  readonly length: number;
  readonly innerDiameter: number;
  readonly rootDiameter: number;
  /** Of a bevel gear, rad. */
  readonly angle: number;
  readonly teeth: number;
}

/** A gear wheel with 20 teeth by default. */
export function GearWheel(options: Partial<Omit<GearWheel, "kind">> = {}): GearWheel {
  const defaults: Omit<GearWheel, "kind"> = {
    axis: 3,
    diameter: 1,
    length: 1,
    innerDiameter: 0,
    rootDiameter: 0.9,
    angle: 0,
    teeth: 20,
  };
  const values = withDefaults("GearWheel", defaults, options);
  const { axis, diameter, length, innerDiameter, rootDiameter, teeth } = values;
  checkAxis("GearWheel", axis);
  checkLengths("GearWheel", { diameter, length, innerDiameter, rootDiameter, teeth });
  const isOrdered = innerDiameter < rootDiameter && rootDiameter < diameter;
  checkRelation("GearWheel", "rootDiameter", rootDiameter, isOrdered, "innerDiameter < rootDiameter < diameter");
  return { kind: "GearWheel", ...values };
}

export interface Font {
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Height of a character, m. */
  readonly size: number;
  readonly color: string;
  readonly transparency: number;
}

export interface TextShape {
  readonly kind: "TextShape";
  readonly text: string;
  readonly font: Font;
  readonly offset: Vector3;
  /** The plane of the letters; "Screen" turns them to the viewer. */
  readonly axisAlignment: "Screen" | "XY_Plane" | "XZ_Plane" | "YZ_Plane";
  readonly alignment: "Left" | "Center" | "Right";
}

const defaultFont: Font = {
  family: "sans-serif",
  bold: false,
  italic: false,
  size: 0.1,
  color: "#0000ff",
  transparency: 0,
};

/** A text beside an object. */
export function TextShape(
  options: { readonly text: string; readonly font?: Partial<Font> } & Partial<
    Omit<TextShape, "kind" | "text" | "font">
  >,
): TextShape {
  const defaults: Omit<TextShape, "kind"> = {
    text: "",
    font: defaultFont,
    offset: [0, 0, 0],
    axisAlignment: "Screen",
    alignment: "Center",
  };
  const values = withDefaults("TextShape", defaults, options);
  const font = withDefaults("TextShape.font", defaultFont, options.font ?? {});
  checkLengths("TextShape.font", { size: font.size });
  return { kind: "TextShape", ...values, font };
}

/** The shapes of Modelica's visualisers, numbered as there. */
export const modelicaShapeTypes = [
  "box",
  "sphere",
  "cylinder",
  "cone",
  "capsule",
  "coordinateSystem",
  "spring",
  "gearwheel",
  "pipe",
  "grid",
  "beam",
] as const;

export interface ModelicaShape {
  readonly kind: "ModelicaShape";
  /** 1 … 11, see `modelicaShapeTypes`. */
  readonly type: number;
  /** m */
  readonly lengthX: number;
  readonly lengthY: number;
  readonly lengthZ: number;
  /** Cone: ratio of top to base; pipe: inner ratio second; spring: windings, wire radius; gear wheel: inner ratio, teeth, angle in degrees. */
  readonly extra: Vector3;
}

/** A shape described as Modelica's visualisers do. */
export function ModelicaShape(options: Partial<Omit<ModelicaShape, "kind">> = {}): ModelicaShape {
  const defaults: Omit<ModelicaShape, "kind"> = { type: 1, lengthX: 1, lengthY: 1, lengthZ: 1, extra: [0, 0, 0] };
  const values = withDefaults("ModelicaShape", defaults, options);
  const { type, lengthX, lengthY, lengthZ } = values;
  checkLengths("ModelicaShape", { lengthX, lengthY, lengthZ });
  if (!Number.isInteger(type) || type < 1 || type > modelicaShapeTypes.length) {
    throw new RattlebackError("E-SHAPE-VALUE", `ModelicaShape cannot have type = ${String(type)}.`, {
      path: "ModelicaShape.type",
      because: "it is not the number of a shape",
      hint: `1 to ${modelicaShapeTypes.length} for ${modelicaShapeTypes.join(", ")}`,
      data: { type },
    });
  }
  return { kind: "ModelicaShape", ...values };
}

export type VisualShape = CoordinateSystem | Grid | SpringShape | GearWheel | TextShape | ModelicaShape;
