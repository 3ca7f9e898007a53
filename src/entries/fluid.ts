/** Systems in which something flows: vessels, pipes, valves, machines, exchangers, for any medium. */
// Boundaries
export {
  Boundary_ph,
  Boundary_pT,
  MassFlowSource_h,
  MassFlowSource_T,
  PrescribedBoundary_pT,
  PrescribedMassFlow_h,
  PrescribedMassFlow_T,
} from "../libraries/fluid/boundaries.ts";
// Heat exchangers
export { EffectivenessExchanger, HeatExchanger } from "../libraries/fluid/exchangers.ts";
// For components of one's own
export { fluidFunctions } from "../libraries/fluid/fluidFunctions.ts";
export { FluidComponent, FluidPort, ports, Throttle, TwoPort } from "../libraries/fluid/fluidPort.ts";
// Junctions
export { Junction } from "../libraries/fluid/junction.ts";
// Machines
export { Compressor, Fan, FlowPump, Pump, ShaftPump, Turbine } from "../libraries/fluid/machines.ts";
// Pipes
export { DynamicPipe, PipeCells, StaticPipe } from "../libraries/fluid/pipes.ts";
export { PumpCurve, pumpCurve } from "../libraries/fluid/pumpCurve.ts";
// Sensors
export {
  FlowTemperatureSensor,
  FluidTemperatureSensor,
  HumiditySensor,
  MassFlowSensor,
  PressureSensor,
  StateSensor,
} from "../libraries/fluid/sensors.ts";
export { SteamDrum } from "../libraries/fluid/steamDrum.ts";
// Vessels
export { OpenTank } from "../libraries/fluid/tank.ts";
// Throttles
export {
  Nozzle,
  Orifice,
  ValveCompressible,
  ValveIncompressible,
  ValveLinear,
  ValveVaporizing,
} from "../libraries/fluid/throttles.ts";
export { ClosedVolume, SweptVolume } from "../libraries/fluid/volumes.ts";
