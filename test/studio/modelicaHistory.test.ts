// A class of Modelica in text, diagram and scene: whatever is done to it, undo leads back to the very text, and redo to the last.
import { history, isolateHistory, redo, undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { expect, it } from "vitest";
import { ModelicaDrawing } from "../../app/diagram/modelicaDrawing.ts";
import * as edits from "../../app/document/modelicaEdits.ts";
import { textChange } from "../../app/editor/textChange.ts";
import { outlineFrom } from "../../app/engine/classOutline.ts";
import { importModelica } from "../../src/entries/modelica.ts";

const start = `package Arm "ours" // stays
  record Orientation Real T[3,3]; end Orientation;
  connector Frame
    Real r_0[3]; Orientation R; flow Real f[3]; flow Real t[3];
  end Frame;
  model World Frame frame_b annotation (Placement(transformation(extent={{90,-10},{110,10}}))); end World;
  model Revolute
    Frame frame_a annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Frame frame_b annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    parameter Real n[3](each unit="1") = {0,0,1} "axis";
  end Revolute;
  model Rod
    Frame frame_a annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Frame frame_b annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    parameter Real r[3](each unit="m") = {1,0,0} "from frame_a to frame_b";
    parameter Real width(unit="m") = 0.1;
  end Rod;
  model Pendulum
    World world annotation (Placement(transformation(extent={{-80,-10},{-60,10}})));
    Rod rod(r = { 0.5, 0, -1e-1 } /* kept */, width=0.2);
    Revolute rev;
  equation
    connect(world.frame_b, rev.frame_a);
    connect(rev.frame_b, rod.frame_a); // here
  end Pendulum;
end Arm;
`;
const name = "Arm.Pendulum";
const outlineOf = (text: string) => outlineFrom(importModelica({ texts: { "Arm.mo": text } }).diagram(name));
const componentsOf = (text: string): string[] => outlineOf(text).components.map((component) => component.name);

type Step = readonly [kind: number, a: number, b: number, value: number];

/** What a step of a user makes of the text; undefined when it is not possible there. */
function perform(text: string, [kind, a, b, value]: Step): string | undefined {
  const outline = outlineOf(text);
  const drawing = new ModelicaDrawing(text, name, outline);
  const all = outline.components;
  const [one, other] = [all[a % Math.max(1, all.length)], all[b % Math.max(1, all.length)]];
  const typed = one?.type ?? "";
  const steps: readonly (() => string | undefined)[] = [
    // diagram
    () => edits.add(text, name, ["Arm.Rod", "Arm.Revolute"][a % 2]!, [10 * a, 10 * b])?.text,
    () => one && drawing.move(new Map([[one.name, [20 * a, 10 * b, 90 * (a % 4), b % 2 === 0]]])),
    () => one && other && drawing.connect(`${one.name}.frame_b`, `${other.name}.frame_a`),
    () => one && edits.disconnect(text, name, `${one.name}.frame_b`),
    () => one && edits.remove(text, name, one.name),
    () => one && edits.rename(text, name, one.name, `${one.name}_${b}`),
    () => {
      const [first, second] = outline.connections[a % Math.max(1, outline.connections.length)] ?? [];
      return first === undefined || second === undefined
        ? undefined
        : drawing.setCorners(new Map([[`${first} ${second}`, [[10 * a, 10 * b]]]]));
    },
    () => {
      const copied = one === undefined ? undefined : drawing.copy(new Set([one.name]));
      return copied && drawing.paste(copied, [20, 20])?.text;
    },
    () => {
      const grouped = one && other ? drawing.group(new Set([one.name, other.name]), outline) : undefined;
      return typeof grouped === "object" ? grouped.text : undefined;
    },
    // scene: the vectors and numbers of its forms
    () => (typed.endsWith("Rod") ? drawing.setParameter(one!.name, "r", edits.valueWritten([value, 0, a])) : undefined),
    () => (typed.endsWith("Rod") ? drawing.setParameter(one!.name, "width", edits.valueWritten(value)) : undefined),
    () =>
      typed.endsWith("Revolute") ? drawing.setParameter(one!.name, "n", edits.valueWritten([a, b, 1])) : undefined,
    // typing
    () => text.replace("  equation\n", `  // line ${a} ${"é✓".repeat(b % 3)}\n  equation\n`),
    () => `${text}// ${b}\n`,
  ];
  return steps[kind % steps.length]!();
}

const step: fc.Arbitrary<Step> = fc.tuple(
  fc.nat(13),
  fc.nat(7),
  fc.nat(7),
  fc.integer({ min: -200, max: 200 }).map((n) => n / 100),
);

it("steps in all views of a class keep its text readable, and undo leads back to the very text, redo to the last", () => {
  let done = 0;
  const kinds = new Set<number>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 14 }), (steps) => {
      let state = EditorState.create({ doc: start, extensions: [history()] });
      const go = (command: typeof undo): boolean =>
        command({
          state,
          dispatch: (transaction) => {
            state = transaction.state;
          },
        });
      const past = [start];
      for (const one of steps) {
        const before = state.doc.toString();
        const next = perform(before, one);
        if (next === undefined || next === before) continue;
        // as the editor takes a text from another view
        state = state.update({ changes: textChange(before, next)!, annotations: isolateHistory.of("full") }).state;
        expect(state.doc.toString()).toBe(next);
        // the compiler reads it, and the comments are where they were
        componentsOf(next);
        expect(next).toContain('package Arm "ours" // stays');
        past.push(next);
        kinds.add(one[0]);
        done++;
      }
      for (let k = past.length - 2; k >= 0; k--) {
        expect(go(undo)).toBe(true);
        expect(state.doc.toString()).toBe(past[k]);
      }
      expect(go(undo)).toBe(false);
      expect(state.doc.toString()).toBe(start);
      while (go(redo));
      expect(state.doc.toString()).toBe(past.at(-1));
    }),
    { numRuns: 40 },
  );
  // the steps are real ones, not refusals
  expect(done).toBeGreaterThan(120);
  expect([...kinds].sort((a, b) => a - b)).toEqual(Array.from({ length: 14 }, (_, k) => k));
});
