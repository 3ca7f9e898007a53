/**
 * Spring and damper between two points.
 *
 *     n = (r₂ − r₁)/d,   ḋ = n·(v₂ − v₁),   f = spring(d − d₀) + f₀ + damper(ḋ)          f > 0 pulls
 *     force on 1: +f·n,  on 2: −f·n
 *
 * Where the points coincide there is no direction, and no force.
 */
import { dot3, norm3, scale3, subtract3 } from "../math/vec3.ts";
import type { BodyForces, BodyMotion } from "../mechanics/bodyMotion.ts";
import type { BodyFrame } from "./bodyFrame.ts";
import { type ElementOutput, type ForceElement, type ForceLaw, lawFunction, outputCount } from "./forceElement.ts";
import { lawEnergy } from "./lawEnergy.ts";

export interface SpringDamperOptions {
  readonly nominalLength: number;
  readonly nominalForce: number;
  readonly springForceLaw: ForceLaw;
  readonly damperForceLaw: ForceLaw;
}

export const springDamperOutputs: readonly ElementOutput[] = [
  { name: "distance", unit: "m", description: "distance of the points" },
  { name: "deflection", unit: "m", description: "distance less the nominal length" },
  { name: "velocity", unit: "m/s", description: "rate of the distance" },
  { name: "springForce", unit: "N", description: "force of the spring and the nominal force, positive when pulling" },
  { name: "damperForce", unit: "N", description: "force of the damper, positive when pulling" },
  { name: "force", unit: "N", description: "sum of both" },
  { name: "forceVector", size: 3, unit: "N", description: "force on obj2, world axes" },
];

export class SpringDamperPtP implements ForceElement {
  readonly outputs = springDamperOutputs;
  readonly values = new Float64Array(outputCount(springDamperOutputs));
  private readonly frame1: BodyFrame;
  private readonly frame2: BodyFrame;
  private readonly options: SpringDamperOptions;
  private readonly spring: (x: number) => number;
  private readonly damper: (x: number) => number;
  private readonly n = new Float64Array(3);
  private readonly v = new Float64Array(3);

  constructor(frame1: BodyFrame, frame2: BodyFrame, options: SpringDamperOptions) {
    this.frame1 = frame1;
    this.frame2 = frame2;
    this.options = options;
    this.spring = lawFunction(options.springForceLaw);
    this.damper = lawFunction(options.damperForceLaw);
  }

  energy(motion: BodyMotion): number {
    const { frame1, frame2, n } = this;
    const { nominalLength, nominalForce, springForceLaw } = this.options;
    frame1.locate(motion);
    frame2.locate(motion);
    subtract3(n, 0, frame2.position, 0, frame1.position, 0);
    const deflection = norm3(n, 0) - nominalLength;
    return lawEnergy(springForceLaw, deflection) + nominalForce * deflection;
  }

  apply(_time: number, motion: BodyMotion, forces: BodyForces): void {
    const { frame1, frame2, n, v, values } = this;
    frame1.locate(motion);
    frame2.locate(motion);
    subtract3(n, 0, frame2.position, 0, frame1.position, 0);
    subtract3(v, 0, frame2.velocity, 0, frame1.velocity, 0);
    const d = norm3(n, 0);
    scale3(n, 0, d > 0 ? 1 / d : 0, n, 0);
    const rate = dot3(n, 0, v, 0);
    const spring = this.spring(d - this.options.nominalLength) + this.options.nominalForce;
    const damper = this.damper(rate);
    const f = spring + damper;
    frame1.addForce(forces, f * n[0], f * n[1], f * n[2]);
    frame2.addForce(forces, -f * n[0], -f * n[1], -f * n[2]);
    values[0] = d;
    values[1] = d - this.options.nominalLength;
    values[2] = rate;
    values[3] = spring;
    values[4] = damper;
    values[5] = f;
    scale3(values, 6, -f, n, 0);
  }
}
