import { describe, expect, it } from "vitest";
import { ElasticContactPairMaterial } from "../../../src/contact/contactPairMaterial.ts";
import { modeSlip, modeStick, StickSlip, StickSlipInput } from "../../../src/contact/stiction/stickSlip.ts";
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
