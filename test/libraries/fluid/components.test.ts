/** Each component alone against its own law: valves, junctions, pumps, pistons, sensors, sources by signals, flow that stops and turns. */
import { instantiate, Model, type ModelDefinition, type Result, simulate, Var } from "rattleback";
import {
  Boundary_pT,
  ClosedVolume,
  DynamicPipe,
  Fan,
  FlowPump,
  FlowTemperatureSensor,
  FluidTemperatureSensor,
  HumiditySensor,
  Junction,
  MassFlowSensor,
  MassFlowSource_T,
  Orifice,
  PrescribedBoundary_pT,
  PrescribedMassFlow_h,
  PrescribedMassFlow_T,
  PressureSensor,
  Pump,
  ports,
  pumpCurve,
  ShaftPump,
  StaticPipe,
  SweptVolume,
  ValveCompressible,
  ValveIncompressible,
  ValveLinear,
  ValveVaporizing,
} from "rattleback/fluid";
import { FixedHeatFlow } from "rattleback/heat";
import { ConstantLiquid, type Medium, medium, moistAir, simpleGas } from "rattleback/media";
import { ConstantSpeed } from "rattleback/rotational";
import { ConstantVelocity } from "rattleback/translational";
import { describe, expect, it } from "vitest";

const gas = simpleGas({ name: "gas", molarMass: 8.314462618 / 287.05, R: 287.05, cp: 1004.675 });
const liquid = new ConstantLiquid({ name: "liquid", d: 950, cp: 4000, viscosity: 2e-3, conductivity: 0.6 });
const run = (model: ModelDefinition, stopTime = 0, tolerance = 1e-9): Result =>
  simulate(instantiate(model), { stopTime, tolerance, interval: stopTime || 1 });
const expectRelative = (value: unknown, expected: number, allowed = 1e-9): void => {
  expect(Math.abs((value as number) / expected - 1)).toBeLessThan(allowed);
};
const between = (own: Medium, element: ModelDefinition, p1: number, p2: number, T = 300): ModelDefinition =>
  Model({
    medium: own,
    from: Boundary_pT.with({ p: p1, T }),
    element,
    to: Boundary_pT.with({ p: p2, T }),
    connect: [
      ["from.port", "element.port_a"],
      ["element.port_b", "to.port"],
    ],
  });

describe("valves", () => {
  it("a linear valve lets k·opening·Δp through, in both directions", () => {
    const valve = ValveLinear.with({ k: 3e-6, opening: 0.4 });
    expectRelative(run(between(liquid, valve, 3e5, 1e5)).final("element.m_flow"), 0.24);
    expectRelative(run(between(liquid, valve, 1e5, 3e5)).final("element.m_flow"), -0.24);
  });

  it.each([
    ["linear", 0.36],
    ["quadratic", 0.36 ** 2],
    ["equalPercentage", 30 ** (0.36 - 1)],
  ])("a valve for liquids with %s characteristic has m = φ Av √(d Δp)", (characteristic, phi) => {
    const valve = ValveIncompressible.with({ Av: 5e-5, opening: 0.36, characteristic, rangeability: 30 });
    const expected = phi * 5e-5 * Math.sqrt(950 * 1.5e5);
    expectRelative(run(between(liquid, valve, 2.5e5, 1e5)).final("element.m_flow"), expected);
    expectRelative(run(between(liquid, valve, 1e5, 2.5e5)).final("element.m_flow"), -expected);
  });

  it("a valve for gases expands by Y = 1 − x/(3 F xT), and chokes at x = F xT", () => {
    const valve = ValveCompressible.with({ Av: 4e-5, opening: 0.5, FxT: 0.6 });
    const d = 5e5 / (287.05 * 310);
    const flow = (x: number) => 0.5 * 4e-5 * (1 - x / 1.8) * Math.sqrt(d * 5e5 * x);
    expectRelative(run(between(gas, valve, 5e5, 4e5, 310)).final("element.m_flow"), flow(0.2));
    for (const p2 of [1.9e5, 1e5])
      expectRelative(run(between(gas, valve, 5e5, p2, 310)).final("element.m_flow"), flow(0.6));
  });

  it("a valve in which water boils is limited to F_L² (p₁ − F_F psat)", () => {
    const water = medium("water");
    const valve = ValveVaporizing.with({ Av: 4e-5, opening: 1, FL: 0.85 });
    const pSat = water.saturation_T(420).p;
    const { d } = water.state_pT(8e5, 420);
    const limit = 0.85 ** 2 * (8e5 - (0.96 - 0.28 * Math.sqrt(pSat / 22.064e6)) * pSat);
    expect(limit).toBeLessThan(6e5);
    expectRelative(
      run(between(water, valve, 8e5, 2e5, 420)).final("element.m_flow"),
      4e-5 * Math.sqrt(d * limit),
      1e-8,
    );
    expectRelative(run(between(water, valve, 8e5, 7e5, 420)).final("element.m_flow"), 4e-5 * Math.sqrt(d * 1e5), 1e-8);
  });
});

