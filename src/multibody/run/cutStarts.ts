/** Start values given with init must hold for joints that close loops as well; their coordinates follow from those of the tree. */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { GraphJoint, ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { jointKinds } from "../joints/jointKinds.ts";
import { frameOf } from "./frames.ts";
import { JointObserver } from "./jointResults.ts";

/** m, rad, m/s, rad/s: beyond the rounding of a closed loop. */
const tolerance = 1e-6;

/** After the loops are closed. */
export function checkCutStarts(graph: ObjectGraph, tree: BodyTree, { state }: MechanismDynamics): void {
  for (const k of tree.cuts) {
    const joint = graph.joints[k]!;
    const { start } = joint;
    if (!start.isPositionFixed.includes(true) && !start.isVelocityFixed.includes(true)) continue;
    const observer = new JointObserver(joint, frameOf(graph, tree, joint.object1), frameOf(graph, tree, joint.object2));
    const found = new Float64Array(observer.size);
    observer.write(found, 0, state.motion);
    jointKinds[joint.kind].coordinates.forEach(({ position, velocity }, i) => {
      const path = `${graph.prefix}${joint.path}`;
      const [q, v] = [found[2 * i]!, found[2 * i + 1]!];
      if (start.isPositionFixed[i] === true)
        check("E-MECHANISM-LOOP-OPEN", path, position, start.position[i]!, q, joint);
      if (start.isVelocityFixed[i] === true)
        check("E-MECHANISM-LOOP-VELOCITY", path, velocity, start.velocity[i]!, v, joint);
    });
  }
}

function check(code: string, path: string, name: string, wanted: number, found: number, { kind }: GraphJoint): void {
  if (Math.abs(found - wanted) <= tolerance * (1 + Math.abs(wanted))) return;
  throw new RattlebackError(code, `"${path}.${name}" cannot start with ${wanted}.`, {
    path,
    because: `the loop that the ${kind} joint closes gives ${found.toPrecision(6)} with the other values that are to be kept`,
    hint: "keep as many start values as the loop has degrees of freedom; give the others as numbers, which are guesses",
    data: { joint: path, name, wanted, found },
  });
}
