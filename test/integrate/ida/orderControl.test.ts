import { describe, expect, it } from "vitest";
import { OrderControl } from "../../../src/integrate/ida/orderControl.ts";

/** Accepts steps of size h at the order that the control asks for, with errors that fall by `fall` per order. */
function acceptSteps(control: OrderControl, count: number, error: number, fall: number): void {
  for (let n = 0; n < count; n++) {
    const k = control.order;
    control.estimate(k, error, k > 1 ? error / fall : 0, k > 2 ? error / fall ** 2 : 0);
    control.accept(control.step, k, control.needsHigherError(k) ? error * fall : Number.NaN);
  }
}

function started(): OrderControl {
  const control = new OrderControl(5);
  control.start();
  control.step = 1;
  return control;
}

describe("order control", () => {
  it("raises the order and doubles the step with each step of a start, up to the highest order", () => {
    const control = started();
    const orders: number[] = [];
    const steps: number[] = [];
    for (let n = 0; n < 6; n++) {
      orders.push(control.order);
      steps.push(control.step);
      acceptSteps(control, 1, 1e-6, 0.1);
    }
    expect(orders).toEqual([1, 1, 2, 3, 4, 5]);
    expect(steps).toEqual([1, 1, 2, 4, 8, 16]);
    expect(control.order).toBe(5);
    expect(control.isStartPhase).toBe(false);
  });

  it("leaves order 1 unless it is twice as good as order 2, and enters order 2 from there alone by that rule", () => {
    const next = (k: number, errorHigher: number): number => {
      const control = started();
      control.fail(k);
      control.estimate(k, 1e-3, k > 1 ? 1 : 0, 0);
      control.accept(1, k, errorHigher);
      return control.order;
    };
    // 3·err₂ < 2·2·err₁
    expect([next(1, 1.32e-3), next(1, 1.34e-3)]).toEqual([2, 1]);
    // 4·err₃ < 3·err₂
    expect([next(2, 0.74e-3), next(2, 0.76e-3), next(2, 1.2e-3)]).toEqual([3, 2, 2]);
  });

  it("asks for the error of the next order only where it may be raised", () => {
    const control = started();
    expect(control.needsHigherError(1)).toBe(false);
    acceptSteps(control, 4, 1e-6, 0.1);
    const k = control.order;
    control.fail(k);
    const asked: boolean[] = [];
    for (let n = 0; n < k + 2; n++) {
      control.estimate(k, 1e-3, 1, 1);
      asked.push(control.needsHigherError(k));
      control.accept(1, k, Number.NaN);
    }
    // k + 1 steps of the order first
    expect(asked).toEqual([...Array.from({ length: k + 1 }, () => false), true]);
    control.estimate(k, 1e-3, 0, 0);
    expect(control.needsHigherError(k)).toBe(false);
  });

  it("lowers the order when the errors of lower orders are not larger", () => {
    const control = started();
    acceptSteps(control, 6, 0.06, 0.1);
    expect(control.order).toBe(5);
    control.estimate(5, 0.06, 0.05, 0.04);
    control.accept(control.step, 5, Number.NaN);
    expect(control.order).toBe(4);
  });

  it("raises the order only after k + 2 steps at order k", () => {
    const control = new OrderControl(3);
    control.start();
    control.step = 1;
    acceptSteps(control, 3, 0.03, 0.1);
    control.fail(control.order);
    control.estimate(2, 0.03, 0.3, 0);
    const raisedAfter: number[] = [];
    control.order = 2;
    for (let n = 1; n <= 5 && raisedAfter.length === 0; n++) {
      control.estimate(2, 0.03, 0.3, 0);
      control.accept(1, 2, control.needsHigherError(2) ? 0.003 : Number.NaN);
      if (control.order === 3) raisedAfter.push(n);
    }
    // one step at order 2 was made in the start
    expect(raisedAfter).toEqual([3]);
  });

  it("does not let the step grow right after a failure, however small the error", () => {
    const control = started();
    acceptSteps(control, 6, 1e-6, 0.1);
    control.fail(5);
    control.step = 1;
    const sizes: number[] = [];
    for (let n = 0; n < 7; n++) {
      acceptSteps(control, 1, 1e-9, 0.1);
      sizes.push(control.step);
    }
    expect(sizes).toEqual([1, 1, 1, 1, 1, 2, 4]);
  });

  it("keeps the step while the error is near its aim, and bounds every change", () => {
    const control = started();
    acceptSteps(control, 6, 1e-6, 0.1);
    const ratio = (error: number): number => {
      control.step = 1;
      control.estimate(5, error, 10 * error, 100 * error);
      control.accept(1, 5, Number.NaN);
      return control.step;
    };
    expect(ratio(1 / 16)).toBe(1);
    expect(ratio(0.02)).toBe(1);
    expect(ratio(1e-3)).toBeCloseTo((0.016 + 0.0001) ** (-1 / 6), 12);
    expect(ratio(0)).toBe(2);
    expect(ratio(0.9)).toBeCloseTo(14.4001 ** (-1 / 6), 12);
    expect(ratio(1e9)).toBe(0.5);
  });

  it("reduces the step by the error after a failed test, between a quarter and nine tenths", () => {
    const control = started();
    const ratio = (error: number): number => {
      control.estimate(1, error, 0, 0);
      return control.ratioAfterFailure(1);
    };
    expect(ratio(0)).toBe(0.9);
    expect(ratio(0.2)).toBeCloseTo(0.9 * 3.2001 ** -0.5, 12);
    expect(ratio(1e6)).toBe(0.25);
  });
});
