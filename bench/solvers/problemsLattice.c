/* Partial differential equations on a grid: banded or sparse Jacobians. */
#include "problems.h"

/* Brusselator in one dimension, N = 500 points, y = (u1, v1, u2, v2, …). */
enum { POINTS = 500 };
static void bruss1dStart(real *y, double *scale) {
  for (int i = 0; i < POINTS; i++) {
    y[2 * i] = 1 + 0.5 * SIN(2 * PI * (i + 1) / (POINTS + 1));
    y[2 * i + 1] = 3;
  }
  fill(scale, 2 * POINTS, 1);
}
static void bruss1d(real t, const real *y, real *f) {
  (void)t;
  const real k = 0.02 * (POINTS + 1) * (POINTS + 1);
  const int n = 2 * POINTS;
  for (int i = 0; i < n; i += 2) {
    const real u = y[i], v = y[i + 1], uuv = u * u * v;
    const real ul = i > 0 ? y[i - 2] : 1, vl = i > 0 ? y[i - 1] : 3;
    const real ur = i < n - 2 ? y[i + 2] : 1, vr = i < n - 2 ? y[i + 3] : 3;
    f[i] = 1 + uuv - 4 * u + k * (ul - 2 * u + ur);
    f[i + 1] = 3 * u - uuv + k * (vl - 2 * v + vr);
  }
}
static void bruss1dPattern(void (*mark)(int, int)) {
  for (int i = 0; i < POINTS; i++) {
    for (int a = 0; a < 2; a++) {
      mark(2 * i + a, 2 * i);
      mark(2 * i + a, 2 * i + 1);
      if (i > 0) mark(2 * i + a, 2 * i - 2 + a);
      if (i < POINTS - 1) mark(2 * i + a, 2 * i + 2 + a);
    }
  }
}

/* Medical Akzo Nobel: antibody penetrating tissue, 200 points, y = (u1, v1, …); the dose stops at t = 5. */
static void medakzoStart(real *y, double *scale) {
  for (int i = 0; i < 400; i += 2) { y[i] = 0; y[i + 1] = 1; }
  fill(scale, 400, 1e-4);
}
static void medakzo(real t, const real *y, real *f) {
  const real h = 1.0 / 200, dose = t <= 5 ? 2 : 0;
  for (int j = 0; j < 200; j++) {
    const real s = (j + 1) * h - 1, s3 = s * s * s;
    const real alpha = s3 / 8, beta = s3 * s / 16;
    const real u = y[2 * j], left = j > 0 ? y[2 * j - 2] : dose, right = j < 199 ? y[2 * j + 2] : u;
    const real reaction = 100 * u * y[2 * j + 1];
    f[2 * j] = alpha * (right - left) / (2 * h) + beta * (left - 2 * u + right) / (h * h) - reaction;
    f[2 * j + 1] = -reaction;
  }
}

/* CUSP: 32 threshold-nerve-impulse cells on a ring; y = (y1, a1, b1, y2, …). */
static void cuspStart(real *y, double *scale) {
  for (int i = 0; i < 32; i++) {
    y[3 * i] = 0;
    y[3 * i + 1] = -2 * COS(2 * PI * (i + 1) / 32);
    y[3 * i + 2] = 2 * SIN(2 * PI * (i + 1) / 32);
  }
  fill(scale, 96, 1);
}
static void cusp(real t, const real *y, real *f) {
  (void)t;
  const real d = 32.0 * 32.0 / 144;
  for (int i = 0; i < 32; i++) {
    const real *m = y + 3 * ((i + 31) % 32), *c = y + 3 * i, *p = y + 3 * ((i + 1) % 32);
    const real u = (c[0] - 0.7) * (c[0] - 1.3), v = u / (u + 0.1);
    f[3 * i] = -1e4 * (c[2] + c[0] * (c[1] + c[0] * c[0])) + d * (m[0] - 2 * c[0] + p[0]);
    f[3 * i + 1] = c[2] + 0.07 * v + d * (m[1] - 2 * c[1] + p[1]);
    f[3 * i + 2] = (1 - c[1] * c[1]) * c[2] - c[1] - 0.4 * c[0] + 0.035 * v + d * (m[2] - 2 * c[2] + p[2]);
  }
}

