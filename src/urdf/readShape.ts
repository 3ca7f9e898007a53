/**
 * What a link looks like and collides with. Nothing of it is the end of a robot: a shape that cannot be read is left out, a colour that
 * cannot is grey, and both are named.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Triple, UrdfColour, UrdfGeometry, UrdfOrigin, UrdfShape } from "./urdfRobot.ts";
import type { XmlElement } from "./xmlElement.ts";

export function readOrigin(owner: XmlElement): UrdfOrigin {
  const origin = owner.child("origin");
  return { xyz: origin?.triple("xyz", [0, 0, 0]) ?? [0, 0, 0], rpy: origin?.triple("rpy", [0, 0, 0]) ?? [0, 0, 0] };
}

export function namedColours(materials: readonly XmlElement[], notes: string[]): Map<string, UrdfColour> {
  const colours = new Map<string, UrdfColour>();
  for (const material of materials) {
    const colour = readColour(material, notes);
    const name = material.attribute("name");
    if (colour !== undefined && name !== undefined) colours.set(name, colour);
  }
  return colours;
}

/** Red, green, blue, and alpha where it is given. */
function readColour(material: XmlElement, notes: string[]): UrdfColour | undefined {
  const colour = material.child("color");
  if (colour === undefined) return undefined;
  const [red, green, blue, alpha = 1, ...more] = (colour.attribute("rgba")?.trim() ?? "").split(/\s+/).map(Number);
  if ([red, green, blue, alpha].every(Number.isFinite) && more.length === 0) return [red!, green!, blue!, alpha];
  notes.push(`<color> in line ${colour.line} is not red, green, blue and alpha: ignored`);
  return undefined;
}

export function readShape(
  element: XmlElement,
  colours: ReadonlyMap<string, UrdfColour>,
  notes: string[],
): UrdfShape | undefined {
  const shape = element.child("geometry")?.children[0];
  const place = `shape <${shape?.name ?? "nothing"}> in line ${element.line}`;
  try {
    const geometry = shape === undefined ? undefined : readGeometry(shape, notes);
    if (geometry === undefined) {
      notes.push(`${place}: not known`);
      return undefined;
    }
    const material = element.child("material");
    const named = colours.get(material?.attribute("name") ?? "");
    return {
      name: element.attribute("name"),
      origin: readOrigin(element),
      geometry,
      colour: (material === undefined ? undefined : readColour(material, notes)) ?? named,
      line: element.line,
    };
  } catch (error) {
    if (!(error instanceof RattlebackError)) throw error;
    notes.push(`${place}: left out, ${error.because}`);
    return undefined;
  }
}

function readGeometry(shape: XmlElement, notes: string[]): UrdfGeometry | undefined {
  switch (shape.name) {
    case "box":
      return { kind: "box", size: shape.triple("size") };
    case "cylinder":
    case "capsule":
      return { kind: shape.name, radius: shape.number("radius"), length: shape.number("length") };
    case "sphere":
      return { kind: "sphere", radius: shape.number("radius") };
    case "mesh":
      return { kind: "mesh", filename: shape.text("filename"), scale: readScale(shape, notes) };
    default:
      return undefined;
  }
}

/** Three factors, or one for all; more than three, as others take them. */
function readScale(mesh: XmlElement, notes: string[]): Triple {
  if ((mesh.attribute("scale")?.trim() ?? "") === "") return [1, 1, 1];
  const factors = mesh.list("scale");
  if (factors.length === 1) return [factors[0]!, factors[0]!, factors[0]!];
  if (factors.length <= 3) return mesh.triple("scale");
  notes.push(`scale="${mesh.attribute("scale")}" in line ${mesh.line}: the first three factors are used`);
  return [factors[0]!, factors[1]!, factors[2]!];
}
