/**
 * A rod that conducts heat from end to end and is insulated on its side, divided into n equal cells with the temperature in their
 * middle. The error falls with n⁻².
 *
 *     C·T_i′ = G·(T_{i−1} − T_i) − G·(T_i − T_{i+1}),    Q_a = 2·G·(T_a − T_1),   Q_b = 2·G·(T_b − T_n)
 *     C = c·rho·A·L/n,   G = lambda·A·n/L
 *
 * In the first and last cell the heat flow of the port takes the place of the missing neighbour.
 */

import { RattlebackError } from "../../errors/rattlebackError.ts";
import { Model } from "../../language/model.ts";
import { type ComponentAccess, predefinedComponent } from "../../language/predefined.ts";
import { Var } from "../../language/values.ts";
import { parameter, positive } from "../parameter.ts";
import { HeatPort } from "./heatPort.ts";

const Rod = Model({
  L: parameter(1, "m", "length", positive),
  A: parameter(4e-4, "m^2", "cross section", positive),
  rho: parameter(7500, "kg/m^3", "density", positive),
  lambda: parameter(74, "W/(m*K)", "thermal conductivity", positive),
  c: parameter(450, "J/(kg*K)", "specific heat capacity", positive),
  port_a: HeatPort,
  port_b: HeatPort,
});

/** Rod in equations. The number of cells is the length of the start value of T: `T: { init: [293.15, 293.15, 293.15] }`. */
export const InsulatedRod = Rod.with({
  description: "Rod that conducts heat from end to end",
  T: Var({ init: [293.15], preferred: true, unit: "K", description: "temperatures of the cells" }),
  equations: `
    n = length(T)
    port_a.Q_flow = 2*lambda*A*n/L*(port_a.T - T[1])
    port_b.Q_flow = 2*lambda*A*n/L*(port_b.T - T[n])
    c*rho*A*L/n*der(T) = [lambda*A*n/L*(T[max(i - 1, 1)] - 2*T[i] + T[min(i + 1, n)]) +
      (if i == 1 then port_a.Q_flow else 0) + (if i == n then port_b.Q_flow else 0) for i in 1:n]`,
});

interface RodMemory {
  offset: number;
  n: number;
  G: number;
  C: number;
}

const hiddenRod = predefinedComponent<RodMemory>({
  build: () => ({ memory: { offset: 0, n: 1, G: 0, C: 0 } }),
  beginSegment: (memory, declare) => {
    const value = (name: string): number => declare.parameter(name) as number;
    const n = value("nT");
    if (!Number.isInteger(n) || n < 1) {
      throw new RattlebackError("E-ROD-CELLS", `A rod cannot be divided into ${n} cells.`, {
        path: `${declare.path}.nT`,
        hint: "a whole number, at least 1",
        data: { n },
      });
    }
    memory.n = n;
    memory.G = (value("lambda") * value("A") * n) / value("L");
    memory.C = (value("c") * value("rho") * value("A") * value("L")) / n;
    const init = Float64Array.from({ length: n }, () => value("T0"));
    memory.offset = declare.state("T", { init, unit: "K", description: "temperatures of the cells" }).offset;
  },
  functions: {
    conductance: { call: ({ G }) => 2 * G, hasEffects: true },
    firstTemperature: { call: ({ offset }, { x }) => x[offset]!, hasEffects: true },
    lastTemperature: { call: ({ offset, n }, { x }) => x[offset + n - 1]!, hasEffects: true },
    changeTemperatures: { call: changeTemperatures, hasEffects: true },
  },
});

/** Writes the derivatives of all cells; the result says nothing. */
function changeTemperatures(
  { offset, n, G, C }: RodMemory,
  { x, dx }: ComponentAccess,
  QaFlow: number,
  QbFlow: number,
): number {
  let fromLeft = QaFlow;
  for (let i = offset; i < offset + n; i++) {
    const toRight = i === offset + n - 1 ? -QbFlow : G * (x[i]! - x[i + 1]!);
    dx[i] = (fromLeft - toRight) / C;
    fromLeft = toRight;
  }
  return 0;
}

/** The same rod with hidden states: the number of cells nT can be changed for a run without compiling again. */
export const InsulatedRod2 = Rod.with({
  description: "Rod that conducts heat, with a number of cells that can change between runs",
  T0: parameter(293.15, "K", "temperature at the start"),
  nT: parameter(1, "1", "number of cells", { min: 1 }),
  T_a: Var({ unit: "K", description: "temperature of the first cell" }),
  T_b: Var({ unit: "K", description: "temperature of the last cell" }),
  G_end: Var({ unit: "W/K", description: "conductance of half a cell", hideResult: true }),
  isDone: Var({ unit: "1", description: "result of the function that computes the hidden part", hideResult: true }),
  predefined: hiddenRod,
  equations: `
    T_a = firstTemperature()
    T_b = lastTemperature()
    G_end = conductance()
    port_a.Q_flow = G_end*(port_a.T - T_a)
    port_b.Q_flow = G_end*(port_b.T - T_b)
    isDone = changeTemperatures(port_a.Q_flow, port_b.Q_flow)`,
});
