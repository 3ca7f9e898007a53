import { describe, expect, it } from "vitest";
import { ElasticContactPairMaterial } from "../../../src/contact/contactPairMaterial.ts";
import { modeSlip, modeStick, StickSlip } from "../../../src/contact/stiction/stickSlip.ts";
import { StickSlipInput } from "../../../src/contact/stiction/stickSlipInput.ts";
import { mulberry32 } from "../../reference/narrowphase/poses.ts";
import { identity, turnedBy } from "../patch/poses.ts";

const constants = { friction: 0.3, staticFriction: 0.4, bristleLength: 1e-6, standstillSpeed: 1e-3 };

/** A contact in the plane z = 0 with normal force 10 N and lever 0.1 m; B is moved and turned a little, and moves. */
function contact(
  move: readonly number[] = [0, 0, 0],
  velocity: readonly number[] = [0, 0, 0, 0, 0, 0],
  turn = 0,
): StickSlipInput {
  const input = new StickSlipInput();
  input.RA = identity;
  input.RB = turnedBy([0, 0, turn]);
  input.rA = Float64Array.of(0, 0, -1);
  input.rB = Float64Array.from([move[0]!, move[1]!, 1]);
  input.point.set([0.2, 0.1, 0]);
  input.normal.set([0, 0, 1]);
  input.twist.set(velocity);
  input.load.set([10, 0.1]);
  return input;
}