describe("junctions", () => {
  it("a junction loses ζ_in on the way in and ζ_out on the way out, and mixes what flows in", () => {
    const Meeting = Model({
      medium: liquid,
      first: MassFlowSource_T.with({ m_flow: 2, T: 300 }),
      second: MassFlowSource_T.with({ m_flow: 1, T: 330 }),
      junction: Junction.with({ A_1: 1e-3, A_2: 2e-3, A_3: 1.5e-3, zeta_in_1: 0.4, zeta_in_2: 0.7, zeta_out_3: 1.3 }),
      sink: Boundary_pT.with({ p: 2e5 }),
      thermometer: FluidTemperatureSensor,
      connect: [
        ["first.port", "junction.port_1"],
        ["second.port", "junction.port_2"],
        ["junction.port_3", "sink.port"],
        ["thermometer.port", "junction.port_3"],
      ],
    });
    const result = run(Meeting);
    const loss = (zeta: number, m: number, A: number): number => (zeta * m * m) / (2 * 950 * A * A);
    const middle = 2e5 + loss(1.3, 3, 1.5e-3);
    expectRelative(result.final("junction.port_1.p"), middle + loss(0.4, 2, 1e-3));
    expectRelative(result.final("junction.port_2.p"), middle + loss(0.7, 1, 2e-3));
    expectRelative(result.final("thermometer.T"), 310);
  });

  it("an orifice may have another loss on the way back", () => {
    const orifice = Orifice.with({ A: 1e-3, zeta: 2, zeta_back: 5 });
    expectRelative(
      run(between(liquid, orifice, 2e5, 1e5)).final("element.m_flow"),
      1e-3 * Math.sqrt((2 * 950 * 1e5) / 2),
    );
    expectRelative(
      run(between(liquid, orifice, 1e5, 2e5)).final("element.m_flow"),
      -1e-3 * Math.sqrt((2 * 950 * 1e5) / 5),
    );
  });
});

