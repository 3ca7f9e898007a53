// What was computed of a model stays true when it is drawn in another way, and only then.
import { expect, it } from "vitest";
import { isSameModel } from "../../app/diagram/sameModel.ts";
import * as edits from "../../app/document/diagramEdits.ts";
import * as modelica from "../../app/document/modelicaEdits.ts";

const circuit = `import { Model } from "rattleback";
import { Resistor } from "rattleback/electric";
export default Model({
  r: Resistor.with({ R: 2 }),
  s: Resistor,
  connect: [["r.n", "s.p"]],
});
`;
const lab = `model Lab
  Res r(R = 2) "a ) in a text";
  Res s annotation (Placement(transformation(extent={{0,0},{20,20}})));
equation
  connect(r.n, s.p) annotation (Line(points={{0,0},{10,0}}));
end Lab;
`;

it("places and corners do not make another model; values, names, lines and components do", () => {
  const placed = edits.move(circuit, new Map([["r", [40, 60, 90]]]))!;
  expect(placed).not.toBe(circuit);
  expect(isSameModel(circuit, placed, false)).toBe(true);
  expect(isSameModel(placed, edits.move(placed, new Map([["s", [10, 20]]]))!, false)).toBe(true);
  for (const other of [
    edits.setParameter(placed, "r", "R", "3")!,
    edits.rename(placed, "r", "q")!,
    edits.disconnect(placed, "s.p")!,
    edits.remove(placed, "s")!,
    edits.add(placed, "Ground", "rattleback/electric")!.text,
    placed.replace("R: 2 }", "R: 2.1 }"),
  ])
    expect([other, isSameModel(circuit, other, false)]).toEqual([other, false]);
});

it("annotations do not make another class of Modelica; modifications and equations do", () => {
  const placed = modelica.move(
    lab,
    "Lab",
    new Map([
      ["r", [40, 60]],
      ["s", [70, 60]],
    ]),
  )!;
  expect(placed).not.toBe(lab);
  expect(isSameModel(lab, placed, true)).toBe(true);
  for (const other of [
    modelica.setParameter(lab, "Lab", "r", "R", "3")!,
    modelica.rename(lab, "Lab", "s", "q")!,
    modelica.disconnect(lab, "Lab", "s.p")!,
    modelica.remove(lab, "Lab", "s")!,
    lab.replace('"a )', '"b )'),
  ])
    expect([other, isSameModel(lab, other, true)]).toEqual([other, false]);
});
