import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BodyFrame } from "../../src/forces/bodyFrame.ts";
import { Bushing } from "../../src/forces/bushing.ts";
import type { ForceElement, ForceLaw } from "../../src/forces/forceElement.ts";
import { Sensor } from "../../src/forces/sensor.ts";
import { SpringDamperPtP } from "../../src/forces/springDamperPtP.ts";
import { WorldLoad } from "../../src/forces/worldLoad.ts";
import { rotationFromCardan } from "../../src/math/rotation.ts";
import { type BodyMotion, createBodyMotion } from "../../src/mechanics/bodyMotion.ts";

const numbers = (count: number, size = 1) =>
  fc.array(fc.double({ min: -size, max: size, noNaN: true }), { minLength: count, maxLength: count });

/** Two bodies that move by given laws: r = r₀ + v·t + a·t²/2, angles likewise. */
interface Motions {
  readonly place: number[];
  readonly speed: number[];
  readonly acceleration: number[];
}
const motions: fc.Arbitrary<Motions> = fc.record({
  place: numbers(12),
  speed: numbers(12),
  acceleration: numbers(12),
});

function poseAt({ place, speed, acceleration }: Motions, t: number) {
  const q = place.map((p, k) => p + speed[k]! * t + (acceleration[k]! * t * t) / 2);
  const motion = createBodyMotion(3);
  for (const body of [1, 2]) {
    motion.position.set(q.slice(6 * body - 6, 6 * body - 3), 3 * body);
    rotationFromCardan(motion.rotation, 9 * body, Float64Array.from(q.slice(6 * body - 3, 6 * body)), 0);
  }
  return motion;
}

/** Derivatives by differences of fourth order: an error of some h⁴ = 4e-15 times the fifth derivative. */
const h = 2.5e-4;
function derivative(f: (t: number) => ArrayLike<number>, t: number): number[] {
  const [a, b, c, d] = [-2, -1, 1, 2].map((k) => f(t + k * h)) as [number[], number[], number[], number[]];
  return Array.from(a, (_, k) => (a[k]! - 8 * b[k]! + 8 * c[k]! - d[k]!) / (12 * h));
}

/** Positions and velocities: of the origins, and ω from Ṙ·Rᵀ. */
function motionAt(law: Motions, t: number): BodyMotion {
  const now = poseAt(law, t);
  now.velocity.set(derivative((time) => poseAt(law, time).position, t));
  const rates = derivative((time) => poseAt(law, time).rotation, t);
  for (const body of [1, 2]) {
    const at = 9 * body;
    const W = (i: number, j: number) =>
      [0, 1, 2].reduce((sum, k) => sum + rates[at + 3 * i + k]! * now.rotation[at + 3 * j + k]!, 0);
    now.angularVelocity.set([W(2, 1), W(0, 2), W(1, 0)], 3 * body);
  }
  return now;
}

function forcesOf(element: ForceElement, motion: BodyMotion, time = 0) {
  const forces = { force: new Float64Array(9), torque: new Float64Array(9) };
  element.apply(time, motion, forces);
  return forces;
}

/** Sum of forces, of moments about the world's origin, and power, of what acts on bodies 1 and 2. */
function balance(motion: BodyMotion, { force, torque }: { force: Float64Array; torque: Float64Array }) {
  const total = [0, 0, 0, 0, 0, 0];
  let power = 0;
  for (const body of [1, 2]) {
    const [r, f, n] = [motion.position, force, torque].map((a) => [...a.slice(3 * body, 3 * body + 3)]) as number[][];
    const moment = [
      r![1]! * f![2]! - r![2]! * f![1]!,
      r![2]! * f![0]! - r![0]! * f![2]!,
      r![0]! * f![1]! - r![1]! * f![0]!,
    ];
    for (let k = 0; k < 3; k++) {
      total[k]! += f![k]!;
      total[3 + k]! += n![k]! + moment[k]!;
      power += f![k]! * motion.velocity[3 * body + k]! + n![k]! * motion.angularVelocity[3 * body + k]!;
    }
  }
  return { total, power };
}

const frames = () => [new BodyFrame(1, [0.1, -0.2, 0.3]), new BodyFrame(2, [-0.3, 0.1, 0.2])] as const;
const property = (predicate: (law: Motions) => void) =>
  fc.assert(fc.property(motions, predicate), { seed: 4, numRuns: 100 });

