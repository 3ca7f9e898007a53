/** A compile state with nothing in it, where a front end begins. */
import type { UserFunction } from "../language/functions.ts";
import { ExpressionBuilder } from "../symbolic/expression.ts";
import type {
  ArrayTable,
  DelayIndex,
  EquationIndex,
  FunctionIndex,
  ObjectIndex,
  ParameterIndex,
  RelationIndex,
  SamplerIndex,
  VariableIndex,
} from "../symbolic/indices.ts";
import type { DelayLine, Relation, Sampler } from "./eventTables.ts";
import type { CompileState, Equation, ObjectParameter, Parameter, Variable } from "./state.ts";

export function createState(): CompileState {
  return {
    b: new ExpressionBuilder(),
    groups: new Map(),
    variables: [] as Variable[] as ArrayTable<VariableIndex, Variable>,
    parameters: [] as Parameter[] as ArrayTable<ParameterIndex, Parameter>,
    structural: new Set(),
    decisions: [],
    objects: [] as ObjectParameter[] as ArrayTable<ObjectIndex, ObjectParameter>,
    stateWishes: new Map(),
    equations: [] as Equation[] as ArrayTable<EquationIndex, Equation>,
    initialEquations: [],
    givenValues: [],
    assertions: [],
    functions: [] as UserFunction[] as ArrayTable<FunctionIndex, UserFunction>,
    relations: [] as Relation[] as ArrayTable<RelationIndex, Relation>,
    samplers: [] as Sampler[] as ArrayTable<SamplerIndex, Sampler>,
    delays: [] as DelayLine[] as ArrayTable<DelayIndex, DelayLine>,
    uses: { number: new Map(), truth: new Map() },
    actions: [],
    preVariables: new Set(),
    wantedDiscrete: [],
    aliases: new Map(),
    components: [],
    observed: [],
    attachments: [],
    notes: { flatEquations: 0, eliminated: 0, arbitrary: [], redundant: [], differentiated: [], warnings: [] },
  };
}
