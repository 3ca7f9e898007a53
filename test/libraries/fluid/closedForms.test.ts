/** Closed forms of components and processes; the numbers were computed independently, those of cycles with the media's own equations. */
import { instantiate, Model, type ModelDefinition, type Result, simulate } from "rattleback";
import {
  Boundary_ph,
  Boundary_pT,
  ClosedVolume,
  Compressor,
  DynamicPipe,
  EffectivenessExchanger,
  Fan,
  MassFlowSource_T,
  Nozzle,
  OpenTank,
  Orifice,
  PrescribedMassFlow_T,
  Pump,
  ports,
  pumpCurve,
  ShaftPump,
  StateSensor,
  StaticPipe,
  SteamDrum,
  Turbine,
} from "rattleback/fluid";
import { FixedHeatFlow, FixedTemperature } from "rattleback/heat";
import { ConstantLiquid, helmholtz, type Medium, medium, simpleGas } from "rattleback/media";
import { ConstantTorque, Inertia } from "rattleback/rotational";
import { describe, expect, it } from "vitest";

const gas = simpleGas({ name: "gas", molarMass: 8.314462618 / 287.05, R: 287.05, cp: 1004.675 });
const liquid = (d: number, viscosity: number) =>
  new ConstantLiquid({ name: "liquid", d, cp: 4184, viscosity, conductivity: 0.6 });

const run = (model: ModelDefinition, stopTime = 0, tolerance = 1e-9): Result =>
  simulate(instantiate(model), { stopTime, tolerance, interval: stopTime || 1 });
const expectRelative = (value: unknown, expected: number, allowed: number): void => {
  expect(Math.abs((value as number) / expected - 1)).toBeLessThan(allowed);
};
const line = (own: Medium, from: ModelDefinition, element: ModelDefinition, to: ModelDefinition): ModelDefinition =>
  Model({
    medium: own,
    from,
    element,
    to,
    connect: [
      ["from.port", "element.port_a"],
      ["element.port_b", "to.port"],
    ],
  });

/** 5 bar and 500 K, 1 bar and 250 K, joined by an orifice. */
const twoVessels = (A: number): ModelDefinition =>
  Model({
    medium: gas,
    first: ClosedVolume.with({ ...ports(1), V: 0.1, p_start: 5e5, T_start: 500 }),
    second: ClosedVolume.with({ ...ports(1), V: 0.2, p_start: 1e5, T_start: 250 }),
    orifice: Orifice.with({ A }),
    connect: [
      ["first.ports[1]", "orifice.port_a"],
      ["orifice.port_b", "second.ports[1]"],
    ],
  });