describe("force elements between two bodies", () => {
  const laws: ForceLaw[] = [100, (x: number) => 30 * x + 50 * x ** 3, 20];
  const bushing = (largeAngles: boolean, rotSpringForceLaw: ForceLaw[] = laws) => {
    const [one, two] = frames();
    return new Bushing("mount", one, two, {
      nominalForce: [0, 0, 0],
      springForceLaw: laws,
      damperForceLaw: [0, 0, 0],
      nominalTorque: [0, 0, 0],
      rotSpringForceLaw,
      rotDamperForceLaw: [0, 0, 0],
      largeAngles,
    });
  };
  const springPotential = (x: number[]) => 50 * x[0]! ** 2 + 15 * x[1]! ** 2 + 12.5 * x[1]! ** 4 + 10 * x[2]! ** 2;

  it("neither push nor turn the pair as a whole", () => {
    property((law) => {
      const motion = motionAt(law, 0);
      const [one, two] = frames();
      const options = {
        nominalLength: 0.4,
        nominalForce: 3,
        springForceLaw: 200,
        damperForceLaw: (v: number) => 5 * v,
      };
      for (const element of [new SpringDamperPtP(one, two, options), bushing(true), bushing(false)]) {
        const { total } = balance(motion, forcesOf(element, motion));
        for (const sum of total) expect(Math.abs(sum)).toBeLessThan(1e-10);
      }
    });
  });

  it("take from the bodies what the springs store", () => {
    property((law) => {
      // moments about one of several axes are elastic only for the second, which is normal to the others
      const element = bushing(true, [0, laws[1]!, 0]);
      const motion = motionAt(law, 0);
      const { power } = balance(motion, forcesOf(element, motion));
      const stored = (t: number) => {
        forcesOf(element, poseAt(law, t));
        return [springPotential([...element.values.slice(0, 3)]) + springPotential([0, element.values[4]!, 0])];
      };
      const [rate] = derivative(stored, 0);
      // angles near the singular direction, where derivatives grow without bound, are not the matter here
      fc.pre(Math.abs(element.values[4]!) < 0.8);
      expect(Math.abs(power + rate!)).toBeLessThan(1e-7 * (1 + Math.abs(power)));
    });
  });

  it("a bushing of large angles turns about the three axes of its Cardan angles", () => {
    const [a, b, c] = [0.8, 0.4, 0.2];
    const motion = createBodyMotion(3);
    rotationFromCardan(motion.rotation, 18, Float64Array.from([a, b, c]), 0);
    const element = bushing(true, [1, 1, 1]);
    forcesOf(element, motion);
    expect([...element.values.slice(3, 6)].map((x) => Number(x.toFixed(12)))).toEqual([a, b, c]);
    const axes = [
      [1, 0, 0],
      [0, Math.cos(a), Math.sin(a)],
      [Math.sin(b), -Math.sin(a) * Math.cos(b), Math.cos(a) * Math.cos(b)],
    ];
    for (let k = 0; k < 3; k++) {
      const expected = -(a * axes[0]![k]! + b * axes[1]![k]! + c * axes[2]![k]!);
      expect(element.values[30 + k]).toBeCloseTo(expected, 12);
    }
  });

  it("a bushing of small angles has the force and torque of one of large angles near zero", () => {
    const motion = createBodyMotion(3);
    motion.position.set([0.01, 0.02, -0.01], 6);
    rotationFromCardan(motion.rotation, 18, Float64Array.from([1e-4, -2e-4, 1.5e-4]), 0);
    const [small, large] = [forcesOf(bushing(false), motion), forcesOf(bushing(true), motion)];
    for (let k = 0; k < 9; k++) {
      expect(small.force[k]).toBeCloseTo(large.force[k]!, 12);
      expect(Math.abs(small.torque[k]! - large.torque[k]!)).toBeLessThan(1e-5);
    }
  });

  it("a spring pulls along the line of its points whatever way the bodies are turned", () => {
    property((law) => {
      const [one, two] = frames();
      const options = { nominalLength: 0, nominalForce: 0, springForceLaw: 1, damperForceLaw: 0 };
      const spring = new SpringDamperPtP(one, two, options);
      const forces = forcesOf(spring, motionAt(law, 0));
      for (let k = 0; k < 3; k++) {
        expect(forces.force[3 + k]).toBeCloseTo(two.position[k]! - one.position[k]!, 12);
      }
      expect(spring.values[5]).toBeCloseTo(spring.values[0]!, 12);
    });
  });

  it("coinciding points have no direction and no force", () => {
    const spring = new SpringDamperPtP(new BodyFrame(1), new BodyFrame(2), {
      nominalLength: 1,
      nominalForce: 5,
      springForceLaw: 10,
      damperForceLaw: 1,
    });
    expect([...forcesOf(spring, createBodyMotion(3)).force]).toEqual(new Array(9).fill(0));
  });

  it("a bushing whose second angle reaches 90° says so", () => {
    const motion = createBodyMotion(3);
    rotationFromCardan(motion.rotation, 18, Float64Array.from([0, Math.PI / 2, 0]), 0);
    expect(() => forcesOf(bushing(true), motion, 2)).toThrow(/E-BUSHING-ANGLE[\s\S]*mount, t = 2 s/);
  });
});

