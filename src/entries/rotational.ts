/** Rotational mechanics. */

export { Damper, ElastoBacklash, PartialCompliant, Spring, SpringDamper } from "../libraries/rotational/compliant.ts";
export { EMF } from "../libraries/rotational/emf.ts";
export { Fixed } from "../libraries/rotational/fixed.ts";
// connector
export { Flange } from "../libraries/rotational/flange.ts";
// stick and slip
export { BearingFriction, Brake, Clutch } from "../libraries/rotational/friction.ts";
export { IdealGear, IdealGear_withSupport, IdealPlanetary } from "../libraries/rotational/gears.ts";
export { Inertia } from "../libraries/rotational/inertia.ts";
export { OneWayClutch } from "../libraries/rotational/oneWayClutch.ts";
export {
  AngleSensor,
  AngularAccelerationSensor,
  RelativeAngleSensor,
  RelativeSpeedSensor,
  RotationalPowerSensor,
  SpeedSensor,
  TorqueSensor,
  UnitlessAngleSensor,
  UnitlessSpeedSensor,
} from "../libraries/rotational/sensors.ts";
export {
  ConstantSpeed,
  ConstantTorque,
  LinearSpeedDependentTorque,
  PrescribedAngle,
  PrescribedAngularAcceleration,
  PrescribedSpeed,
  QuadraticSpeedDependentTorque,
  Torque,
  UnitlessTorque,
} from "../libraries/rotational/sources.ts";
