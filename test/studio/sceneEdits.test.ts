// Building in space is editing the text: the smallest change for each step, nothing where the text computes, and back to the very text.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as diagram from "../../app/document/diagramEdits.ts";
import { hasErrors } from "../../app/document/modelText.ts";
import { angleText, numberText } from "../../app/document/numberText.ts";
import * as edits from "../../app/document/sceneEdits.ts";
import { jointKinds, sceneIn, vectorAt } from "../../app/document/sceneText.ts";
import { applyEdits, inverseOf, type TextEdit } from "../../app/document/textEdits.ts";
import { pairsIn, setPairValue } from "../../app/scene/pairRows.ts";
import { placementIn } from "../../app/scene/scenePoses.ts";
import { bodyOf, carriedBy, type TreeNode, treeOf } from "../../app/scene/sceneTree.ts";
import * as rattleback from "../../src/index.ts";
import { compose, poseOf } from "../../src/multibody/graph/pose.ts";

const empty = `import { Model } from "rattleback";

export default Model({
  description: "drawn", // stays
});
`;

const sure = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("nothing was changed");
  return value;
};

describe("edits of a scene", () => {
  it("make a model in space of a plain one, and write objects, joints and values", () => {
    const box = sure(edits.addObject(empty, "Box", "world"));
    const link = sure(edits.addObject(box.text, "Link", "world", [0.5, 0, 0]));
    let text = sure(edits.place(link.text, "box", { translation: [0, 0.25, 0], rotation: [0, 0, Math.PI / 2] }));
    text = sure(edits.setValue(text, ["box", "feature", "shape", "lengthX"], "0.3"));
    const at = { translation: [0.3, -0.25, 0], rotation: [0, 0, -Math.PI / 2] };
    const joint = sure(
      edits.addJoint(text, { kind: "RevoluteWithFlange", obj1: "box", obj2: "linkA", at, freed: "link" }),
    );
    text = sure(edits.setStart(joint.text, [joint.name, "phi"], angleText(-Math.PI / 3)));
    text = sure(diagram.rename(text, "link", "crank"));
    expect(text).toBe(`import { Model3D, Object3D, Scene, Solid, Box, Beam, RevoluteWithFlange } from "rattleback";

export default Model3D({
  description: "drawn", // stays
  world: Object3D({ feature: Scene() }),
  box: Object3D({
    parent: "world",
    feature: Solid({ shape: Box({ lengthX: 0.3, lengthY: 0.2, lengthZ: 0.2 }), solidMaterial: "Steel" }),
    translation: [0, 0.25, 0],
    rotation: [0, 0, Math.PI / 2],
  }),
  crank: Object3D({
    feature: Solid({ shape: Beam({ axis: 1, length: 0.4, width: 0.04, thickness: 0.04 }), solidMaterial: "Steel" }),
  }),
  linkA: Object3D({ parent: "crank", translation: [-0.2, 0, 0] }),
  linkB: Object3D({ parent: "crank", translation: [0.2, 0, 0] }),
  boxPivot: Object3D({ parent: "box", translation: [0.3, -0.25, 0], rotation: [0, 0, -Math.PI / 2] }),
  revolute: RevoluteWithFlange({ obj1: "boxPivot", obj2: "linkA", phi: -Math.PI / 3 }),
});
`);
    const without = sure(edits.removeObject(text, "box"));
    expect([...without.removed].sort()).toEqual(["box", "boxPivot", "revolute"]);
    expect(without.text).not.toMatch(/box|revolute/);
  });

  it("take along what is fixed to the ends of a shape that gets another length, and nothing else", () => {
    const link = sure(edits.addObject(empty, "Link", "world"));
    const inner = sure(edits.addObject(link.text, "Frame", "link", [0.1, 0, 0]));
    const beside = sure(edits.addObject(inner.text, "Frame", "link", [0.2, 0.02, 0]));
    const ball = sure(edits.addObject(beside.text, "Sphere", "link", [0.2, 0, 0]));
    const longer = sure(edits.setLength(ball.text, "link", 0.5));
    expect(longer.carried).toEqual(["linkA", "linkB", "sphere"]);
    const changed = longer.text.split("\n").filter((line, k) => line !== ball.text.split("\n")[k]);
    expect(changed.map((line) => line.trim())).toEqual([
      'feature: Solid({ shape: Beam({ axis: 1, length: 0.5, width: 0.04, thickness: 0.04 }), solidMaterial: "Steel" }),',
      'linkA: Object3D({ parent: "link", translation: [-0.25, 0, 0] }),',
      'linkB: Object3D({ parent: "link", translation: [0.25, 0, 0] }),',
      "translation: [0.25, 0, 0],",
    ]);
    // along z, and what the text computes stays
    const cone = sure(edits.addObject(empty, "Cone", "world")).text;
    const top = sure(edits.addObject(cone, "Frame", "cone", [0, 0, 0.15])).text;
    const computed = top.replace("translation: [0, 0, 0.15]", "translation: [0, 0, height / 2]");
    expect(sure(edits.setLength(top, "cone", 1)).text).toContain("translation: [0, 0, 0.5]");
    expect(sure(edits.setLength(computed, "cone", 1)).carried).toEqual([]);
  });

  it("change one number of a vector, also inside Var, and leave alone what is computed", () => {
    const text = `export default Model3D({
  ball: Object3D({ parent: "world", translation: [1, 2, 3], velocity: Var({ init: [0, 0, 1] }) }),
  bar: Object3D({ parent: "world", translation: [expr\`L\`, 0, 0] }),
});
`;
    expect(edits.setVector(text, ["ball", "translation"], [1, 2.5, 3])).toBe(text.replace("[1, 2, 3]", "[1, 2.5, 3]"));
    expect(edits.setVector(text, ["ball", "velocity"], [0, 0, 2])).toBe(text.replace("[0, 0, 1]", "[0, 0, 2]"));
    expect(edits.setVector(text, ["bar", "translation"], [1, 0, 0])).toBeUndefined();
    expect(edits.addObject("export default make();\n", "Box", "world")).toBeUndefined();
  });

  it("know every word of the language that joins two objects", () => {
    for (const kind of jointKinds) expect(rattleback).toHaveProperty(kind);
  });

  it("write angles as shares of π, and numbers with seven digits", () => {
    expect([Math.PI / 2, -Math.PI, (2 * Math.PI) / 3, 0.3].map(angleText)).toEqual([
      "Math.PI / 2",
      "-Math.PI",
      "2 * Math.PI / 3",
      "0.3",
    ]);
    expect([1 / 3, 1e-12, -0.25].map(numberText)).toEqual(["0.3333333", "0", "-0.25"]);
    const text = `export default Model3D({ a: Object3D({ rotation: [Math.PI, -Math.PI / 2, 2 * Math.PI / 3] }) });\n`;
    expect(vectorAt(sure(sceneIn(text)).objects[0]!.given, "rotation")).toEqual([
      Math.PI,
      -Math.PI / 2,
      (2 * Math.PI) / 3,
    ]);
  });

  it("go back to the very text after any sequence, and never break it", () => {
    const step = fc.record({
      kind: fc.constantFrom("add", "frame", "place", "join", "remove", "rename", "parent"),
      which: fc.nat(20),
      other: fc.nat(20),
      x: fc.double({ min: -2, max: 2, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        let text = empty;
        const back: TextEdit[][] = [];
        for (const { kind, which, other, x } of steps) {
          const objects = sceneIn(text)?.objects.filter(({ feature }) => feature?.name !== "Scene") ?? [];
          const [a, b] = [objects[which % (objects.length || 1)]?.name, objects[other % (objects.length || 1)]?.name];
          const placement = { translation: [x, 0, 0], rotation: [0, 0, x] };
          const result =
            kind === "add"
              ? edits.addObject(text, (Object.keys(edits.newShapes) as edits.NewShape[])[which % 7]!, "world")?.text
              : a === undefined || b === undefined
                ? undefined
                : kind === "frame"
                  ? edits.addObject(text, "Frame", a)?.text
                  : kind === "place"
                    ? edits.place(text, a, placement)
                    : kind === "join"
                      ? edits.addJoint(text, { kind: "Revolute", obj1: a, obj2: b, at: placement, freed: b })?.text
                      : kind === "remove"
                        ? edits.removeObject(text, a)?.text
                        : kind === "rename"
                          ? diagram.rename(text, a, `part${which}`)
                          : edits.setParent(text, a, b, placement);
          if (result === undefined || result === text) continue;
          expect(hasErrors(result)).toBe(false);
          const whole = [{ from: 0, to: text.length, insert: result }];
          back.push(inverseOf(text, whole));
          text = result;
          // whatever is named exists
          const scene = sure(sceneIn(text));
          const names = new Set(scene.objects.map(({ name }) => name));
          for (const { obj1, obj2 } of scene.joints) expect(names.has(obj1) && names.has(obj2)).toBe(true);
          for (const { parent } of scene.objects) expect(parent === undefined || names.has(parent)).toBe(true);
        }
        for (const edit of back.reverse()) text = applyEdits(text, edit);
        expect(text).toBe(empty);
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});

describe("pairs of materials", () => {
  const text = `import { Box, Model3D, Object3D, Scene, Solid } from "rattleback";
export default Model3D({
  world: Object3D({ feature: Scene() }),
  table: Object3D({ parent: "world", feature: Solid({ shape: Box({}), solidMaterial: "DryWood", collision: true }) }),
  part: Object3D({ parent: "world", feature: Solid({ shape: Box({}), solidMaterial: "Steel", collision: true }) }), // falls
  lamp: Object3D({ parent: "world", feature: Solid({ shape: Box({}), solidMaterial: "Amber" }) }),
});
`;
  const world = (source: string) => {
    const part = sceneIn(source)!.objects.find(({ name }) => name === "world")!.feature!.given[0];
    return part?.kind === "object" ? part : undefined;
  };
  const pairs = (source: string) => pairsIn(sceneIn(source)!, world(source));

  it("are those that can touch, with the values of the palette until the text has its own", () => {
    expect(pairs(text)).toEqual([
      {
        key: "DryWood,Steel",
        source: "palette",
        values: {
          coefficientOfRestitution: expect.closeTo(0.65, 12),
          slidingFrictionCoefficient: expect.closeTo(0.4, 12),
          rotationalResistanceCoefficient: 0.001,
        },
      },
    ]);
    const first = setPairValue(text, "world", pairs(text)[0]!, "slidingFrictionCoefficient", 0.9)!;
    expect(hasErrors(first)).toBe(false);
    expect(first).toContain(
      'Scene({ contactPairMaterials: { "DryWood,Steel": ElasticContactPairMaterial({ coefficientOfRestitution: 0.65, slidingFrictionCoefficient: 0.9, rotationalResistanceCoefficient: 0.001 }) } })',
    );
    expect(first).toContain("Solid, ElasticContactPairMaterial }");
    expect(pairs(first)[0]).toMatchObject({ source: "text", values: { slidingFrictionCoefficient: 0.9 } });
    const second = setPairValue(first, "world", pairs(first)[0]!, "coefficientOfRestitution", 0)!;
    expect(second).toBe(first.replace("0.65", "0"));
    const two = second.replace('"Amber" })', '"Amber", collision: true })');
    expect(pairs(two).map(({ key, source }) => [key, source])).toEqual([
      ["Amber,DryWood", "unknown"],
      ["Amber,Steel", "unknown"],
      ["DryWood,Steel", "text"],
    ]);
    const third = setPairValue(two, "world", pairs(two)[1]!, "slidingFrictionCoefficient", 0.3)!;
    expect(pairs(third).map(({ source }) => source)).toEqual(["unknown", "text", "text"]);
    const computed = text.replace("Scene()", "Scene({ contactPairMaterials: mine })");
    expect(setPairValue(computed, "world", pairs(computed)[0]!, "coefficientOfRestitution", 0)).toBeUndefined();
  });
});

describe("the tree of a scene", () => {
  const scene = sure(
    sceneIn(`export default Model3D({
  world: Object3D({ feature: Scene() }),
  base: Object3D({ parent: "world", feature: Solid({ shape: Box() }) }),
  pin: Object3D({ parent: "base" }),
  crank: Object3D({ feature: Solid({ shape: Beam() }) }),
  end: Object3D({ parent: "crank" }),
  arm: Arm,
  rev: Revolute({ obj1: "pin", obj2: "crank" }),
  rev2: Revolute({ obj1: "end", obj2: "arm.frame" }),
  loop: Revolute({ obj1: "base", obj2: "arm.tip" }),
});
`),
  );

  it("hangs bodies on the joints that hold them, and tells of loops", () => {
    const shape = (nodes: readonly TreeNode[]): unknown[] =>
      nodes.map(({ name, children }) => (children.length === 0 ? name : [name, ...shape(children)]));
    const tree = treeOf(scene, ["world", "base", "pin", "crank", "end", "arm.frame", "arm.tip"]);
    expect(shape(tree)).toEqual([
      ["world", ["base", ["pin", ["rev", ["crank", ["end", ["rev2", ["arm", "arm.frame", "arm.tip"]]]]]], "loop"]],
    ]);
    expect([...carriedBy(scene, "base")]).toEqual(["base", "pin"]);
    expect([bodyOf(scene, "pin"), bodyOf(scene, "end"), bodyOf(scene, "world")]).toEqual(["base", "crank", undefined]);
  });

  it("finds the place in a parent that leaves an object where it is", () => {
    const [parent, child] = [poseOf([1, 2, 3], [0.3, -0.4, 0.5]), poseOf([-1, 0.5, 2], [1, 0.2, -0.7])];
    const { translation, rotation } = placementIn(parent, child);
    const again = compose(parent, poseOf(Array.from(translation), Array.from(rotation)));
    for (let i = 0; i < 3; i++) expect(again.r[i]).toBeCloseTo(child.r[i]!, 12);
    for (let i = 0; i < 9; i++) expect(again.R[i]).toBeCloseTo(child.R[i]!, 12);
  });
});
