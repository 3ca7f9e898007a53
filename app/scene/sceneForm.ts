/**
 * The form of what is chosen in a scene: an object, a joint or the world. Every field writes one value into the text.
 *
 * Length   a list of the fields of objects, joints and the world, one after the other
 */
import * as diagram from "../document/diagramEdits.ts";
import type { ObjectPart } from "../document/modelText.ts";
import { angleText, numberText, vectorText } from "../document/numberText.ts";
import * as edits from "../document/sceneEdits.ts";
import {
  type JointText,
  jointKinds,
  type ObjectText,
  type SceneText,
  stringAt,
  valueAt,
  vectorAt,
} from "../document/sceneText.ts";
import { applyEdits } from "../document/textEdits.ts";
import { h } from "../dom.ts";
import { choiceRow, numberRow, suggestedRow, switchRow, vectorRow } from "./fields.ts";
import { materialRow } from "./materialRow.ts";
import { pairRows, pairsIn } from "./pairRows.ts";

export interface FormActions {
  /** Both as they are now: a form may be older than what it writes into. */
  readonly text: string;
  readonly scene: SceneText;
  change(text: string | undefined, done: string): void;
  rename(name: string, other: string): void;
  remove(name: string): void;
  setParent(name: string, parent: string): void;
  join(kind: string, obj1: string, obj2: string): void;
  /** Objects that something can be fixed to or joined with. */
  readonly places: readonly string[];
  /** The object that was picked beside the chosen one. */
  readonly second: string | undefined;
  /** What has been chosen for a joint so far: forms are made again while somebody chooses. */
  readonly joining: Joining;
}

/** A joint that is not made yet. */
export interface Joining {
  kind?: string;
  other?: string;
}

const degree = Math.PI / 180;
const directions = ["x", "y", "z", "-x", "-y", "-z"] as const;
/** Names of the coordinates of joints, with units for people. */
const coordinates: Readonly<
  Record<string, readonly (readonly [name: string, unit: string, speed: string, rate: string])[]>
> = {
  Revolute: [["phi", "deg", "w", "rad/s"]],
  Prismatic: [["s", "m", "v", "m/s"]],
  Cylindrical: [
    ["phi", "deg", "w", "rad/s"],
    ["s", "m", "v", "m/s"],
  ],
  Screw: [["phi", "deg", "w", "rad/s"]],
  Universal: [
    ["phi1", "deg", "w1", "rad/s"],
    ["phi2", "deg", "w2", "rad/s"],
  ],
  Planar: [
    ["s1", "m", "v1", "m/s"],
    ["s2", "m", "v2", "m/s"],
    ["phi", "deg", "w", "rad/s"],
  ],
};
const defaultAxis: Readonly<Record<string, number>> = { Revolute: 3, Planar: 3 };

export function objectForm(object: ObjectText, actions: FormActions): (HTMLElement | false)[] {
  const { name, given, parent, feature, isFree } = object;
  const own = feature?.given[0];
  const inside: ObjectPart | undefined = own?.kind === "object" ? own : undefined;
  const isSolid = feature?.name === "Solid";
  const set = (path: readonly string[], written: string | undefined, done: string): void =>
    actions.change(edits.setValue(actions.text, [name, ...path], written), done);
  if (feature?.name === "Scene") return worldForm(name, inside, actions);
  return [
    nameRow(name, actions),
    parent !== undefined &&
      choiceRow(
        "object-parent",
        "fixed to",
        parent,
        actions.places.filter((other) => other !== name),
        (other) => actions.setParent(name, other),
      ),
    parent !== undefined &&
      vectorRow("object-place", "place", vectorAt(given, "translation"), "m", (values) =>
        actions.change(edits.setVector(actions.text, [name, "translation"], values), `${name} was moved`),
      ),
    parent !== undefined &&
      vectorRow("object-turn", "turned by", degrees(vectorAt(given, "rotation")), "deg", (values) =>
        actions.change(
          edits.setVector(
            actions.text,
            [name, "rotation"],
            values.map((value) => value * degree),
            angleText,
          ),
          `${name} was turned`,
        ),
      ),
    parent === undefined && h("p", { class: "empty" }, "A joint holds it: change the start of the joint to move it."),
    parent !== undefined &&
      isSolid &&
      switchRow("object-free", "moves freely", isFree, (isOn) =>
        set(["fixedToParent"], isOn ? "false" : undefined, isOn ? `${name} moves freely` : `${name} is fixed`),
      ),
    ...shapeRows(object, actions),
    isSolid &&
      inside !== undefined &&
      materialRow(stringAt(inside, "solidMaterial") ?? (hasNo(inside, "solidMaterial") ? "" : undefined), (material) =>
        set(["feature", "solidMaterial"], JSON.stringify(material), `${name} is of ${material}`),
      ),
    isSolid &&
      inside !== undefined &&
      switchRow(
        "object-collision",
        "collides",
        hasNo(inside, "collision") ? false : (valueAt(inside, "collision") as boolean | undefined),
        (isOn) =>
          set(
            ["feature", "collision"],
            isOn ? "true" : undefined,
            isOn ? `${name} collides` : `${name} does not collide`,
          ),
      ),
    inside !== undefined && colorRow(name, inside, actions),
    joinRow(name, actions),
  ];
}

