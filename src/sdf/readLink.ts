/** A link of an SDFormat model: mass, looks and collision shapes. */
import { identityPose } from "../multibody/graph/pose.ts";
import type { UrdfColour, UrdfGeometry, UrdfInertial, UrdfLink, UrdfShape } from "../urdf/urdfRobot.ts";
import type { XmlElement } from "../urdf/xmlElement.ts";
import { autoInertia } from "./autoInertia.ts";
import { numberOf, numbersOf, originOf, poseWritten, textOf } from "./sdfElement.ts";

/** `isStatic`: it never moves, so that its mass does not matter. */
export function readLink(xml: XmlElement, name: string, isStatic: boolean, note: (line: string) => void): UrdfLink {
  const shapes = (kind: string): UrdfShape[] => xml.all(kind).flatMap((shape) => readShape(shape, name, note) ?? []);
  const inertial = xml.child("inertial");
  return {
    name,
    inertial: isStatic && inertial === undefined ? undefined : readInertial(inertial, xml, name, note),
    visuals: shapes("visual"),
    collisions: shapes("collision"),
    line: xml.line,
  };
}

/** What is not written has the values that SDFormat gives it: 1 kg and 1 kg·m². */
function readInertial(
  xml: XmlElement | undefined,
  owner: XmlElement,
  link: string,
  note: (line: string) => void,
): UrdfInertial {
  if (xml === undefined) {
    note(`link "${link}" has no <inertial>: 1 kg and 1 kg·m², as SDFormat says`);
    return { origin: originOf(identityPose), mass: 1, inertia: [1, 1, 1, 0, 0, 0] };
  }
  if (xml.attribute("auto") === "true" || xml.attribute("auto") === "1") return computed(xml, owner, link, note);
  const mass = numberOf(xml, "mass", 1);
  if (mass < 0) throw xml.error(`the mass is ${mass} kg`, "masses are not negative");
  const inertia = xml.child("inertia");
  const moment = (name: string, otherwise: number): number =>
    inertia === undefined ? otherwise : numberOf(inertia, name, otherwise);
  return {
    origin: originOf(poseWritten(xml)),
    mass,
    inertia: [
      moment("ixx", 1),
      moment("iyy", 1),
      moment("izz", 1),
      moment("ixy", 0),
      moment("ixz", 0),
      moment("iyz", 0),
    ],
  };
}

/** From collision shapes and their densities, kg/m³; that of water where none is given. */
function computed(xml: XmlElement, owner: XmlElement, link: string, note: (line: string) => void): UrdfInertial {
  const usual = numberOf(xml, "density", 1000);
  const shapes = owner.all("collision").flatMap((collision) => {
    const shape = readShape(collision, link, () => {});
    return shape === undefined ? [] : [{ ...shape, density: numberOf(collision, "density", usual) }];
  });
  const mass = xml.child("mass") === undefined ? undefined : numberOf(xml, "mass", 1);
  const found = autoInertia(shapes, mass, link, note);
  if (found !== undefined) return found;
  throw xml.error(
    `the inertia of link "${link}" is to be computed, but no collision shape of it has a mass that can be`,
    "a box, sphere, cylinder, capsule or ellipsoid as <collision>, or <mass> and <inertia> as numbers",
  );
}

function readShape(xml: XmlElement, link: string, note: (line: string) => void): UrdfShape | undefined {
  const [shape] = xml.child("geometry")?.children ?? [];
  const geometry = shape === undefined ? undefined : readGeometry(shape);
  if (geometry === undefined) {
    if (shape === undefined) note(`<${xml.name}> of link "${link}" in line ${xml.line} has no shape: left out`);
    else if (shape.name !== "empty") note(`shape <${shape.name}> of link "${link}" in line ${shape.line}: not known`);
    return undefined;
  }
  const material = xml.child("material");
  const diffuse = material?.child("diffuse");
  const words = diffuse?.content.trim().split(/\s+/).length ?? 0;
  const colour =
    words === 3
      ? ([...numbersOf(material!, "diffuse", [0, 0, 0]), 1] as unknown as UrdfColour)
      : words === 4
        ? (numbersOf(material!, "diffuse", [0, 0, 0, 1]) as unknown as UrdfColour)
        : undefined;
  return { name: xml.attribute("name"), origin: originOf(poseWritten(xml)), geometry, colour, line: xml.line };
}

function readGeometry(shape: XmlElement): UrdfGeometry | undefined {
  switch (shape.name) {
    case "box": {
      const [x, y, z] = numbersOf(shape, "size", [1, 1, 1]);
      return { kind: "box", size: [x!, y!, z!] };
    }
    case "sphere":
      return { kind: "sphere", radius: numberOf(shape, "radius", 1) };
    case "cylinder":
    case "capsule":
      return { kind: shape.name, radius: numberOf(shape, "radius", 1), length: numberOf(shape, "length", 1) };
    case "ellipsoid": {
      const [x, y, z] = numbersOf(shape, "radii", [1, 1, 1]);
      return { kind: "ellipsoid", radii: [x!, y!, z!] };
    }
    case "mesh": {
      const [x, y, z] = numbersOf(shape, "scale", [1, 1, 1]);
      return { kind: "mesh", filename: inFolder(textOf(shape, "uri") ?? "", shape.folder), scale: [x!, y!, z!] };
    }
    default:
      return undefined;
  }
}

/** Names without a scheme are relative to the file that has them. */
function inFolder(uri: string, folder: string): string {
  return uri.includes("://") || uri.startsWith("/") ? uri : folder + uri;
}
