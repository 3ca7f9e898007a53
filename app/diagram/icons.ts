/**
 * Drawings of the components of the libraries, in the conventions of their fields: IEC 60617 for circuits, bodies on shafts for
 * mechanics, arrows and formulas for signals. In a field of 64 × 40 about the origin; lines in the colour of the domain.
 */

const lead = '<path d="M-40 0H-20M20 0H40"/>';
const circle = '<circle r="14"/><path d="M-40 0H-14M14 0H40"/>';
const box = (text: string): string => `<rect x="-24" y="-16" width="48" height="32" rx="2"/>${word(text)}`;
const word = (text: string, size = 15): string =>
  `<text class="icon-word" text-anchor="middle" y="${size / 3}" font-size="${size}">${text}</text>`;
const sensor = (text: string): string => `<circle r="15"/><path d="M-40 0H-15M15 0H40"/>${word(text, 14)}`;
const ground = '<path d="M-8 14h16M-6 14l-4 5M0 14l-4 5M6 14l-4 5"/>';
const spring = '<path d="M-40 0h14l3-8 6 16 6-16 6 16 6-16 6 16 6-16 3 8h20"/>';
const damper = '<path d="M-40 0h32M-18-11H12V11H-18M-8-8V8M12 0h28"/>';
const axes = '<path d="M-24 13V-15M-28 13H26"/>';
const arrow = '<path d="M-26 0H20M10-8L22 0 10 8"/>';
const turn = '<path d="M-16 10a18 18 0 1 1 32 0M9 6l7 5 4-8"/>';
const port2 = '<path d="M-40-12h16M-40 12h16M24-12h16M24 12h16"/>';
const basin = '<path d="M20-16V14H-16V-16M-16 0h-24M20-8H-16"/>';
const reservoir = '<path d="M-20-16V14H16V-16M16 0h24M-20-8H16"/>';
/** A signal that gives the value. */
const given = '<path d="M-40-2h14M-32-6l6 4-6 4"/>';
const dashedPart = '<path d="M-40 0h16M24 0h16"/><rect x="-24" y="-14" width="48" height="28" stroke-dasharray="4 3"/>';

/** Curves of sources, by the first words of their names. */
const waves: Readonly<Record<string, string>> = {
  Sine: "M-20 0c6-18 14-18 20 0s14 18 20 0",
  Cosine: "M-20-10c8 0 12 20 20 20s12-20 20-20",
  Step: "M-20 10H0V-10H20",
  Ramp: "M-20 10h8L8-10h12",
  Pulse: "M-20 10h6V-10h10v20h10V-10h10v20h4",
  SawTooth: "M-20 10L-6-10V10L8-10V10L20-8",
  Trapezoid: "M-20 10h4l6-20h10l6 20h4l6-20h4",
  ExpSine: "M-20 0c3-20 8-20 10 0s8 12 10 0 6-8 8 0 5 4 12 0",
  Exponentials: "M-20 10c6-24 12-20 14-20 6 0 10 18 26 20",
  Table: "M-20 8l8-10 8 6 10-14 14 4",
  TimeTable: "M-20 8l8-10 8 6 10-14 14 4",
  Constant: "M-20-4H20",
  Clock: "M0-12v12l7 6",
};
const wave = (name: string): string | undefined => {
  const key = Object.keys(waves).find((known) => name.startsWith(known));
  return key === undefined ? undefined : `<path d="${waves[key]}"/>`;
};