describe("stick and slip of a contact", () => {
  it("sticks at rest and pulls back in proportion to the displacement", () => {
    const state = new StickSlip(constants);
    state.begin(contact());
    expect(state.mode).toBe(modeStick);
    state.evaluate(contact([2e-7, 1e-7, 0]));
    expect(state.force[0]).toBeCloseTo(-10 * 0.2, 8);
    expect(state.force[1]).toBeCloseTo(-10 * 0.1, 8);
    expect(state.margin).toBeCloseTo(1.001 * 0.4 - Math.hypot(0.2, 0.1), 8);
  });

  it("stays as it is at an event while its margin lasts", () => {
    const state = new StickSlip(constants);
    state.begin(contact());
    expect([state.settle(contact([2e-7, 1e-7, 0])), state.mode]).toEqual([false, modeStick]);
    const sliding = contact([0, 0, 0], [0.5, 0, 0, 0, 0, 0]);
    const slipping = new StickSlip(constants);
    slipping.begin(sliding);
    expect([slipping.settle(sliding), slipping.mode]).toEqual([false, modeSlip]);
  });

  it("resists drilling with the torque of its lever", () => {
    const state = new StickSlip(constants);
    state.begin(contact());
    // turned about the contact point itself: the origin of B moves so that the point stays
    const angle = 1e-6;
    state.evaluate(contact([0.1 * angle, -0.2 * angle, 0], [0, 0, 0, 0, 0, 0], angle));
    expect(Math.hypot(state.force[0], state.force[1])).toBeLessThan(1e-4);
    expect(state.torque[2]).toBeCloseTo(-10 * 0.1 * ((0.1 * angle) / 1e-6), 6);
  });

  it("gives way at the limit with a continuous force, and slips along it", () => {
    const state = new StickSlip({ ...constants, staticFriction: 0.3 });
    state.begin(contact());
    const loaded = contact([0.3004e-6, 0, 0]);
    state.evaluate(loaded);
    const before = state.force[0];
    expect(state.margin).toBeLessThan(0);
    expect(state.settle(loaded)).toBe(true);
    expect(state.mode).toBe(modeSlip);
    expect(Math.abs(state.force[0] / before - 1)).toBeLessThan(2e-3);
    expect(state.margin).toBeGreaterThan(0);
  });

  it("slips with μ_k against the velocity, drilling included in one limit", () => {
    const state = new StickSlip(constants);
    const sliding = contact([0, 0, 0], [0.5, 0, 0, 0, 0, 5]);
    state.begin(sliding);
    expect(state.mode).toBe(modeSlip);
    // 0.5 m/s along x, and 5 rad/s · 0.1 m about the normal
    expect(state.force[0]).toBeCloseTo((-10 * 0.3) / Math.SQRT2, 10);
    expect(state.torque[2]).toBeCloseTo((-10 * 0.3 * 0.1) / Math.SQRT2, 10);
  });

  it("comes to rest with a continuous force, and follows a change of direction", () => {
    const state = new StickSlip(constants);
    state.begin(contact([0, 0, 0], [0.5, 0, 0, 0, 0, 0]));
    const slow = contact([0.1, 0, 0], [-1.1e-4, 0, 0, 0, 0, 0]);
    state.evaluate(slow);
    const before = state.force[0];
    expect(state.settle(slow)).toBe(true);
    expect(state.mode).toBe(modeStick);
    expect(state.force[0]).toBeCloseTo(before, 10);

    const turning = new StickSlip(constants);
    turning.begin(contact([0, 0, 0], [0.5, 0, 0, 0, 0, 0]));
    const sideways = contact([0.1, 0, 0], [-0.001, 0.5, 0, 0, 0, 0]);
    expect(turning.settle(sideways)).toBe(true);
    expect(turning.mode).toBe(modeSlip);
    expect(turning.force[1]).toBeCloseTo(-3, 4);
  });

  it("does not count a rotation about the contact point across the normal as slip: a box may tip", () => {
    const state = new StickSlip(constants);
    state.begin(contact());
    const tipped = contact();
    const R = turnedBy([0, 0.3, 0]);
    // B turned about the point (0.2, 0.1, 0): its origin goes from (0, 0, 1) to p + R·(o − p)
    const arm = [-0.2, -0.1, 1];
    tipped.RB = R;
    tipped.rB = Float64Array.from(
      [0, 1, 2],
      (i) => tipped.point[i]! + R[3 * i]! * arm[0]! + R[3 * i + 1]! * arm[1]! + R[3 * i + 2]! * arm[2]!,
    );
    state.evaluate(tipped);
    expect(Math.hypot(...state.force)).toBeLessThan(1e-7);
  });

  it("is the same from every side: what is turned as a whole has turned forces, and changes its mode at the same instants", () => {
    const u = mulberry32(41);
    const random = (size: number): number[] => [0, 1, 2].map(() => size * (2 * u() - 1));
    const modes = new Set<unknown>();
    for (let scene = 0; scene < 12; scene++) {
      const Q = turnedBy(random(2));
      const turned = (v: ArrayLike<number>): number[] =>
        [0, 1, 2].map((i) => Q[3 * i]! * v[0]! + Q[3 * i + 1]! * v[1]! + Q[3 * i + 2]! * v[2]!);
      const product = (R: Float64Array): Float64Array => {
        const out = new Float64Array(9);
        for (let j = 0; j < 3; j++)
          turned([R[j]!, R[3 + j]!, R[6 + j]!]).forEach((x, i) => {
            out[3 * i + j] = x;
          });
        return out;
      };
      const radius = scene % 3 === 0 ? 0 : 0.05;
      const [one, other] = [new StickSlip(constants, radius), new StickSlip(constants, radius)];
      const [RA, RB] = [turnedBy(random(2)), turnedBy(random(2))];
      const [rA, rB, point, direction] = [random(1), random(1), random(1), random(1)];
      const normal = direction.map((x) => x / Math.hypot(...direction));
      for (let instant = 0; instant < 8; instant++) {
        // from sticking by less than a bristle to slipping and rolling fast
        const [way, speed] = [3e-7 * u(), [1e-4, 5e-3, 1][instant % 3]!];
        const [a, b] = [random(5), normal];
        // every fourth instant it rolls: it turns across the normal, and hardly slips
        const across = [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!];
        const twist = instant % 4 === 0 ? [...random(1e-5), ...across] : [...random(speed), ...random(speed)];
        const moved = random(way);
        const inputs = [false, true].map((isTurned) => {
          const input = new StickSlipInput();
          const seen = (v: ArrayLike<number>): number[] => (isTurned ? turned(v) : Array.from(v));
          const turn = turnedBy(moved.map((x) => 0.5 * x), RB); // biome-ignore format: one rotation
          input.RA = isTurned ? product(RA) : RA;
          input.RB = isTurned ? product(turn) : turn;
          input.rA = Float64Array.from(seen(rA));
          input.rB = Float64Array.from(seen(rB.map((x, i) => x + moved[i]!)));
          input.point.set(seen(point));
          input.normal.set(seen(normal));
          input.twist.set([...seen(twist.slice(0, 3)), ...seen(twist.slice(3))]);
          input.load.set([10 + instant, 0.1]);
          return input;
        });
        [one, other].forEach((state, k) => {
          if (instant === 0) state.begin(inputs[k]!);
          else if (instant % 2 === 0) state.settle(inputs[k]!);
          state.evaluate(inputs[k]!);
        });
        modes.add(one.mode);
        expect(other.mode).toBe(one.mode);
        expect(other.margin).toBeCloseTo(one.margin, 7);
        turned(one.force).forEach((x, i) => {
          expect(other.force[i]).toBeCloseTo(x, 6);
        });
        turned(one.torque).forEach((x, i) => {
          expect(other.torque[i]).toBeCloseTo(x, 6);
        });
        // friction acts across the normal, torque along it, both within the limit
        expect(Math.abs(normal.reduce((sum, n, i) => sum + n * one.force[i]!, 0))).toBeLessThan(1e-9);
        expect(Math.abs(normal.reduce((sum, n, i) => sum + n * one.torque[i]!, 0))).toBeCloseTo(
          Math.hypot(...one.torque),
          9,
        );
        if (one.mode === modeSlip)
          expect(Math.hypot(...one.force, Math.hypot(...one.torque) / 0.1) / (10 + instant)).toBeLessThan(0.3 + 1e-9);
      }
    }
    expect(modes.size).toBe(3);
  });

  it("refuses constants without meaning", () => {
    const make = () =>
      ElasticContactPairMaterial({ slidingFrictionCoefficient: 0.3, stiction: true, staticFrictionCoefficient: 0.2 });
    expect(make).toThrowError(
      expect.objectContaining({ code: "E-CONTACT-VALUE", hint: expect.stringContaining("slidingFrictionCoefficient") }),
    );
    const long = () => ElasticContactPairMaterial({ stiction: true, bristleLength: 0 });
    expect(long).toThrowError(expect.objectContaining({ code: "E-CONTACT-VALUE" }));
  });
});

