/**
 * Heat exchangers.
 *
 *     effectiveness   Q = ε C_min (T₁ − T₂),   C = m c_p,   ε(NTU = UA/C_min, C_min/C_max) of counter or parallel flow
 *     cells           two pipes of n cells and a wall between them, in counter flow or side by side
 */
import { Model } from "../../language/model.ts";
import { expr, outer, Var } from "../../language/values.ts";
import { parameter, positive } from "../parameter.ts";
import { fluidFunctions } from "./fluidFunctions.ts";
import { FluidPort } from "./fluidPort.ts";
import { PipeCells } from "./pipes.ts";

/** `medium_1` and `medium_2` are those of the two sides; without them, the medium of the model around. */
const TwoSides = Model({
  medium: outer(),
  medium_1: expr`medium`,
  medium_2: expr`medium`,
  functions: fluidFunctions,
});

const side = (k: 1 | 2) => FluidPort.with({ medium: k === 1 ? expr`medium_1` : expr`medium_2` });

/** An exchanger without storage, by its effectiveness. Where one of the sides flows back, counter flow becomes parallel flow, and the other way round. */
export const EffectivenessExchanger = TwoSides.with({
  description: "Heat exchanger by effectiveness and number of transfer units",
  UA: parameter(1000, "W/K", "conductance of the whole surface", positive),
  isCounterFlow: parameter(true, undefined, "counter flow; false: parallel flow"),
  dp_nominal_1: parameter(1e4, "Pa", "pressure loss of side 1 at its nominal flow", positive),
  dp_nominal_2: parameter(1e4, "Pa", "pressure loss of side 2 at its nominal flow", positive),
  m_flow_nominal_1: parameter(1, "kg/s", "nominal mass flow of side 1", positive),
  m_flow_nominal_2: parameter(1, "kg/s", "nominal mass flow of side 2", positive),
  port_a1: side(1),
  port_b1: side(1),
  port_a2: side(2),
  port_b2: side(2),
  m_flow_1: Var({ unit: "kg/s", description: "mass flow of side 1, from a to b" }),
  m_flow_2: Var({ unit: "kg/s", description: "mass flow of side 2, from a to b" }),
  T_1: Var({ unit: "K", nominal: 300, description: "temperature of what flows in on side 1" }),
  T_2: Var({ unit: "K", nominal: 300, description: "temperature of what flows in on side 2" }),
  C_1: Var({ unit: "W/K", nominal: 1e3, description: "capacity flow of side 1" }),
  C_2: Var({ unit: "W/K", nominal: 1e3, description: "capacity flow of side 2" }),
  forward_1: Var({
    unit: "1",
    hideResult: true,
    description: "1 where side 1 flows from a to b, 0 where it flows back",
  }),
  forward_2: Var({
    unit: "1",
    hideResult: true,
    description: "1 where side 2 flows from a to b, 0 where it flows back",
  }),
  isAlong: Var({ unit: "1", hideResult: true, description: "1 where both sides flow forwards, or both back" }),
  counterShare: Var({ unit: "1", hideResult: true, description: "1 in counter flow, 0 in parallel flow" }),
  epsilon: Var({ unit: "1", description: "effectiveness" }),
  Q_flow: Var({ unit: "W", nominal: 1e4, description: "heat flow from side 1 to side 2" }),
  equations: `
    m_flow_1 = port_a1.m_flow
    m_flow_2 = port_a2.m_flow
    0 = port_a1.m_flow + port_b1.m_flow
    0 = port_a2.m_flow + port_b2.m_flow
    m_flow_1 = rootFlow(port_a1.p - port_b1.p, m_flow_nominal_1^2/dp_nominal_1, m_flow_nominal_1^2/dp_nominal_1, 1e-4*dp_nominal_1)
    m_flow_2 = rootFlow(port_a2.p - port_b2.p, m_flow_nominal_2^2/dp_nominal_2, m_flow_nominal_2^2/dp_nominal_2, 1e-4*dp_nominal_2)
    forward_1 = upstream(m_flow_1, 1, 0, 1e-4*m_flow_nominal_1)
    T_1 = upstream(m_flow_1,
      temperature_ph(medium_1, port_a1.p, inStream(port_a1.h_outflow), inStream(port_a1.Xi_outflow)),
      temperature_ph(medium_1, port_b1.p, inStream(port_b1.h_outflow), inStream(port_b1.Xi_outflow)), 1e-4*m_flow_nominal_1)
    C_1 = max(abs(m_flow_1), 1e-6*m_flow_nominal_1)*upstream(m_flow_1,
      heatCapacity_ph(medium_1, port_a1.p, inStream(port_a1.h_outflow), inStream(port_a1.Xi_outflow)),
      heatCapacity_ph(medium_1, port_b1.p, inStream(port_b1.h_outflow), inStream(port_b1.Xi_outflow)), 1e-4*m_flow_nominal_1)
    forward_2 = upstream(m_flow_2, 1, 0, 1e-4*m_flow_nominal_2)
    T_2 = upstream(m_flow_2,
      temperature_ph(medium_2, port_a2.p, inStream(port_a2.h_outflow), inStream(port_a2.Xi_outflow)),
      temperature_ph(medium_2, port_b2.p, inStream(port_b2.h_outflow), inStream(port_b2.Xi_outflow)), 1e-4*m_flow_nominal_2)
    C_2 = max(abs(m_flow_2), 1e-6*m_flow_nominal_2)*upstream(m_flow_2,
      heatCapacity_ph(medium_2, port_a2.p, inStream(port_a2.h_outflow), inStream(port_a2.Xi_outflow)),
      heatCapacity_ph(medium_2, port_b2.p, inStream(port_b2.h_outflow), inStream(port_b2.Xi_outflow)), 1e-4*m_flow_nominal_2)
    isAlong = forward_1*forward_2 + (1 - forward_1)*(1 - forward_2)
    counterShare = if isCounterFlow then isAlong else 1 - isAlong
    epsilon = (counterShare*effectiveness(UA/min(C_1, C_2), min(C_1, C_2)/max(C_1, C_2), true) +
      (1 - counterShare)*effectiveness(UA/min(C_1, C_2), min(C_1, C_2)/max(C_1, C_2), false))
    Q_flow = epsilon*min(C_1, C_2)*(T_1 - T_2)
    port_b1.h_outflow = inStream(port_a1.h_outflow) - Q_flow/max(abs(m_flow_1), 1e-6*m_flow_nominal_1)
    port_a1.h_outflow = inStream(port_b1.h_outflow) - Q_flow/max(abs(m_flow_1), 1e-6*m_flow_nominal_1)
    port_b2.h_outflow = inStream(port_a2.h_outflow) + Q_flow/max(abs(m_flow_2), 1e-6*m_flow_nominal_2)
    port_a2.h_outflow = inStream(port_b2.h_outflow) + Q_flow/max(abs(m_flow_2), 1e-6*m_flow_nominal_2)
    port_a1.Xi_outflow = inStream(port_b1.Xi_outflow)
    port_b1.Xi_outflow = inStream(port_a1.Xi_outflow)
    port_a2.Xi_outflow = inStream(port_b2.Xi_outflow)
    port_b2.Xi_outflow = inStream(port_a2.Xi_outflow)`,
});

