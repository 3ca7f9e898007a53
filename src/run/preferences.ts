/**
 * Preferred start values: as many as fit are kept. What must hold comes first (init given by the user, initial equations); then
 * states begin with their preferred values, and only those that the conditions need are given up, the last declared first; then
 * preferred values of other variables, in the order of declaration, each as far as states that are not fixed leave room.
 */
import { type Condition, evaluateInitial, violatedOf } from "./initialConditions.ts";
import type { RunningModel } from "./runningModel.ts";

interface Start {
  readonly model: RunningModel;
  readonly t: number;
  readonly tolerance: number;
  readonly conditions: readonly Condition[];
  readonly solve: (conditions: readonly Condition[], free: readonly number[]) => void;
}

/** A column counts as independent when this part of it is not a combination of those before. */
const independent = 1e-6;

/** Solves the conditions; `open` states may change, `preferred` ones only where the conditions need them. */
export function startWithPreferences(
  start: Start & { readonly open: readonly number[]; readonly preferred: readonly number[] },
): { free: readonly number[]; givenUp: readonly number[] } {
  const { model, tolerance, conditions, open, preferred, solve } = start;
  const before = model.X.slice();
  const memory = [model.V.slice(), model.R.slice(), model.Q.slice()] as const;
  const restore = (): void => {
    model.X.set(before);
    model.V.set(memory[0]);
    model.R.set(memory[1]);
    model.Q.set(memory[2]);
  };
  const attempts = [() => [], () => neededStates(start), () => preferred];
  for (const attempt of attempts) {
    const isLast = attempt === attempts[2] || preferred.length === 0;
    try {
      const givenUp = attempt();
      const free = [...open, ...givenUp].sort((a, b) => a - b);
      solve(conditions, free);
      if (isLast || violatedOf(conditions, tolerance).length === 0) return { free, givenUp };
    } catch (error) {
      if (isLast) throw error;
    }
    restore();
  }
  return { free: open, givenUp: [] };
}

/** Preferred states without which the conditions cannot be met: columns of their Jacobian that are independent of all before. */
function neededStates({
  model,
  t,
  conditions,
  open,
  preferred,
}: Start & { readonly open: readonly number[]; readonly preferred: readonly number[] }): number[] {
  evaluateInitial(model, t);
  const values = (): number[] => conditions.map((item) => item.values()[0] - item.values()[1]);
  const r = values();
  const basis: number[][] = [];
  const needed: number[] = [];
  for (const k of [...open, ...[...preferred].reverse()]) {
    if (basis.length === conditions.length) break;
    const x = model.X[k]!;
    const h = 1e-7 * Math.max(1, Math.abs(x));
    model.X[k] = x + h;
    evaluateInitial(model, t);
    const column = values().map((value, i) => (value - r[i]!) / h);
    model.X[k] = x;
    const size = norm(column);
    for (const direction of basis) {
      const part = direction.reduce((sum, d, i) => sum + d * column[i]!, 0);
      for (let i = 0; i < column.length; i++) column[i]! -= part * direction[i]!;
    }
    const rest = norm(column);
    if (!(rest > independent * Math.max(size, 1e-300))) continue;
    basis.push(column.map((c) => c / rest));
    if (!open.includes(k)) needed.push(k);
  }
  return needed;
}

/** The preferences that hold, by themselves or by changing free states. */
export function keepPreferences(
  start: Start & { readonly preferences: readonly Condition[]; readonly free: readonly number[] },
): Condition[] {
  const { model, t, tolerance, conditions, preferences, free, solve } = start;
  const open = violatedOf(preferences, tolerance);
  const kept = preferences.filter((item) => !open.includes(item));
  if (free.length === 0) return kept;
  for (const item of open) {
    const wanted = [...conditions, ...kept, item];
    const [X, V, R, Q] = [model.X.slice(), model.V.slice(), model.R.slice(), model.Q.slice()];
    let isKept = false;
    try {
      solve(wanted, free);
      isKept = violatedOf(wanted, tolerance).length === 0;
    } catch {
      // there is no room for this one
    }
    if (isKept) kept.push(item);
    else {
      model.X.set(X);
      model.V.set(V);
      model.R.set(R);
      model.Q.set(Q);
      evaluateInitial(model, t);
    }
  }
  return kept;
}

function norm(column: readonly number[]): number {
  return Math.sqrt(column.reduce((sum, x) => sum + x * x, 0));
}
