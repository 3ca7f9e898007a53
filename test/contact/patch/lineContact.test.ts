import { describe, expect, it } from "vitest";
import { LineContact } from "../../../src/contact/patch/lineContact.ts";
import { patchBody } from "../../../src/contact/patch/patchBody.ts";
import { PatchContact } from "../../../src/contact/patch/patchContact.ts";
import { halfSpaceFactor } from "../../../src/contact/patch/patchLaw.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import { Beam } from "../../../src/geometry/shapes/beam.ts";
import { Box } from "../../../src/geometry/shapes/box.ts";
import { Capsule } from "../../../src/geometry/shapes/capsule.ts";
import { Cone } from "../../../src/geometry/shapes/cone.ts";
import { Cylinder } from "../../../src/geometry/shapes/cylinder.ts";
import { createRandom } from "../../../src/math/random.ts";
import { createBodyMotion } from "../../../src/mechanics/bodyMotion.ts";
import { identity, turnedBy } from "./poses.ts";

const capsule = patchBody(convexBody(Capsule({ axis: 1, diameter: 0.1, length: 0.2 })))!;
const cylinder = patchBody(convexBody(Cylinder({ axis: 1, diameter: 0.3, length: 1 })))!;
const radius = (0.05 * 0.15) / 0.2;
const stiffness = { modulus: 1e9, foundation: 0 };
const origin = new Float64Array(3);

/** The capsule on top of the cylinder with this depth of its middle. */
function press(pair: LineContact | PatchContact, depth: number, R = identity): void {
  pair.evaluate(identity, 0, origin, 0, R, 0, Float64Array.of(0, 0, 0.2 - depth), 0, stiffness);
}

describe("a capsule that touches with its side and one end, inclined,", () => {
  const bodies = {
    box: Box({ lengthX: 0.6, lengthY: 0.6, lengthZ: 0.3 }),
    cylinder: Cylinder({ axis: 2, diameter: 0.3, length: 1 }),
    capsule: Capsule({ axis: 2, diameter: 0.3, length: 1 }),
    cone: Cone({ axis: 2, diameter: 0.5, topDiameter: 0.1, length: 1 }),
  };
  it.each(Object.entries(bodies))("is pushed and turned by the gradient of its energy: on a %s", (name, shape) => {
    const other = patchBody(convexBody(shape))!;
    for (const [tilt, turn, aside] of [[0, 0.3, 0.01], [0.05, 0.4, 0.02], [0.15, 1.2, -0.03], [-0.25, 0.2, 0.02]]) // biome-ignore format: a list
      for (const depth of [1e-3, 1e-2]) {
        const pair = new LineContact(other, capsule, 0.04);
        const R = turnedBy([0, 0, turn!], turnedBy([0, tilt!, 0]));
        const slope = name === "cone" ? 0.3 : 0;
        const place = [aside!, 0.5 * slope + 0.02, 0.2 - depth - (name === "cone" ? 0.01 : 0)];
        const at = (r: readonly number[], w: readonly number[]): number => {
          pair.evaluate(identity, 0, origin, 0, turnedBy(w, R), 0, Float64Array.from(r), 0, stiffness);
          return pair.energy;
        };
        expect(at(place, [0, 0, 0])).toBeGreaterThan(0);
        const [force, torque] = [[...pair.force], [...pair.torque]];
        const size = Math.hypot(...force);
        const arm = [0, 1, 2].map((i) => pair.point[i]! - place[i]!);
        const moment = [0, 1, 2].map((i) => {
          const [j, k] = [(i + 1) % 3, (i + 2) % 3];
          return torque[i]! + arm[j]! * force[k]! - arm[k]! * force[j]!;
        });
        const h = 1e-4 * depth;
        for (let i = 0; i < 3; i++) {
          const shift = (sign: number): number[] => place.map((x, k) => x + (k === i ? sign * h : 0));
          const turned = (sign: number): number[] => [0, 1, 2].map((k) => (k === i ? sign * 10 * h : 0));
          const pull = -(at(shift(1), [0, 0, 0]) - at(shift(-1), [0, 0, 0])) / (2 * h);
          const twist = -(at(place, turned(1)) - at(place, turned(-1))) / (20 * h);
          expect(Math.abs(pull - force[i]!) / size).toBeLessThan(1e-5);
          expect(Math.abs(twist - moment[i]!) / (0.1 * size)).toBeLessThan(1e-5);
        }
      }
  });
});