/** Two pipes of n cells with a wall that stores heat; both have their own geometry, `side1` and `side2`. */
export const HeatExchanger = TwoSides.with({
  description: "Heat exchanger of two pipes in cells, with a wall that stores heat",
  n: parameter(5, "1", "number of cells", { min: 1 }),
  isCounterFlow: parameter(true, undefined, "counter flow; false: parallel flow"),
  C_wall: parameter(1000, "J/K", "heat capacity of the wall", positive),
  T_wall_start: parameter(293.15, "K", "temperature of the wall at the start", positive),
  port_a1: side(1),
  port_b1: side(1),
  port_a2: side(2),
  port_b2: side(2),
  side1: PipeCells.with({ n: expr`n`, medium: expr`medium_1` }),
  side2: PipeCells.with({ n: expr`n`, medium: expr`medium_2` }),
  T_wall: Var({
    size: [expr`n`],
    init: expr`T_wall_start`,
    preferred: true,
    unit: "K",
    nominal: 300,
    description: "temperatures of the wall",
  }),
  Q_flow: Var({ unit: "W", nominal: 1e4, description: "heat flow from side 1 into the wall" }),
  connect: [
    ["port_a1", "side1.port_a"],
    ["port_b1", "side1.port_b"],
    ["port_a2", "side2.port_a"],
    ["port_b2", "side2.port_b"],
  ],
  equations: `
    Q_flow = -sum(side1.Q_flow)
    for i in 1:n loop
      side1.T_wall[i] = T_wall[i]
      if isCounterFlow then
        side2.T_wall[n + 1 - i] = T_wall[i]
        C_wall/n*der(T_wall[i]) = -side1.Q_flow[i] - side2.Q_flow[n + 1 - i]
      else
        side2.T_wall[i] = T_wall[i]
        C_wall/n*der(T_wall[i]) = -side1.Q_flow[i] - side2.Q_flow[i]
      end
    end`,
});
