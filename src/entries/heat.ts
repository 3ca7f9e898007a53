/** Heat transfer. */

// connector
export { HeatPort } from "../libraries/heat/heatPort.ts";
export { InsulatedRod, InsulatedRod2 } from "../libraries/heat/insulatedRod.ts";
export { HeatFlowSensor, RelativeTemperatureSensor, TemperatureSensor } from "../libraries/heat/sensors.ts";
export {
  FixedHeatFlow,
  FixedTemperature,
  PrescribedHeatFlow,
  PrescribedTemperature,
} from "../libraries/heat/sources.ts";
export { HeatCapacitor } from "../libraries/heat/storage.ts";
export {
  BodyRadiation,
  Convection,
  PartialHeatTransfer,
  ThermalConductor,
  ThermalResistor,
  VariableConvection,
} from "../libraries/heat/transfer.ts";
