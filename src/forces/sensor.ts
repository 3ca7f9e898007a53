/**
 * Position, velocity and acceleration of one frame relative to others.
 *
 *     M measured,  O origin,  C whose axes are used,  B observer;  absent ones are the world
 *     r = r_M − r_O,   v = ṙ − ω_B × r,   a = r̈ − 2·ω_B × v − ω_B × (ω_B × r) − ω̇_B × r
 *     ω = ω_M − ω_O,   z = ω̇_M − ω̇_O − ω_B × ω
 *     d = |r|,  n = r/d,  ḋ = n·ṙ,  d̈ = n·r̈ + (ṙ·ṙ − ḋ²)/d
 */
import { mulMtM, mulMtV } from "../math/mat3.ts";
import { cardanFromRotation } from "../math/rotation.ts";
import { addCross3, addScaled3, copy3, cross3, dot3, norm3, scale3, subtract3 } from "../math/vec3.ts";
import type { BodyMotion } from "../mechanics/bodyMotion.ts";
import { type BodyAccelerations, BodyFrame } from "./bodyFrame.ts";
import { type ElementOutput, outputCount, type SensorElement } from "./forceElement.ts";

export const sensorOutputs: readonly ElementOutput[] = [
  { name: "translation", size: 3, unit: "m", description: "position relative to the origin" },
  { name: "velocity", size: 3, unit: "m/s", description: "velocity as the observer sees it" },
  {
    name: "acceleration",
    size: 3,
    unit: "m/s^2",
    description: "acceleration as the observer sees it",
    needsAcceleration: true,
  },
  { name: "rotation", size: 3, unit: "rad", description: "Cardan angles 1-2-3 from the origin" },
  { name: "angularVelocity", size: 3, unit: "rad/s", description: "angular velocity relative to the origin" },
  {
    name: "angularAcceleration",
    size: 3,
    unit: "rad/s^2",
    description: "angular acceleration as the observer sees it",
    needsAcceleration: true,
  },
  { name: "distance", unit: "m", description: "distance from the origin" },
  { name: "distanceVelocity", unit: "m/s", description: "rate of the distance" },
  {
    name: "distanceAcceleration",
    unit: "m/s^2",
    description: "second derivative of the distance",
    needsAcceleration: true,
  },
];

/** Places of the outputs; the rate of the distance and its derivative follow the distance. */
const [translation, velocity, acceleration, rotation, angularVelocity, angularAcceleration, distance] = [
  0, 3, 6, 9, 12, 15, 18,
] as const;

export interface SensorFrames {
  readonly measured: BodyFrame;
  readonly origin?: BodyFrame;
  readonly coordinates?: BodyFrame;
  readonly observer?: BodyFrame;
}

const world = () => new BodyFrame(0);

export class Sensor implements SensorElement {
  readonly outputs = sensorOutputs;
  readonly values = new Float64Array(outputCount(sensorOutputs));
  private readonly frames: Required<SensorFrames>;
  private readonly R = new Float64Array(9);
  private readonly r = new Float64Array(3);
  private readonly rDot = new Float64Array(3);
  private readonly rDotDot = new Float64Array(3);
  private readonly v = new Float64Array(3);
  private readonly w = new Float64Array(3);
  private readonly n = new Float64Array(3);
  private readonly scratch = new Float64Array(3);

  constructor({ measured, origin = world(), coordinates = world(), observer = world() }: SensorFrames) {
    this.frames = { measured, origin, coordinates, observer };
  }

  measure(motion: BodyMotion): void {
    const { frames, values, r, rDot, v, w, R } = this;
    const { measured, origin, coordinates, observer } = frames;
    measured.locate(motion);
    origin.locate(motion);
    coordinates.locate(motion);
    observer.locate(motion);
    subtract3(r, 0, measured.position, 0, origin.position, 0);
    subtract3(rDot, 0, measured.velocity, 0, origin.velocity, 0);
    copy3(v, 0, rDot, 0);
    addCross3(v, 0, r, 0, observer.angularVelocity, 0);
    subtract3(w, 0, measured.angularVelocity, 0, origin.angularVelocity, 0);
    mulMtM(R, 0, origin.rotation, 0, measured.rotation, 0);
    mulMtV(values, translation, coordinates.rotation, 0, r, 0);
    mulMtV(values, velocity, coordinates.rotation, 0, v, 0);
    cardanFromRotation(values, rotation, R, 0);
    mulMtV(values, angularVelocity, coordinates.rotation, 0, w, 0);
    this.measureDistance();
  }

  measureAccelerations(accelerations: BodyAccelerations): void {
    const { frames, values, r, rDotDot, v, w, scratch, n } = this;
    const { measured, origin, coordinates, observer } = frames;
    measured.accelerate(accelerations);
    origin.accelerate(accelerations);
    observer.accelerate(accelerations);
    const wB = observer.angularVelocity;
    subtract3(rDotDot, 0, measured.acceleration, 0, origin.acceleration, 0);
    const d = values[distance];
    const rate = values[distance + 1];
    const along = dot3(n, 0, rDotDot, 0);
    values[distance + 2] = along + (d > 0 ? (dot3(this.rDot, 0, this.rDot, 0) - rate * rate) / d : 0);
    // r̈ − ω × (ω × r + 2·v) − ω̇ × r
    cross3(scratch, 0, wB, 0, r, 0);
    addScaled3(scratch, 0, 2, v, 0);
    addCross3(rDotDot, 0, scratch, 0, wB, 0);
    addCross3(rDotDot, 0, r, 0, observer.angularAcceleration, 0);
    mulMtV(values, acceleration, coordinates.rotation, 0, rDotDot, 0);
    subtract3(scratch, 0, measured.angularAcceleration, 0, origin.angularAcceleration, 0);
    addCross3(scratch, 0, w, 0, wB, 0);
    mulMtV(values, angularAcceleration, coordinates.rotation, 0, scratch, 0);
  }

  private measureDistance(): void {
    const { values, r, rDot, n } = this;
    const d = norm3(r, 0);
    scale3(n, 0, d > 0 ? 1 / d : 0, r, 0);
    values[distance] = d;
    values[distance + 1] = dot3(n, 0, rDot, 0);
  }
}
