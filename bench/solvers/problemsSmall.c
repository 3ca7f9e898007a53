/* Stiff reaction kinetics and circuits with few unknowns. */
#include "problems.h"

/* Robertson: three reactions, time scales over eleven decades. */
static void robertsonStart(real *y, double *scale) {
  y[0] = 1; y[1] = 0; y[2] = 0;
  scale[0] = 1e-8; scale[1] = 1e-14; scale[2] = 1;
}
static void robertson(real t, const real *y, real *f) {
  (void)t;
  const real a = 0.04 * y[0], b = 1e4 * y[1] * y[2], c = 3e7 * y[1] * y[1];
  f[0] = -a + b;
  f[1] = a - b - c;
  f[2] = c;
}

/* Van der Pol, scaled, eps = 1e-6. */
static void vdpolStart(real *y, double *scale) {
  y[0] = 2; y[1] = 0;
  fill(scale, 2, 1);
}
static void vdpol(real t, const real *y, real *f) {
  (void)t;
  f[0] = y[1];
  f[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) / 1e-6;
}

/* HIRES: growth of a plant under light. */
static void hiresStart(real *y, double *scale) {
  for (int i = 0; i < 8; i++) y[i] = 0;
  y[0] = 1; y[7] = 0.0057;
  fill(scale, 8, 1e-4);
}
static void hires(real t, const real *y, real *f) {
  (void)t;
  const real r = 280 * y[5] * y[7];
  f[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007;
  f[1] = 1.71 * y[0] - 8.75 * y[1];
  f[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4];
  f[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3];
  f[4] = -1.745 * y[4] + 0.43 * y[5] + 0.43 * y[6];
  f[5] = -r + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6];
  f[6] = r - 1.81 * y[6];
  f[7] = -r + 1.81 * y[6];
}

/* E5: pyrolysis; components of very small and different size. */
static void e5Start(real *y, double *scale) {
  y[0] = 1.76e-3; y[1] = 0; y[2] = 0; y[3] = 0;
  scale[0] = 1e-10; scale[1] = 1e-14; scale[2] = 1e-14; scale[3] = 1e-19;
}
static void e5(real t, const real *y, real *f) {
  (void)t;
  const real a = 7.89e-10 * y[0], b = 1.1e7 * y[0] * y[2], c = 1.13e9 * y[1] * y[2], d = 1.13e3 * y[3];
  f[0] = -a - b;
  f[1] = a - c;
  f[3] = b - d;
  f[2] = f[1] - f[3];
}

/* Oregonator: Belousov–Zhabotinskii reaction. */
static void oregoStart(real *y, double *scale) {
  y[0] = 1; y[1] = 2; y[2] = 3;
  fill(scale, 3, 1);
}
static void orego(real t, const real *y, real *f) {
  (void)t;
  f[0] = 77.27 * (y[1] + y[0] * (1 - 8.375e-6 * y[0] - y[1]));
  f[1] = (y[2] - (1 + y[0]) * y[1]) / 77.27;
  f[2] = 0.161 * (y[0] - y[2]);
}

/* Pollution: 25 reactions of 20 species in the air. */
static void pollutionStart(real *y, double *scale) {
  for (int i = 0; i < 20; i++) y[i] = 0;
  y[1] = 0.2; y[3] = 0.04; y[6] = 0.1; y[7] = 0.3; y[8] = 0.01; y[16] = 0.007;
  fill(scale, 20, 1e-6);
  scale[15] = 1e-18;
}
static void pollution(real t, const real *y, real *f) {
  (void)t;
  const real r1 = 0.35 * y[0], r2 = 26.6 * y[1] * y[3], r3 = 12300 * y[4] * y[1], r4 = 0.00086 * y[6];
  const real r5 = 0.00082 * y[6], r6 = 15000 * y[6] * y[5], r7 = 0.00013 * y[8], r8 = 24000 * y[8] * y[5];
  const real r9 = 16500 * y[10] * y[1], r10 = 9000 * y[10] * y[0], r11 = 0.022 * y[12], r12 = 12000 * y[9] * y[1];
  const real r13 = 1.88 * y[13], r14 = 16300 * y[0] * y[5], r15 = 4800000 * y[2], r16 = 0.00035 * y[3];
  const real r17 = 0.0175 * y[3], r18 = 1e8 * y[15], r19 = 4.44e11 * y[15], r20 = 1240 * y[16] * y[5];
  const real r21 = 2.1 * y[18], r22 = 5.78 * y[18], r23 = 0.0474 * y[0] * y[3], r24 = 1780 * y[18] * y[0];
  const real r25 = 3.12 * y[19];
  f[0] = -r1 - r10 - r14 - r23 - r24 + r2 + r3 + r9 + r11 + r12 + r22 + r25;
  f[1] = -r2 - r3 - r9 - r12 + r1 + r21;
  f[2] = -r15 + r1 + r17 + r19 + r22;
  f[3] = -r2 - r16 - r17 - r23 + r15;
  f[4] = -r3 + 2 * r4 + r6 + r7 + r13 + r20;
  f[5] = -r6 - r8 - r14 - r20 + r3 + 2 * r18;
  f[6] = -r4 - r5 - r6 + r13;
  f[7] = r4 + r5 + r6 + r7;
  f[8] = -r7 - r8;
  f[9] = -r12 + r7 + r9;
  f[10] = -r9 - r10 + r8 + r11;
  f[11] = r9;
  f[12] = -r11 + r10;
  f[13] = -r13 + r12;
  f[14] = r14;
  f[15] = -r18 - r19 + r16;
  f[16] = -r20;
  f[17] = r20;
  f[18] = -r21 - r22 - r24 + r23 + r25;
  f[19] = -r25 + r24;
}