export function jointForm(joint: JointText, actions: FormActions): (HTMLElement | false)[] {
  const { name, kind, given, obj1, obj2 } = joint;
  const base = kind.replace(/WithFlanges?$/, "");
  const axis = valueAt(given, "axis");
  const set = (path: readonly string[], written: string | undefined, done: string): void =>
    actions.change(edits.setValue(actions.text, [name, ...path], written), done);
  const hasAxis = !["Spherical", "Free", "Fix", "Gimbal"].includes(base);
  return [
    nameRow(name, actions),
    choiceRow("joint-kind", "kind", kind, [...jointKinds], (other) => {
      // where it is in the text as it is now
      const own = actions.scene.joints.find((known) => known.name === name);
      if (own === undefined) return;
      const { from } = own.entry.value;
      const renamed = applyEdits(actions.text, [{ from, to: from + own.kind.length, insert: other }]);
      actions.change(
        applyEdits(renamed, diagram.importEdits(renamed, other, "rattleback")),
        `${name} is of the kind ${other}`,
      );
    }),
    choiceRow("joint-obj1", "from", obj1, withOwn(actions.places, obj1), (other) =>
      set(["obj1"], JSON.stringify(other), `${name} begins at ${other}`),
    ),
    choiceRow("joint-obj2", "to", obj2, withOwn(actions.places, obj2), (other) =>
      set(["obj2"], JSON.stringify(other), `${name} holds ${other}`),
    ),
    hasAxis &&
      (axis === undefined && !hasNo(given, "axis")
        ? h("p", { class: "empty" }, "Its axis is a direction of its own, in the text.")
        : choiceRow(
            "joint-axis",
            "axis",
            directionName(Number(axis ?? defaultAxis[base] ?? 1)),
            [...directions],
            (other) => set(["axis"], String(directionNumber(other)), `${name} has the axis ${other}`),
          )),
    ...(coordinates[base] ?? []).flatMap(([position, unit, speed, rate]) => [
      startRow(joint, position, unit, actions),
      startRow(joint, speed, rate, actions),
    ]),
    base === "Screw" &&
      numberRow({
        id: "joint-pitch",
        label: "pitch",
        value: hasNo(given, "pitch") ? 0.01 : (valueAt(given, "pitch") as number | undefined),
        unit: "m",
        description: "per revolution",
        set: (value) => set(["pitch"], numberText(value), `${name}.pitch = ${value}`),
      }),
    base !== "Fix" &&
      switchRow(
        "joint-collide",
        "sides may collide",
        hasNo(given, "canCollide") ? false : (valueAt(given, "canCollide") as boolean | undefined),
        (isOn) =>
          set(["canCollide"], isOn ? "true" : undefined, isOn ? "both sides may collide" : "both sides do not collide"),
      ),
  ];
}

function startRow({ name, given }: JointText, key: string, unit: string, actions: FormActions): HTMLElement {
  const isAngle = unit === "deg";
  const start = hasNo(given, key) ? 0 : edits.startValue(actions.text, [name, key]);
  const write = (value: number): void => {
    const written = isAngle ? angleText(value * degree) : numberText(value);
    actions.change(edits.setStart(actions.text, [name, key], written), `${name}.${key} starts at ${value} ${unit}`);
  };
  const row = numberRow({
    id: `joint-${key}`,
    label: `${key} at the start`,
    value: start === undefined ? undefined : isAngle ? start / degree : start,
    unit,
    set: write,
  });
  if (start === undefined || !/^(phi|s)\d?$/.test(key)) return row;
  const most = isAngle ? 180 : Math.max(0.5, 2 * Math.abs(start));
  const slider = h("input", {
    type: "range",
    min: -most,
    max: most,
    step: isAngle ? 5 : most / 100,
    "aria-label": `${key} at the start, slider`,
    onchange: () => write(Number(slider.value)),
  });
  slider.value = String(isAngle ? start / degree : start);
  row.querySelector(".field")!.append(slider);
  return row;
}

