/** States and properties of media, and models of fluids with changed parameters. */
import * as fluid from "../../src/entries/fluid.ts";
import { Model } from "../../src/language/model.ts";
import { medium } from "../../src/media/findMedium.ts";
import type { MediumState } from "../../src/media/mediumState.ts";
import { instantiate } from "../../src/run/instantiate.ts";
import { simulate } from "../../src/run/simulate.ts";
import { mutateJson } from "../mutate.ts";
import { shortRun, type Target } from "../target.ts";

interface Call {
  readonly medium: string;
  readonly pair: string;
  readonly first: number;
  readonly second: number;
  readonly X?: number[];
}

const calls: readonly Call[] = [
  { medium: "water", pair: "pT", first: 1e5, second: 300 },
  { medium: "water", pair: "ph", first: 1e6, second: 2e6 },
  { medium: "water", pair: "dT", first: 500, second: 600 },
  { medium: "R134a", pair: "ph", first: 5e5, second: 3e5 },
  { medium: "CO2", pair: "ps", first: 5e6, second: 4500 },
  { medium: "N2", pair: "pT", first: 1e5, second: 300 },
  { medium: "MoistAir", pair: "ph", first: 1e5, second: 4e4, X: [0.01, 0.99] },
  { medium: "Glycol47", pair: "pT", first: 1e5, second: 290 },
  { medium: "ConstantPropertyLiquidWater", pair: "ps", first: 1e5, second: 100 },
];

type States = Record<string, (first: number, second: number, X?: number[]) => MediumState>;

const plant = {
  source: { p: 2e5, T: 320 },
  pipe: { L: 10, D: 0.02, dz: 1 },
  tank: { A: 1, level_start: 1, z: [0.2], A_port: 0.05 },
  medium: "ConstantPropertyLiquidWater",
};

export const mediaTargets: readonly Target[] = [
  {
    name: "media",
    seeds: async () => calls.map((call) => JSON.stringify(call)),
    mutate: (text, _, random) => mutateJson(text, random),
    run: (text) => {
      const { medium: name, pair, first, second, X } = JSON.parse(text) as Call;
      const own = medium(name);
      const kind = ["pT", "ph", "ps", "dT"].includes(pair) ? pair : "pT";
      const state = (own as unknown as States)[`state_${kind}`]!(first, second, X);
      own.derivatives(state);
      own.viscosity(state);
      own.conductivity(state);
      own.prandtl(state);
      own.isentropicExponent(state);
    },
  },
  {
    name: "fluid",
    cost: 9,
    seeds: async () => [JSON.stringify(plant)],
    mutate: (text, _, random) => mutateJson(text, random),
    run: (text) => {
      const { source, pipe, tank, medium: name } = JSON.parse(text) as typeof plant;
      const model = Model({
        medium: medium(name),
        source: fluid.Boundary_pT.with(source),
        pipe: fluid.StaticPipe.with(pipe),
        tank: fluid.OpenTank.with({ ...fluid.ports(1), ...tank }),
        connect: [
          ["source.port", "pipe.port_a"],
          ["pipe.port_b", "tank.ports[1]"],
        ],
      });
      simulate(instantiate(model), shortRun);
    },
  },
];