describe("a capsule along a cylinder", () => {
  it("has the force of its line and of two half balls, in closed form", () => {
    const pair = new LineContact(cylinder, capsule, radius);
    for (const d of [1e-6, 1e-5, 1e-3]) {
      press(pair, d);
      const kappa = (Math.SQRT2 / 4) * (256 / 315);
      const content = 0.2 * kappa * Math.sqrt(radius) * d ** 4.5 + ((Math.PI * radius) / 10) * d ** 5;
      const slope = 0.2 * kappa * Math.sqrt(radius) * 4.5 * d ** 3.5 + ((Math.PI * radius) / 2) * d ** 4;
      const force = (0.5 * halfSpaceFactor * 1e9 * slope) / Math.sqrt(content);
      expect(pair.force[2]! / force).toBeCloseTo(1, 9);
      expect(Math.hypot(...pair.torque)).toBeLessThan(1e-12 * force);
      // the patch of facets, which is slower, says the same
      const patch = new PatchContact(cylinder, capsule);
      press(patch, d);
      expect(pair.force[2]! / patch.force[2]!).toBeGreaterThan(0.97);
      expect(pair.force[2]! / patch.force[2]!).toBeLessThan(1.03);
    }
  });

  it("touches over the area in which the bodies overlap, lying, inclined and on one end", () => {
    const d = 1e-4;
    const table = patchBody(convexBody(Box({ lengthX: 2, lengthY: 2, lengthZ: 0.4 })))!;
    const pair = new LineContact(table, capsule, 0.05);
    const patch = new PatchContact(table, capsule);
    // width and disc of a capsule of the radius 0.05 m, cut by a plane
    const a = Math.sqrt(2 * 0.05 * d);
    // inclined by a little: the disc of the lower ball up to where the line begins, and the line, which becomes narrower up to its end
    const inclined = (tilt: number): number => {
      const phi = Math.asin((0.05 * tilt) / a);
      const left = d - 0.5 * 0.05 * tilt * tilt;
      const line = ((4 / 3) * Math.sqrt(2 * 0.05) * left ** 1.5) / tilt;
      return a * a * (phi + 0.5 * Math.PI + Math.sin(phi) * Math.cos(phi)) + line;
    };
    for (const [tilt, area] of [
      [0, 2 * a * 0.2 + Math.PI * a * a],
      [0.001, inclined(0.001)],
      [0.01, inclined(0.01)],
      [0.5, Math.PI * a * a],
      [Math.PI / 2, Math.PI * a * a],
    ] as const) {
      const place = Float64Array.of(0, 0, 0.25 + 0.1 * Math.sin(tilt) - d);
      for (const one of [pair, patch])
        one.evaluate(identity, 0, origin, 0, turnedBy([0, tilt, 0]), 0, place, 0, stiffness);
      expect(pair.area / area).toBeCloseTo(1, 3);
      // facets are inside the round body
      expect(Math.abs(pair.area / patch.area - 1)).toBeLessThan(0.07);
    }
  });

  it("does to the one the opposite of what it does to the other, whichever comes first", () => {
    const [there, back] = [new LineContact(cylinder, capsule, radius), new LineContact(capsule, cylinder, radius)];
    const motion = createBodyMotion(3);
    motion.velocity.set([0, 0, 0, 0.1, 0.2, -0.3, -0.2, 0.1, 0.1]);
    motion.angularVelocity.set([0, 0, 0, 1, -2, 0.5, 0.3, 0.2, -1]);
    motion.position.set([0.02, 0.001, 0.2 - 1e-3], 6);
    for (const R of [identity, turnedBy([0.1, 0.001, 0.05])]) {
      const place = Float64Array.of(0.02, 0.001, 0.2 - 1e-3);
      there.evaluate(identity, 0, origin, 0, R, 0, place, 0, stiffness);
      back.evaluate(R, 0, place, 0, identity, 0, origin, 0, stiffness);
      for (const isDamped of [false, true]) {
        if (isDamped) {
          const law = { damping: 0.3, friction: 0.4, smallSpeed: 1e-3 };
          there.addDissipation(motion, 1, 2, law);
          back.addDissipation(motion, 2, 1, law);
        }
        const size = there.normalForce;
        expect(back.normalForce / size).toBeCloseTo(1, 12);
        for (let i = 0; i < 3; i++) {
          expect((there.force[i]! + back.force[i]!) / size).toBeCloseTo(0, 12);
          expect((there.torque[i]! + back.torque[i]!) / size).toBeCloseTo(0, 12);
          expect(there.normal[i]! + back.normal[i]!).toBeCloseTo(0, 12);
          expect(there.point[i]! - back.point[i]!).toBeCloseTo(0, 12);
        }
        // on what lies above, upwards
        expect(there.normal[2]).toBeGreaterThan(0.9);
      }
    }
  });

  it("is a ball with Hertz' law when it stands on one end", () => {
    const pair = new LineContact(cylinder, capsule, radius);
    const R = turnedBy([0, Math.PI / 2, 0]);
    const d = 1e-5;
    pair.evaluate(identity, 0, origin, 0, R, 0, Float64Array.of(0, 0, 0.3 - d), 0, stiffness);
    expect(pair.force[2]! / ((4 / 3) * 1e9 * Math.sqrt(radius) * d ** 1.5)).toBeCloseTo(1, 9);
  });

  it("gives the same forces whichever body comes first", () => {
    const R = turnedBy([0.1, 0.004, 0.2]);
    const [forth, back] = [new LineContact(cylinder, capsule, radius), new LineContact(capsule, cylinder, radius)];
    press(forth, 1e-4, R);
    back.evaluate(R, 0, Float64Array.of(0, 0, 0.2 - 1e-4), 0, identity, 0, origin, 0, stiffness);
    for (let k = 0; k < 3; k++) {
      expect(back.force[k]).toBeCloseTo(-forth.force[k]!, 9);
      expect(back.torque[k]).toBeCloseTo(-forth.torque[k]!, 9);
    }
  });
});

