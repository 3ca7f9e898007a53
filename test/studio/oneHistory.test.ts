// One document, three views, one history: whatever is done in text, diagram and scene, undo leads back to the very text.
import { history, isolateHistory, redo, undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copy, paste } from "../../app/document/clipboard.ts";
import * as diagram from "../../app/document/diagramEdits.ts";
import { setCorners } from "../../app/document/lineEdits.ts";
import { entryOf, exportedObject, hasErrors, isDocument } from "../../app/document/modelText.ts";
import { angleText, numberText } from "../../app/document/numberText.ts";
import * as scene from "../../app/document/sceneEdits.ts";
import { jointKinds, sceneIn } from "../../app/document/sceneText.ts";
import { textChange } from "../../app/editor/textChange.ts";

const beginnings = [
  `// A drive.
import { Model } from "rattleback";

export default Model({
  description: "drawn", // stays
});
`,
  `import { Model3D, Object3D, Scene } from "rattleback";
import { Resistor } from "rattleback/electric";

const Arm = Model3D({
  world: Object3D({ feature: Scene() }), /* the ground */
  heater: Resistor.with({ R: 2 }), // warm
  connect: [["heater.p", "heater.n"]],
});
export default Arm;
`,
  `{
  "_class": "Model3D",
  "world": { "_class": "Object3D", "feature": { "_class": "Scene" } },
  "heater": {
    "_class": "Model",
    "R": { "_class": "Par", "value": 2, "unit": "Ohm" }
  },
  "connect": [["heater.p", "heater.n"]]
}
`,
];

/** The editor as far as its history goes. */
class Text {
  state: EditorState;
  constructor(text: string) {
    this.state = EditorState.create({ doc: text, extensions: [history()] });
  }
  get text(): string {
    return this.state.doc.toString();
  }
  /** As ModelEditor takes a text from another view. */
  replace(text: string): void {
    const changes = textChange(this.text, text);
    if (changes !== undefined)
      this.state = this.state.update({ changes, annotations: isolateHistory.of("full") }).state;
  }
  step(command: typeof undo): boolean {
    return command({
      state: this.state,
      dispatch: (transaction) => {
        this.state = transaction.state;
      },
    });
  }
}

const components = (text: string): string[] =>
  (exportedObject(text)?.entries ?? [])
    .filter(({ key, value }) => value.kind === "call" && /\.with$|^[A-Z]/.test(value.name) && key !== "world")
    .map(({ key }) => key);
const objects = (text: string): string[] => sceneIn(text)?.objects.map(({ name }) => name) ?? [];

type Step = readonly [kind: number, a: number, b: number, value: number];

/** What a step of a user makes of the text; undefined when it is not possible there. */
function perform(text: string, [kind, a, b, value]: Step): string | undefined {
  const pick = <T>(list: readonly T[], k: number): T | undefined => list[k % Math.max(1, list.length)];
  const [one, other] = [pick(components(text), a), pick(components(text), b)];
  const [body, second] = [pick(objects(text), a), pick(objects(text), b)];
  const place = { translation: [value, 0.25, -value], rotation: [0, value, 0] };
  const steps: readonly (() => string | undefined)[] = [
    () => diagram.add(text, pick(["Resistor", "Capacitor", "Ground"], a)!, "rattleback/electric")?.text,
    () => diagram.add(text, pick(["Inertia", "Spring"], a)!, "rattleback/rotational")?.text,
    () => one && other && diagram.connect(text, `${one}.p`, `${other}.n`),
    () => one && diagram.disconnect(text, `${one}.p`),
    () => one && diagram.setParameter(text, one, pick(["R", "J", "c"], b)!, numberText(value)),
    () => one && diagram.move(text, new Map([[one, [10 * a, 20 * b, 90 * (a % 4), b % 2 === 0]]])),
    () => one && diagram.rename(text, one, `${one}_${b}`),
    () => one && diagram.remove(text, one),
    () => {
      const copied = one === undefined ? undefined : copy(text, new Set([one]));
      return copied && paste(text, copied, [20, 20])?.text;
    },
    () => scene.addObject(text, pick(["Box", "Sphere", "Link", "Frame"] as const, a)!, "world", [value, 0, 0])?.text,
    () => body && scene.place(text, body, place),
    () => body && scene.setValue(text, [body, "feature", "solidMaterial"], '"Aluminium"'),
    () => body && scene.setValue(text, [body, "feature", "collision"], a % 2 === 0 ? "true" : undefined),
    () =>
      body && second && body !== second && body !== "world" && second !== "world"
        ? scene.addJoint(text, { kind: pick(jointKinds, b)!, obj1: body, obj2: second, at: place, freed: undefined })
            ?.text
        : undefined,
    () => {
      const joint = pick(sceneIn(text)?.joints ?? [], a);
      return joint && scene.setStart(text, [joint.name, "phi"], angleText(value));
    },
    () => (body === undefined || body === "world" ? undefined : scene.removeObject(text, body)?.text),
    () => one && other && setCorners(text, new Map([[`${one}.p ${other}.n`, a === 0 ? [] : [[10 * a, 10 * b]]]])),
    // typing
    () => (isDocument(text) ? `${text}\n` : text.replace(/\n/, `\n// line ${a}\n`)),
    () => (isDocument(text) ? ` ${text}` : `${text}// ${"é✓".repeat(b % 3)}\n`),
  ];
  return steps[kind % steps.length]!();
}

const step: fc.Arbitrary<Step> = fc.tuple(
  fc.nat(18),
  fc.nat(7),
  fc.nat(7),
  fc.integer({ min: -200, max: 200 }).map((n) => n / 100),
);

describe("steps in all views", () => {
  it("keep the text whole, and undo leads back to the very text, redo to the last", () => {
    let done = 0;
    fc.assert(
      fc.property(fc.constantFrom(...beginnings), fc.array(step, { minLength: 1, maxLength: 25 }), (start, steps) => {
        const editor = new Text(start);
        const past = [start];
        for (const one of steps) {
          const next = perform(editor.text, one);
          if (next === undefined || next === editor.text) continue;
          editor.replace(next);
          // text and document are one: what was written is what is read
          expect(editor.text).toBe(next);
          expect([next, hasErrors(next)]).toEqual([next, false]);
          if (isDocument(next)) JSON.parse(next);
          expect(exportedObject(next)).toBeDefined();
          past.push(next);
          done++;
        }
        const last = editor.text;
        for (let k = past.length - 2; k >= 0; k--) {
          expect(editor.step(undo)).toBe(true);
          expect(editor.text).toBe(past[k]);
        }
        expect(editor.step(undo)).toBe(false);
        expect(editor.text).toBe(start);
        while (editor.step(redo));
        expect(editor.text).toBe(last);
      }),
      { numRuns: 60 },
    );
    // the steps are real ones, not refusals
    expect(done).toBeGreaterThan(150);
  });

  it("write what the forms say, and leave the comments", () => {
    const text = diagram.setParameter(beginnings[1]!, "heater", "R", "5")!;
    const heater = entryOf(exportedObject(text)!, "heater")!.value;
    expect(text.slice(heater.from, heater.to)).toBe("Resistor.with({ R: 5 })");
    expect(text.split("\n").filter((line, k) => line !== beginnings[1]!.split("\n")[k])).toHaveLength(1);
    expect(text).toContain("// warm");
  });
});