describe("vessels", () => {
  it.each(["auto", "radau5", "bdf", "ida"] as const)(
    "one that is filled through a valve stays as it is for an hour: %s",
    (method) => {
      const filling = Model({
        medium: gas,
        supply: Boundary_pT.with({ p: 10e5, T: 300 }),
        valve: Orifice.with({ A: 1e-4 }),
        vessel: ClosedVolume.with({ ...ports(1), V: 0.1, p_start: 1e5, T_start: 300 }),
        connect: [
          ["supply.port", "valve.port_a"],
          ["valve.port_b", "vessel.ports[1]"],
        ],
      });
      const result = simulate(instantiate(filling), { stopTime: 3600, method });
      // the enthalpy of what came in is the gain of energy: V·Δp/(κ − 1) = Δm·cp·T, with m = p·V/(R·T)
      const kappa = 1004.675 / (1004.675 - 287.05);
      const exact = (kappa * 300) / (1 + 0.1 * (kappa - 1));
      expectRelative(result.final("vessel.T"), exact, 1e-4);
      expect(result.statistics.steps).toBeLessThan(500);
    },
  );

  it("an open tank empties as Torricelli says", () => {
    for (const [A, a, h0, zeta, t] of [
      [1, 0.01, 1, 1, 20],
      [2, 0.02, 3, 1.5, 30],
    ] as const) {
      const tank = OpenTank.with({ ...ports(1), A, A_port: a, zeta_out: zeta, level_start: h0, height: 2 * h0 });
      const model = Model({
        medium: medium("ConstantPropertyLiquidWater"),
        tank,
        ambient: Boundary_pT,
        connect: [["tank.ports[1]", "ambient.port"]],
      });
      const level = (Math.sqrt(h0) - (a / A) * Math.sqrt(9.80665 / (2 * zeta)) * t) ** 2;
      expectRelative(run(model, t).final("tank.level"), level, 1e-7);
      if (A === 1) expectRelative(level, 0.3103948897, 1e-9);
    }
  });

  it("a tank that has run empty stays empty", () => {
    const model = Model({
      medium: medium("water"),
      tank: OpenTank.with({ ...ports(2), A: 1, A_port: 0.01, zeta_out: 1, level_start: 0.1 }),
      ambient: Boundary_pT,
      source: MassFlowSource_T.with({ m_flow: 0 }),
      connect: [
        ["tank.ports[1]", "ambient.port"],
        ["tank.ports[2]", "source.port"],
      ],
    });
    const result = run(model, 60, 1e-6);
    expect(result.final("tank.level")).toBeGreaterThan(-1e-4);
    expect(result.final("tank.level")).toBeLessThan(1e-3);
  });

  it("an adiabatic vessel is filled to T = κ T_in/(1 + (κ T_in/T₀ − 1) p₀/p)", () => {
    const model = Model({
      medium: gas,
      reservoir: Boundary_pT.with({ p: 1e6, T: 300 }),
      valve: Orifice.with({ A: 1e-4 }),
      vessel: ClosedVolume.with({ ...ports(1), V: 0.1, p_start: 1e4, T_start: 300 }),
      connect: [
        ["reservoir.port", "valve.port_a"],
        ["valve.port_b", "vessel.ports[1]"],
      ],
    });
    const result = run(model, 60, 1e-10);
    expectRelative(result.final("vessel.p"), 1e6, 1e-8);
    expectRelative(result.final("vessel.T"), 418.3266932, 1e-7);
    const added = (result.final("vessel.m") as number) - (1e4 * 0.1) / (287.05 * 300);
    expectRelative(added, 0.821161072, 1e-7);
  });

  it("a vessel blows down through a choked nozzle along the isentrope", () => {
    const model = Model({
      medium: gas,
      vessel: ClosedVolume.with({ ...ports(1), V: 0.1, p_start: 1e6, T_start: 300 }),
      nozzle: Nozzle.with({ A: 1e-5 }),
      ambient: Boundary_pT.with({ p: 101325 }),
      connect: [
        ["vessel.ports[1]", "nozzle.port_a"],
        ["nozzle.port_b", "ambient.port"],
      ],
    });
    const result = run(model, 33.10082715489916, 1e-10);
    expectRelative(result.final("vessel.p"), 417183.8134, 1e-8);
    expectRelative(result.final("vessel.T"), 233.6917513, 1e-8);
  });

  it.each(["auto", "radau5", "esdirk54"] as const)(
    "two vessels keep their energy in rest, at every tolerance, with %s",
    (method) => {
      for (const A of [1e-4, 1e-2]) {
        for (const tolerance of [1e-3, 1e-4, 1e-5, 1e-6]) {
          const result = simulate(instantiate(twoVessels(A)), { stopTime: 5000, tolerance, method });
          const energy = (t: number): number => result.at(t, "first.U") + result.at(t, "second.U");
          expect(Math.abs(energy(5000) / energy(0) - 1), `${A} m² at ${tolerance}`).toBeLessThan(20 * tolerance);
          expect(result.statistics.steps, `${A} m² at ${tolerance}`).toBeLessThan(500);
          expect(result.warnings).toEqual([]);
        }
      }
    },
  );

  it("tsit5 swings about that rest, and the run says so", () => {
    const result = simulate(instantiate(twoVessels(1e-4)), { stopTime: 40, tolerance: 1e-4, method: "tsit5" });
    expect(result.warnings).toHaveLength(1);
    expect(result.warnings[0]).toMatch(
      /^W-METHOD-SWINGS {2}From t = [34]\.\d+ s on "(first|second)\.[ph]" swings to and fro within the steps of tsit5, by more than ten tolerances in (\d+) of all \d+ steps\./,
    );
  });

  it("two vessels come to the common pressure; what stays in the first expands isentropically", () => {
    const model = Model({
      medium: gas,
      first: ClosedVolume.with({ ...ports(1), V: 0.1, p_start: 1e6, T_start: 300 }),
      second: ClosedVolume.with({ ...ports(1), V: 0.2, p_start: 1e5, T_start: 300 }),
      valve: Orifice.with({ A: 1e-5 }),
      connect: [
        ["first.ports[1]", "valve.port_a"],
        ["valve.port_b", "second.ports[1]"],
      ],
    });
    const result = run(model, 200, 1e-9);
    expectRelative(result.final("first.p"), 4e5, 1e-8);
    expectRelative(result.final("first.T"), 230.9000938, 1e-8);
    expectRelative(result.final("second.T"), 352.7882786, 1e-8);
    // nothing is lost
    const mass = (result.final("first.m") as number) + (result.final("second.m") as number);
    expectRelative(mass, (1e6 * 0.1 + 1e5 * 0.2) / (287.05 * 300), 1e-8);
  });

  it("a stirred tank follows its exponential", () => {
    const model = Model({
      medium: medium("ConstantPropertyLiquidWater"),
      source: MassFlowSource_T.with({ m_flow: 1, T: 333.15 }),
      tank: ClosedVolume.with({ V: 0.1, T_start: 293.15 }),
      sink: Boundary_pT,
      connect: [
        ["source.port", "tank.ports[1]"],
        ["tank.ports[2]", "sink.port"],
      ],
    });
    expectRelative(run(model, 100).final("tank.T"), 318.4999187, 1e-9);
  });

  it("a closed drum is heated from 0.1 to 1 MPa by 168.8 MJ", () => {
    const model = Model({
      medium: medium("water"),
      drum: SteamDrum.with({ V: 1, p_start: 1e5, fill_start: 0.5 }),
      heat: FixedHeatFlow.with({ Q_flow: 1.688076348e6 }),
      connect: [["heat.port", "drum.heatPort"]],
    });
    const result = run(model, 100);
    expectRelative(result.final("drum.p"), 1e6, 1e-8);
    expectRelative(result.final("drum.fill"), 0.5379567599, 1e-8);
    expectRelative(result.final("drum.m"), 479.6136003, 1e-8);
  });
});

