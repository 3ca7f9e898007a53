/** How the mechanism of a scene is made: bodies, degrees of freedom, loops with where they are cut and what is redundant in them. */
import type { MechanismReport } from "../../src/multibody/run/describeScene.ts";
import type { Result } from "../../src/results/result.ts";
import type { Scene3D } from "../../src/scene/scene3d.ts";
import { h } from "../dom.ts";

/** Nothing where the result has no mechanism. */
export function mechanismFacts(result: Result | undefined, scene: Scene3D | undefined): HTMLElement | false {
  const found = [...(result?.attachments.values() ?? [])].find(
    (value): value is { mechanism: MechanismReport } =>
      typeof value === "object" && value !== null && "mechanism" in value,
  );
  if (found === undefined) return false;
  const { bodies, degreesOfFreedom, loops } = found.mechanism;
  const cut = scene === undefined ? [] : cutJoints(scene);
  const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
  const line = [
    count(bodies, "body", "bodies"),
    count(degreesOfFreedom, "degree of freedom", "degrees of freedom"),
    ...(loops.length > 0 ? [count(loops.length, "group of loops", "groups of loops")] : []),
  ];
  if (loops.length === 0) return h("p", { class: "mechanism-facts" }, line.join(" · "));
  return h(
    "details",
    { class: "mechanism-facts" },
    h("summary", {}, line.join(" · ")),
    h(
      "ul",
      {},
      ...loops.map(({ joints, degreesOfFreedom: own, constraints, redundant }) => {
        const here = cut.filter((path) => joints.includes(path));
        const cuts = here.length === 0 ? "" : `, cut at ${here.join(", ")}`;
        const more = redundant === 0 ? "no constraint is redundant" : `${redundant} redundant`;
        return h(
          "li",
          {},
          `${joints.join(", ")}: ${count(own, "degree of freedom", "degrees of freedom")}${cuts}; ${count(constraints, "constraint", "constraints")}, ${more}`,
        );
      }),
    ),
  );
}

/** Joints that carry nothing: where the tree of bodies ends and a loop is closed. */
export function cutJoints({ joints, carriers = [] }: Scene3D): string[] {
  if (carriers.length === 0) return [];
  return joints.flatMap(({ path, object, object2 = object }, k) =>
    carriers[object] === k || carriers[object2] === k ? [] : [path],
  );
}