function worldForm(name: string, inside: ObjectPart | undefined, actions: FormActions): HTMLElement[] {
  const { change } = actions;
  const n = vectorAt(fieldOf(inside), "n");
  const written = n?.map((value) => Math.sign(value)).join() ?? "";
  const isNone = /gravityField:\s*NoGravityField/.test(actions.text);
  const chosen = isNone ? "none" : hasNo(inside, "gravityField") ? "-y" : (gravities[written] ?? "other");
  const setGravity = (direction: string): void => {
    const word = direction === "none" ? "NoGravityField" : "UniformGravityField";
    const vector = vectorText(directionVector(direction));
    const value = direction === "none" ? "NoGravityField()" : `UniformGravityField({ n: ${vector} })`;
    const next = edits.setValue(
      actions.text,
      [name, "feature", "gravityField"],
      direction === "-y" ? undefined : value,
    );
    const isNeeded = next !== undefined && direction !== "-y";
    change(
      isNeeded ? applyEdits(next, diagram.importEdits(next, word, "rattleback")) : next,
      direction === "none" ? "there is no gravity" : `gravity points along ${direction}`,
    );
  };
  const number = (key: string, value: number, unit: string, description: string) =>
    numberRow({
      id: `world-${key}`,
      label: key,
      value: hasNo(inside, key) ? value : (valueAt(inside, key) as number | undefined),
      unit,
      description,
      min: 1e-9,
      set: (given) =>
        change(edits.setValue(actions.text, [name, "feature", key], numberText(given)), `${key} = ${given}`),
    });
  return [
    choiceRow("world-gravity", "gravity along", chosen, ["-y", "-z", "-x", "y", "z", "x", "none", "other"], setGravity),
    number("nominalLength", 1, "m", "size of things: scale of camera and light"),
    number("elasticContactReductionFactor", 1, "1", "softer contacts compute faster: 1e-3 for heavy parts"),
    ...pairRows(name, pairsIn(actions.scene, inside), actions),
  ];
}

const gravities: Readonly<Record<string, string>> = {
  "0,-1,0": "-y",
  "0,0,-1": "-z",
  "-1,0,0": "-x",
  "0,1,0": "y",
  "0,0,1": "z",
  "1,0,0": "x",
};

function fieldOf(inside: ObjectPart | undefined): ObjectPart | undefined {
  const part = inside?.entries.find(({ key }) => key === "gravityField")?.value;
  const given = part?.kind === "call" ? part.given[0] : undefined;
  return given?.kind === "object" ? given : undefined;
}

function shapeRows({ name, shape }: ObjectText, actions: FormActions): (HTMLElement | false)[] {
  const { change } = actions;
  if (shape === undefined) return [];
  const given = shape.given[0]?.kind === "object" ? shape.given[0] : undefined;
  const kinds = Object.keys(edits.newShapes) as edits.NewShape[];
  const isKnown = kinds.includes(shape.name as edits.NewShape);
  const sizes = isKnown ? (Object.keys(edits.newShapes[shape.name as edits.NewShape]) as string[]) : [];
  const defaults: Readonly<Record<string, number>> = { axis: shape.name === "Beam" ? 1 : 3 };
  return [
    isKnown &&
      choiceRow("object-shape", "shape", shape.name, kinds, (kind) => {
        const next = edits.setValue(actions.text, [name, "feature", "shape"], edits.shapeText(kind as edits.NewShape));
        change(next && applyEdits(next, diagram.importEdits(next, kind, "rattleback")), `${name} is a ${kind}`);
      }),
    ...sizes.map((key) => {
      const present = hasNo(given, key) ? (defaults[key] ?? 1) : (valueAt(given, key) as number | undefined);
      const path = [name, "feature", "shape", key];
      if (key === "axis" && present !== undefined)
        return choiceRow("object-axis", "axis", directionName(present), ["x", "y", "z"], (other) =>
          change(edits.setValue(actions.text, path, String(directionNumber(other))), `${name} lies along ${other}`),
        );
      const set = (value: number): void => {
        if (key !== "length") {
          change(edits.setValue(actions.text, path, numberText(value)), `${key} = ${value}`);
          return;
        }
        const result = edits.setLength(actions.text, name, value);
        const along =
          result === undefined || result.carried.length === 0 ? "" : `; ${result.carried.join(", ")} went along`;
        change(result?.text, `${key} = ${value}${along}`);
      };
      return numberRow({
        id: `object-${key}`,
        label: key,
        value: present,
        unit: key === "axis" ? "1" : "m",
        min: 0,
        set,
      });
    }),
  ];
}