describe("throttles and pipes", () => {
  it("a nozzle chokes at the critical pressure ratio", () => {
    for (const [p, m] of [
      [4.5e5, 0.07200131494],
      [4e5, 0.09552806119],
      [3e5, 0.1153360043],
      [2.64e5, 0.1166677658],
      [1e5, 0.1166677658],
    ] as const) {
      const result = run(
        line(gas, Boundary_pT.with({ p: 5e5, T: 300 }), Nozzle.with({ A: 1e-4 }), Boundary_pT.with({ p })),
      );
      expectRelative(result.final("element.m_flow"), m, 1e-9);
    }
  });

  it("a pipe loses pressure as Darcy, Weisbach, Colebrook and White say", () => {
    const model = line(
      liquid(998.2, 0.001002),
      MassFlowSource_T.with({ m_flow: 2 }),
      StaticPipe.with({ L: 100, D: 0.05, roughness: 4.5e-5 }),
      Boundary_pT,
    );
    expectRelative(run(model).final("element.dp"), 24621.66064, 1e-9);
  });

  it("a network with loops obeys Kirchhoff: what flows to a node leaves it, and losses round a loop add up to nothing", () => {
    const [d, viscosity, roughness] = [998.2, 0.001002, 2.5e-5];
    const pipes: readonly (readonly [name: string, from: string, to: string, L: number, D: number])[] = [
      ["ab", "a", "b", 300, 0.2],
      ["bc", "b", "c", 350, 0.15],
      ["ad", "a", "d", 400, 0.15],
      ["dc", "d", "c", 300, 0.2],
      ["bd", "b", "d", 250, 0.1],
      ["ce", "c", "e", 200, 0.2],
      ["de", "d", "e", 450, 0.1],
    ];
    const uses: Readonly<Record<string, number>> = { b: 8, c: 6, d: 10 };
    const nodes = new Map<string, string[]>([
      ["a", ["supply.port"]],
      ["e", ["drain.port"]],
      ...Object.keys(uses).map((node): [string, string[]] => [node, [`use_${node}.port`]]),
    ]);
    for (const [name, from, to] of pipes) {
      nodes.get(from)!.push(`${name}.port_a`);
      nodes.get(to)!.push(`${name}.port_b`);
    }
    const result = run(
      Model({
        medium: liquid(d, viscosity),
        supply: Boundary_pT.with({ p: 6e5 }),
        drain: Boundary_pT.with({ p: 2e5 }),
        ...Object.fromEntries(
          Object.entries(uses).map(([node, m]) => [`use_${node}`, MassFlowSource_T.with({ m_flow: -m })]),
        ),
        ...Object.fromEntries(pipes.map(([name, , , L, D]) => [name, StaticPipe.with({ L, D, roughness })])),
        connect: [...nodes.values()],
      }),
    );
    const flow = (name: string): number => result.final(`${name}.m_flow`);
    // Colebrook and White by substitution, for the flow that was found
    const loss = ([name, , , L, D]: (typeof pipes)[number]): number => {
      const m = flow(name);
      const Re = (4 * Math.abs(m)) / (Math.PI * D * viscosity);
      let friction = 0.02;
      for (let k = 0; k < 100; k++)
        friction = 1 / (2 * Math.log10(roughness / D / 3.7 + 2.51 / (Re * Math.sqrt(friction)))) ** 2;
      return (friction * (L / D) * m * Math.abs(m)) / (2 * d * ((Math.PI / 4) * D * D) ** 2);
    };
    for (const [node, m] of Object.entries(uses)) {
      const into = pipes.reduce(
        (sum, [name, from, to]) => sum + flow(name) * (Number(to === node) - Number(from === node)),
        0,
      );
      expectRelative(into, m, 1e-9);
    }
    const along = (...names: string[]): number =>
      names.reduce((sum, name) => sum + loss(pipes.find(([own]) => own === name)!), 0);
    expectRelative(along("ab", "bc", "ce"), 4e5, 1e-9);
    expectRelative(along("ad", "de"), 4e5, 1e-9);
    expectRelative(along("ab", "bd"), along("ad"), 1e-9);
    expectRelative(along("bd", "dc"), along("bc"), 1e-9);
  });

  it("a pipe that climbs carries the weight of the liquid", () => {
    const model = line(
      liquid(1000, 1e-3),
      MassFlowSource_T.with({ m_flow: 0 }),
      StaticPipe.with({ dz: 10 }),
      Boundary_pT,
    );
    expectRelative(run(model).final("element.dp"), 1000 * 9.80665 * 10, 1e-9);
  });

  it("throttling keeps the enthalpy: wet steam becomes superheated", () => {
    const water = medium("water");
    const { hLiquid, hVapour } = water.saturation_p(1e6);
    const h = hLiquid + 0.97 * (hVapour - hLiquid);
    const model = Model({
      medium: water,
      from: Boundary_ph.with({ p: 1e6, h }),
      valve: Orifice,
      to: Boundary_ph.with({ p: 1e5, h: 1e6 }),
      sensor: StateSensor,
      connect: [
        ["from.port", "valve.port_a"],
        ["valve.port_b", "to.port", "sensor.port"],
      ],
    });
    const result = run(model);
    expectRelative(result.final("sensor.h"), 2716686.437, 1e-9);
    expectRelative(result.final("sensor.d"), 0.5575919853, 1e-9);
    expect(water.state_ph(1e5, h).T).toBeCloseTo(393.1890834, 6);
  });

  it("streams of 1 kg/s at 20 °C and 2 kg/s at 80 °C mix to 333.176 K and produce entropy", () => {
    const model = Model({
      medium: medium("water"),
      cold: MassFlowSource_T.with({ m_flow: 1, T: 293.15 }),
      hot: MassFlowSource_T.with({ m_flow: 2, T: 353.15 }),
      to: Boundary_pT.with({ p: 3e5 }),
      sensor: StateSensor,
      connect: [["cold.port", "hot.port", "to.port", "sensor.port"]],
    });
    const result = run(model);
    expectRelative(result.final("sensor.h"), 251499.8148, 1e-9);
    const water = medium("water");
    const produced =
      3 * (result.final("sensor.s") as number) - water.state_pT(3e5, 293.15).s - 2 * water.state_pT(3e5, 353.15).s;
    expectRelative(produced, 47.30353299, 1e-7);
  });

  it("a heated pipe of many cells comes near T_w + (T_in − T_w) exp(−UA/(m cp)), from the side of mixed cells", () => {
    const last = (n: number): number => {
      const model = Model({
        medium: medium("water"),
        source: MassFlowSource_T.with({ m_flow: 0.2, T: 293.15 }),
        pipe: DynamicPipe.with({
          n,
          L: 10,
          D: 0.02,
          surface: 1,
          alpha: 600,
          hasWall: true,
          T_start: 320,
        }),
        sink: Boundary_pT,
        wall: FixedTemperature.with({ T: 353.15 }),
        connect: [
          ["source.port", "pipe.port_a"],
          ["pipe.port_b", "sink.port"],
          ["wall.port", "pipe.wall"],
        ],
      });
      const result = run(model, 400, 1e-6);
      const h = result.final(`pipe.h[${n}]`) as number;
      const inlet = medium("water").state_pT(1.1e5, 293.15).h;
      // the heat that was taken up, with the mean heat capacity: cp varies by 0.1 % here
      return (h - inlet) * 0.2;
    };
    const exact = 25696.13789;
    const [coarse, fine] = [last(4), last(8)];
    expect(Math.abs(fine - exact)).toBeLessThan(0.6 * Math.abs(coarse - exact));
    expectRelative(2 * fine - coarse, exact, 4e-3);
  });
});