describe("loads of the world", () => {
  it("act at the origin of their frame, in the axes asked for", () => {
    property((law) => {
      const motion = motionAt(law, 0);
      const [frame, axes] = frames();
      const element = new WorldLoad("force", "thrust", frame, ({ time }) => [time, 0, 0], axes);
      const { force, torque } = forcesOf(element, motion, 2);
      const f = [0, 3, 6].map((k) => 2 * axes.rotation[k]!);
      for (let k = 0; k < 3; k++) expect(force[3 + k]).toBeCloseTo(f[k]!, 12);
      const arm = [0, 1, 2].map((k) => frame.position[k]! - motion.position[3 + k]!);
      expect(torque[3]).toBeCloseTo(arm[1]! * f[2]! - arm[2]! * f[1]!, 12);
    });
  });

  it("a torque turns without pushing", () => {
    const motion = createBodyMotion(3);
    const { force, torque } = forcesOf(new WorldLoad("torque", "spin", frames()[0], () => [0, 0, 7]), motion);
    expect([...force]).toEqual(new Array(9).fill(0));
    expect([...torque.slice(3, 6)]).toEqual([0, 0, 7]);
  });

  it("a function that does not give three numbers is named", () => {
    const bad = new WorldLoad("force", "rocket.thrust", frames()[0], () => [1, Number.NaN, 0]);
    expect(() => forcesOf(bad, createBodyMotion(3), 3)).toThrow(/E-LOAD[\s\S]*rocket.thrust, t = 3 s[\s\S]*NaN/);
    const nothing = new WorldLoad("force", "rocket.thrust", frames()[0], () => undefined as never);
    expect(() => forcesOf(nothing, createBodyMotion(3), 3)).toThrow(/E-LOAD[\s\S]*it returned undefined/);
  });
});

describe("sensors", () => {
  it("measure what differences of positions and velocities give, also from a turning observer", () => {
    property((law) => {
      const [measured, base] = frames();
      const sensor = new Sensor({ measured, origin: base, coordinates: base, observer: base });
      const read = (t: number, still = true) => {
        const motion = motionAt(law, t);
        const linear = still ? new Float64Array(9) : Float64Array.from(derivative((u) => motionAt(law, u).velocity, t));
        const angular = still ? linear : Float64Array.from(derivative((u) => motionAt(law, u).angularVelocity, t));
        sensor.measure(motion);
        sensor.measureAccelerations({ acceleration: linear, angularAcceleration: angular });
        return sensor.values.slice();
      };
      const now = read(0, false);
      fc.pre(now[18]! > 0.3);
      const rates = derivative((t) => read(t), 0);
      // an observer who turns with the axes sees velocity = d/dt of the components, acceleration likewise
      for (const [value, rate] of [
        [0, 3],
        [3, 6],
        [12, 15],
      ] as const)
        for (let k = 0; k < 3; k++) expect(Math.abs(now[rate + k]! - rates[value + k]!)).toBeLessThan(1e-7);
      expect(Math.abs(now[19]! - rates[18]!)).toBeLessThan(1e-7);
      expect(Math.abs(now[20]! - rates[19]!)).toBeLessThan(1e-7);
    });
  });
});
