/** A Model3D whose results have the names that a mechanism has in Modelica. */
import { ModelDefinition } from "../../language/model.ts";
import type {
  DerivedSignal,
  DerivedSignals,
  PredefinedComponent,
  SegmentDeclarations,
} from "../../language/predefined.ts";
import type { FrameNames, MechanismBuilder } from "./mechanismBuilder.ts";

/** `parameters`: values by their names in the mechanism, filled in once it is flat; the model around does not show them. */
export function namedMechanism(
  model: ModelDefinition,
  { frameNames, resultNames, constants }: Pick<MechanismBuilder, "frameNames" | "resultNames" | "constants">,
  parameters: ReadonlyMap<string, unknown>,
): ModelDefinition {
  // what is drawn are the shapes of the library, not the objects of the mechanism
  const { describe: _objects, ...component } = model.predefined as PredefinedComponent;
  const named: PredefinedComponent = {
    ...component,
    beginSegment: (memory, declare) => {
      const further: FurtherName[] = [];
      component.beginSegment(memory, namedDeclarations(declare, frameNames, resultNames, parameters, further));
      declare.derived(furtherSignals(further));
      declare.derived(constantSignals(constants));
    },
  };
  return new ModelDefinition({ ...model, predefined: named });
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
  frameNames: ReadonlyMap<string, FrameNames>,
  resultNames: ReadonlyMap<string, readonly string[]>,
  parameters: ReadonlyMap<string, unknown>,
  further: FurtherName[],
): SegmentDeclarations {
  const rename = (name: string): string => resultNames.get(name)?.[0] ?? name;
  const others = (name: string): readonly string[] => resultNames.get(name)?.slice(1) ?? [];
  const resultName = (name: string): string => {
    const own = rename(name);
    return own === name && !isHidden(name) ? `mechanics.${name}` : own;
  };
  return Object.create(declare, {
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
        for (const other of others(name))
          further.push({ name: other, isState: false, offset: place.offset, size: options.size ?? 0 });
        return place;
      }) satisfies SegmentDeclarations["output"],
    },
    derived: {
      value: ((signals) =>
        declare.derived(namedSignals(signals, frameNames, rename))) satisfies SegmentDeclarations["derived"],
    },
  }) as SegmentDeclarations;
}

const quantities = { r_abs: "r", R_abs: "T" } as const;

/** Each signal once for every name that it has. */
function namedSignals(
  inner: DerivedSignals,
  frameNames: ReadonlyMap<string, FrameNames>,
  rename: (name: string) => string,
): DerivedSignals {
  let table: { readonly signals: DerivedSignal[]; readonly from: number[]; readonly size: number } | undefined;
  const made = () => {
    if (table !== undefined) return table;
    const signals: DerivedSignal[] = [];
    const from: number[] = [];
    let at = 0;
    for (const signal of inner.signals) {
      const [object = "", leaf = ""] = signal.name.split(".");
      const key = quantities[leaf as keyof typeof quantities];
      for (const name of key === undefined ? [] : (frameNames.get(object)?.[key] ?? [])) {
        signals.push({ ...signal, name });
        from.push(at);
      }
      at += (signal.shape ?? []).reduce((product, n) => product * n, 1);
    }
    table = { signals, from, size: at };
    return table;
  };
  return {
    get signals() {
      return made().signals;
    },
    ...(inner.variables !== undefined && { variables: inner.variables.map(rename) }),
    compute: (row, out, at) => {
      const { signals, from, size } = made();
      const values = new Float64Array(size);
      inner.compute(row, values, 0);
      let k = at;
      signals.forEach(({ shape = [] }, i) => {
        const count = shape.reduce((product, n) => product * n, 1);
        out.set(values.subarray(from[i]!, from[i]! + count), k);
        k += count;
      });
    },
  };
}