describe("waves and gas in long pipes", () => {
  it("water that is stopped raises the pressure by d·w·v, which comes back after 2 L/w", () => {
    const water = medium("water");
    const at = water.state_pT(20e5, 293.15);
    const v = 0.3;
    const model = Model({
      medium: water,
      tank: Boundary_pT.with({ p: 20e5, T: 293.15 }),
      pipe: DynamicPipe.with({
        n: 10,
        L: 200,
        D: 0.1,
        roughness: 0,
        viscosity: 1e-9,
        isInertial: true,
        p_start: 20e5,
        m_flow_start: (at.d * Math.PI * 0.01 * v) / 4,
      }),
      shut: MassFlowSource_T.with({ m_flow: 0 }),
      connect: [
        ["tank.port", "pipe.port_a"],
        ["pipe.port_b", "shut.port"],
      ],
    });
    const result = simulate(instantiate(model), { stopTime: 0.35, tolerance: 1e-6 });
    const rise = (t: number): number => (result.at(t, "pipe.port_b.p") as number) - 20e5;
    let mean = 0;
    for (let k = 0; k < 100; k++) mean += rise(0.03 + 0.002 * k) / 100;
    expectRelative(mean, at.d * at.w * v, 5e-3);
    // ten cells carry a front of a twentieth of its way
    const back = (2 * 200) / at.w;
    expect(rise(0.9 * back)).toBeGreaterThan(0.7 * mean);
    expect(rise(1.15 * back)).toBeLessThan(-0.5 * mean);
  });

  it("a long line of gas carries A √((p₁² − p₂²)/(R T λ L/D)), in the limit of many cells", () => {
    const flow = (n: number): number => {
      const model = Model({
        medium: gas,
        from: Boundary_pT.with({ p: 6e5, T: 293.15 }),
        // rough all through: λ = 0.02 at every speed
        pipe: DynamicPipe.with({
          n,
          L: 500,
          D: 0.1,
          roughness: 0.37 * 10 ** (-1 / (2 * Math.sqrt(0.02))),
          viscosity: 1e-9,
          hasWall: true,
          alpha: 1e4,
          p_start: 5.5e5,
          m_flow_start: 0.9,
        }),
        to: Boundary_pT.with({ p: 5e5, T: 293.15 }),
        wall: FixedTemperature.with({ T: 293.15 }),
        connect: [
          ["from.port", "pipe.port_a"],
          ["pipe.port_b", "to.port"],
          ["wall.port", "pipe.wall"],
        ],
      });
      return simulate(instantiate(model), { stopTime: 200, tolerance: 1e-6, method: "bdf", interval: 200 }).final(
        "pipe.m_flow[1]",
      ) as number;
    };
    const exact = 0.8979713882;
    const [coarse, fine] = [flow(5), flow(10)];
    expect(Math.abs(fine - exact)).toBeLessThan(0.55 * Math.abs(coarse - exact));
    expectRelative(2 * fine - coarse, exact, 1e-3);
  });
});

