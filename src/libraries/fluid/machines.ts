/**
 * Machines that add work to a flow or take it.
 *
 *     pump         Δp = d g H,   H = n² f(V/n),   Δh = g H/η(V/n)                          n: speed over nominal speed
 *     fan          Δp = n² (d_a/d_0) f(V/n),   Δh = Δp/(d_a η(V/n))
 *     compressor   m = d_a V_swept n η_v,   h_b = h_a + (h_s − h_a)/η,   h_s at (p_b, s_a)
 *     turbine      m = K √(p_a d_a) √(1 − (p_b/p_a)²) [Stodola1927],   h_b = h_a − η (h_a − h_s)
 *
 * What flows backwards passes without work, against a pressure that rises with its square.
 */

import { expr, input, Var } from "../../language/values.ts";
import { parameter, positive } from "../parameter.ts";
import { Flange } from "../rotational/flange.ts";
import { TwoPort } from "./fluidPort.ts";
import { pumpCurve } from "./pumpCurve.ts";

const Machine = TwoPort.with({
  d_a: Var({ unit: "kg/m^3", nominal: 100, description: "density of what flows in at port_a" }),
  h_a: Var({ unit: "J/kg", nominal: 1e5, description: "specific enthalpy of what flows in at port_a" }),
  dh: Var({ unit: "J/kg", nominal: 1e4, description: "rise of specific enthalpy from port_a to port_b" }),
  W: Var({ unit: "W", nominal: 1e3, description: "power into the fluid" }),
  equations: `
    h_a = inStream(port_a.h_outflow)
    d_a = density_ph(medium, port_a.p, h_a, inStream(port_a.Xi_outflow))
    port_b.h_outflow = h_a + dh
    port_a.h_outflow = inStream(port_b.h_outflow)
    W = noEvent(if m_flow > 0 then m_flow*dh else 0)`,
});

const PumpCore = Machine.with({
  head: parameter(
    pumpCurve([
      [0, 30],
      [0.002, 25],
      [0.004, 10],
    ]),
    undefined,
    "pumpCurve of head in m over volume flow in m³/s",
  ),
  efficiency: parameter(
    pumpCurve([
      [0, 0.7],
      [1, 0.7],
    ]),
    undefined,
    "pumpCurve of efficiency over volume flow in m³/s",
  ),
  hasCheckValve: parameter(false, undefined, "nothing flows backwards"),
  g: parameter(9.80665, "m/s^2", "gravity", positive),
  m_flow_nominal: parameter(1, "kg/s", "typical mass flow", positive),
  n: Var({ unit: "1", description: "speed over nominal speed" }),
  V_flow: Var({ unit: "m^3/s", description: "volume flow from port_a to port_b" }),
  H: Var({ unit: "m", description: "head" }),
  eta: Var({ unit: "1", description: "efficiency" }),
  dp_valve: Var({ unit: "Pa", nominal: 1e5, description: "pressure that holds the check valve closed" }),
  equations: `
    V_flow = m_flow/d_a
    H = n^2*headAt(head, 0) + max(n, 1e-3)^2*(headAt(head, V_flow/max(n, 1e-3)) - headAt(head, 0))
    eta = max(curveAt(efficiency, V_flow/max(n, 1e-3)), 0.01)
    dp = -dp_valve - homotopy(d_a*g*H, d_a*g*headAt(head, 0)*n^2)
    dh = g*max(H, 0)/eta
    if hasCheckValve then
      isOpen = s > 0
      m_flow = if isOpen then s*m_flow_nominal else 0
      dp_valve = if isOpen then 0 else -s*quantity(1e5, "Pa")
    else
      dp_valve = 0
    end`,
});

/** A pump whose speed is a signal; 1 is the nominal speed. */
export const Pump = PumpCore.with({
  description: "Pump by its characteristic curve, speed given by a signal",
  speed: input({ unit: "1", description: "speed over nominal speed" }),
  equations: "n = speed",
});

/** A pump driven by a shaft: the torque is that of its power. */
export const ShaftPump = PumpCore.with({
  description: "Pump by its characteristic curve, driven by a shaft",
  w_nominal: parameter(150, "rad/s", "nominal speed", positive),
  flange: Flange,
  w: Var({ unit: "rad/s", description: "speed of the shaft" }),
  equations: `
    w = der(flange.phi)
    n = w/w_nominal
    flange.tau*max(w, 1e-3*w_nominal) = W`,
});

