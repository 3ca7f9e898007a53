// Which parts of one machine touch each other.
import {
  contactsOf,
  importUrdf,
  instantiate,
  Model3D,
  type ModelDefinition,
  modelFromJson,
  modelToJson,
  NoGravityField,
  Object3D,
  Prismatic,
  Scene,
  SelfCollision,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "rattleback";
import { describe, expect, it } from "vitest";

const ball = Object3D({
  feature: Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: "Steel", collision: true }),
});

/** Balls on one rail: the first moves towards the others, the last two overlap. */
const balls = (pairs?: Parameters<typeof SelfCollision>[0]["pairs"]) =>
  Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    a: ball,
    b: ball,
    c: ball,
    railA: Prismatic({ obj1: "world", obj2: "a", axis: 1, s: 0, v: 1 }),
    railB: Prismatic({ obj1: "world", obj2: "b", axis: 1, s: 0.5 }),
    railC: Prismatic({ obj1: "world", obj2: "c", axis: 1, s: 0.6 }),
    own: SelfCollision({ objects: ["a", "b", "c"], ...(pairs !== undefined && { pairs }) }),
  });
const run = (model: ModelDefinition) => simulate(instantiate(model), { stopTime: 0.5, interval: 0.1 });
const pairsOf = (result: ReturnType<typeof run>) =>
  new Set(contactsOf(result).records.map(({ obj1, obj2 }) => [obj1, obj2].sort().join("")));

describe("self-collision", () => {
  it("parts that overlap at the start pass through each other, all others collide, and a warning names the pairs", () => {
    const result = run(balls());
    expect(pairsOf(result)).toContain("ab");
    expect(pairsOf(result)).not.toContain("bc");
    expect(result.warnings.find((text) => text.startsWith("W-SELF-COLLISION"))).toMatch(/b and c/);
    // equal masses: the velocity has changed its owner
    expect(result.final<number>("railA.v")).toBeLessThan(0.5);
  });
  it("none of them collides", () => {
    const result = run(balls("none"));
    expect(result.final("railA.v")).toBe(1);
    expect(result.warnings).toEqual([]);
  });
  it("chosen pairs collide, and only these", () => {
    const result = run(balls([["a", "c"]]));
    expect([...pairsOf(result)]).toEqual(["ac"]);
  });
  it("is kept by a model as JSON", () => {
    const again = modelFromJson(modelToJson(balls([["a", "c"]])));
    expect([...pairsOf(run(again))]).toEqual(["ac"]);
  });
  it("names unknown objects and wrong pairs", () => {
    expect(() => instantiate(balls([["a", "d"]]))).toThrow(/E-OBJECT-UNKNOWN/);
    expect(() => SelfCollision({ objects: ["a"], pairs: "some" as never })).toThrow(/pairs/);
  });
});

describe("the links of an imported robot", () => {
  const link = (
    name: string,
  ) => `<link name="${name}"><inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01"/></inertial>
    <collision><geometry><sphere radius="0.1"/></geometry></collision></link>`;
  /** Three balls in a row, each as far from the next as its radius: neighbours and next neighbours overlap. */
  const urdf = `<robot name="row">${["base", "one", "two", "far"].map(link).join("")}
    <joint name="j1" type="continuous"><parent link="base"/><child link="one"/><origin xyz="0 0 0.1"/><axis xyz="0 1 0"/></joint>
    <joint name="j2" type="continuous"><parent link="one"/><child link="two"/><origin xyz="0 0 0.08"/><axis xyz="0 1 0"/></joint>
    <joint name="j3" type="continuous"><parent link="two"/><child link="far"/><origin xyz="0 0 0.5"/><axis xyz="0 1 0"/></joint></robot>`;
  const robot = (options: Parameters<typeof importUrdf>[1]) =>
    Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) }),
      robot: importUrdf(urdf, { contactMaterial: "Steel", positions: { j1: 0.1 }, ...options }).model,
    });
  it("that overlap as drawn do not push each other away", () => {
    const result = simulate(instantiate(robot({})), { stopTime: 0.1, interval: 0.1 });
    expect(contactsOf(result).records).toEqual([]);
    expect(result.warnings.join()).toMatch(/W-SELF-COLLISION.*robot\.base and robot\.two/);
  });
  it("collide in the pairs that were chosen, by their names in the file", () => {
    const model = robot({ selfCollision: [["base", "two"]] });
    const result = simulate(instantiate(model), { stopTime: 0.001, interval: 0.001 });
    expect(contactsOf(result).records.length).toBeGreaterThan(0);
    expect(() => robot({ selfCollision: [["base", "tow"]] })).toThrow(/E-URDF-LINK/);
  });
});