describe("pumps and pistons", () => {
  const head = pumpCurve([
    [0, 40],
    [0.01, 20],
  ]);

  it("a pump obeys similarity: H = n² f(V/n), the rise of enthalpy is g H/η", () => {
    // f(V) = 40 − 2000 V, H = n² 40 − 2000 n V
    const n = 0.8;
    const dp = 1.2e5;
    const V = (n * n * 40 - dp / (950 * 9.80665)) / (2000 * n);
    const efficiency = pumpCurve([
      [0, 0.6],
      [0.02, 0.6],
    ]);
    const result = run(between(liquid, Pump.with({ speed: n, head, efficiency }), 1e5, 1e5 + dp));
    expectRelative(result.final("element.V_flow"), V, 1e-8);
    expectRelative(result.final("element.dh"), dp / (950 * 0.6), 1e-8);
    expectRelative(result.final("element.W"), (950 * V * dp) / (950 * 0.6), 1e-8);
  });

  it("a fan obeys similarity: Δp = n² (d/d₀) f(V/n), and takes the power V Δp/η", () => {
    const d = 1e5 / (287.05 * 300);
    const element = Fan.with({
      pressure: pumpCurve([
        [0, 600],
        [0.5, 400],
        [1, 0],
      ]),
      efficiency: pumpCurve([
        [0, 0.5],
        [1, 0.5],
      ]),
      d_nominal: 2,
      speed: 0.5,
    });
    const result = run(between(gas, element, 1e5, 1e5 + (400 * 0.25 * d) / 2));
    expectRelative(result.final("element.V_flow"), 0.25, 1e-8);
    expectRelative(result.final("element.m_flow"), 0.25 * d, 1e-8);
    expectRelative(result.final("element.W"), (0.25 * 400 * 0.25 * (d / 2)) / 0.5, 1e-8);
  });

  it("a check valve holds what the pump cannot lift", () => {
    const result = run(between(liquid, Pump.with({ speed: 0.2, head, hasCheckValve: true }), 1e5, 3e5));
    expect(result.final("element.m_flow")).toBe(0);
    expectRelative(result.final("element.dp_valve"), 2e5 - 0.04 * 40 * 950 * 9.80665, 1e-8);
  });

  it("a pump of given flow takes the power m Δp/(d η), and a shaft gives it as torque times speed", () => {
    const result = run(between(liquid, FlowPump.with({ m_flow_set: 3, eta: 0.5 }), 1e5, 2e5));
    expectRelative(result.final("element.W"), (3 * 1e5) / (950 * 0.5));
    const Driven = Model({
      medium: liquid,
      lake: Boundary_pT,
      motor: ConstantSpeed.with({ w_fixed: 80 }),
      pump: ShaftPump.with({ head, w_nominal: 100 }),
      top: Boundary_pT.with({ p: 101325 + 1.2e5 }),
      connect: [
        ["lake.port", "pump.port_a"],
        ["pump.port_b", "top.port"],
        ["motor.flange", "pump.flange"],
      ],
    });
    const driven = run(Driven, 0.1);
    expectRelative((driven.final("pump.flange.tau") as number) * 80, driven.final("pump.W") as number, 1e-8);
  });

  it("a gas behind a piston is compressed along p V^κ", () => {
    const Cylinder = Model({
      medium: gas,
      cylinder: SweptVolume.with({ ...ports(0), A: 0.01, V_0: 1e-3, p_start: 1e5, T_start: 300 }),
      rod: ConstantVelocity.with({ v_fixed: -0.08 }),
      connect: [["rod.flange", "cylinder.flange"]],
    });
    const result = run(Cylinder, 1);
    expectRelative(result.final("cylinder.p"), 1e5 * 5 ** 1.4, 1e-7);
    expectRelative(result.final("cylinder.T"), 300 * 5 ** 0.4, 1e-7);
    expectRelative(result.final("cylinder.flange.f"), -(1e5 * 5 ** 1.4 - 101325) * 0.01, 1e-7);
  });
});