/* Ring modulator: 15 voltages and currents, four diodes. */
static void ringStart(real *y, double *scale) {
  for (int i = 0; i < 15; i++) y[i] = 0;
  fill(scale, 7, 1e-1);
  fill(scale + 7, 8, 1e-4);
  scale[7] = 1e-6; scale[8] = 1e-7;
}
static real diode(real u) { return 40.67286402e-9 * (EXP(17.7493332 * u) - 1); }
static void ring(real t, const real *y, real *f) {
  const real in1 = 0.5 * SIN(2000 * PI * t), in2 = 2 * SIN(20000 * PI * t);
  const real q1 = diode(y[2] - y[4] - y[6] - in2), q2 = diode(-y[3] + y[5] - y[6] - in2);
  const real q3 = diode(y[3] + y[4] + y[6] + in2), q4 = diode(-y[2] - y[5] + y[6] + in2);
  f[0] = (y[7] - 0.5 * y[9] + 0.5 * y[10] + y[13] - y[0] / 25000) / 1.6e-8;
  f[1] = (y[8] - 0.5 * y[11] + 0.5 * y[12] + y[14] - y[1] / 25000) / 1.6e-8;
  f[2] = (y[9] - q1 + q4) / 2e-12;
  f[3] = (-y[10] + q2 - q3) / 2e-12;
  f[4] = (y[11] + q1 - q3) / 2e-12;
  f[5] = (-y[12] - q2 + q4) / 2e-12;
  f[6] = (-y[6] / 50 + q1 + q2 - q3 - q4) / 1e-8;
  f[7] = -y[0] / 4.45;
  f[8] = -y[1] / 4.45;
  f[9] = (0.5 * y[0] - y[2] - 17.3 * y[9]) / 5e-4;
  f[10] = (-0.5 * y[0] + y[3] - 17.3 * y[10]) / 5e-4;
  f[11] = (0.5 * y[1] - y[4] - 17.3 * y[11]) / 5e-4;
  f[12] = (-0.5 * y[1] + y[5] - 17.3 * y[12]) / 5e-4;
  f[13] = (-y[0] + in1 - 86.3 * y[13]) / 2e-3;
  f[14] = (-y[1] - 636.3 * y[14]) / 2e-3;
}

/* Prothero–Robinson: y → sin(t + π/4) along a very stiff direction. */
static void protheroStart(real *y, double *scale) {
  y[0] = SIN(PI / 4);
  scale[0] = 1;
}
static void prothero(real t, const real *y, real *f) {
  f[0] = -1e6 * (y[0] - SIN(t + PI / 4)) + COS(t + PI / 4);
}

const Problem smallProblems[] = {
  {.name = "robertson", .n = 3, .tEnd = 1e11, .start = robertsonStart, .rhs = robertson},
  {.name = "vdpol", .n = 2, .tEnd = 2, .start = vdpolStart, .rhs = vdpol},
  {.name = "hires", .n = 8, .tEnd = 321.8122, .start = hiresStart, .rhs = hires},
  {.name = "e5", .n = 4, .tEnd = 1e7, .start = e5Start, .rhs = e5},
  {.name = "orego", .n = 3, .tEnd = 360, .start = oregoStart, .rhs = orego},
  {.name = "pollution", .n = 20, .tEnd = 60, .start = pollutionStart, .rhs = pollution},
  {.name = "ringModulator", .n = 15, .tEnd = 1e-3, .start = ringStart, .rhs = ring},
  {.name = "protheroRobinson", .n = 1, .tEnd = 10, .start = protheroStart, .rhs = prothero},
};
const int smallProblemCount = sizeof smallProblems / sizeof *smallProblems;