describe("a contact that is turned as a whole", () => {
  const times = (Q: ArrayLike<number>, x: ArrayLike<number>): number[] =>
    [0, 1, 2].map((i) => Q[3 * i]! * x[0]! + Q[3 * i + 1]! * x[1]! + Q[3 * i + 2]! * x[2]!);
  const product = (Q: ArrayLike<number>, R: ArrayLike<number>): Float64Array =>
    Float64Array.from({ length: 9 }, (_, k) =>
      [0, 1, 2].reduce((sum, j) => sum + Q[3 * Math.floor(k / 3) + j]! * R[3 * j + (k % 3)]!, 0),
    );
  const turned = (input: StickSlipInput, Q: ArrayLike<number>): StickSlipInput => {
    const other = new StickSlipInput();
    other.RA = product(Q, input.RA);
    other.RB = product(Q, input.RB);
    other.rA = Float64Array.from(times(Q, input.rA));
    other.rB = Float64Array.from(times(Q, input.rB));
    other.point.set(times(Q, input.point));
    other.normal.set(times(Q, input.normal));
    other.twist.set([...times(Q, input.twist), ...times(Q, input.twist.subarray(3))]);
    other.load.set(input.load);
    return other;
  };

  it("has forces, torques and margins that are turned with it", () => {
    const u = mulberry32(23);
    for (let k = 0; k < 40; k++) {
      const Q = turnedBy([6 * (u() - 0.5), 6 * (u() - 0.5), 6 * (u() - 0.5)]);
      const small = (size: number): number[] => [size * (u() - 0.5), size * (u() - 0.5), size * (u() - 0.5)];
      const [first, second] = [contact(), contact(small(4e-7), [...small(1e-4), ...small(1e-3)])];
      second.RB = product(turnedBy(small(4e-3)), second.RB);
      const radius = k % 2 === 0 ? 0.05 : 0;
      const [one, other] = [new StickSlip(constants, radius), new StickSlip(constants, radius)];
      one.begin(first);
      other.begin(turned(first, Q));
      one.evaluate(second);
      other.evaluate(turned(second, Q));
      // roundings of places of a metre are parts of 1e-10 of a bristle
      const size = 10 * (1 + Math.hypot(...one.force, ...one.torque));
      times(Q, one.force).forEach((x, i) => expect(Math.abs(other.force[i]! - x)).toBeLessThan(1e-8 * size));
      times(Q, one.torque).forEach((x, i) => expect(Math.abs(other.torque[i]! - x)).toBeLessThan(1e-8 * size));
      expect(Math.abs(other.margin - one.margin)).toBeLessThan(1e-8 * (1 + Math.abs(one.margin)));
    }
  });

  it("has rolled away behind (ℓ/100/R)^⅓, about any axis across the normal, and not by drilling", () => {
    const radius = 0.05;
    const largest = Math.cbrt((0.01 * constants.bristleLength) / radius);
    const marginAt = (angle: readonly number[]): number => {
      const state = new StickSlip(constants, radius);
      state.begin(contact());
      const input = contact();
      input.RB = turnedBy(angle);
      // about the contact point, which stays where it is
      const arm = [-0.2, -0.1, 1];
      input.rB = Float64Array.from(times(input.RB, arm).map((x, i) => x + input.point[i]!));
      state.evaluate(input);
      return state.margin;
    };
    for (const direction of [0, 1, 2, 4]) {
      const [x, y] = [Math.cos(direction), Math.sin(direction)];
      expect(marginAt([1.01 * largest * x, 1.01 * largest * y, 0])).toBeLessThan(0);
      expect(marginAt([0.99 * largest * x, 0.99 * largest * y, 0])).toBeGreaterThan(0);
    }
    // bristles bend by ρ times the angle
    expect(marginAt([0, 0, 1e-6])).toBeCloseTo(1.001 * constants.staticFriction - 0.1, 6);
  });

  it("that has rolled away slowly sticks on from where it is, with the force that it had", () => {
    const radius = 0.05;
    const angle = 1.01 * Math.cbrt((0.01 * constants.bristleLength) / radius);
    const state = new StickSlip(constants, radius);
    state.begin(contact());
    const rolled = (turns: number, slip: readonly number[]): StickSlipInput => {
      const input = contact([0, 0, 0], [1e-5, 0, 0, 0, 0, 0]);
      input.RB = turnedBy([turns * angle, 0, 0]);
      const place = times(input.RB, [-0.2, -0.1, 1]);
      input.rB = Float64Array.from(place.map((x, i) => x + input.point[i]! + slip[i]!));
      return input;
    };
    const first = rolled(1, [1e-7, 0, 0]);
    state.evaluate(first);
    expect(state.margin).toBeLessThan(0);
    const before = [...state.force];
    const damping = 2 / Math.sqrt(9.81 * constants.bristleLength);
    expect(before[0]).toBeCloseTo(-10 * (0.1 + damping * 1e-5), 6);
    expect(state.settle(first)).toBe(true);
    expect(state.isSticking).toBe(true);
    state.force.forEach((x, i) => expect(x).toBeCloseTo(before[i]!, 8));
    expect(state.margin).toBeCloseTo(1.001 * 0.4 + before[0]! / 10, 6);
    // one such angle further it has rolled away again, and bristles bend by what it slips in between
    state.evaluate(rolled(2, [1e-7, 1e-7, 0]));
    expect(state.margin).toBeLessThan(0);
    expect(state.force[0]).toBeCloseTo(before[0]!, 6);
    expect(state.force[1]).toBeCloseTo(before[1]! - 10 * 0.1, 6);
  });
});