function colorRow(name: string, inside: ObjectPart, actions: FormActions): HTMLElement {
  const { change } = actions;
  const material = inside.entries.find(({ key }) => key === "visualMaterial")?.value;
  const given = material?.kind === "call" ? material.given[0] : undefined;
  const color = given?.kind === "object" ? stringAt(given, "color") : undefined;
  const isOwn = material !== undefined && color === undefined;
  const row = suggestedRow("object-color", "colour", isOwn ? undefined : (color ?? ""), colors, (word) => {
    const path = [name, "feature", "visualMaterial"];
    if (color !== undefined)
      return change(edits.setValue(actions.text, [...path, "color"], JSON.stringify(word)), `${name} is ${word}`);
    const next = edits.setValue(actions.text, path, `VisualMaterial({ color: ${JSON.stringify(word)} })`);
    change(next && applyEdits(next, diagram.importEdits(next, "VisualMaterial", "rattleback")), `${name} is ${word}`);
  });
  row.querySelector("input")!.placeholder = "as fixed and moving things are";
  return row;
}

const colors = [
  "SteelBlue",
  "DarkOrange",
  "SeaGreen",
  "Crimson",
  "Gold",
  "SlateGray",
  "White",
  "Black",
  "Purple",
  "Brown",
];

/** A joint between the chosen object and another one. */
function joinRow(name: string, { places, second, joining, join }: FormActions): HTMLElement {
  const kind = h(
    "select",
    { id: "join-kind", "aria-label": "Kind of the joint", onchange: () => (joining.kind = kind.value) },
    ...jointKinds.map((word) => h("option", {}, word)),
  );
  if (joining.kind !== undefined) kind.value = joining.kind;
  const others = places.filter((other) => other !== name);
  const other = h(
    "select",
    { id: "join-other", "aria-label": "Object to join with", onchange: () => (joining.other = other.value) },
    ...others.map((word) => h("option", {}, word)),
  );
  other.value = [joining.other, second].find((word) => word !== undefined && others.includes(word)) ?? others[0] ?? "";
  const button = h(
    "button",
    { type: "button", class: "quiet", id: "join", onclick: () => join(kind.value, other.value, name) },
    "Join",
  );
  button.disabled = others.length === 0;
  return h("div", { class: "join-row" }, h("span", {}, "hang on"), other, h("span", {}, "by"), kind, button);
}

function nameRow(name: string, { rename, remove }: FormActions): HTMLElement {
  const input = h("input", {
    type: "text",
    id: "scene-name",
    autocomplete: "off",
    onchange: () => rename(name, input.value.trim()),
  });
  input.value = name;
  return h(
    "div",
    { class: "row" },
    h("label", { for: "scene-name" }, "Name"),
    input,
    h("button", { type: "button", class: "quiet", onclick: () => remove(name) }, "Remove"),
  );
}

function hasNo(object: ObjectPart | undefined, key: string): boolean {
  return object === undefined || !object.entries.some((entry) => entry.key === key);
}

function degrees(values: readonly number[] | undefined): readonly number[] | undefined {
  return values?.map((value) => Number((value / degree).toFixed(6)));
}

function withOwn(places: readonly string[], own: string): readonly string[] {
  return places.includes(own) ? places : [own, ...places];
}

function directionName(axis: number): string {
  return directions[axis > 0 ? axis - 1 : 2 - axis] ?? "x";
}

function directionNumber(name: string): number {
  const at = directions.indexOf(name as (typeof directions)[number]);
  return at < 3 ? at + 1 : 2 - at;
}

function directionVector(name: string): readonly number[] {
  const axis = directionNumber(name);
  return [1, 2, 3].map((k) => (Math.abs(axis) === k ? Math.sign(axis) : 0));
}
