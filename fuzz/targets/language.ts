/** Units, equations and models as documents. */
import { Model } from "../../src/language/model.ts";
import { parseUnit } from "../../src/language/units.ts";
import { Var } from "../../src/language/values.ts";
import { modelFromJson } from "../../src/modelFile/modelJson.ts";
import { instantiate } from "../../src/run/instantiate.ts";
import { linearise } from "../../src/run/linearise.ts";
import { simulate } from "../../src/run/simulate.ts";
import { mutateJson, mutateText } from "../mutate.ts";
import { shortRun, type Target } from "../target.ts";

export const equations = [
  "der(x) = -x",
  "der(x) = v; der(v) = -4*x - 0.1*v",
  "der(x) = v\nder(v) = -9.81\nwhen x < 0 then\n  reinit(v, -0.7*pre(v))\nend",
  "a = [1, 2; 3, 4]; b = a*[x, 1]; der(x) = -b[1]",
  "y = if x > 0.5 then sin(time) else cos(time); der(x) = y",
  "z = x^2 + exp(-x)*sqrt(abs(x)); der(x) = z - 2*x; w = max(x, z)",
  "when sample(0, 0.1) then\n  n = pre(n) + 1\nend\nder(x) = n - x",
  'der(x) = delay(x, 0.05) - x; assert(x < 10, "too large")',
  "u*u*u + u = x; der(x) = -u",
  "der(der(x)) = -x; p^2 + q^2 = 1 + x^2; p = 2*q",
  "(x + 1)*a + b = 1; a + b = 2; der(x) = 1; c = [i*x for i in 1:4]; s = sum(c)",
  "for i in 1:3 loop\n  v[i] = i*x\nend for\nder(x) = -v[1] + 0.1*v[2]*v[3]; ok = x > 0.5 and not initial()",
  "der(x) = y - x; y = noEvent(if x > 0 then smooth(1, x^2) else 0); x^2 + z^2 = 4 + time",
];

const documents = [
  {
    _class: "Model",
    k: { _class: "Par", value: 2, unit: "1/s", min: 0 },
    x: { _class: "Var", init: 1, unit: "m" },
    part: { _class: "Model", y: { _class: "Var", init: 0 }, equations: ["der(y) = 1 - y"] },
    equations: ["der(x) = -k*x", "z = x*part.y"],
  },
  {
    _class: "Model",
    n: { _class: "Par", value: 3 },
    A: {
      _class: "Par",
      value: [
        [-1, 0.5],
        [0, -2],
      ],
    },
    x: { _class: "Var", init: [1, 2], nominal: 2, max: 5 },
    b: { _class: "Var", start: false },
    equations: ["der(x) = A*x", "when x[1] < 0.9 then\n  b = true\nend"],
  },
].map((document) => JSON.stringify(document));

const withState = (text: string) => instantiate(Model({ x: Var({ init: 1 }), equations: text }));

export const languageTargets: readonly Target[] = [
  {
    name: "units",
    seeds: async () => ["kg*m^2/s^2", "W/(m*K)", "m/s2", "degC", "1/(N.m)", "rpm"],
    mutate: mutateText,
    run: (text) => parseUnit(text),
  },
  { name: "equations", seeds: async () => equations, mutate: mutateText, run: withState },
  {
    name: "runs",
    seeds: async () => equations,
    mutate: mutateText,
    run: (text) => simulate(withState(text), shortRun),
  },
  {
    name: "linearizations",
    seeds: async () => equations,
    mutate: mutateText,
    run: (text) => linearise(withState(text)),
  },
  {
    name: "documents",
    seeds: async () => documents,
    mutate: (text, _, random) => mutateJson(text, random),
    run: (text) => simulate(instantiate(modelFromJson(text)), shortRun),
  },
];
