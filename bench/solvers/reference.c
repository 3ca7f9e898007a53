/*
 * Reference solutions in quadruple precision, by extrapolation:
 *
 *   reference <problem> implicit|explicit <tolerance> [breaks…]
 *
 * implicit: extrapolated linearly implicit Euler (stiff problems, also M·y' = f given as a residual),
 * explicit: extrapolated midpoint rule. Columns are fixed, the step follows the difference of the last two.
 * The integration restarts at each break (a time at which f jumps).
 *
 * Source   [Hairer1993] sec. II.9, [Hairer1996] sec. IV.9
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems.h"

enum { COLUMNS = 12 };

static const Problem *p;
static int n, lower, upper;
static double *scale;
static real *jacobian, *mass, *matrix, *f0, *f1, *work, *table[COLUMNS];
static int *pivot;

static real *vector(size_t size) { return calloc(size, sizeof(real)); }

/* f(t, y), for a residual with F(t, y, y') = M·y' − f: −F(t, y, 0) */
static void rhs(real t, const real *y, real *f) {
  if (p->rhs) { p->rhs(t, y, f); return; }
  static real *zero;
  if (!zero) zero = vector(n);
  p->residual(t, y, zero, f);
  for (int i = 0; i < n; i++) f[i] = -f[i];
}

static void massMatrix(void) {
  for (int j = 0; j < n; j++) {
    if (p->rhs) { mass[j + (size_t)n * j] = 1; continue; }
    real *y = vector(n), *e = vector(n);
    p->start(y, scale);
    p->residual(0, y, e, f0);
    e[j] = 1;
    p->residual(0, y, e, f1);
    for (int i = 0; i < n; i++) mass[i + (size_t)n * j] = f1[i] - f0[i];
    free(y); free(e);
  }
}

static void differences(real t, real *y) {
  rhs(t, y, f0);
  for (int j = 0; j < n; j++) {
    const real kept = y[j], delta = 1e-17Q * (ABS(kept) + scale[j]);
    y[j] = kept + delta;
    const real step = y[j] - kept;
    rhs(t, y, f1);
    y[j] = kept;
    for (int i = 0; i < n; i++) jacobian[i + (size_t)n * j] = (f1[i] - f0[i]) / step;
  }
}

/* LU with partial pivoting, skipping what is outside the band */
static void factor(real h) {
  for (size_t k = 0; k < (size_t)n * n; k++) matrix[k] = mass[k] - h * jacobian[k];
  for (int k = 0; k < n; k++) {
    const int last = k + lower < n - 1 ? k + lower : n - 1;
    const int right = k + lower + upper < n - 1 ? k + lower + upper : n - 1;
    int best = k;
    for (int i = k + 1; i <= last; i++)
      if (ABS(matrix[i + (size_t)n * k]) > ABS(matrix[best + (size_t)n * k])) best = i;
    pivot[k] = best;
    for (int j = k; j <= right && best != k; j++) {
      const real swap = matrix[k + (size_t)n * j];
      matrix[k + (size_t)n * j] = matrix[best + (size_t)n * j];
      matrix[best + (size_t)n * j] = swap;
    }
    const real inverse = 1 / matrix[k + (size_t)n * k];
    for (int i = k + 1; i <= last; i++) matrix[i + (size_t)n * k] *= inverse;
    for (int j = k + 1; j <= right; j++) {
      const real a = matrix[k + (size_t)n * j];
      if (a != 0)
        for (int i = k + 1; i <= last; i++) matrix[i + (size_t)n * j] -= matrix[i + (size_t)n * k] * a;
    }
  }
}
static void solve(real *b) {
  for (int k = 0; k < n; k++) {
    const real swap = b[pivot[k]];
    b[pivot[k]] = b[k];
    b[k] = swap;
    for (int i = k + 1; i < n && i <= k + lower; i++) b[i] -= matrix[i + (size_t)n * k] * b[k];
  }
  for (int k = n - 1; k >= 0; k--) {
    b[k] /= matrix[k + (size_t)n * k];
    for (int i = k - 1; i >= 0 && i >= k - lower - upper; i--) b[i] -= matrix[i + (size_t)n * k] * b[k];
  }
}