describe("sources by signals, and sensors", () => {
  it("show pressure, flow, volume flow, temperature and humidity of what comes", () => {
    const air = moistAir();
    const X = air.fractionOf(1.2e5, 305, 0.4);
    const Duct = Model({
      medium: air,
      source: PrescribedMassFlow_T.with({ m_flow: 0.3, T: 305, X: [X] }),
      flow: MassFlowSensor,
      thermometer: FlowTemperatureSensor,
      hygrometer: HumiditySensor,
      gauge: PressureSensor,
      sink: PrescribedBoundary_pT.with({ p: 1.2e5, T: 280 }),
      connect: [
        ["source.port", "flow.port_a"],
        ["flow.port_b", "thermometer.port_a"],
        ["thermometer.port_b", "sink.port"],
        ["hygrometer.port", "flow.port_b"],
        ["gauge.port", "flow.port_b"],
      ],
    });
    const result = run(Duct);
    expectRelative(result.final("flow.V_flow"), 0.3 / air.state_pT(1.2e5, 305, [X]).d, 1e-8);
    expectRelative(result.final("thermometer.T"), 305, 1e-8);
    expectRelative(result.final("hygrometer.phi"), 0.4, 1e-8);
    expectRelative(result.final("gauge.p"), 1.2e5);
  });

  it("a source of given enthalpy fills a vessel with it: U = U₀ + m h", () => {
    const Filling = Model({
      medium: medium("water"),
      source: PrescribedMassFlow_h.with({ m_flow: 0.02, h: 2.6e6 }),
      vessel: ClosedVolume.with({ ...ports(1), V: 0.5, p_start: 2e5, h_start: 1e6 }),
      connect: [["source.port", "vessel.ports[1]"]],
    });
    const result = run(Filling, 10);
    const [first, last] = [0, 1].map((k) => {
      const p = result.at(10 * k, "vessel.p") as number;
      const h = result.at(10 * k, "vessel.h") as number;
      const { d, u } = medium("water").state_ph(p, h);
      return { m: 0.5 * d, U: 0.5 * d * u };
    }) as [{ m: number; U: number }, { m: number; U: number }];
    expectRelative(last.m - first.m, 0.2, 1e-6);
    expectRelative(last.U - first.U, 0.2 * 2.6e6, 1e-6);
  });
});

describe("flow that stops, turns and boils", () => {
  it("a level pipe without pressure difference carries nothing, and the same backwards as forwards", () => {
    const pipe = StaticPipe.with({ L: 50, D: 0.04 });
    expect(Math.abs(run(between(liquid, pipe, 1e5, 1e5)).final("element.m_flow") as number)).toBeLessThan(1e-12);
    const there = run(between(liquid, pipe, 1.2e5, 1e5)).final("element.m_flow") as number;
    expectRelative(run(between(liquid, pipe, 1e5, 1.2e5)).final("element.m_flow"), -there);
  });

  it("water that boils in the cells of a pipe keeps mass and energy; each cell begins to boil at an event", () => {
    const water = medium("water");
    const h = water.state_pT(2e5, 380).h;
    const Boiler = Model({
      medium: water,
      source: MassFlowSource_T.with({ m_flow: 0.05, T: 380 }),
      pipe: DynamicPipe.with({
        n: 3,
        L: 6,
        D: 0.03,
        p_start: 2e5,
        h_start: h,
        hasWall: true,
        alpha: 5000,
        m_flow_start: 0.05,
      }),
      heater: FixedHeatFlow.with({ Q_flow: 50e3 }),
      sink: Boundary_pT.with({ p: 2e5, T: 400 }),
      left: Var({ init: 0 }),
      connect: [
        ["source.port", "pipe.port_a"],
        ["pipe.port_b", "sink.port"],
        ["heater.port", "pipe.wall"],
      ],
      equations: "der(left) = pipe.m_flow[4] - pipe.m_flow[1]",
    });
    const result = simulate(instantiate(Boiler), { stopTime: 60, tolerance: 1e-7, method: "bdf", interval: 60 });
    const outlet = water.state_ph(result.final("pipe.p[3]"), result.final("pipe.h[3]"));
    expect(outlet.phase).toBe("twoPhase");
    expect(result.statistics.stateEvents).toBe(3);
    // at rest: what goes in comes out, and the heat is in it
    const hIn = water.state_pT(result.final("source.port.p"), 380).h;
    expectRelative(result.final("pipe.m_flow[4]"), 0.05, 1e-4);
    expectRelative(outlet.h, hIn + 50e3 / 0.05, 1e-4);
    const cell = (Math.PI / 4) * 0.03 ** 2 * 2;
    const mass = (t: number): number => cell * [1, 2, 3].reduce((sum, i) => sum + result.at(t, `pipe.d[${i}]`), 0);
    expectRelative(mass(0) - mass(60), result.final("left"), 3e-5);
  });
});
