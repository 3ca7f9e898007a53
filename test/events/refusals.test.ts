/** What events that cannot be handled say: refusals.txt shows it as users see it. */
import { instantiate, Model, simulate, Var } from "rattleback";
import { expect, it } from "vitest";
import { refusalsOf } from "../refusals.ts";

const run = (equations: string, names: object = {}) =>
  simulate(instantiate(Model({ ...names, equations })), { stopTime: 1 });
const counter = { x: Var({ init: 0 }), n: Var({ start: 0 }) };

const examples: Readonly<Record<string, () => unknown>> = {
  "conditions that switch each other": () =>
    run("der(x) = 1; when pre(b) == 0 and time > 0.5 then b = 1; elsewhen pre(b) == 1 then b = 0; end", {
      x: Var({ init: 0 }),
      b: Var({ start: 0 }),
    }),
  "a count that never ends": () => run("der(x) = 1; n = if time > 0.5 then pre(n) + 1 else 0", counter),
  "reinit of what is no state": () =>
    run("der(x) = 1; y = 2*x; when x > 0.5 then reinit(y, 0); end", { x: Var({ init: 0 }) }),
  "reinit in a model without states": () =>
    run("n = 3; when time > 0.5 then reinit(n, 0); end", { n: Var({ start: 0 }) }),
  "a delay that is negative": () =>
    run("der(x) = 1; y = delay(x, if time < 0.5 then 0.1 else -0.1)", { x: Var({ init: 0 }) }),
  "an interval of nothing": () => run("der(x) = 1; when sample(0, 0*x + 0) then n = x; end", counter),
  "an interval that is an instant": () => run("der(x) = 1; when Clock(1e-300) then n = time; end", counter),
};

it("what is refused is refused in these words", async () => {
  await expect(refusalsOf(examples)).toMatchFileSnapshot("refusals.txt");
});
