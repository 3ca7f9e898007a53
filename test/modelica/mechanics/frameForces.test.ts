/** Which joints must tell what they transmit: one of each closed loop, since balances of places tell the rest. */
import { describe, expect, it } from "vitest";
import { FrameForces } from "../../../src/modelica/mechanics/frameForces.ts";

/** A ring of four places, of which the world is one, with three joints and a rigid part. `closing`: number of the joint that is there to close it. */
function ring(closing?: number): FrameForces {
  const forces = new FrameForces("world");
  const places = ["world", "a", "b", "c"];
  for (let k = 0; k < 3; k++)
    forces.addEdge(`j${k}.frame_a`, places[k]!, `j${k}.frame_b`, places[k + 1]!, `joint${k}`, k === closing);
  forces.addEdge("rod.frame_a", "c", "rod.frame_b", "world");
  return forces;
}

describe("joints of a closed loop", () => {
  it("tell what they transmit where the library closes the loop, wherever that is declared, and otherwise in the last place", () => {
    for (const k of [0, 1, 2]) expect([...ring(k).askedJoints]).toEqual([`joint${k}`]);
    expect([...ring().askedJoints]).toEqual(["joint2"]);
  });

  it("leave a tree, whose balances tell what all others transmit, from the leaves on", () => {
    const { balances } = ring(1).settle();
    expect(balances.map(({ object }) => object).sort()).toEqual(["a", "b", "c"]);
    expect(balances.findIndex(({ object }) => object === "b")).toBeLessThan(
      balances.findIndex(({ object }) => object === "c"),
    );
  });
});
