/** External functions are bound by name to our own: their arguments are plain values, arrays are written in place. */
import type { ClassInstance, Locals, ScalarValue, Scope, Value } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { ArrayValue, ExternalArgument, OutputCell } from "../services/externalFunction.ts";
import { externalFunctions } from "../services/externals.ts";
import { isScalarKind } from "../values/arrays.ts";
import type { Lowering } from "./context.ts";
import { type FunctionParts, NotExecutable } from "./functionParts.ts";

export function callExternal(l: Lowering, cls: ClassInstance, parts: FunctionParts, locals: Locals): void {
  const { body } = cls.syntax;
  if (body.kind !== "long" || body.external === undefined) throw new Error("not external");
  const { external } = body;
  const scope: Scope = { cls, locals };
  const name = external.name ?? cls.syntax.name;
  const implementation = externalFunctions.get(name);
  if (implementation === undefined)
    throw modelicaError(
      "E-MODELICA-EXTERNAL",
      `The external function "${name}" is not available.`,
      cls.placeOf(external),
      {
        because: "external functions are bound by name to implementations that come with Rattleback",
        hint: "replace the function by one written in Modelica",
        data: { name },
      },
    );
  const outputs = new Set([...parts.outputs, ...parts.locals].map((member) => member.name));
  const cells: { name: string; old: Value; cell: OutputCell | ArrayValue }[] = [];
  const call = (): ExternalArgument[] => {
    const list =
      external.args.length > 0 || external.name !== undefined
        ? external.args
        : [...parts.inputs, ...(parts.outputs.length > 1 ? parts.outputs : [])].map((member) =>
            reference(member.name, external.at),
          );
    return list.map((item) => {
      const value = l.evaluate(item, scope);
      if (
        item.kind === "reference" &&
        item.parts.length === 1 &&
        item.parts[0]!.subscripts.length === 0 &&
        outputs.has(item.parts[0]!.name)
      ) {
        const cell = toPlain(l, value);
        const box: OutputCell | ArrayValue = isArray(cell) ? cell : { value: cell };
        cells.push({ name: item.parts[0]!.name, old: value, cell: box });
        return box;
      }
      return toPlain(l, value);
    });
  };
  const result = implementation(call(), l.externalRun);
  for (const { name: target, old, cell } of cells)
    locals.values.set(target, fromPlain(l, isArray(cell) ? cell : cell.value, old as ScalarValue));
  const target =
    external.output?.parts[0]?.name ??
    (external.name === undefined && parts.outputs.length === 1 ? parts.outputs[0]!.name : undefined);
  if (target !== undefined && result !== undefined) {
    const old = locals.values.get(target);
    locals.values.set(target, fromPlain(l, result, old as ScalarValue | undefined));
  }
}

function reference(name: string, at: number) {
  return { kind: "reference" as const, parts: [{ name, subscripts: [] }], isAbsolute: false, at };
}

function isArray(value: unknown): value is ArrayValue {
  return typeof value === "object" && value !== null && "shape" in value && "data" in value;
}

function toPlain(l: Lowering, value: Value): ExternalArgument {
  if (value.kind === "Record") {
    return Object.fromEntries([...value.elements[0]!].map(([name, field]) => [name, toPlain(l, field)])) as never;
  }
  if (!isScalarKind(value)) throw new NotExecutable("a function is passed to an external function");
  const plain = value.elements.map((e): number | boolean | string | object => {
    if (e.op === "num") return value.kind === "Boolean" ? e.value !== 0 : e.value;
    if (e.op === "str") return e.name;
    if (e.op === "obj") return l.state.objects[e.value]!.value as object;
    throw new NotExecutable("an argument is not known");
  });
  if (value.shape.length === 0) return plain[0]!;
  return { shape: [...value.shape], data: plain as number[] };
}

function fromPlain(l: Lowering, result: unknown, old: ScalarValue | undefined): ScalarValue {
  const { b } = l;
  const kind =
    old?.kind ??
    (typeof result === "string"
      ? "String"
      : typeof result === "boolean"
        ? "Boolean"
        : typeof result === "object" && !isArray(result)
          ? "Object"
          : "Real");
  const element = (item: unknown): ScalarValue["elements"][number] => {
    if (typeof item === "number") return b.num(item);
    if (typeof item === "boolean") return b.boolean(item);
    if (typeof item === "string") return b.make("str", [], 0, item);
    return l.objectLeaf(item as object);
  };
  if (isArray(result))
    return {
      kind,
      shape: result.shape,
      elements: Array.from(result.data as ArrayLike<unknown>, element),
      cls: old?.cls,
    };
  return { kind, shape: [], elements: [element(result)], cls: old?.cls };
}