/* One basic step sequence of m substeps over h: linearly implicit Euler. */
static void implicitEuler(real t, const real *y, real h, int m, real *out) {
  factor(h / m);
  memcpy(out, y, n * sizeof *out);
  for (int k = 0; k < m; k++) {
    rhs(t + (k + 1) * (h / m), out, work);
    for (int i = 0; i < n; i++) work[i] *= h / m;
    solve(work);
    for (int i = 0; i < n; i++) out[i] += work[i];
  }
}
/* The same: explicit midpoint rule, m even. f0 = f(t, y). */
static void midpoint(real t, const real *y, real h, int m, real *out) {
  const real s = h / m;
  real *before = work;
  memcpy(before, y, n * sizeof *before);
  for (int i = 0; i < n; i++) out[i] = y[i] + s * f0[i];
  for (int k = 1; k < m; k++) {
    rhs(t + k * s, out, f1);
    for (int i = 0; i < n; i++) {
      const real next = before[i] + 2 * s * f1[i];
      before[i] = out[i];
      out[i] = next;
    }
  }
}

int main(int argc, char **argv) {
  const Problem *lists[] = {smallProblems, oscillatorProblems, daeProblems, latticeProblems};
  const int counts[] = {smallProblemCount, oscillatorProblemCount, daeProblemCount, latticeProblemCount};
  if (argc < 4) { fprintf(stderr, "usage: reference <problem> implicit|explicit <tolerance> [breaks…]\n"); return 2; }
  for (int l = 0; l < 4; l++)
    for (int k = 0; k < counts[l]; k++)
      if (strcmp(lists[l][k].name, argv[1]) == 0) p = &lists[l][k];
  if (!p) { fprintf(stderr, "no problem \"%s\"\n", argv[1]); return 2; }
  const int implicit = strcmp(argv[2], "implicit") == 0;
  const real tolerance = strtoflt128(argv[3], NULL);
  n = p->n;
  lower = p->layout == BANDED ? p->lower : n - 1;
  upper = p->layout == BANDED ? p->upper : n - 1;
  real *y = vector(n);
  scale = calloc(n, sizeof *scale);
  f0 = vector(n); f1 = vector(n); work = vector(n);
  pivot = calloc(n, sizeof *pivot);
  for (int k = 0; k < COLUMNS; k++) table[k] = vector(n);
  if (implicit) {
    jacobian = vector((size_t)n * n);
    mass = vector((size_t)n * n);
    matrix = vector((size_t)n * n);
    massMatrix();
  }
  p->start(y, scale);
  real t = p->t0;
  long steps = 0, rejected = 0;
  for (int segment = 4; segment <= argc; segment++) {
    const real end = segment < argc ? strtoflt128(argv[segment], NULL) : (real)p->tEnd;
    if (segment > 4) t = nextafterq(t, end); /* the right limit at a break */
    real h = (end - t) * 1e-9Q;
    while (t < end) {
      if (t + 1.0001Q * h >= end) h = end - t;
      if (implicit) differences(t, y);
      else rhs(t, y, f0);
      for (int j = 0; j < COLUMNS; j++) {
        const int mj = implicit ? j + 1 : 2 * (j + 1);
        real *above = table[j];
        if (implicit) implicitEuler(t, y, h, mj, above);
        else midpoint(t, y, h, mj, above);
        /* Row j of the scheme in place: table[k] holds T_{j, j−k}. */
        for (int k = j - 1; k >= 0; k--) {
          real ratio = (real)mj / (implicit ? k + 1 : 2 * (k + 1));
          if (!implicit) ratio *= ratio;
          for (int i = 0; i < n; i++) table[k][i] = table[k + 1][i] + (table[k + 1][i] - table[k][i]) / (ratio - 1);
        }
      }
      real error = 0;
      for (int i = 0; i < n; i++) {
        const real e = ABS(table[0][i] - table[1][i]) / (tolerance * (ABS(table[0][i]) + scale[i]));
        if (!(e <= error)) error = e;
      }
      const int power = implicit ? COLUMNS : 2 * COLUMNS - 1;
      real factor = error > 0 ? 0.9Q * powq(error, -1.0Q / power) : 4;
      if (!(factor > 0.1Q)) factor = 0.1Q;
      if (factor > 4) factor = 4;
      if (error <= 1) {
        t = h == end - t ? end : t + h;
        memcpy(y, table[0], n * sizeof *y);
        steps++;
      } else {
        rejected++;
      }
      h *= factor;
    }
  }
  fprintf(stderr, "%s: %ld steps, %ld rejected\n", p->name, steps, rejected);
  for (int i = 0; i < n; i++) {
    char text[64];
    quadmath_snprintf(text, sizeof text, "%.26Qe", y[i]);
    puts(text);
  }
  return 0;
}
