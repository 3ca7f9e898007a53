/** Translational mechanics. */

export {
  ElastoGap,
  PartialTranslationalCompliant,
  TranslationalDamper,
  TranslationalSpring,
  TranslationalSpringDamper,
} from "../libraries/translational/compliant.ts";
export { IdealRollingWheel, TranslationalEMF } from "../libraries/translational/conversion.ts";
// connector
export { TranslationalFlange } from "../libraries/translational/flange.ts";
// stick and slip, stops
export { SlidingFriction, SupportFriction } from "../libraries/translational/friction.ts";
export { MassWithStop } from "../libraries/translational/massWithStop.ts";
export { FixedPosition, PartialRigid, Rod, TranslationalMass } from "../libraries/translational/rigid.ts";
export {
  AccelerationSensor,
  ForceSensor,
  PositionSensor,
  RelativePositionSensor,
  RelativeVelocitySensor,
  TranslationalPowerSensor,
  UnitlessPositionSensor,
  UnitlessVelocitySensor,
  VelocitySensor,
} from "../libraries/translational/sensors.ts";
export {
  ConstantForce,
  ConstantVelocity,
  Force,
  LinearVelocityDependentForce,
  PrescribedAcceleration,
  PrescribedPosition,
  PrescribedVelocity,
  QuadraticVelocityDependentForce,
  UnitlessForce,
} from "../libraries/translational/sources.ts";
