/** What a URDF file says and the importer does not read: elements, attributes, and elements that are there again. One line per cause. */
import type { XmlElement } from "./xmlElement.ts";

interface Known {
  readonly attributes: readonly string[];
  /** Read once, and as often as they occur. */
  readonly once: readonly string[];
  readonly often?: readonly string[];
}

const shape: Known = { attributes: ["name"], once: ["origin", "geometry", "material"] };

const known: Readonly<Record<string, Known>> = {
  robot: { attributes: ["name", "version"], once: [], often: ["link", "joint", "material", "transmission", "gazebo"] },
  link: { attributes: ["name"], once: ["inertial"], often: ["visual", "collision"] },
  joint: {
    attributes: ["name", "type"],
    once: ["origin", "parent", "child", "axis", "limit", "dynamics", "mimic"],
  },
  inertial: { attributes: [], once: ["origin", "mass", "inertia"] },
  visual: shape,
  collision: shape,
  origin: { attributes: ["xyz", "rpy"], once: [] },
  axis: { attributes: ["xyz"], once: [] },
  mass: { attributes: ["value"], once: [] },
  inertia: { attributes: ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"], once: [] },
  limit: { attributes: ["lower", "upper", "effort", "velocity"], once: [] },
  dynamics: { attributes: ["damping", "friction"], once: [] },
  mimic: { attributes: ["joint", "multiplier", "offset"], once: [] },
  parent: { attributes: ["link"], once: [] },
  child: { attributes: ["link"], once: [] },
  box: { attributes: ["size"], once: [] },
  sphere: { attributes: ["radius"], once: [] },
  cylinder: { attributes: ["radius", "length"], once: [] },
  capsule: { attributes: ["radius", "length"], once: [] },
  mesh: { attributes: ["filename", "scale"], once: [] },
  material: { attributes: ["name"], once: ["color"] },
  color: { attributes: ["rgba"], once: [] },
};

export function unusedParts(robot: XmlElement): string[] {
  const causes = new Map<string, number>();
  const note = (cause: string) => causes.set(cause, (causes.get(cause) ?? 0) + 1);
  const look = (element: XmlElement): void => {
    const own = Object.hasOwn(known, element.name) ? known[element.name] : undefined;
    if (own === undefined) return;
    for (const name of element.attributeNames)
      if (!own.attributes.includes(name) && !name.includes(":") && name !== "xmlns")
        note(`attribute "${name}" of <${element.name}>`);
    const met = new Set<string>();
    for (const child of element.children) {
      const { name } = child;
      const isFirst = !met.has(name);
      met.add(name);
      if (element.name === "material" && name === "texture") note("<texture> of a material");
      else if (own.once.includes(name) && !isFirst) note(`second <${name}> in <${element.name}>`);
      else if (name === "geometry" && own.once.includes(name)) child.children.slice(0, 1).forEach(look);
      else if (own.once.includes(name) || own.often?.includes(name)) look(child);
      else note(`<${name}> in <${element.name}>`);
    }
  };
  look(robot);
  return [...causes].map(([cause, count]) => `${cause}: ${count} ignored`);
}
