import { expect, it } from "vitest";
import { failure, StepDiagnosis } from "../../src/integrate/stepDiagnosis.ts";

const named = () => new StepDiagnosis({ names: ["a", "b"] });

it("the reasons of failures come by their number, of the last sixteen attempts", () => {
  const diagnosis = named();
  for (let k = 0; k < 3; k++) diagnosis.record(failure.notFinite, 1, 0, Number.NaN);
  for (let k = 0; k < 12; k++) diagnosis.record(failure.errorTest, 0.5, 1, 7);
  for (let k = 0; k < 2; k++) diagnosis.record(failure.convergence, 0.25, 1, Number.NaN);
  const error = diagnosis.failure("E-STEP-FAILED", 3, 0.125);
  expect(error.code).toBe("E-STEP-FAILED");
  expect(error.what).toBe("The step at t = 3 failed 17 times in a row; the last size was 1.25e-1.");
  expect(error.because).toBe(
    "the error test failed (12 of the last 16 attempts); the nonlinear iteration did not converge (2 of the last 16 attempts); the right-hand side was not finite (2 of the last 16 attempts)",
  );
  expect(error.where).toBe('component "b" limits the step');
  expect(error.data).toMatchObject({ attempts: 17, component: "b", index: 1, errorRatio: Number.NaN, stepSize: 0.125 });
  expect((error.data as { stepSizes: number[] }).stepSizes).toEqual([
    0.25,
    1,
    1,
    ...Array.from({ length: 12 }, () => 0.5),
    0.25,
  ]);
});

it("a matrix and a Jacobian are blamed in their words, and by how much an error is too large", () => {
  const diagnosis = named();
  diagnosis.record(failure.singular, 1, 1, Number.NaN);
  diagnosis.record(failure.jacobianNotFinite, 1, 0, 12.34567);
  const error = diagnosis.failure("E-STEP-SMALL", 0, -1e-9);
  expect(error.what).toBe("The step size fell to -1.00e-9 at t = 0.");
  expect(error.because).toBe(
    "the iteration matrix was singular (1 of the last 2 attempts); the Jacobian was not finite (1 of the last 2 attempts)",
  );
  expect([error.path, error.where]).toEqual(["a", 'component "a" limits the step (12.3 × tolerance)']);
});

it("without a failure nobody is blamed, and what was cleared is forgotten", () => {
  const diagnosis = named();
  diagnosis.record(failure.notFinite, 1, 0, Number.NaN);
  expect(diagnosis.stepTooSmall(1, 1e-17).code).toBe("E-NOT-FINITE");
  diagnosis.record(failure.errorTest, 1, 0, 2);
  expect(diagnosis.stepTooSmall(1, 1e-17).code).toBe("E-STEP-SMALL");
  diagnosis.clear();
  diagnosis.record(failure.notFinite, 1, 0, Number.NaN);
  diagnosis.clear();
  const error = diagnosis.stepTooSmall(1, 1e-17);
  expect(error.code).toBe("E-STEP-SMALL");
  expect(error.because).toBe("the step is at the limit of the number format");
  expect([error.path, error.where]).toEqual([undefined, undefined]);
  expect(error.data).toMatchObject({ index: -1, component: undefined, stepSizes: [] });
  expect(diagnosis.failure("E-NOT-FINITE", 2, 0.5).what).toBe(
    "The right-hand side is not finite near t = 2, even for a step of 5.00e-1.",
  );
});

it("components without names are told by their number", () => {
  expect(new StepDiagnosis({}).nameOf(3)).toBe("y[3]");
  expect(named().nameOf(1)).toBe("b");
});
