// A mechanism of Modelica in the scene editor: its tree, and the numbers of its vectors.
import { describe, expect, it } from "vitest";
import * as edits from "../../app/document/modelicaEdits.ts";
import { outlineFrom } from "../../app/engine/classOutline.ts";
import { modelicaTree } from "../../app/scene/modelicaScene.ts";
import type { TreeNode } from "../../app/scene/sceneTree.ts";
import { importModelica } from "../../src/entries/modelica.ts";

const text = `package Arm
  record Orientation Real T[3,3]; end Orientation;
  connector Frame
    Real r_0[3]; Orientation R; flow Real f[3]; flow Real t[3];
  end Frame;
  model World Frame frame_b; end World;
  package Joints
    model Revolute
      Frame frame_a; Frame frame_b;
      parameter Real n[3](each unit="1") = {0,0,1} "axis";
    end Revolute;
  end Joints;
  model Rod
    Frame frame_a; Frame frame_b;
    parameter Real r[3](start={0,0,0}, each unit="m") "from frame_a to frame_b";
    parameter Real width(unit="m") = 0.1;
    parameter Real gains[2] = {1,2};
  end Rod;
  model Pendulum
    World world;
    Rod rod(r = { 0.5, 0, -1e-1 } /* kept */, width=0.2);
    Rod computed(r = 2*{1,0,0});
    Rod loose;
    Joints.Revolute rev;
  equation
    connect(world.frame_b, rev.frame_a);
    connect(rev.frame_b, rod.frame_a);
    connect(rod.frame_b, computed.frame_a);
    connect(computed.frame_b, world.frame_b);
  end Pendulum;
end Arm;
`;
const name = "Arm.Pendulum";
const outline = outlineFrom(importModelica({ texts: { "Arm.mo": text } }).diagram(name));

describe("a mechanism of Modelica", () => {
  it("is a tree from its world along its frames, each component once", () => {
    const written = ({ name: own, kind, detail, children }: TreeNode): string =>
      `${own} ${kind} ${detail}${children.length === 0 ? "" : ` (${children.map(written).join(", ")})`}`;
    expect(modelicaTree(outline, ["rod.shape"]).map(written)).toEqual([
      "world world World (rev joint Revolute (rod component Rod), computed frame Rod)",
      "loose frame Rod",
    ]);
  });

  it("has vectors of three numbers in its forms, and no other lists", () => {
    const values = (component: string) =>
      outline.components
        .find((known) => known.name === component)!
        .parameters.map((parameter) => [parameter.name, parameter.values ?? parameter.value]);
    expect(values("rod")).toEqual([
      ["r", [0.5, 0, -0.1]],
      ["width", 0.2],
    ]);
    expect(values("rev")).toEqual([["n", [0, 0, 1]]]);
    // without a value it is what the class begins with
    expect(values("loose")[0]).toEqual(["r", [0, 0, 0]]);
    // an expression is shown as one, and changed in the text
    expect(values("computed")).toEqual([
      ["r", undefined],
      ["width", 0.1],
    ]);
  });

  it("is changed by the one number that differs", () => {
    const moved = edits.setParameter(text, name, "rod", "r", edits.valueWritten([0.5, 0.25, -0.1]));
    expect(moved).toBe(text.replace("{ 0.5, 0, -1e-1 }", "{ 0.5, 0.25, -1e-1 }"));
    const turned = edits.setParameter(text, name, "rev", "n", edits.valueWritten([1, 0, 0]));
    expect(turned).toBe(text.replace("Joints.Revolute rev;", "Joints.Revolute rev(n={1, 0, 0});"));
  });
});
