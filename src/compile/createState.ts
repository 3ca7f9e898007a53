/** A compile state with nothing in it, where a front end begins. */
import { ExpressionBuilder } from "../symbolic/expression.ts";
import type { CompileState } from "./state.ts";

export function createState(): CompileState {
  return {
    b: new ExpressionBuilder(),
    groups: new Map(),
    variables: [],
    parameters: [],
    structural: new Set(),
    decisions: [],
    objects: [],
    stateWishes: new Map(),
    equations: [],
    initialEquations: [],
    assertions: [],
    functions: [],
    relations: [],
    samplers: [],
    delays: [],
    uses: { number: new Map(), truth: new Map() },
    actions: [],
    preVariables: new Set(),
    aliases: new Map(),
    components: [],
    observed: [],
    attachments: [],
    notes: { flatEquations: 0, eliminated: 0, arbitrary: [], redundant: [], differentiated: [], warnings: [] },
  };
}
