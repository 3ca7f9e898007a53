/* Non-stiff problems: orbits, chaos, a ball; and two stiff mechanical ones with waves. */
#include "problems.h"

/* Arenstorf: closed orbit of the restricted three-body problem. */
static void arenstorfStart(real *y, double *scale) {
  y[0] = 0.994; y[1] = 0; y[2] = 0; y[3] = -2.00158510637908252240537862224;
  fill(scale, 4, 1);
}
static void arenstorf(real t, const real *y, real *f) {
  (void)t;
  const real mu = 0.012277471, mup = 1 - mu;
  const real a = y[0] + mu, b = y[0] - mup, s = y[1] * y[1];
  const real r1 = a * a + s, r2 = b * b + s;
  const real d1 = r1 * SQRT(r1), d2 = r2 * SQRT(r2);
  f[0] = y[2];
  f[1] = y[3];
  f[2] = y[0] + 2 * y[3] - mup * a / d1 - mu * b / d2;
  f[3] = y[1] - 2 * y[2] - mup * y[1] / d1 - mu * y[1] / d2;
}

/* Ball dropped from 10 m. */
static void ballStart(real *y, double *scale) {
  y[0] = 10; y[1] = 0;
  fill(scale, 2, 1);
}
static void ball(real t, const real *y, real *f) {
  (void)t;
  f[0] = y[1];
  f[1] = -9.81;
}
static real ballHeight(real t, const real *y) { (void)t; return y[0]; }
static void ballImpact(real t, real *y) { (void)t; y[0] = 0; y[1] = -0.8 * y[1]; }

/* Kepler: ellipse of eccentricity 0.6. */
static void keplerStart(real *y, double *scale) {
  y[0] = 0.4; y[1] = 0; y[2] = 0; y[3] = 2;
  fill(scale, 4, 1);
}
static void kepler(real t, const real *y, real *f) {
  (void)t;
  const real r2 = y[0] * y[0] + y[1] * y[1], r3 = r2 * SQRT(r2);
  f[0] = y[2];
  f[1] = y[3];
  f[2] = -y[0] / r3;
  f[3] = -y[1] / r3;
}

/* Lorenz, over a time short enough to have a reference. */
static void lorenzStart(real *y, double *scale) {
  y[0] = 1; y[1] = 1; y[2] = 1;
  fill(scale, 3, 1);
}
static void lorenz(real t, const real *y, real *f) {
  (void)t;
  f[0] = 10 * (y[1] - y[0]);
  f[1] = y[0] * (28 - y[2]) - y[1];
  f[2] = y[0] * y[1] - 8 * y[2] / 3;
}

/* Pleiades: seven stars in the plane, with close encounters. */
static void pleiadesStart(real *y, double *scale) {
  static const double x0[] = {3, 3, -1, -3, 2, -2, 2}, y0[] = {3, -3, 2, 0, 0, -4, 4};
  for (int i = 0; i < 7; i++) { y[i] = x0[i]; y[7 + i] = y0[i]; y[14 + i] = 0; y[21 + i] = 0; }
  y[19] = 1.75; y[20] = -1.5; y[24] = -1.25; y[25] = 1;
  fill(scale, 28, 1);
}
static void pleiades(real t, const real *y, real *f) {
  (void)t;
  for (int i = 0; i < 14; i++) { f[i] = y[14 + i]; f[14 + i] = 0; }
  for (int i = 0; i < 7; i++) {
    for (int j = 0; j < i; j++) {
      const real dx = y[j] - y[i], dy = y[7 + j] - y[7 + i];
      const real r2 = dx * dx + dy * dy, k = 1 / (r2 * SQRT(r2));
      f[14 + i] += (j + 1) * dx * k;
      f[21 + i] += (j + 1) * dy * k;
      f[14 + j] -= (i + 1) * dx * k;
      f[21 + j] -= (i + 1) * dy * k;
    }
  }
}

/* Beam: elastic beam of 40 rods, clamped at one end, pulled at the other. y = (θ, θ'). */
enum { RODS = 40 };
static void beamStart(real *y, double *scale) {
  for (int i = 0; i < 2 * RODS; i++) y[i] = 0;
  fill(scale, 2 * RODS, 1);
}
static void beam(real t, const real *y, real *f) {
  enum { N = RODS };
  const real *w = y + N;
  real v[N], c[N], s[N], d[N], u[N];
  const real n2 = (real)N * N, n4 = n2 * n2, st = SIN(t), force = t < PI ? 1.5 * st * st : 0;
  /* v = n⁴·(θ_{l−1} − 2θ_l + θ_{l+1}) + n²·(F_y·cos θ_l − F_x·sin θ_l), F_y = −F_x = force */
  for (int l = 0; l < N; l++) {
    const real before = l > 0 ? y[l - 1] : -y[0], after = l < N - 1 ? y[l + 1] : y[N - 1];
    v[l] = n4 * (before - 2 * y[l] + after) + n2 * force * (COS(y[l]) + SIN(y[l]));
  }
  /* C + i·D = diag(e^{iθ})·G⁻¹·diag(e^{−iθ}), G⁻¹ = tridiag(−1; 1, 2, …, 2, 3; −1); c, s: cos and sin of θ_{l+1} − θ_l */
  for (int l = 0; l < N - 1; l++) { c[l] = COS(y[l + 1] - y[l]); s[l] = SIN(y[l + 1] - y[l]); }
  /* C·u = D·v + θ'^2 */
  for (int l = 0; l < N; l++) {
    u[l] = w[l] * w[l];
    if (l < N - 1) u[l] += s[l] * v[l + 1];
    if (l > 0) u[l] -= s[l - 1] * v[l - 1];
    d[l] = l == 0 ? 1 : l == N - 1 ? 3 : 2;
  }
  for (int l = 1; l < N; l++) {
    const real m = -c[l - 1] / d[l - 1];
    d[l] += m * c[l - 1];
    u[l] -= m * u[l - 1];
  }
  u[N - 1] /= d[N - 1];
  for (int l = N - 2; l >= 0; l--) u[l] = (u[l] + c[l] * u[l + 1]) / d[l];
  /* θ'' = C·v + D·u */
  for (int l = 0; l < N; l++) {
    real a = (l == 0 ? 1 : l == N - 1 ? 3 : 2) * v[l];
    if (l < N - 1) a += -c[l] * v[l + 1] + s[l] * u[l + 1];
    if (l > 0) a += -c[l - 1] * v[l - 1] - s[l - 1] * u[l - 1];
    f[l] = w[l];
    f[N + l] = a;
  }
}

const Problem oscillatorProblems[] = {
  {.name = "arenstorf", .n = 4, .tEnd = 17.0652165601579625588917206249, .start = arenstorfStart, .rhs = arenstorf},
  {.name = "ball", .n = 2, .tEnd = 10, .start = ballStart, .rhs = ball, .root = ballHeight, .impact = ballImpact},
  {.name = "kepler", .n = 4, .tEnd = 20, .start = keplerStart, .rhs = kepler},
  {.name = "lorenz", .n = 3, .tEnd = 5, .start = lorenzStart, .rhs = lorenz},
  {.name = "pleiades", .n = 28, .tEnd = 3, .start = pleiadesStart, .rhs = pleiades},
  {.name = "beam", .n = 80, .tEnd = 5, .start = beamStart, .rhs = beam},
};
const int oscillatorProblemCount = sizeof oscillatorProblems / sizeof *oscillatorProblems;
