/** A Model3D whose results have the names that a mechanism has in Modelica. */
import type { CompileState } from "../../compile/state.ts";
import { ModelDefinition } from "../../language/model.ts";
import type {
  DerivedSignal,
  DerivedSignals,
  PredefinedComponent,
  SegmentDeclarations,
} from "../../language/predefined.ts";
import * as elementary from "../../math/elementary.ts";
import type { MultibodyAttachment } from "../../multibody/run/describeScene.ts";
import type { ModelicaShapes } from "../../scene/modelicaShapes.ts";
import { frameForceSignals } from "./frameForceSignals.ts";
import type { LineShape, MechanismBuilder } from "./mechanismBuilder.ts";

/** `parameters`: values by their names in the mechanism, filled in once it is flat; the model around does not show them. */
export function namedMechanism(
  model: ModelDefinition,
  builder: Pick<MechanismBuilder, "frameNames" | "resultNames" | "constants" | "lineShapes" | "forces">,
  parameters: ReadonlyMap<string, unknown>,
  /** What the result keeps of the objects of the mechanism; nothing without it. */
  describe?: (objects: MultibodyAttachment) => unknown,
): ModelDefinition {
  // what is drawn are the shapes of the library, not the objects of the mechanism
  const { describe: objects, ...component } = model.predefined as PredefinedComponent;
  const named: PredefinedComponent = {
    ...component,
    ...(describe !== undefined && { describe: (memory) => describe(objects!(memory) as MultibodyAttachment) }),
    beginSegment: (memory, declare) => {
      const further: FurtherName[] = [];
      const outputs = new Map<string, number>();
      const derived: DerivedSignals[] = [];
      component.beginSegment(memory, namedDeclarations(declare, builder, parameters, further, outputs, derived));
      if (derived.length > 0) declare.derived(frameForceSignals(builder.forces, { outputs, derived }));
      declare.derived(furtherSignals(further));
      declare.derived(constantSignals(builder.constants));
    },
  };
  return new ModelDefinition({ ...model, predefined: named });
}

/** Contacts beside the shapes that the model attaches to its result; marks name what is drawn. */
export function contactDescription(
  attachments: CompileState["attachments"],
  drawnAs: ReadonlyMap<string, string>,
): (objects: MultibodyAttachment) => unknown {
  return ({ contactRecords, contactWarnings, contacts = [], scene: { objects } }) => ({
    ...(attachments.find(({ path }) => path === "")?.value as ModelicaShapes),
    contactRecords,
    contactWarnings,
    contacts,
    touching: objects.map(({ path }) => drawnAs.get(path) ?? ""),
  });
}

/** A state or output under one more name. */
interface FurtherName {
  readonly name: string;
  readonly isState: boolean;
  readonly offset: number;
  /** 0: a number. */
  readonly size: number;
}

function furtherSignals(names: readonly FurtherName[]): DerivedSignals {
  return {
    signals: names.map(({ name, size }) => ({ name, ...(size > 0 && { shape: [size] }) })),
    compute: ({ values, states, outputs }, out, at) => {
      let k = at;
      for (const { isState, offset, size } of names)
        for (let i = 0; i < Math.max(1, size); i++) out[k++] = values[(isState ? states : outputs) + offset + i]!;
    },
  };
}

function constantSignals(constants: MechanismBuilder["constants"]): DerivedSignals {
  const all = constants.flatMap(({ values }) => values);
  return {
    signals: constants.map(({ name, values }) => ({ name, ...(values.length > 1 && { shape: [values.length] }) })),
    compute: (_row, out, at) => out.set(all, at),
  };
}

/** Names that nobody gave: places, bodies. */
function isHidden(name: string): boolean {
  return name.startsWith("_");
}

