import { isReservedName } from "../language/model.ts";

/** A name of our language that is not taken, and none of its words: letters, digits and underscores. */
export function freeName(
  name: string,
  taken: Set<string>,
  isReserved: (name: string) => boolean = () => false,
): string {
  const plain = plainName(name);
  let free = plain;
  for (let k = 2; taken.has(free) || isReserved(free) || isReservedName(free); k++) free = `${plain}_${k}`;
  taken.add(free);
  return free;
}

function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, "_").replace(/^(?=\d)/, "_");
}

/** What importers put behind the name of a joint or a body for the parts that belong to it. */
const ofJoints = "frame flange end carrier stop damper housing spring anchor friction motor mimic passive".split(" ");
const ofBodies = "inertial negligible visual collision geom centre ellipsoid knot stick".split(" ");

/** Tells names of the file that would meet those of parts: a link "elbow_frame" beside a joint "elbow". */
export function reservedNames(bodies: readonly string[], joints: readonly string[]): (name: string) => boolean {
  const [bodyNames, jointNames] = [bodies, joints].map((names) => new Set(names.map(plainName)));
  return (name) => {
    const [, owner = "", part = ""] = /^(.+)_([a-z]+)\d*$/.exec(name) ?? [];
    return (ofJoints.includes(part) && jointNames!.has(owner)) || (ofBodies.includes(part) && bodyNames!.has(owner));
  };
}