describe("machines and exchangers", () => {
  it("nitrogen is compressed isentropically by a ratio of ten", () => {
    const model = line(
      medium("N2"),
      Boundary_pT.with({ p: 1e5, T: 300 }),
      Compressor.with({ speed: 1, eta: 1 }),
      Boundary_pT.with({ p: 1e6 }),
    );
    expectRelative(run(model).final("element.dh"), 289496.8585, 1e-9);
  });

  it("steam of 8 MPa and 480 °C expands to 8 kPa", () => {
    const model = line(
      medium("water"),
      Boundary_pT.with({ p: 8e6, T: 753.15 }),
      Turbine.with({ eta: 1 }),
      Boundary_ph.with({ p: 8e3, h: 2e6 }),
    );
    expectRelative(run(model).final("element.dh"), -1266155.956, 1e-9);
  });

  it("R134a is compressed with an efficiency of 0.8", () => {
    const fluid = helmholtz("R134a");
    const { p, hVapour } = fluid.saturation_T(263.15);
    const model = line(
      fluid,
      Boundary_ph.with({ p, h: hVapour }),
      Compressor.with({ speed: 1, eta: 0.8 }),
      Boundary_ph.with({ p: 1e6, h: 4e5 }),
    );
    const dh = run(model).final("element.dh") as number;
    expectRelative(hVapour + dh, 434497.2023, 1e-9);
    expectRelative((hVapour - fluid.saturation_p(1e6).hLiquid) / dh, 3.279023495, 1e-8);
  });

  it("an exchanger has the effectiveness of counter and of parallel flow", () => {
    for (const [isCounterFlow, Q] of [
      [true, 226864.9436],
      [false, 185532.2423],
    ] as const) {
      const model = Model({
        medium: liquid(998.2, 0.001),
        hot: MassFlowSource_T.with({ m_flow: 1, T: 363.15 }),
        cold: MassFlowSource_T.with({ m_flow: 2, T: 293.15 }),
        exchanger: EffectivenessExchanger.with({ UA: 8368, isCounterFlow }),
        b1: Boundary_pT,
        b2: Boundary_pT,
        connect: [
          ["hot.port", "exchanger.port_a1"],
          ["exchanger.port_b1", "b1.port"],
          ["cold.port", "exchanger.port_a2"],
          ["exchanger.port_b2", "b2.port"],
        ],
      });
      expectRelative(run(model).final("exchanger.Q_flow"), Q, 1e-9);
    }
  });

  it("by effectiveness, exchange heat in all directions of flow, and what one gives the other takes", () => {
    const [hot, cold, UA, cp] = [1, 2, 8368, 4184];
    const [NTU, r] = [UA / (hot * cp), hot / cold];
    const counter = (1 - Math.exp(-NTU * (1 - r))) / (1 - r * Math.exp(-NTU * (1 - r)));
    const parallel = (1 - Math.exp(-NTU * (1 + r))) / (1 + r);
    const heats = (signs: readonly [number, number], isCounterFlow: boolean): readonly [number, number] => {
      const side = (k: 1 | 2) => {
        const [from, to] = signs[k - 1]! > 0 ? ["a", "b"] : ["b", "a"];
        return [
          [`source${k}.port`, `exchanger.port_${from}${k}`],
          [`exchanger.port_${to}${k}`, `sink${k}.port`],
        ];
      };
      const gains = (k: 1 | 2) =>
        ["a", "b"]
          .map((end) => `exchanger.port_${end}${k}`)
          .map((port) => `${port}.m_flow*actualStream(${port}.h_outflow)`);
      const model = Model({
        medium: liquid(998.2, 0.001),
        source1: MassFlowSource_T.with({ m_flow: hot, T: 363.15 }),
        source2: MassFlowSource_T.with({ m_flow: cold, T: 293.15 }),
        exchanger: EffectivenessExchanger.with({ UA, isCounterFlow }),
        sink1: Boundary_pT,
        sink2: Boundary_pT,
        connect: [...side(1), ...side(2)],
        equations: `given = ${gains(1).join(" + ")}; taken = -(${gains(2).join(" + ")})`,
      });
      const result = run(model);
      return [result.final("given"), result.final("taken")];
    };
    for (const isCounterFlow of [true, false])
      for (const first of [1, -1])
        for (const second of [1, -1]) {
          const isCounter = isCounterFlow === (first === second);
          const Q = (isCounter ? counter : parallel) * hot * cp * 70;
          for (const heat of heats([first, second], isCounterFlow)) expectRelative(heat, Q, 1e-9);
        }
  });

  it("by effectiveness, keep the energy while flows pass zero and turn round", () => {
    const model = Model({
      medium: liquid(998.2, 0.001),
      source1: PrescribedMassFlow_T,
      source2: PrescribedMassFlow_T,
      exchanger: EffectivenessExchanger.with({ UA: 8368 }),
      sink1: Boundary_pT.with({ T: 363.15 }),
      sink2: Boundary_pT.with({ T: 293.15 }),
      connect: [
        ["source1.port", "exchanger.port_a1"],
        ["exchanger.port_b1", "sink1.port"],
        ["source2.port", "exchanger.port_a2"],
        ["exchanger.port_b2", "sink2.port"],
      ],
      equations: `
        source1.m_flow = quantity(1, "kg/s")*cos(quantity(1, "1/s")*time); source1.T = quantity(363.15, "K")
        source2.m_flow = quantity(2, "kg/s")*cos(quantity(0.7, "1/s")*time); source2.T = quantity(293.15, "K")
        lost = ${["a1", "b1", "a2", "b2"]
          .map((end) => `exchanger.port_${end}`)
          .map((port) => `${port}.m_flow*actualStream(${port}.h_outflow)`)
          .join(" + ")}`,
    });
    const result = simulate(instantiate(model), { stopTime: 10, interval: 0.001 });
    const heat = result.signal("exchanger.Q_flow").values;
    // what stands still takes part with a millionth of its nominal flow
    expect(Math.max(...result.signal("lost").values.map(Math.abs))).toBeLessThan(1e-6 * 4184 * 70 * 1.01);
    expect(Math.max(...heat)).toBeGreaterThan(2e5);
    expect(Math.min(...heat)).toBeGreaterThan(0);
  });
});

