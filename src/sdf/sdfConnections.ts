/**
 * Links and joints as a mechanism can be built of them: a link stands on at most one other, what is rigid has no joints inside, and every
 * group of links has one that stands in the world or moves freely.
 */
import { listNames } from "../errors/nearestName.ts";
import { invert } from "../multibody/graph/pose.ts";
import { poseOfOrigin } from "../urdf/origins.ts";
import type { UrdfJoint, UrdfLink } from "../urdf/urdfRobot.ts";
import type { XmlElement } from "../urdf/xmlElement.ts";
import { originOf } from "./sdfElement.ts";

/** Who belongs together: each member leads to its group. */
class Groups {
  private readonly next = new Map<string, string>();

  of(name: string): string {
    let at = name;
    for (let up = this.next.get(at); up !== undefined; up = this.next.get(at)) at = up;
    return at;
  }

  /** False when they are together already. */
  join(a: string, b: string): boolean {
    const [from, to] = [this.of(a), this.of(b)];
    if (from !== to) this.next.set(from, to);
    return from !== to;
  }
}

/** `fixedTo`: the link that stands for the world. `starts`: where each link begins, for those that nothing leads to. */
export function connectLinks(
  links: readonly UrdfLink[],
  joints: readonly UrdfJoint[],
  starts: ReadonlyMap<string, NonNullable<UrdfLink["start"]>>,
  fixedTo: string,
  owner: XmlElement,
  note: (line: string) => void,
): { links: UrdfLink[]; joints: UrdfJoint[] } {
  const rigid = new Groups();
  for (const [name, { isFree }] of starts) if (!isFree) rigid.join(name, fixedTo);
  const standsOn = new Set([...starts].filter(([, { isFree }]) => !isFree).map(([name]) => name));
  standsOn.add(fixedTo);
  const fixed = joints
    .filter(({ type }) => type === "fixed")
    .flatMap((joint) => weld(joint, rigid, standsOn, owner, note));
  const movable = joints.filter((joint) => {
    if (joint.type === "fixed") return false;
    const isIdle = rigid.of(joint.parent) === rigid.of(joint.child);
    if (isIdle) note(`joint "${joint.name}" connects links that are rigidly connected: left out`);
    return !isIdle;
  });
  const reached = new Groups();
  for (const { parent, child } of [...movable, ...fixed]) reached.join(parent, child);
  const held = new Set(movable.map(({ child }) => child));
  // groups that have a link of their own to begin with: one that no joint leads to, or that stands in the world
  const begun = new Set([reached.of(fixedTo)]);
  const isRoot = (name: string): boolean => !held.has(name) && !fixed.some(({ child }) => child === name);
  for (const { name } of links) if (isRoot(name)) begun.add(reached.of(name));
  const placed = links.map((link) => {
    const start = starts.get(link.name);
    if (start === undefined || fixed.some(({ child }) => child === link.name)) return link;
    if (!isRoot(link.name)) {
      if (begun.has(reached.of(link.name))) return link;
      begun.add(reached.of(link.name));
      note(`links form a loop that nothing holds: "${link.name}" moves freely`);
    }
    return { ...link, start };
  });
  return { links: placed, joints: [...movable, ...fixed] };
}

/** The joint, the other way round where its child stands on another link already; nothing when both are rigidly connected. */
function weld(
  joint: UrdfJoint,
  rigid: Groups,
  standsOn: Set<string>,
  owner: XmlElement,
  note: (line: string) => void,
): UrdfJoint[] {
  const { name, parent, child, origin } = joint;
  if (!rigid.join(parent, child)) {
    note(`joint "${name}" connects links that are rigidly connected: left out`);
    return [];
  }
  if (!standsOn.has(child)) {
    standsOn.add(child);
    return [joint];
  }
  if (standsOn.has(parent))
    throw owner.error(
      `the fixed joint "${name}" joins two links that stand on others: ${listNames([parent, child])}`,
      "let the parent of one of the joints be its child",
      name,
    );
  standsOn.add(parent);
  return [{ ...joint, parent: child, child: parent, origin: originOf(invert(poseOfOrigin(origin))) }];
}
