/**
 * Every follower follows a joint that moves by itself: chains of followers are multiplied out. A joint that follows nothing that moves is
 * free, one that follows with the factor 0 does not move.
 */
import { suggestName } from "../errors/nearestName.ts";
import type { UrdfJoint } from "./urdfRobot.ts";

export function followMimics(joints: readonly UrdfJoint[], notes: string[]): UrdfJoint[] {
  const movable = new Map(
    joints
      .filter(({ type }) => type === "revolute" || type === "continuous" || type === "prismatic")
      .map((joint) => [joint.name, joint]),
  );
  return joints.map((joint) => {
    if (joint.mimic === undefined) return joint;
    if (!movable.has(joint.name)) {
      notes.push(`joint "${joint.name}" mimics "${joint.mimic.joint}", but is ${joint.type}: mimic is ignored`);
      return { ...joint, mimic: undefined };
    }
    let { joint: leaderName, multiplier, offset } = joint.mimic;
    for (let depth = 0; ; depth++) {
      const leader = movable.get(leaderName);
      if (leader === undefined || leaderName === joint.name || depth > joints.length) {
        const known = leaderName === joint.name ? "" : suggestName(leaderName, movable.keys(), "");
        const because = `joint "${joint.name}" mimics "${leaderName}", which is not another joint with one degree of freedom`;
        notes.push(`${because}${known === "" ? "" : ` (${known})`}: it moves by itself`);
        return { ...joint, mimic: undefined };
      }
      if (multiplier === 0 && offset === 0) {
        notes.push(`joint "${joint.name}" mimics "${joint.mimic.joint}" with multiplier 0: it does not move`);
        return { ...joint, type: "fixed", mimic: undefined };
      }
      if (multiplier === 0) {
        notes.push(`joint "${joint.name}" mimics with multiplier 0 and offset ${offset}: it moves by itself`);
        return { ...joint, mimic: undefined };
      }
      if (leader.mimic === undefined) return { ...joint, mimic: { joint: leaderName, multiplier, offset } };
      // q = m·(m₂·q₂ + o₂) + o
      offset += multiplier * leader.mimic.offset;
      multiplier *= leader.mimic.multiplier;
      leaderName = leader.mimic.joint;
    }
  });
}
