/** Signal blocks. */

// continuous dynamics
export {
  Derivative,
  FirstOrder,
  Integrator,
  LimitedIntegrator,
  SecondOrder,
  StateSpace,
} from "../libraries/blocks/continuous.ts";
export { LimitedPI, LimitedPID, PI, PID } from "../libraries/blocks/controllers.ts";
// sampled dynamics
export { DiscretePI, DiscretePID, UnitDelay, ZeroOrderHold } from "../libraries/blocks/discrete.ts";
// base models
export { BooleanSI2SO, BooleanSISO, SI2SO, SISO, SignalSource, SO } from "../libraries/blocks/interfaces.ts";
export { KinematicPTP } from "../libraries/blocks/kinematicPTP.ts";
// logic
export {
  And,
  BooleanToReal,
  Change,
  Edge,
  FallingEdge,
  Greater,
  GreaterEqual,
  GreaterThreshold,
  Less,
  LessEqual,
  LessThreshold,
  LogicalSwitch,
  Nand,
  Nor,
  Not,
  OnDelay,
  Or,
  Pre,
  RealToBoolean,
  RSFlipFlop,
  Switch,
  Timer,
  TriggeredSampler,
  Xor,
} from "../libraries/blocks/logic.ts";
// arithmetic and functions
export {
  Abs,
  Acos,
  Add,
  Add3,
  Asin,
  Atan,
  Atan2,
  Cos,
  Cosh,
  Division,
  Exp,
  Feedback,
  Gain,
  Log,
  Log10,
  Max,
  Min,
  Power,
  Product,
  Sign,
  Sin,
  Sinh,
  Sqrt,
  Sum,
  Tan,
  Tanh,
} from "../libraries/blocks/math.ts";
// limits, memory, delay
export {
  DeadZone,
  FixedDelay,
  Hysteresis,
  Limiter,
  Quantizer,
  SlewRateLimiter,
  VariableDelay,
  VariableLimiter,
} from "../libraries/blocks/nonlinear.ts";
// sources
export {
  BooleanConstant,
  BooleanPulse,
  BooleanStep,
  Constant,
  ContinuousClock,
  Cosine,
  Exponentials,
  ExpSine,
  Pulse,
  Ramp,
  SawTooth,
  Sine,
  Step,
  TimeTable,
  Trapezoid,
} from "../libraries/blocks/sources.ts";
// tables
export { Table1D } from "../libraries/blocks/table1D.ts";
export { DiscreteTransferFunction, TransferFunction } from "../libraries/blocks/transferFunction.ts";
export { type CsvOptions, tableFromCsv } from "../libraries/tables/tableFromCsv.ts";
