/** What can be seen of a force element: a line between two objects, or an arrow at one. */
import type { SceneLink } from "../../scene/scene3d.ts";
import type { ForceDefinition } from "../forces/forceElement.ts";
import type { Reader } from "../reader.ts";

/** Objects by their paths. */
export type DrawnElement =
  | {
      readonly shape: "link";
      readonly path: string;
      readonly kind: SceneLink["kind"];
      readonly objects: readonly string[];
    }
  | {
      readonly shape: "load";
      /** Of the signal. */
      readonly path: string;
      readonly kind: "force" | "torque";
      readonly object: string;
      readonly reaction: string | undefined;
      readonly axes: string | undefined;
    };

/** `objectAt` finds the object that an entry of the element names. */
export function drawnElement(
  { document }: ForceDefinition,
  path: string,
  read: Reader,
  objectAt: (entry: string) => string,
): DrawnElement | undefined {
  const type = document?.type ?? "";
  const full = read.full(path);
  const load = /^(World|)(Force|Torque)(Between|)$/.exec(type);
  if (load !== null) {
    const kind = load[2] === "Force" ? "force" : "torque";
    const isMutual = load[3] !== "";
    const hasAxes = read.text(`${path}.objCoord`) !== undefined;
    return {
      shape: "load",
      path: `${full}.${kind}Vector`,
      kind,
      object: objectAt(isMutual ? "obj2" : "obj"),
      reaction: isMutual ? objectAt("obj1") : undefined,
      axes: hasAxes ? objectAt("objCoord") : undefined,
    };
  }
  const kind = linkKind(type, (law) => isActive(law, path, read, document?.options));
  return kind && { shape: "link", path: full, kind, objects: [objectAt("obj1"), objectAt("obj2")] };
}

function linkKind(type: string, hasLaw: (name: string) => boolean): SceneLink["kind"] | undefined {
  if (type === "Bushing") return "mount";
  if (type === "LineForce" || type === "LineForceWithFlange") return "rope";
  if (type !== "SpringDamperPtP" && !/^LineForceWith\w*Mass/.test(type)) return undefined;
  if (hasLaw("springForceLaw")) return "spring";
  return hasLaw("damperForceLaw") ? "damper" : "rope";
}

/** Whether a law is a function, or a factor that is not zero. */
function isActive(name: string, path: string, read: Reader, options: Readonly<Record<string, unknown>> = {}): boolean {
  return options[name] !== undefined || read.number(`${path}.${name}`) !== 0;
}
