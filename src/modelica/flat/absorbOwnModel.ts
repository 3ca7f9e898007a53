/** Classes that stand for models of Rattleback get the equations of the models. */
import { absorb } from "../../compile/absorb.ts";
import { type FlatModel, flatten } from "../../compile/flatten.ts";
import type { Group, Parameter, Variable } from "../../compile/state.ts";
import { inferTypes } from "../../compile/types.ts";
import { checkUnits } from "../../compile/unitCheck.ts";
import type { ModelDefinition } from "../../language/model.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { ArrayTable, ParameterIndex, VariableIndex } from "../../symbolic/indices.ts";
import type { ClassInstance } from "../model.ts";
import { flattened, type OwnModel } from "../ownModels.ts";
import type { ModelLowering } from "./lowering.ts";

/** The equations of the model, in terms of what its class declares. */
export function absorbOwnModel(l: ModelLowering, instance: ClassInstance, { name, model }: OwnModel): void {
  const prefix = instance.path === "" ? "" : `${instance.path}.`;
  const known = new Map<string, Expr>();
  const { b } = l.state;
  l.state.variables.forEach((variable, i) => {
    if (variable.name.startsWith(prefix)) known.set(variable.name, b.variable(i));
  });
  l.state.parameters.forEach((parameter, i) => {
    if (parameter.name.startsWith(prefix)) known.set(parameter.name, b.parameter(i));
  });
  const { state } = structured(l, prefix, flattened(name, model), model, known);
  checkUnits(state);
  inferTypes(state);
  absorb(l.state, state, {
    prefix,
    known: (full) => known.get(full),
    // flows at the top come from connections in Modelica
    isWanted: ({ source }) => source.kind !== "default" || source.path !== "",
  });
  for (const group of state.groups.values())
    if (!l.state.groups.has(prefix + group.name)) addGroup(l, prefix, group.name, state);
}

/** Parameters that decide about sizes and equations have the values of Modelica. */
function structured(
  l: ModelLowering,
  prefix: string,
  flat: FlatModel,
  model: ModelDefinition,
  known: ReadonlyMap<string, Expr>,
): FlatModel {
  const changes: Record<string, unknown> = {};
  for (const i of flat.state.structural) {
    const { name, value, type } = flat.state.parameters[i]!;
    const e = known.get(prefix + name);
    const given = e === undefined ? undefined : l.tryConstant(e);
    if (given !== undefined && given !== value) changes[name] = type === "boolean" ? given !== 0 : given;
  }
  return Object.keys(changes).length === 0 ? flat : flatten(model.with(changes));
}

type Things = ArrayTable<VariableIndex, Variable> | ArrayTable<ParameterIndex, Parameter>;

/** Names inside the model appear in the result too. */
function addGroup(
  l: ModelLowering,
  prefix: string,
  name: string,
  { groups, variables, parameters }: FlatModel["state"],
): void {
  const group = groups.get(name)!;
  const isVariable = group.kind === "variable";
  const list: readonly { name: string }[] = (isVariable ? l.state.variables : l.state.parameters) as Things;
  const elements: readonly number[] = group.elements.map((i) => {
    const full = prefix + ((isVariable ? variables : parameters) as Things)[i]!.name;
    return list.findLastIndex((item) => item.name === full);
  });
  if (elements.every((i) => i >= 0))
    l.state.groups.set(prefix + name, {
      ...group,
      name: prefix + name,
      elements: elements as Group["elements"],
      isOutput: false,
    } as Group);
}
