/* Differential-algebraic problems as residuals F(t, y, y') = 0. Derivatives of algebraic components start at 0. */
#include "problems.h"

/* Robertson, third equation replaced by the conservation of mass. */
static void robertsonStart(real *y, double *scale) {
  y[0] = 1; y[1] = 0; y[2] = 0;
  scale[0] = 1e-8; scale[1] = 1e-14; scale[2] = 1;
}
static void robertson(real t, const real *y, const real *yp, real *r) {
  (void)t;
  const real a = 0.04 * y[0], b = 1e4 * y[1] * y[2], c = 3e7 * y[1] * y[1];
  r[0] = yp[0] + a - b;
  r[1] = yp[1] - a + b + c;
  r[2] = y[0] + y[1] + y[2] - 1;
}
static void robertsonDerivative(real *yp, double *differential) {
  yp[0] = -0.04; yp[1] = 0.04; yp[2] = 0;
  differential[0] = 1; differential[1] = 1; differential[2] = 0;
}

/* Akzo Nobel: chemical process with one fast equilibrium. */
static void akzoStart(real *y, double *scale) {
  y[0] = 0.444; y[1] = 0.00123; y[2] = 0; y[3] = 0.007; y[4] = 0; y[5] = 115.83 * y[0] * y[3];
  fill(scale, 6, 1e-4);
}
static void akzoRhs(const real *y, real *f) {
  const real y0s = y[0] * y[0], root = SQRT(y[1]);
  const real r1 = 18.7 * y0s * y0s * root, r2 = 0.58 * y[2] * y[3], r3 = 0.58 / 34.4 * y[0] * y[4];
  const real r4 = 0.09 * y[0] * y[3] * y[3], r5 = 0.42 * y[5] * y[5] * root, in = 3.3 * (0.9 / 737 - y[1]);
  f[0] = -2 * r1 + r2 - r3 - r4;
  f[1] = -0.5 * r1 - r4 - 0.5 * r5 + in;
  f[2] = r1 - r2 + r3;
  f[3] = -r2 + r3 - 2 * r4;
  f[4] = r2 - r3 + r5;
  f[5] = 115.83 * y[0] * y[3] - y[5];
}
static void akzo(real t, const real *y, const real *yp, real *r) {
  (void)t;
  real f[6];
  akzoRhs(y, f);
  for (int i = 0; i < 5; i++) r[i] = yp[i] - f[i];
  r[5] = -f[5];
}
static void akzoDerivative(real *yp, double *differential) {
  real y[6];
  double scale[6];
  akzoStart(y, scale);
  akzoRhs(y, yp);
  yp[5] = 0;
  fill(differential, 5, 1);
  differential[5] = 0;
}

/* Pendulum, length 1, mass 1, released from the horizontal; y = (x, y, u, v, λ[, μ]). */
static void pendulumStart(real *y, double *scale) {
  for (int i = 0; i < 5; i++) y[i] = 0;
  y[0] = 1;
  fill(scale, 5, 1);
}
static void pendulum(real t, const real *y, const real *yp, real *r) {
  (void)t;
  r[0] = yp[0] - y[2];
  r[1] = yp[1] - y[3];
  r[2] = yp[2] + y[4] * y[0];
  r[3] = yp[3] + y[4] * y[1] + 9.81;
  r[4] = y[2] * y[2] + y[3] * y[3] - y[4] * (y[0] * y[0] + y[1] * y[1]) - 9.81 * y[1];
}
static void pendulumDerivative(real *yp, double *differential) {
  for (int i = 0; i < 5; i++) yp[i] = 0;
  yp[3] = -9.81;
  fill(differential, 4, 1);
  differential[4] = 0;
}
static void gglStart(real *y, double *scale) {
  for (int i = 0; i < 6; i++) y[i] = 0;
  y[0] = 1;
  fill(scale, 6, 1);
}
static void ggl(real t, const real *y, const real *yp, real *r) {
  (void)t;
  r[0] = yp[0] - y[2] + y[0] * y[5];
  r[1] = yp[1] - y[3] + y[1] * y[5];
  r[2] = yp[2] + y[4] * y[0];
  r[3] = yp[3] + y[4] * y[1] + 9.81;
  r[4] = y[0] * y[0] + y[1] * y[1] - 1;
  r[5] = y[0] * y[2] + y[1] * y[3];
}
static void gglDerivative(real *yp, double *differential) {
  for (int i = 0; i < 6; i++) yp[i] = 0;
  yp[3] = -9.81;
  fill(differential, 4, 1);
  differential[4] = 0; differential[5] = 0;
}