describe("the force of a capsule on round bodies", () => {
  const others = {
    cylinder,
    capsule: patchBody(convexBody(Capsule({ axis: 2, diameter: 0.2, length: 0.5 })))!,
    cone: patchBody(convexBody(Cone({ axis: 3, diameter: 0.4, topDiameter: 0.2, length: 0.5 })))!,
    beam: patchBody(convexBody(Beam({ axis: 1, length: 0.5, width: 0.2, thickness: 0.1 })))!,
  };
  it.each(Object.entries(others))("on a %s is the gradient of its energy, and smooth", (_, other) => {
    const random = createRandom(7);
    const pair = new LineContact(other, capsule, radius);
    const motion = createBodyMotion(2);
    let touched = 0;
    for (let n = 0; n < 400 && touched < 12; n++) {
      const v = () => 2 * random.uniform() - 1;
      const R = turnedBy([v(), 0.02 * v(), 3 * v()]);
      const direction = [v(), v(), 0.5 + random.uniform()];
      const size = Math.hypot(...direction);
      const at = (distance: number, shift = [0, 0, 0]) => {
        const r = Float64Array.from(direction, (x, k) => (distance * x) / size + shift[k]!);
        pair.evaluate(identity, 0, origin, 0, R, 0, r, 0, stiffness);
        return pair.energy;
      };
      let [inside, apart] = [0, 1];
      for (let k = 0; k < 50; k++) {
        const middle = (inside + apart) / 2;
        at(middle);
        if (pair.isTouching) inside = middle;
        else apart = middle;
      }
      const place = inside - 3e-4;
      at(place);
      if (!pair.isTouching || pair.depth > 1e-3) continue;
      touched++;
      const force = [...pair.force];
      const scale = Math.hypot(...force);
      const h = 1e-7;
      for (let k = 0; k < 3; k++) {
        const shift = (s: number) => [0, 1, 2].map((i) => (i === k ? s : 0));
        const slope = -(at(place, shift(h)) - at(place, shift(-h))) / (2 * h);
        // shallow parabolas stand for round sections: right to depth over radius
        expect(Math.abs(slope - force[k]!) / scale).toBeLessThan(0.02);
      }
      at(place);
      pair.addDissipation(motion, 0, 1, { damping: 100, friction: 0.5, smallSpeed: 0.01 });
      for (let k = 0; k < 3; k++) expect(pair.force[k]! / scale).toBeCloseTo(force[k]! / scale, 12);
    }
    expect(touched).toBeGreaterThan(5);
  });
});
