/** Electric components. */

// sources, sinks of power, and storage
export {
  CurrentControlledCurrent,
  CurrentControlledVoltage,
  VoltageControlledCurrent,
  VoltageControlledVoltage,
} from "../libraries/electric/controlledSources.ts";
// elements with modes
export { Diode, IdealDiode, ZenerDiode } from "../libraries/electric/diodes.ts";
export { Ground } from "../libraries/electric/ground.ts";
export { IdealOpAmp3Pin, LimitedOpAmp3Pin, OpAmp } from "../libraries/electric/opAmps.ts";
// connector and base models
export { Pin } from "../libraries/electric/pin.ts";
export { OnePort, TwoPort } from "../libraries/electric/ports.ts";
export { Conductor, HeatedResistor, Resistor, VariableResistor } from "../libraries/electric/resistors.ts";
export {
  CurrentSensor,
  PotentialSensor,
  PowerSensor,
  UnitlessCurrentSensor,
  VoltageSensor,
} from "../libraries/electric/sensors.ts";
export {
  ConstantCurrent,
  ConstantVoltage,
  SignalCurrent,
  SignalVoltage,
  UnitlessSignalVoltage,
} from "../libraries/electric/sources.ts";
export { Capacitor, Inductor, MutualInductance, SaturatingInductor } from "../libraries/electric/storage.ts";
export {
  ControlledIdealSwitch,
  IdealClosingSwitch,
  IdealOpeningSwitch,
  IdealTwoWaySwitch,
} from "../libraries/electric/switches.ts";
export { IdealThyristor } from "../libraries/electric/thyristor.ts";
export { IdealGyrator, IdealTransformer } from "../libraries/electric/transformers.ts";
export {
  CosineCurrent,
  CosineVoltage,
  ExponentialsCurrent,
  ExponentialsVoltage,
  ExpSineCurrent,
  ExpSineVoltage,
  PulseCurrent,
  PulseVoltage,
  RampCurrent,
  RampVoltage,
  SawToothCurrent,
  SawToothVoltage,
  SineCurrent,
  SineVoltage,
  StepCurrent,
  StepVoltage,
  TableCurrent,
  TableVoltage,
  TrapezoidCurrent,
  TrapezoidVoltage,
} from "../libraries/electric/waveSources.ts";
