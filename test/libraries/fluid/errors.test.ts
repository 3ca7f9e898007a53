// Misuse of fluid components: what the message says.
import { instantiate, Model, type ModelDefinition, RattlebackError, simulate } from "rattleback";
import {
  Boundary_pT,
  ClosedVolume,
  DynamicPipe,
  MassFlowSource_T,
  Nozzle,
  OpenTank,
  Orifice,
  Pump,
  ports,
  pumpCurve,
  StaticPipe,
  ValveIncompressible,
} from "rattleback/fluid";
import { FixedHeatFlow } from "rattleback/heat";
import { ConstantLiquid, helmholtz, medium } from "rattleback/media";
import { describe, expect, it } from "vitest";

function failure(provoke: () => unknown): RattlebackError {
  try {
    provoke();
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
const run = (model: ModelDefinition, stopTime = 1) => simulate(instantiate(model), { stopTime });
const between = (element: ModelDefinition, more: object = {}) =>
  Model({
    medium: medium("water"),
    a: Boundary_pT.with({ p: 2e5 }),
    element,
    b: Boundary_pT,
    ...more,
    connect: [
      ["a.port", "element.port_a"],
      ["element.port_b", "b.port"],
    ],
  });

describe("errors of fluid models", () => {
  it("a model without medium is told where to put it", () => {
    const error = failure(() => run(Model({ a: Boundary_pT })));
    expect(error.code).toBe("E-OUTER");
    expect(error.message).toMatch(/"a.medium"/);
  });

  it("ports with different media cannot be connected", () => {
    const error = failure(() => run(between(Orifice, { b: Boundary_pT.with({ medium: medium("N2") }) })));
    expect(error.code).toBe("E-CONNECT");
    expect(error.because).toBe("the medium of one is water (IF97), that of the other N2");
  });

  it("a nozzle takes gases, and steam, and tells what liquids flow through", () => {
    const refused = (more: object) => failure(() => run(between(Nozzle, more))).message;
    expect(refused({ medium: new ConstantLiquid({ name: "oil", d: 900, cp: 2000 }) })).toMatch(
      /medium is a liquid: use an Orifice or a ValveIncompressible/,
    );
    expect(refused({})).toMatch(/liquid flows into it: use an Orifice/);
    expect(refused({ a: Boundary_pT, b: Boundary_pT.with({ p: 2e5 }) })).toMatch(/liquid flows into it/);
    const steam = run(between(Nozzle.with({ kappa: 1.3 }), { a: Boundary_pT.with({ p: 2e5, T: 450 }) }));
    expect(steam.final("element.m_flow")).toBeGreaterThan(0);
  });

  it("compositions are given with or without their last fraction, and others are told what they lack", () => {
    const air = (X: readonly number[], X_start: readonly number[]) =>
      Model({
        medium: medium("MoistAir"),
        a: Boundary_pT.with({ p: 2e5, X }),
        element: Orifice,
        b: ClosedVolume.with({ ...ports(1), X_start }),
        connect: [
          ["a.port", "element.port_a"],
          ["element.port_b", "b.ports[1]"],
        ],
      });
    const [short, long] = [air([0.03], [0.02]), air([0.03, 0.97], [0.02, 0.98])].map((model) => run(model));
    expect(short!.final("b.Xi[1]")).toBeGreaterThan(0.02);
    expect(long!.final("b.Xi[1]")).toBeCloseTo(short!.final("b.Xi[1]"), 9);
    for (const [X, because] of [
      [[0.02, 0.9], /add up to 0.92/],
      [[], /0 mass fractions are given for 2 substances/],
    ] as const)
      for (const model of [air(X, [0.02]), air([0.02], X)]) {
        const error = failure(() => run(model));
        expect(error.code).toBe("E-MEDIUM-COMPOSITION");
        expect(error.because).toMatch(because);
        expect(error.hint).toMatch(/water, air/);
      }
  });

  it("an unknown medium gets a suggestion", () => {
    expect(failure(() => run(between(Orifice, { medium: "watr" }))).hint).toMatch(/did you mean "water"/);
  });

  it("a run that leaves the range of its medium names component, medium, values, range and time", () => {
    const model = Model({
      medium: medium("water"),
      vessel: ClosedVolume.with({ ...ports(1), h_start: 3e5 }),
      heat: FixedHeatFlow.with({ Q_flow: 1e7 }),
      connect: [["heat.port", "vessel.heatPort"]],
    });
    const error = failure(() => run(model, 30));
    expect(error.code).toBe("E-NOT-FINITE-VALUE");
    expect(error.message).toMatch(/"vessel\.d" has no value beyond t = 22\.4/);
    expect(error.because).toMatch(
      /water \(IF97\) at p = 1000000.*Pa, h = .* J\/kg: p = 1000000.* is outside 1 to 100000000 Pa/,
    );
  });

  it("a start outside the range says so", () => {
    const error = failure(() =>
      run(Model({ medium: medium("water"), vessel: ClosedVolume.with({ ...ports(1), T_start: 200 }) })),
    );
    expect(error.message).toMatch(/T = 200 K is outside 273.15/);
  });

  it("a medium without viscosity cannot flow through a pipe, unless it is given one", () => {
    const pipe = (viscosity: number) => between(StaticPipe.with({ viscosity }), { medium: helmholtz("R32") });
    expect(failure(() => run(pipe(0))).code).toBe("E-MEDIUM-PROPERTY");
    expect(run(pipe(1.2e-5)).final("element.m_flow")).toBeGreaterThan(0);
  });

  it("a tank that overflows ends the run there", () => {
    const model = Model({
      medium: medium("water"),
      tank: OpenTank.with({ ...ports(1), A: 0.1, height: 1.1 }),
      source: MassFlowSource_T.with({ m_flow: 5 }),
      connect: [["source.port", "tank.ports[1]"]],
    });
    expect(failure(() => run(model, 30)).message).toMatch(/the tank overflows/);
  });

  it("curves, characteristics and heat transfer are checked", () => {
    expect(failure(() => pumpCurve([[0, 30]])).code).toBe("E-FLUID-CURVE");
    expect(
      failure(() =>
        pumpCurve([
          [1, 30],
          [0, 20],
        ]),
      ).code,
    ).toBe("E-FLUID-CURVE");
    expect(failure(() => run(between(Pump.with({ speed: 1, head: "steep" })))).code).toBe("E-FLUID-CURVE");
    expect(
      failure(() => run(between(ValveIncompressible.with({ opening: 1, characteristic: "odd" })))).message,
    ).toMatch(/linear, quadratic or equalPercentage/);
    expect(failure(() => run(between(DynamicPipe.with({ heatTransfer: "odd" })))).message).toMatch(
      /constant or turbulent/,
    );
    expect(failure(() => run(between(Orifice.with({ A: -1 })))).code).toBe("E-PARAMETER-RANGE");
    expect(failure(() => instantiate(between(DynamicPipe.with({ n: 2.5 })))).message).toMatch(
      /size of "element\.\w+" is/,
    );
  });
});