/* Plate: vibration of a plate under two moving loads, 8 × 5 inner points; y = (u, u'). */
static void plateStart(real *y, double *scale) {
  for (int i = 0; i < 80; i++) y[i] = 0;
  fill(scale, 80, 1e-3);
}
static real plateLaplacian(const real *u, int i, int j) {
  const real c = u[i + 8 * j];
  const real w = i > 0 ? u[i - 1 + 8 * j] : 0, e = i < 7 ? u[i + 1 + 8 * j] : 0;
  const real s = j > 0 ? u[i + 8 * (j - 1)] : 0, n = j < 4 ? u[i + 8 * (j + 1)] : 0;
  return w + e + s + n - 4 * c;
}
static void plate(real t, const real *y, real *f) {
  const real h = 2.0 / 9, k = 100 / (h * h * h * h);
  real lap[40];
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 8; i++) lap[i + 8 * j] = plateLaplacian(y, i, j);
  for (int j = 0; j < 5; j++) {
    for (int i = 0; i < 8; i++) {
      const int p = i + 8 * j;
      real load = 0;
      if (j == 1 || j == 3) {
        const real a = t - (i + 1) * h - 2, b = a - 3;
        load = 200 * (EXP(-5 * a * a) + EXP(-5 * b * b));
      }
      f[p] = y[40 + p];
      f[40 + p] = load - 1000 * y[40 + p] - k * plateLaplacian(lap, i, j);
    }
  }
}

/* Heat: one-dimensional diffusion of three sines, 200 inner points. */
static void heatStart(real *y, double *scale) {
  for (int i = 0; i < 200; i++) {
    const real x = PI * (i + 1) / 201;
    y[i] = SIN(x) + SIN(3 * x) / 3 + SIN(10 * x) / 10;
  }
  fill(scale, 200, 1e-2);
}
static void heat(real t, const real *y, real *f) {
  (void)t;
  for (int i = 0; i < 200; i++)
    f[i] = 201.0 * 201.0 * ((i > 0 ? y[i - 1] : 0) - 2 * y[i] + (i < 199 ? y[i + 1] : 0));
}

/* Diurnal kinetics: two species of the ozone cycle in a vertical plane, 10 × 10 points, y = (c1, c2) point by point. */
static real diurnalPower(real s) { return 1 - s * s + s * s * s * s / 2; }
static void diurnalStart(real *y, double *scale) {
  for (int j = 0; j < 10; j++) {
    for (int i = 0; i < 10; i++) {
      const real shape = diurnalPower(0.1 * (i * 20.0 / 9) - 1) * diurnalPower(0.1 * (30 + j * 20.0 / 9) - 4);
      y[2 * (i + 10 * j)] = 1e6 * shape;
      y[2 * (i + 10 * j) + 1] = 1e12 * shape;
    }
  }
  for (int p = 0; p < 100; p++) { scale[2 * p] = 1e3; scale[2 * p + 1] = 1e9; }
}
static void diurnal(real t, const real *y, real *f) {
  const real dx = 20.0 / 9, dz = 20.0 / 9;
  const real across = 4e-6 / (dx * dx), wind = 1e-3 / (2 * dx), down = 1e-8 / (dz * dz);
  const real s = SIN(PI / 43200 * t);
  const real q3 = s > 0 ? EXP(-22.62 / s) : 0, q4 = s > 0 ? EXP(-7.601 / s) : 0;
  for (int j = 0; j < 10; j++) {
    const real z = 30 + j * dz;
    const real kUp = down * EXP((z + 0.5 * dz) / 5), kLow = down * EXP((z - 0.5 * dz) / 5);
    const int low = j > 0 ? -20 : 20, up = j < 9 ? 20 : -20;
    for (int i = 0; i < 10; i++) {
      const int k = 2 * (i + 10 * j), west = i > 0 ? -2 : 2, east = i < 9 ? 2 : -2;
      const real c1 = y[k], c2 = y[k + 1];
      const real q1 = 1.63e-16 * c1 * 3.7e16, q2 = 4.66e-16 * c1 * c2;
      const real react1 = -q1 - q2 + 2 * q3 * 3.7e16 + q4 * c2, react2 = q1 - q2 - q4 * c2;
      for (int a = 0; a < 2; a++) {
        const real c = y[k + a], w = y[k + a + west], e = y[k + a + east];
        f[k + a] = kUp * (y[k + a + up] - c) - kLow * (c - y[k + a + low]) + across * (e - 2 * c + w)
                 + wind * (e - w) + (a == 0 ? react1 : react2);
      }
    }
  }
}