/* Transistor amplifier: M·y' = f with singular M, all components appear differentiated. */
static void amplifierStart(real *y, double *scale) {
  y[0] = 0; y[1] = 3; y[2] = 3; y[3] = 6; y[4] = 3; y[5] = 3; y[6] = 6; y[7] = 0;
  fill(scale, 8, 1);
}
static real transistor(real u) { return 1e-6 * (EXP(u / 0.026) - 1); }
static void amplifier(real t, const real *y, const real *yp, real *r) {
  const real in = 0.1 * SIN(200 * PI * t), g1 = transistor(y[1] - y[2]), g2 = transistor(y[4] - y[5]);
  r[0] = 1e-6 * (yp[1] - yp[0]) - (y[0] - in) / 1000;
  r[1] = 1e-6 * (yp[0] - yp[1]) + 6.0 / 9000 - y[1] * 2 / 9000 - 0.01 * g1;
  r[2] = -2e-6 * yp[2] - y[2] / 9000 + g1;
  r[3] = 3e-6 * (yp[4] - yp[3]) - (y[3] - 6) / 9000 - 0.99 * g1;
  r[4] = 3e-6 * (yp[3] - yp[4]) + 6.0 / 9000 - y[4] * 2 / 9000 - 0.01 * g2;
  r[5] = -4e-6 * yp[5] - y[5] / 9000 + g2;
  r[6] = 5e-6 * (yp[7] - yp[6]) - (y[6] - 6) / 9000 - 0.99 * g2;
  r[7] = 5e-6 * (yp[6] - yp[7]) - y[7] / 9000;
}
/* From M·y' = f and the derivative of the three algebraic equations f1 + f2 = f4 + f5 = f7 + f8 = 0 at t = 0. */
static void amplifierDerivative(real *yp, double *differential) {
  const real slope = 1e-6 / 0.026;
  yp[2] = -3.0 / 9000 / 2e-6;
  yp[5] = -3.0 / 9000 / 4e-6;
  yp[0] = yp[1] = (20 * PI / 1000 + 0.01 * slope * yp[2]) / (1.0 / 1000 + 2.0 / 9000 + 0.01 * slope);
  yp[3] = yp[4] = (-0.99 * slope * (yp[1] - yp[2]) + 0.01 * slope * yp[5]) / (3.0 / 9000 + 0.01 * slope);
  yp[6] = yp[7] = -0.99 * slope * (yp[4] - yp[5]) / (2.0 / 9000);
  fill(differential, 8, 1);
}

const Problem daeProblems[] = {
  {.name = "robertsonDae", .n = 3, .tEnd = 1e11, .start = robertsonStart, .residual = robertson,
   .startDae = robertsonDerivative},
  {.name = "akzo", .n = 6, .tEnd = 180, .start = akzoStart, .residual = akzo, .startDae = akzoDerivative},
  {.name = "pendulum", .n = 5, .tEnd = 10, .start = pendulumStart, .residual = pendulum,
   .startDae = pendulumDerivative},
  {.name = "pendulumGgl", .n = 6, .tEnd = 10, .start = gglStart, .residual = ggl, .startDae = gglDerivative,
   .suppressAlgebraic = 1},
  {.name = "transistorAmplifier", .n = 8, .tEnd = 0.2, .start = amplifierStart, .residual = amplifier,
   .startDae = amplifierDerivative},
};
const int daeProblemCount = sizeof daeProblems / sizeof *daeProblems;
