/*
 * The reference problems once more, in C, for the comparison with SUNDIALS and for reference
 * solutions in quadruple precision (compiled with -DQUADRUPLE). Equations, parameters, start values
 * and absolute-tolerance scales are those of test/reference/ivp; `sundials describe` prints
 * what the TypeScript side compares.
 */
#ifndef PROBLEMS_H
#define PROBLEMS_H

#ifdef QUADRUPLE
#include <quadmath.h>
typedef __float128 real;
#define EXP expq
#define SIN sinq
#define COS cosq
#define SQRT sqrtq
#define ABS fabsq
#define PI M_PIq
#else
#include <math.h>
typedef double real;
#define EXP exp
#define SIN sin
#define COS cos
#define SQRT sqrt
#define ABS fabs
#define PI 3.14159265358979323846
#endif

typedef enum { DENSE, BANDED, SPARSE } Layout;

typedef struct {
  const char *name;
  int n;
  double t0, tEnd;
  Layout layout;
  int lower, upper; /* bandwidths of ∂f/∂y (∂F/∂y for a residual), when banded */
  /* y0, and the factors that turn the relative into the absolute tolerances */
  void (*start)(real *y, double *scale);
  /* y' = f(t, y) */
  void (*rhs)(real t, const real *y, real *f);
  /* F(t, y, y') = 0, with y'(t0); differential[i] = 1 when y'_i appears in F */
  void (*residual)(real t, const real *y, const real *yp, real *r);
  void (*startDae)(real *yp, double *differential);
  int suppressAlgebraic;
  /* Pattern of ∂f/∂y, when sparse: calls mark(row, column) for each entry */
  void (*pattern)(void (*mark)(int row, int column));
  /* One event function and what happens there (direction falling) */
  real (*root)(real t, const real *y);
  void (*impact)(real t, real *y);
} Problem;

extern const Problem smallProblems[], daeProblems[], latticeProblems[], oscillatorProblems[];
extern const int smallProblemCount, daeProblemCount, latticeProblemCount, oscillatorProblemCount;

static inline void fill(double *v, int n, double x) {
  for (int i = 0; i < n; i++) v[i] = x;
}

#endif