/* Brusselator in two dimensions, 21 × 21 points, no flux through the border; y = (u, v) point by point. */
enum { SIDE = 21 };
static void bruss2dStart(real *y, double *scale) {
  for (int j = 0; j < SIDE; j++) {
    for (int i = 0; i < SIDE; i++) {
      y[2 * (i + SIDE * j)] = 0.5 + (real)j / (SIDE - 1);
      y[2 * (i + SIDE * j) + 1] = 1 + 5 * ((real)i / (SIDE - 1));
    }
  }
  fill(scale, 2 * SIDE * SIDE, 1);
}
static void bruss2d(real t, const real *y, real *f) {
  (void)t;
  const real d = 2e-3 * (SIDE - 1) * (SIDE - 1);
  const int row = 2 * SIDE;
  for (int j = 0; j < SIDE; j++) {
    const int south = j > 0 ? -row : row, north = j < SIDE - 1 ? row : -row;
    for (int i = 0; i < SIDE; i++) {
      const int k = 2 * (i + SIDE * j), west = i > 0 ? -2 : 2, east = i < SIDE - 1 ? 2 : -2;
      const real u = y[k], v = y[k + 1], uuv = u * u * v;
      f[k] = 1 + uuv - 4.4 * u + d * (y[k + west] + y[k + east] + y[k + south] + y[k + north] - 4 * u);
      f[k + 1] = 3.4 * u - uuv
               + d * (y[k + 1 + west] + y[k + 1 + east] + y[k + 1 + south] + y[k + 1 + north] - 4 * v);
    }
  }
}
static void bruss2dPattern(void (*mark)(int, int)) {
  for (int j = 0; j < SIDE; j++) {
    for (int i = 0; i < SIDE; i++) {
      const int k = 2 * (i + SIDE * j);
      for (int a = 0; a < 2; a++) {
        mark(k + a, k);
        mark(k + a, k + 1);
        if (i > 0) mark(k + a, k + a - 2);
        if (i < SIDE - 1) mark(k + a, k + a + 2);
        if (j > 0) mark(k + a, k + a - 2 * SIDE);
        if (j < SIDE - 1) mark(k + a, k + a + 2 * SIDE);
      }
    }
  }
}

/* Diffusion on a square of 100 × 100 inner points, cold border; two modes at the start. */
enum { EDGE = 100 };
static void diffusion2dStart(real *y, double *scale) {
  for (int j = 0; j < EDGE; j++) {
    for (int i = 0; i < EDGE; i++) {
      const real a = PI * (i + 1) / (EDGE + 1), b = PI * (j + 1) / (EDGE + 1);
      y[i + EDGE * j] = SIN(a) * SIN(b) + 0.5 * SIN(3 * a) * SIN(2 * b);
    }
  }
  fill(scale, EDGE * EDGE, 1);
}
static void diffusion2d(real t, const real *y, real *f) {
  (void)t;
  const real k = (EDGE + 1) * (EDGE + 1);
  for (int j = 0, p = 0; j < EDGE; j++) {
    for (int i = 0; i < EDGE; i++, p++) {
      const real west = i > 0 ? y[p - 1] : 0, east = i < EDGE - 1 ? y[p + 1] : 0;
      const real south = j > 0 ? y[p - EDGE] : 0, north = j < EDGE - 1 ? y[p + EDGE] : 0;
      f[p] = k * (west + east + south + north - 4 * y[p]);
    }
  }
}
static void diffusion2dPattern(void (*mark)(int, int)) {
  for (int j = 0, p = 0; j < EDGE; j++) {
    for (int i = 0; i < EDGE; i++, p++) {
      mark(p, p);
      if (i > 0) mark(p, p - 1);
      if (i < EDGE - 1) mark(p, p + 1);
      if (j > 0) mark(p, p - EDGE);
      if (j < EDGE - 1) mark(p, p + EDGE);
    }
  }
}

const Problem latticeProblems[] = {
  {.name = "bruss1d", .n = 2 * POINTS, .tEnd = 10, .layout = BANDED, .lower = 2, .upper = 2, .start = bruss1dStart,
   .rhs = bruss1d},
  {.name = "bruss1dSparse", .n = 2 * POINTS, .tEnd = 10, .layout = SPARSE, .pattern = bruss1dPattern,
   .start = bruss1dStart, .rhs = bruss1d},
  {.name = "medicalAkzo", .n = 400, .tEnd = 20, .layout = BANDED, .lower = 2, .upper = 2, .start = medakzoStart,
   .rhs = medakzo},
  {.name = "cusp", .n = 96, .tEnd = 1.1, .start = cuspStart, .rhs = cusp},
  {.name = "plate", .n = 80, .tEnd = 7, .start = plateStart, .rhs = plate},
  {.name = "heat", .n = 200, .tEnd = 0.1, .layout = BANDED, .lower = 1, .upper = 1, .start = heatStart, .rhs = heat},
  {.name = "diurnal", .n = 200, .tEnd = 86400, .layout = BANDED, .lower = 20, .upper = 20, .start = diurnalStart,
   .rhs = diurnal},
  {.name = "bruss2d", .n = 2 * SIDE * SIDE, .tEnd = 7.5, .layout = SPARSE, .pattern = bruss2dPattern,
   .start = bruss2dStart, .rhs = bruss2d},
  {.name = "diffusion2d", .n = EDGE * EDGE, .tEnd = 0.05, .layout = SPARSE, .pattern = diffusion2dPattern,
   .start = diffusion2dStart, .rhs = diffusion2d},
};
const int latticeProblemCount = sizeof latticeProblems / sizeof *latticeProblems;
