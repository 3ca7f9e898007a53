/**
 * Dry friction between two surfaces, with modes: sticking, sliding forward, sliding backward, free.
 *
 * Source   [Cellier2006] ch. 9, [Otter1999] (friction as a parametrised curve between force and acceleration)
 *
 * While it sticks the friction force takes the value that keeps the acceleration zero; it cannot exceed the breakaway force. While it
 * slides the force is given and the acceleration free. One parameter x runs along both parts, so that one mixed system of
 * equations finds the mode of all friction elements together:
 *
 *     stuck        f = x                    a = 0                           |x| ≤ f_max
 *     forward      f = f_slide              a = x − (1 + ε)·f_max           from x > f_max on, until v falls to zero
 *     backward     f = −f_slide             a = x + (1 + ε)·f_max           from x < −f_max on, until v rises to zero
 *     free         f = 0                    a = x                           without normal force
 *
 * The small ε lets both branches hold near the breakaway force, so that rounding cannot leave none. At a change of direction the
 * surfaces stick first; if the load is above the breakaway force they slide on in the same instant.
 *
 * Legend   v, a      velocity and acceleration of one surface relative to the other
 *          f         friction force, against v when sliding
 *          f_max     breakaway force, ≥ 0
 *          f_slide   sliding force at the present speed, ≥ 0
 *          mode      −1 backward, 0 stuck, 1 forward, 2 free (also: not yet known)
 */
import type { ModelSource } from "../../language/modelSource.ts";
import { Var } from "../../language/values.ts";

/** ε of the header. Far above rounding, far below what can be seen in a motion. */
const overlap = 1e-6;

/**
 * Modes of a friction element: names and equations to extend it with. The element defines f_max, f_slide and isFree, and equates
 * v_fric, a_fric, f_fric with its own relative velocity, acceleration and force.
 */
export function dryFriction(forceUnit: string, accelerationUnit: string): ModelSource {
  const threshold = `f_max/quantity(1, "${forceUnit}")`;
  return {
    mode: Var({ start: 2, description: "-1 backward, 0 stuck, 1 forward, 2 free" }),
    isStuck: Var({ start: false, description: "sticks" }),
    isFree: Var({ start: false, description: "there is no normal force" }),
    f_max: Var({ unit: forceUnit, description: "breakaway force", hideResult: true }),
    f_slide: Var({ unit: forceUnit, description: "sliding force at the present speed", hideResult: true }),
    x_fric: Var({ start: 0, unit: "1", description: "load while stuck, acceleration while sliding", hideResult: true }),
    load: Var({ unit: "1", description: "x_fric while stuck, else 0", hideResult: true }),
    isForward: Var({ start: false, description: "slides forward or begins to", hideResult: true }),
    isBackward: Var({ start: false, description: "slides backward or begins to", hideResult: true }),
    equations: `
      load = if pre(mode) == 0 then x_fric else 0
      isForward = not isFree and (pre(mode) == 1 or load > ${threshold} or pre(mode) == 2 and v_fric > 0)
      isBackward = not isFree and (pre(mode) == -1 or load < -${threshold} or pre(mode) == 2 and v_fric < 0)
      isStuck = not (isFree or isForward or isBackward)
      f_fric = if isStuck then x_fric*quantity(1, "${forceUnit}")
        elseif isForward then f_slide elseif isBackward then -f_slide else 0
      a_fric = quantity(1, "${accelerationUnit}")*(if isStuck then 0
        elseif isForward then x_fric - ${1 + overlap}*${threshold}
        elseif isBackward then x_fric + ${1 + overlap}*${threshold}
        else x_fric)
      mode = if isFree then 2 elseif isForward and v_fric > 0 then 1 elseif isBackward and v_fric < 0 then -1 else 0`,
  };
}
