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
import { type BodyAcceleration, BodyFrame } from "./bodyFrame.ts";
import { type ElementOutput, outputCount, type SensorElement } from "./forceElement.ts";

const outputs: readonly ElementOutput[] = [
  { name: "translation", size: 3, unit: "m", description: "position relative to the origin" },
  { name: "velocity", size: 3, unit: "m/s", description: "velocity as the observer sees it" },
  { name: "acceleration", size: 3, unit: "m/s^2", description: "acceleration as the observer sees it" },
  { name: "rotation", size: 3, unit: "rad", description: "Cardan angles 1-2-3 from the origin" },
  { name: "angularVelocity", size: 3, unit: "rad/s", description: "angular velocity relative to the origin" },
  {
    name: "angularAcceleration",
    size: 3,
    unit: "rad/s^2",
    description: "angular acceleration as the observer sees it",
  },
  { name: "distance", unit: "m", description: "distance from the origin" },
  { name: "distanceVelocity", unit: "m/s", description: "rate of the distance" },
  { name: "distanceAcceleration", unit: "m/s^2", description: "second derivative of the distance" },
];

export interface SensorFrames {
  readonly measured: BodyFrame;
  readonly origin?: BodyFrame;
  readonly coordinates?: BodyFrame;
  readonly observer?: BodyFrame;
}

const world = () => new BodyFrame(0);

export class Sensor implements SensorElement {
  readonly outputs = outputs;
  readonly values = new Float64Array(outputCount(outputs));
  private readonly frames: Required<SensorFrames>;
  private readonly R = new Float64Array(9);
  private readonly r = new Float64Array(3);
  private readonly rDot = new Float64Array(3);
  private readonly rDotDot = new Float64Array(3);
  private readonly v = new Float64Array(3);
  private readonly w = new Float64Array(3);
  private readonly z = new Float64Array(3);
  private readonly scratch = new Float64Array(3);

  constructor({ measured, origin = world(), coordinates = world(), observer = world() }: SensorFrames) {
    this.frames = { measured, origin, coordinates, observer };
  }

  measure(motion: BodyMotion, accelerations: BodyAcceleration): void {
    const { frames, values, r, rDot, rDotDot, R } = this;
    const { measured, origin, coordinates } = frames;
    this.locate(measured, motion, accelerations);
    this.locate(origin, motion, accelerations);
    this.locate(coordinates, motion, accelerations);
    this.locate(frames.observer, motion, accelerations);
    subtract3(r, 0, measured.position, 0, origin.position, 0);
    subtract3(rDot, 0, measured.velocity, 0, origin.velocity, 0);
    subtract3(rDotDot, 0, measured.acceleration, 0, origin.acceleration, 0);
    this.observe();
    mulMtV(values, 0, coordinates.rotation, 0, r, 0);
    mulMtV(values, 3, coordinates.rotation, 0, this.v, 0);
    mulMtV(values, 6, coordinates.rotation, 0, this.scratch, 0);
    mulMtM(R, 0, origin.rotation, 0, measured.rotation, 0);
    cardanFromRotation(values, 9, R, 0);
    mulMtV(values, 12, coordinates.rotation, 0, this.w, 0);
    mulMtV(values, 15, coordinates.rotation, 0, this.z, 0);
    this.measureDistance();
  }

  private locate(frame: BodyFrame, motion: BodyMotion, accelerations: BodyAcceleration): void {
    frame.locate(motion);
    frame.accelerate(accelerations);
  }

  /** v, w, z, and the acceleration in `scratch`. */
  private observe(): void {
    const { frames, r, rDot, rDotDot, v, w, z, scratch } = this;
    const { measured, origin, observer } = frames;
    const wB = observer.angularVelocity;
    copy3(v, 0, rDot, 0);
    addCross3(v, 0, r, 0, wB, 0);
    subtract3(w, 0, measured.angularVelocity, 0, origin.angularVelocity, 0);
    subtract3(z, 0, measured.angularAcceleration, 0, origin.angularAcceleration, 0);
    addCross3(z, 0, w, 0, wB, 0);
    // r̈ − ω̇ × r − ω × (ω × r) − 2·ω × v
    const { R: space } = this;
    cross3(space, 0, wB, 0, r, 0);
    addScaled3(space, 0, 2, v, 0);
    copy3(scratch, 0, rDotDot, 0);
    addCross3(scratch, 0, space, 0, wB, 0);
    addCross3(scratch, 0, r, 0, observer.angularAcceleration, 0);
  }

  private measureDistance(): void {
    const { values, r, rDot, rDotDot, scratch } = this;
    const d = norm3(r, 0);
    scale3(scratch, 0, d > 0 ? 1 / d : 0, r, 0);
    const rate = dot3(scratch, 0, rDot, 0);
    values[18] = d;
    values[19] = rate;
    values[20] = dot3(scratch, 0, rDotDot, 0) + (d > 0 ? (dot3(rDot, 0, rDot, 0) - rate * rate) / d : 0);
  }
}