const drawings: Readonly<Record<string, string>> = {
  // electric
  Resistor: `${lead}<rect x="-20" y="-8" width="40" height="16"/>`,
  Conductor: `${lead}<rect x="-20" y="-8" width="40" height="16"/>${word("G", 11)}`,
  HeatedResistor: `${lead}<rect x="-20" y="-8" width="40" height="16"/><path d="M0 8v14"/>`,
  VariableResistor: `${lead}<rect x="-20" y="-8" width="40" height="16"/><path d="M-18 16L16-16M8-15l9-2-1 9"/>`,
  Capacitor: '<path d="M-40 0H-5M5 0H40M-5-14V14M5-14V14"/>',
  Inductor: '<path d="M-40 0h12a7 7 0 0 1 14 0 7 7 0 0 1 14 0 7 7 0 0 1 14 0 7 7 0 0 1 14 0h12"/>',
  SaturatingInductor: '<path d="M-40 0h12a7 7 0 0 1 14 0 7 7 0 0 1 14 0 7 7 0 0 1 14 0 7 7 0 0 1 14 0h12M-24-14H24"/>',
  Ground: '<path d="M-40 0H0V4M-14 4H14M-9 10H9M-4 16H4"/>',
  ConstantVoltage: circle.replace("H-14M14", "H40M14"),
  SignalVoltage: `${circle}<path d="M-14 0H14M0-28V-14"/>`,
  UnitlessSignalVoltage: `${circle}<path d="M-14 0H14M0-28V-14"/>`,
  ConstantCurrent: `${circle}<path d="M0-14V14"/>`,
  SignalCurrent: `${circle}<path d="M0-28V14"/>`,
  Diode: '<path d="M-40 0H40M-10-12V12L12 0zM12-12V12"/>',
  IdealDiode: '<path d="M-40 0H40M-10-12V12L12 0zM12-12V12"/>',
  ZenerDiode: '<path d="M-40 0H40M-10-12V12L12 0zM8-14l4 4V12l4 4"/>',
  IdealThyristor: '<path d="M-40 0H40M-10-12V12L12 0zM12-12V12M12 4l10 14"/>',
  OpAmp: '<path d="M-18-20V20L22 0zM-40-11h22M-40 11h22M22 0h18M-13-11h6M-13 11h6M-10 8v6"/>',
  IdealOpAmp3Pin: '<path d="M-18-20V20L22 0zM-40-11h22M-40 11h22M22 0h18M-13-11h6M-13 11h6M-10 8v6"/>',
  LimitedOpAmp3Pin: '<path d="M-18-20V20L22 0zM-40-11h22M-40 11h22M22 0h18M-13-11h6M-13 11h6M-10 8v6"/>',
  IdealTransformer:
    '<path d="M-40-16h24M-40 16h24M-16-16a5 5 0 0 1 0 11 5 5 0 0 1 0 10 5 5 0 0 1 0 11M40-16H16M40 16H16M16-16a5 5 0 0 0 0 11 5 5 0 0 0 0 10 5 5 0 0 0 0 11M-3-18v36M3-18v36"/>',
  IdealClosingSwitch: '<path d="M-40 0h22M18 0h22M-18 0L14-13"/><circle cx="-18" r="2"/><circle cx="18" r="2"/>',
  IdealOpeningSwitch: '<path d="M-40 0h22M18 0h22M-18 0L18-3"/><circle cx="-18" r="2"/><circle cx="18" r="2"/>',
  ControlledIdealSwitch:
    '<path d="M-40 0h22M18 0h22M-18 0L14-13M0-24v16"/><circle cx="-18" r="2"/><circle cx="18" r="2"/>',
  VoltageSensor: sensor("V"),
  PotentialSensor: sensor("V"),
  CurrentSensor: sensor("A"),
  UnitlessCurrentSensor: sensor("A"),
  PowerSensor: sensor("W"),
  // rotational
  Inertia: '<rect x="-22" y="-17" width="44" height="34" rx="2"/><path d="M-40 0h18M22 0h18M-22-6h44M-22 6h44"/>',
  Spring: spring,
  Damper: damper,
  SpringDamper:
    '<path d="M-40 0h14V-12h4l3-5 5 10 5-10 5 10 5-10 5 10 3-5h9V0h22M-26 0V12H-6M-12 5H10V19H-12M-6 7V17M10 12h12V0"/>',
  ElastoBacklash: `${spring}<path d="M-6-17V-9M6-17V-9"/>`,
  IdealGear:
    '<path d="M-40 0h16M14 0h26"/><rect x="-24" y="-10" width="14" height="20"/><rect x="-4" y="-19" width="18" height="38"/><path d="M-10-4h6M-10 4h6"/>',
  IdealGear_withSupport:
    '<path d="M-40 0h16M14 0h26"/><rect x="-24" y="-10" width="14" height="20"/><rect x="-4" y="-19" width="18" height="38"/>',
  IdealPlanetary:
    '<circle r="18"/><circle r="6"/><circle cx="11" r="4"/><circle cx="-6" cy="-10" r="4"/><circle cx="-6" cy="10" r="4"/>',
  Torque: turn,
  UnitlessTorque: turn,
  ConstantTorque: turn,
  LinearSpeedDependentTorque: turn,
  QuadraticSpeedDependentTorque: turn,
  PrescribedAngle: `${turn}${word("φ", 13)}`,
  PrescribedSpeed: `${turn}${word("ω", 13)}`,
  ConstantSpeed: `${turn}${word("ω", 13)}`,
  PrescribedAngularAcceleration: `${turn}${word("α", 13)}`,
  Fixed: `<path d="M-40 0H0V14"/>${ground}`,
  BearingFriction: '<rect x="-22" y="-8" width="44" height="16"/><path d="M-40 0h80M-22-14h44M-22 14h44"/>',
  Brake: '<path d="M-40 0h80M0-18V18M-5-18h10M-12-20h24v4h-24zM-12 16h24v4h-24z"/>',
  Clutch: '<path d="M-40 0h36M4 0h36M-4-16V16M4-16V16M-14-20l8 6M14-20l-8 6"/>',
  OneWayClutch: '<path d="M-40 0h36M4 0h36M-4-16V16M4-16V16M-16-20l12 5M-16-14v-6h6"/>',
  EMF: '<circle r="15"/><path d="M0-24v9M0 15v9M15-4h25v8H15M-9 0H9M4-4l5 4-5 4"/>',
  AngleSensor: sensor("φ"),
  SpeedSensor: sensor("ω"),
  TorqueSensor: sensor("τ"),
  AngularAccelerationSensor: sensor("α"),
  RelativeAngleSensor: sensor("Δφ"),
  RelativeSpeedSensor: sensor("Δω"),
  RotationalPowerSensor: sensor("P"),
  UnitlessAngleSensor: sensor("φ"),
  UnitlessSpeedSensor: sensor("ω"),
  // translational
  TranslationalMass: '<rect x="-20" y="-14" width="40" height="28"/><path d="M-40 0h20M20 0h20"/>',
  MassWithStop: '<rect x="-16" y="-12" width="32" height="24"/><path d="M-40 0h24M16 0h24M-26-16v32M26-16v32"/>',
  TranslationalSpring: spring,
  TranslationalDamper: damper,
  TranslationalSpringDamper:
    '<path d="M-40 0h14V-12h4l3-5 5 10 5-10 5 10 5-10 5 10 3-5h9V0h22M-26 0V12H-6M-12 5H10V19H-12M-6 7V17M10 12h12V0"/>',
  ElastoGap: `${damper}<path d="M20-8V8"/>`,
  Rod: '<rect x="-26" y="-5" width="52" height="10"/><path d="M-40 0h14M26 0h14"/>',
  FixedPosition: `<path d="M-40 0H0V14"/>${ground}`,
  Force: arrow,
  UnitlessForce: arrow,
  ConstantForce: arrow,
  LinearVelocityDependentForce: arrow,
  QuadraticVelocityDependentForce: arrow,
  PrescribedPosition: `${arrow}${word("s", 13).replace('y="', 'dy="-12" y="')}`,
  PrescribedVelocity: `${arrow}${word("v", 13).replace('y="', 'dy="-12" y="')}`,
  ConstantVelocity: `${arrow}${word("v", 13).replace('y="', 'dy="-12" y="')}`,
  PrescribedAcceleration: `${arrow}${word("a", 13).replace('y="', 'dy="-12" y="')}`,
  IdealRollingWheel: '<circle r="16"/><circle r="2"/><path d="M-24 16h48"/>',
  TranslationalEMF: '<circle r="15"/><path d="M0-24v9M0 15v9M15-4h25v8H15M-9 0H9M4-4l5 4-5 4"/>',
  SlidingFriction:
    '<rect x="-18" y="-14" width="36" height="14"/><path d="M-26 0h52M-20 6l4-6M-8 6l4-6M4 6l4-6M16 6l4-6"/>',
  SupportFriction:
    '<rect x="-18" y="-14" width="36" height="14"/><path d="M-26 0h52M-20 6l4-6M-8 6l4-6M4 6l4-6M16 6l4-6"/>',
  PositionSensor: sensor("s"),
  VelocitySensor: sensor("v"),
  AccelerationSensor: sensor("a"),
  ForceSensor: sensor("F"),
  RelativePositionSensor: sensor("Δs"),
  RelativeVelocitySensor: sensor("Δv"),
  TranslationalPowerSensor: sensor("P"),
  UnitlessPositionSensor: sensor("s"),
  UnitlessVelocitySensor: sensor("v"),
  // heat
  HeatCapacitor: `<path d="M-18 12c-8-6-4-18 4-18 2-12 22-12 26-2 12 0 12 18 2 20z"/>${word("C", 13)}`,
  ThermalConductor: '<rect x="-20" y="-16" width="40" height="32"/><path d="M-40 0h20M20 0h20M-12 0H10M4-5l7 5-7 5"/>',
  ThermalResistor: '<rect x="-20" y="-16" width="40" height="32"/><path d="M-40 0h20M20 0h20M-12 0H10M4-5l7 5-7 5"/>',
  Convection:
    '<path d="M-20-18v36M-10-10c6-6 12 6 18 0s8 4 14 0M-10 0c6-6 12 6 18 0s8 4 14 0M-10 10c6-6 12 6 18 0s8 4 14 0"/>',
  VariableConvection:
    '<path d="M-20-18v36M-10-10c6-6 12 6 18 0s8 4 14 0M-10 0c6-6 12 6 18 0s8 4 14 0M-10 10c6-6 12 6 18 0s8 4 14 0"/>',
  BodyRadiation: '<path d="M-26-16v32M26-16v32M-18-8h30M6-12l8 4-8 4M18 8h-30M-6 4l-8 4 8 4"/>',
  FixedTemperature: `<path d="M-17-16h34v32h-34zM-40 0h23"/>${word("T", 13)}`,
  PrescribedTemperature: `<path d="M-22-16h34v32h-34zM12 0h28M-40 0h18"/>${word("T", 13)}`,
  FixedHeatFlow: `${arrow}${word("Q", 12).replace('y="', 'dy="-12" y="')}`,
  PrescribedHeatFlow: `${arrow}${word("Q", 12).replace('y="', 'dy="-12" y="')}`,
  TemperatureSensor: sensor("T"),
  RelativeTemperatureSensor: sensor("ΔT"),
  HeatFlowSensor: sensor("Q"),
  // fluid
  OpenTank: '<path d="M-18-18V18H18V-18M-18-4c6-3 12 3 18 0s12 3 18 0"/>',
  ClosedVolume: '<circle r="17"/>',
  SweptVolume: '<path d="M-20-18v36H0v-36zM0 0h24M0-14v28"/>',
  StaticPipe: '<rect x="-24" y="-7" width="48" height="14"/><path d="M-40 0h16M24 0h16"/>',
  DynamicPipe: '<rect x="-24" y="-7" width="48" height="14"/><path d="M-40 0h16M24 0h16M-12-7v14M0-7v14M12-7v14"/>',
  ValveLinear: '<path d="M-18-11V11L18-11V11zM-40 0h22M18 0h22M0 0v-14M-7-14H7"/>',
  ValveIncompressible: '<path d="M-18-11V11L18-11V11zM-40 0h22M18 0h22M0 0v-14M-7-14H7"/>',
  ValveCompressible: '<path d="M-18-11V11L18-11V11zM-40 0h22M18 0h22M0 0v-14M-7-14H7"/>',
  ValveVaporizing: '<path d="M-18-11V11L18-11V11zM-40 0h22M18 0h22M0 0v-14M-7-14H7"/>',
  Orifice: '<path d="M-40 0h80M0-16v12M0 4v12"/>',
  Nozzle: '<path d="M-24-12L14-5v10L-24 12zM-40 0h16M14 0h26"/>',
  Pump: '<circle r="16"/><path d="M-8-14L16 0-8 14M-40 0h24M16 0h24"/>',
  Fan: '<circle r="16"/><path d="M0 0C-12-4-10-14 0-14M0 0C12 4 10 14 0 14M0 0C-4 12-14 10-14 0M0 0C4-12 14-10 14 0M-40 0h24M16 0h24"/>',
  FlowPump: '<circle r="16"/><path d="M-8-14L16 0-8 14M-40 0h24M16 0h24"/>',
  ShaftPump: '<circle r="16"/><path d="M-8-14L16 0-8 14M-40 0h24M16 0h24M0 16v10"/>',
  Compressor: '<path d="M-18-18L18-8V8L-18 18zM-40 0h22M18 0h22"/>',
  Turbine: '<path d="M-18-8L18-18V18L-18 8zM-40 0h22M18 0h22"/>',
  HeatExchanger: '<circle r="17"/><path d="M-40 0h25l6-10 9 20 9-20 6 10h25"/>',
  EffectivenessExchanger: '<circle r="17"/><path d="M-40 0h25l6-10 9 20 9-20 6 10h25"/>',
  SteamDrum:
    '<rect x="-24" y="-13" width="48" height="26" rx="13"/><path d="M-24 2c6-3 12 3 16 0s12 3 16 0 10 3 16 0"/>',
  PressureSensor: sensor("p"),
  MassFlowSensor: sensor("ṁ"),
  FluidTemperatureSensor: sensor("T"),
  FlowTemperatureSensor: sensor("T"),
  HumiditySensor: sensor("φ"),
  StateSensor: sensor("h"),
  // signals
  Gain: `<path d="M-20-18V18L22 0z"/>${word("k", 12)}`,
  Integrator: box("1/s"),
  LimitedIntegrator: box("1/s"),
  Derivative: box("s"),
  FirstOrder: `${axes}<path d="M-24 13C-14-8-4-10 24-11"/>`,
  SecondOrder: `${axes}<path d="M-24 13c8-30 12-26 18-22s8 4 12 0 8-2 18-2"/>`,
  StateSpace: box("A B"),
  PI: box("PI"),
  PID: box("PID"),
  LimitedPI: box("PI"),
  LimitedPID: box("PID"),
  DiscretePI: box("PI z"),
  DiscretePID: box("PID z"),
  UnitDelay: box("1/z"),
  ZeroOrderHold: `${axes}<path d="M-24 8h10V0h10v-6h10v-6h14"/>`,
  FixedDelay: box("e⁻ᵀˢ"),
  Add: box("+"),
  Add3: box("+"),
  Sum: box("Σ"),
  Feedback: `<circle r="14"/><path d="M-40 0h26M14 0h26"/>${word("−", 16)}`,
  Product: box("×"),
  Division: box("÷"),
  Abs: box("|u|"),
  Sqrt: box("√"),
  Sign: box("sgn"),
  Exp: box("eᵘ"),
  Log: box("ln"),
  Log10: box("lg"),
  Power: box("uⁿ"),
  Max: box("max"),
  Min: box("min"),
  And: box("&amp;"),
  Or: box("≥1"),
  Xor: box("=1"),
  Not: box("1○"),
  Nand: box("&amp;○"),
  Nor: box("≥1○"),
  Greater: box("&gt;"),
  GreaterEqual: box("≥"),
  Less: box("&lt;"),
  LessEqual: box("≤"),
  GreaterThreshold: box("&gt;"),
  LessThreshold: box("&lt;"),
  Switch:
    '<path d="M-30-12h12M-30 12h12M14 0h16M-18-12L14 0"/><circle cx="-18" cy="-12" r="2"/><circle cx="-18" cy="12" r="2"/>',
  LogicalSwitch: '<path d="M-30-12h12M-30 12h12M14 0h16M-18-12L14 0"/>',
  RSFlipFlop: box("RS"),
  Limiter: `${axes}<path d="M-24 10h10L12-10h12"/>`,
  DeadZone: `${axes}<path d="M-24 14L-8 0H8L24-14"/>`,
  Hysteresis: `${axes}<path d="M-24 10H8V-10H-8V10M8-10H24"/>`,
  Quantizer: `${axes}<path d="M-22 10h8V4h8v-6h8v-6h8v-6h8"/>`,
  KinematicPTP: `${axes}<path d="M-24 12c16 0 16-24 26-24h22"/>`,
  BooleanConstant: `${axes}<path d="M-20-6H20"/>`,
  BooleanPulse: `${axes}<path d="M-20 10h8V-10h12v20h12V-10h8"/>`,
  BooleanStep: `${axes}<path d="M-20 10H0V-10H20"/>`,
  BooleanToReal: box("B→R"),
  RealToBoolean: box("R→B"),
  Change: box("x≠x⁻"),
  Edge: '<path d="M-24 12H0V-12H24M-5 3L0-3 5 3"/>',
  FallingEdge: '<path d="M-24-12H0V12H24M-5-3L0 3 5-3"/>',
  Pre: box("pre"),
  OnDelay: '<path d="M-26-4h10v-12h40M-26 18h26V6h24"/>',
  Timer: '<circle r="16"/><path d="M0-10V0l8 5"/>',
  ContinuousClock: `${axes}<path d="M-24 13L22-13"/>`,
  TriggeredSampler: '<path d="M-30 0h14L10-12M12 0h18M0 18V4M-4 9l4-6 4 6"/>',
  TransferFunction: `<path d="M-18 0h36"/><g transform="translate(0 -9)">${word("b(s)", 13)}</g><g transform="translate(0 11)">${word("a(s)", 13)}</g>`,
  DiscreteTransferFunction: `<path d="M-18 0h36"/><g transform="translate(0 -9)">${word("b(z)", 13)}</g><g transform="translate(0 11)">${word("a(z)", 13)}</g>`,
  SlewRateLimiter: `${axes}<path d="M-24 13L-4 13 12-10H26"/>`,
  VariableLimiter: `${axes}<path d="M-24 10h10L12-10h12M-18-14h16M2 16h16"/>`,
  VariableDelay: box("e⁻ˢᵀ"),
  CurrentControlledCurrent: `${port2}<path d="M-24-12V12M16-10l10 10-10 10L6 0zM16-10V10"/>`,
  CurrentControlledVoltage: `${port2}<path d="M-24-12V12M16-10l10 10-10 10L6 0zM6 0H26"/>`,
  VoltageControlledCurrent: `${port2}<path d="M-24-12v4M-24 8v4M16-10l10 10-10 10L6 0zM16-10V10"/>`,
  VoltageControlledVoltage: `${port2}<path d="M-24-12v4M-24 8v4M16-10l10 10-10 10L6 0zM6 0H26"/>`,
  IdealGyrator: `${port2}<path d="M-24-12V-8a8 8 0 0 1 0 16v4M24-12V-8a8 8 0 0 0 0 16v4"/>`,
  IdealTwoWaySwitch:
    '<path d="M-40 0h22L12-11M14-12h26M14 12h26"/><circle cx="-18" r="2"/><circle cx="14" cy="-12" r="2"/><circle cx="14" cy="12" r="2"/>',
  MutualInductance: `${port2}<path d="M-16-12a6 6 0 0 1 0 12 6 6 0 0 1 0 12M16-12a6 6 0 0 0 0 12 6 6 0 0 0 0 12M-24-12h8M-24 12h8M16-12h8M16 12h8"/>`,
  OnePort: `${lead}<rect x="-20" y="-10" width="40" height="20" stroke-dasharray="4 3"/>`,
  TwoPort: `${port2}<rect x="-22" y="-16" width="44" height="32" stroke-dasharray="4 3"/>`,
  // fluids
  Boundary_pT: `${basin}${word("p,T", 12)}`,
  Boundary_ph: `${basin}${word("p,h", 12)}`,
  PrescribedBoundary_pT: `${reservoir}${given}${word("p,T", 12)}`,
  MassFlowSource_T: `<circle r="15"/><path d="M-40 0h25"/>${word("ṁ,T", 11)}`,
  MassFlowSource_h: `<circle r="15"/><path d="M-40 0h25"/>${word("ṁ,h", 11)}`,
  PrescribedMassFlow_T: `<circle r="15"/><path d="M15 0h25"/>${given}${word("ṁ,T", 11)}`,
  PrescribedMassFlow_h: `<circle r="15"/><path d="M15 0h25"/>${given}${word("ṁ,h", 11)}`,
  PipeCells: '<path d="M-40 0h10M30 0h10M-15-10V10M0-10V10M15-10V10"/><rect x="-30" y="-10" width="60" height="20"/>',
  Throttle: '<path d="M-40 0h80M-14-16q14 13 28 0M-14 16q14-13 28 0"/>',
  // heat
  InsulatedRod: '<path d="M-40 0h12M28 0h12M-28-14H28M-28 14H28"/><rect x="-28" y="-7" width="56" height="14"/>',
  InsulatedRod2: '<path d="M-40 0h12M28 0h12M-28-14H28M-28 14H28M0-7V7"/><rect x="-28" y="-7" width="56" height="14"/>',
  PartialHeatTransfer: dashedPart,
  PartialCompliant: dashedPart,
  PartialRigid: dashedPart,
  PartialTranslationalCompliant: dashedPart,
  // the plane
  PlanarBeam: '<path d="M-34 8q34-26 68 0M-34 14q34-26 68 0M-34 8v6M34 8v6"/>',
  PlanarBody: '<path d="M-20 12L-26-6-4-16 24-8 18 12z"/><circle r="2.5"/>',
  PlanarFixed: '<path d="M-20 2h40M-16 2l-6 8M-6 2l-6 8M4 2l-6 8M14 2l-6 8M0 2v-14"/><circle cy="-14" r="3"/>',
  // joints with flanges
  RevoluteWithFlange:
    '<circle r="5"/><path d="M-40 0h-2M-32 12L-4 3M4-3l28-11M-12-14a18 18 0 0 1 26 2M10-19l4 7-8 2"/>',
  PrismaticWithFlange:
    '<rect x="-14" y="-10" width="28" height="20"/><path d="M-34 0h20M14 0h20M-10-16h20M5-20l5 4-5 4"/>',
};

/** The drawing for a word of the libraries; undefined when there is none. */
export function iconFor(type: string): string | undefined {
  if (Object.hasOwn(drawings, type)) return drawings[type];
  const curve = wave(type);
  if (curve !== undefined) {
    if (/Voltage$/.test(type)) return `${circle}<g transform="scale(.5)">${curve}</g>`;
    if (/Current$/.test(type)) return `${circle}<g transform="scale(.5)">${curve}</g><path d="M0-14v4M0 10v4"/>`;
    return type === "Clock" ? `<circle r="16"/>${curve}` : `${axes}${curve}`;
  }
  if (/^(Sin|Cos|Tan|Asin|Acos|Atan|Atan2|Sinh|Cosh|Tanh)$/.test(type)) return box(type.toLowerCase());
  return undefined;
}