function namedDeclarations(
  declare: SegmentDeclarations,
  builder: Pick<MechanismBuilder, "frameNames" | "resultNames" | "lineShapes" | "forces">,
  parameters: ReadonlyMap<string, unknown>,
  further: FurtherName[],
  /** Offsets of outputs by their names in the mechanism, and what it derives from rows, with variables as the model names them. */
  outputs: Map<string, number>,
  derived: DerivedSignals[],
): SegmentDeclarations {
  const { resultNames } = builder;
  const rename = (name: string): string => resultNames.get(name)?.[0] ?? name;
  const others = (name: string): readonly string[] => resultNames.get(name)?.slice(1) ?? [];
  const resultName = (name: string): string => {
    const own = rename(name);
    return own === name && !isHidden(name) ? `mechanics.${name}` : own;
  };
  const asked = builder.forces.askedJoints;
  return Object.create(declare, {
    wants: {
      value: (name: string) => {
        const joint = /^(.*)\.cutForce$/.exec(name)?.[1];
        return joint === undefined || asked.has(joint);
      },
    },
    parameter: { value: (name: string) => parameters.get(name) },
    variable: { value: (name: string) => declare.variable(rename(name)) },
    statePlace: { value: (name: string) => declare.statePlace(rename(name)) },
    state: {
      value: ((name, options) => {
        const derivative = options.derivative === undefined ? {} : { derivative: resultName(options.derivative) };
        const place = declare.state(resultName(name), { ...options, ...derivative });
        const size = typeof options.init === "number" ? 0 : options.init.length;
        for (const other of others(name)) further.push({ name: other, isState: true, offset: place.offset, size });
        return place;
      }) satisfies SegmentDeclarations["state"],
    },
    output: {
      value: ((name, options) => {
        const own = resultName(name);
        const place = declare.output(own, isHidden(own) ? { ...options, hideResult: true } : options);
        outputs.set(name, place.offset);
        for (const other of others(name))
          further.push({ name: other, isState: false, offset: place.offset, size: options.size ?? 0 });
        return place;
      }) satisfies SegmentDeclarations["output"],
    },
    derived: {
      value: ((signals) => {
        derived.push({
          get signals() {
            return signals.signals;
          },
          variables: signals.variables?.map(rename) ?? [],
          compute: signals.compute,
        });
        declare.derived(namedSignals(signals, builder, rename));
      }) satisfies SegmentDeclarations["derived"],
    },
  }) as SegmentDeclarations;
}

const quantities = { r_abs: "r", R_abs: "T" } as const;

interface NamedTable {
  readonly signals: readonly DerivedSignal[];
  /** Places of their numbers among the values of the mechanism, but for those of lines. */
  readonly from: Int32Array;
  readonly values: Float64Array;
  /** Shapes along lines, with the places of both ends; three signals each, behind the others. */
  readonly lines: readonly { readonly shape: LineShape; readonly first: number; readonly second: number }[];
}

/** Length, direction and begin of a shape along a line. */
function writeLine(
  out: Float64Array,
  k: number,
  { begin, end }: LineShape,
  first: Float64Array,
  second: Float64Array,
): void {
  const e = second.map((x, i) => x - first[i]!);
  const distance = elementary.norm(e);
  out[k] = Math.max(0, Math.min(end, distance) - begin);
  for (let i = 0; i < 3; i++) {
    const direction = distance > 0 ? e[i]! / distance : i === 0 ? 1 : 0;
    out[k + 1 + i] = direction;
    out[k + 4 + i] = direction * begin;
  }
}

/** Each signal once for every name that it has. */
function namedSignals(
  inner: DerivedSignals,
  { frameNames, lineShapes, resultNames }: Pick<MechanismBuilder, "frameNames" | "lineShapes" | "resultNames">,
  rename: (name: string) => string,
): DerivedSignals {
  let table: NamedTable | undefined;
  const made = () => {
    if (table !== undefined) return table;
    const signals: DerivedSignal[] = [];
    const from: number[] = [];
    const places = new Map<string, number>();
    let at = 0;
    for (const signal of inner.signals) {
      const [object = "", leaf = ""] = signal.name.split(".");
      if (leaf === "r_abs") places.set(object, at);
      const key = quantities[leaf as keyof typeof quantities];
      const names = key === undefined ? resultNames.get(signal.name) : frameNames.get(object)?.[key];
      const size = (signal.shape ?? []).reduce((product, n) => product * n, 1);
      for (const name of names ?? []) {
        signals.push({ ...signal, name });
        for (let i = 0; i < size; i++) from.push(at + i);
      }
      at += size;
    }
    const lines = lineShapes.flatMap((shape) => {
      const [first, second] = [places.get(shape.from), places.get(shape.to)];
      return first === undefined || second === undefined ? [] : [{ shape, first, second }];
    });
    for (const { shape } of lines)
      signals.push(
        { name: `${shape.path}.length` },
        { name: `${shape.path}.lengthDirection`, shape: [3] },
        { name: `${shape.path}.r_shape`, shape: [3] },
      );
    table = { signals, from: Int32Array.from(from), values: new Float64Array(at), lines };
    return table;
  };
  return {
    get signals() {
      return made().signals;
    },
    ...(inner.variables !== undefined && { variables: inner.variables.map(rename) }),
    compute: (row, out, at) => {
      const { from, values, lines } = made();
      inner.compute(row, values, 0);
      for (let i = 0; i < from.length; i++) out[at + i] = values[from[i]!]!;
      let k = at + from.length;
      for (const { shape, first, second } of lines) {
        writeLine(out, k, shape, values.subarray(first, first + 3), values.subarray(second, second + 3));
        k += 7;
      }
    },
  };
}