/** A pump or fan that moves a given mass flow, whatever the pressures. */
export const FlowPump = Machine.with({
  description: "Pump or fan of given mass flow",
  eta: parameter(0.7, "1", "efficiency", positive),
  m_flow_set: input({ unit: "kg/s", description: "mass flow from port_a to port_b" }),
  equations: `
    m_flow = m_flow_set
    dh = -dp/(d_a*eta)`,
});

/** A fan or blower: the rise of pressure over volume flow of the nominal density, small beside the pressure itself. */
export const Fan = Machine.with({
  description: "Fan by its curve of pressure, speed given by a signal",
  pressure: parameter(
    pumpCurve([
      [0, 500],
      [0.5, 400],
      [1, 0],
    ]),
    undefined,
    "pumpCurve of pressure rise in Pa over volume flow in m³/s, at nominal speed and density",
  ),
  efficiency: parameter(
    pumpCurve([
      [0, 0.6],
      [1, 0.6],
    ]),
    undefined,
    "pumpCurve of efficiency over volume flow in m³/s",
  ),
  d_nominal: parameter(1.2, "kg/m^3", "density for which the curve of pressure holds", positive),
  speed: input({ unit: "1", description: "speed over nominal speed" }),
  V_flow: Var({ unit: "m^3/s", description: "volume flow from port_a to port_b" }),
  eta: Var({ unit: "1", description: "efficiency" }),
  equations: `
    V_flow = m_flow/d_a
    eta = max(curveAt(efficiency, V_flow/max(speed, 1e-3)), 0.01)
    dp = -homotopy(
      d_a/d_nominal*(speed^2*headAt(pressure, 0) + max(speed, 1e-3)^2*(headAt(pressure, V_flow/max(speed, 1e-3)) - headAt(pressure, 0))),
      d_a/d_nominal*speed^2*headAt(pressure, 0))
    dh = max(-dp, 0)/(d_a*eta)`,
});

const Isentropic = Machine.with({
  h_s: Var({ unit: "J/kg", nominal: 1e5, description: "specific enthalpy after isentropic change" }),
  equations: `
    h_s = enthalpy_ps(medium, port_b.p, entropy_ph(medium, port_a.p, h_a, inStream(port_a.Xi_outflow)), inStream(port_a.Xi_outflow))`,
});

/** A compressor that sweeps a volume; its speed is a signal. */
export const Compressor = Isentropic.with({
  description: "Compressor by swept volume and isentropic efficiency",
  V_swept: parameter(0.01, "m^3/s", "swept volume per second at nominal speed", positive),
  eta: parameter(0.8, "1", "isentropic efficiency", positive),
  eta_v: parameter(1, "1", "volumetric efficiency", positive),
  speed: input({ unit: "1", description: "speed over nominal speed" }),
  equations: `
    m_flow = d_a*V_swept*eta_v*speed
    dh = (h_s - h_a)/eta`,
});

/** A steam or gas turbine after Stodola. */
export const Turbine = Isentropic.with({
  description: "Turbine by Stodola's law and isentropic efficiency",
  K: parameter(1e-3, "m^2", "flow coefficient", positive),
  eta: parameter(0.85, "1", "isentropic efficiency", positive),
  dp_small: parameter(
    expr`1e-4*dp_nominal`,
    "Pa",
    "pressure difference within which the directions are blended",
    positive,
  ),
  m_flow_nominal: parameter(1, "kg/s", "typical mass flow", positive),
  dp_nominal: parameter(1e6, "Pa", "typical pressure difference", positive),
  P: Var({ unit: "W", nominal: 1e5, description: "power delivered" }),
  k: Var({ nominal: 1e-3, hideResult: true, description: "m_flow^2/dp" }),
  equations: `
    k = K^2*d_a*(1 + min(port_b.p/port_a.p, 1))
    m_flow = homotopy(rootFlow(dp, k, k, dp_small), m_flow_nominal/dp_nominal*dp)
    dh = eta*(h_s - h_a)
    P = -W`,
});