describe("a machine whose pressure is too small", () => {
  const points = [
    [0, 30],
    [0.002, 25],
    [0.004, 10],
  ] as const;
  const own = liquid(1000, 0.001);
  const against = (machine: ModelDefinition, rise: number, medium_: Medium = own) =>
    run(line(medium_, Boundary_pT.with({ p: 2e5 }), machine, Boundary_pT.with({ p: 2e5 + rise }))).final(
      "element.V_flow",
    );

  // the parabola through the points has no slope at zero: what flows back meets 20 m at 0.004 m³/s on top of 30 m
  it.each([
    [1, 50],
    [0.5, 12.5],
    [0.5, 20],
    [0, 5],
  ])("lets flow back what its curve says, at speed %s against %s m", (speed, height) => {
    const flow = against(Pump.with({ speed, head: pumpCurve(points) }), 1000 * 9.80665 * height);
    expectRelative(flow, -0.004 * Math.sqrt((height - 30 * speed * speed) / 20), 1e-6);
  });

  it("is a fan", () => {
    const fan = Fan.with({
      speed: 0.8,
      d_nominal: 1000,
      pressure: pumpCurve([
        [0, 500],
        [0.5, 400],
        [1, 0],
      ]),
    });
    // 500 - 500 V² through the points, turned round below zero
    expectRelative(against(fan, 0.64 * 500 + 80), -0.8 * Math.sqrt(80 / (0.64 * 500)), 1e-6);
  });

  it("is a pump whose curve rises at first: what flows back begins without a fall of pressure", () => {
    const rising = Pump.with({
      speed: 1,
      head: pumpCurve([
        [0, 20],
        [0.001, 24],
        [0.002, 20],
        [0.004, 4],
      ]),
    });
    expectRelative(against(rising, 1000 * 9.80665 * 25), -0.004 * Math.sqrt(5 / 20), 1e-6);
  });

  it("is a pump on a shaft that is still at rest, and runs up", () => {
    const shaft = Model({
      medium: own,
      from: Boundary_pT.with({ p: 1e5 }),
      to: Boundary_pT.with({ p: 2e5 }),
      pump: ShaftPump,
      rotor: Inertia.with({ J: 0.1, w: { init: 0 } }),
      motor: ConstantTorque.with({ tau: 5 }),
      connect: [
        ["from.port", "pump.port_a"],
        ["pump.port_b", "to.port"],
        ["motor.flange", "rotor.flange_a"],
        ["rotor.flange_b", "pump.flange"],
      ],
    });
    const flow = run(shaft, 10).signal("pump.V_flow").values;
    expectRelative(flow[0], -0.004 * Math.sqrt(1e5 / (1000 * 9.80665) / 20), 1e-6);
    expect(flow.at(-1)).toBeGreaterThan(0.002);
  });
});
