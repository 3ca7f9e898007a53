/*
 * Runs one reference problem with SUNDIALS (CVODE BDF with Newton, CVODE Adams with fixed-point
 * iteration, IDA) and prints what it cost.
 *
 *   sundials list                                          problems and the methods that apply, as JSON
 *   sundials describe <problem>                            start values, scales and f (or F) at a perturbed start
 *   sundials run <problem> <method> <rtol> [seconds]       counts, end values, wall time; repeats for that long
 *   sundials trace <problem> <method> <rtol>               t, h, q of every accepted step, one per line
 *
 * Methods: bdf, adams, ida. Absolute tolerances are rtol · scale_i. Jacobians are SUNDIALS' own difference
 * quotients (dense, banded); sparse problems use KLU and difference quotients over column groups with the
 * same increments. The stop time is tEnd: nothing is evaluated past it.
 * The wall time covers creation, solution and deletion of the solver, and is the smallest of all repetitions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cvode/cvode.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "problems.h"
#include "sparseDifferences.h"

typedef struct {
  long steps, evaluations, jacobianEvaluations, jacobians, setups, iterations, errorFails, convergenceFails, roots;
  double seconds;
} Result;

static SUNContext context;

static void check(int flag, const char *what) {
  if (flag < 0) {
    fprintf(stderr, "%s failed with %d\n", what, flag);
    exit(1);
  }
}

static const Problem *find(const char *name) {
  const Problem *lists[] = {smallProblems, oscillatorProblems, daeProblems, latticeProblems};
  const int counts[] = {smallProblemCount, oscillatorProblemCount, daeProblemCount, latticeProblemCount};
  for (int l = 0; l < 4; l++)
    for (int k = 0; k < counts[l]; k++)
      if (strcmp(lists[l][k].name, name) == 0) return &lists[l][k];
  fprintf(stderr, "no problem \"%s\"\n", name);
  exit(2);
}

static int cvodeRhs(realtype t, N_Vector y, N_Vector f, void *data) {
  ((const Problem *)data)->rhs(t, N_VGetArrayPointer(y), N_VGetArrayPointer(f));
  return 0;
}
static int idaResidual(realtype t, N_Vector y, N_Vector yp, N_Vector r, void *data) {
  ((const Problem *)data)->residual(t, N_VGetArrayPointer(y), N_VGetArrayPointer(yp), N_VGetArrayPointer(r));
  return 0;
}
static int cvodeRoot(realtype t, N_Vector y, realtype *g, void *data) {
  g[0] = ((const Problem *)data)->root(t, N_VGetArrayPointer(y));
  return 0;
}

static SUNMatrix createMatrix(const Problem *p) {
  if (p->layout == BANDED) return SUNBandMatrix(p->n, p->upper, p->lower, context);
  if (p->layout == SPARSE) return sparseMatrix(p, context);
  return SUNDenseMatrix(p->n, p->n, context);
}
static SUNLinearSolver createSolver(const Problem *p, N_Vector y, SUNMatrix a) {
  if (p->layout == BANDED) return SUNLinSol_Band(y, a, context);
  if (p->layout == SPARSE) return SUNLinSol_KLU(y, a, context);
  return SUNLinSol_Dense(y, a, context);
}

static void solveOde(const Problem *p, int method, double rtol, N_Vector y, int trace, Result *result) {
  N_Vector atol = N_VClone(y);
  p->start(N_VGetArrayPointer(y), N_VGetArrayPointer(atol));
  N_VScale(rtol, atol, atol);

  void *cvode = CVodeCreate(method, context);
  SUNMatrix matrix = NULL;
  SUNLinearSolver linear = NULL;
  SUNNonlinearSolver nonlinear = NULL;
  check(CVodeInit(cvode, cvodeRhs, p->t0, y), "CVodeInit");
  CVodeSVtolerances(cvode, rtol, atol);
  CVodeSetUserData(cvode, (void *)p);
  CVodeSetMaxNumSteps(cvode, 100000000);
  CVodeSetStopTime(cvode, p->tEnd);
  if (method == CV_BDF) {
    matrix = createMatrix(p);
    linear = createSolver(p, y, matrix);
    check(CVodeSetLinearSolver(cvode, linear, matrix), "CVodeSetLinearSolver");
    if (p->layout == SPARSE) {
      sparseDifferencesStart(cvode, p);
      CVodeSetJacFn(cvode, sparseDifferences);
    }
  } else {
    nonlinear = SUNNonlinSol_FixedPoint(y, 0, context);
    check(CVodeSetNonlinearSolver(cvode, nonlinear), "CVodeSetNonlinearSolver");
  }
  if (p->root) {
    int direction = -1;
    CVodeRootInit(cvode, 1, cvodeRoot);
    CVodeSetRootDirection(cvode, &direction);
  }

  double t = p->t0;
  long n[8] = {0};
  memset(result, 0, sizeof *result);
  for (int done = 0; !done;) {
    const int flag = CVode(cvode, p->tEnd, y, &t, trace ? CV_ONE_STEP : CV_NORMAL);
    check(flag, "CVode");
    if (trace) {
      double h;
      int q;
      CVodeGetLastStep(cvode, &h);
      CVodeGetLastOrder(cvode, &q);
      printf("%.17g %.17g %d\n", t, h, q);
    }
    done = t >= p->tEnd;
    if (flag == CV_ROOT_RETURN || done) {
      long ls = 0, jac = 0;
      CVodeGetIntegratorStats(cvode, &n[0], &n[1], &n[2], &n[3], &(int){0}, &(int){0}, &(double){0}, &(double){0},
                              &(double){0}, &(double){0});
      CVodeGetNonlinSolvStats(cvode, &n[4], &n[5]);
      if (method == CV_BDF) {
        CVodeGetNumLinRhsEvals(cvode, &ls);
        CVodeGetNumJacEvals(cvode, &jac);
        if (p->layout == SPARSE) ls = sparseDifferenceCalls();
      }
      result->steps += n[0];
      result->evaluations += n[1];
      result->setups += n[2];
      result->errorFails += n[3];
      result->iterations += n[4];
      result->convergenceFails += n[5];
      result->jacobianEvaluations += ls;
      result->jacobians += jac;
    }
    if (flag == CV_ROOT_RETURN && !done) {
      result->roots++;
      p->impact(t, N_VGetArrayPointer(y));
      CVodeReInit(cvode, t, y);
      CVodeSetStopTime(cvode, p->tEnd);
    }
  }
  CVodeFree(&cvode);
  if (linear) SUNLinSolFree(linear);
  if (matrix) SUNMatDestroy(matrix);
  if (nonlinear) SUNNonlinSolFree(nonlinear);
  N_VDestroy(atol);
}

static void solveDae(const Problem *p, double rtol, N_Vector y, int trace, Result *result) {
  N_Vector atol = N_VClone(y), yp = N_VClone(y), id = N_VClone(y);
  p->start(N_VGetArrayPointer(y), N_VGetArrayPointer(atol));
  p->startDae(N_VGetArrayPointer(yp), N_VGetArrayPointer(id));
  N_VScale(rtol, atol, atol);

  void *ida = IDACreate(context);
  check(IDAInit(ida, idaResidual, p->t0, y, yp), "IDAInit");
  IDASVtolerances(ida, rtol, atol);
  IDASetUserData(ida, (void *)p);
  IDASetMaxNumSteps(ida, 100000000);
  IDASetStopTime(ida, p->tEnd);
  IDASetId(ida, id);
  IDASetSuppressAlg(ida, p->suppressAlgebraic);
  SUNMatrix matrix = createMatrix(p);
  SUNLinearSolver linear = createSolver(p, y, matrix);
  check(IDASetLinearSolver(ida, linear, matrix), "IDASetLinearSolver");

  double t = p->t0;
  while (t < p->tEnd) {
    check(IDASolve(ida, p->tEnd, &t, y, yp, trace ? IDA_ONE_STEP : IDA_NORMAL), "IDASolve");
    if (trace) {
      double h;
      int q;
      IDAGetLastStep(ida, &h);
      IDAGetLastOrder(ida, &q);
      printf("%.17g %.17g %d\n", t, h, q);
    }
  }
  memset(result, 0, sizeof *result);
  IDAGetIntegratorStats(ida, &result->steps, &result->evaluations, &result->setups, &result->errorFails, &(int){0},
                        &(int){0}, &(double){0}, &(double){0}, &(double){0}, &(double){0});
  IDAGetNonlinSolvStats(ida, &result->iterations, &result->convergenceFails);
  IDAGetNumLinResEvals(ida, &result->jacobianEvaluations);
  IDAGetNumJacEvals(ida, &result->jacobians);
  IDAFree(&ida);
  SUNLinSolFree(linear);
  SUNMatDestroy(matrix);
  N_VDestroy(atol);
  N_VDestroy(yp);
  N_VDestroy(id);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void printNumbers(const char *label, const double *v, int n) {
  printf("\"%s\":[", label);
  for (int i = 0; i < n; i++) printf(i ? ",%.17g" : "%.17g", v[i]);
  printf("]");
}

static void list(void) {
  const Problem *lists[] = {smallProblems, oscillatorProblems, daeProblems, latticeProblems};
  const int counts[] = {smallProblemCount, oscillatorProblemCount, daeProblemCount, latticeProblemCount};
  const char *separator = "[";
  for (int l = 0; l < 4; l++) {
    for (int k = 0; k < counts[l]; k++) {
      printf("%s{\"name\":\"%s\",\"size\":%d,\"methods\":%s}", separator, lists[l][k].name, lists[l][k].n,
             lists[l][k].rhs ? "[\"bdf\",\"adams\"]" : "[\"ida\"]");
      separator = ",\n";
    }
  }
  printf("]\n");
}

static void describe(const Problem *p) {
  const int n = p->n;
  double *y = calloc(5 * n, sizeof *y), *yp = y + n, *scale = y + 2 * n, *id = y + 3 * n, *f = y + 4 * n;
  p->start(y, scale);
  printf("{\"name\":\"%s\",\"t0\":%.17g,\"tEnd\":%.17g,", p->name, p->t0, p->tEnd);
  printNumbers("y0", y, n);
  printf(",");
  printNumbers("scale", scale, n);
  if (p->residual) {
    p->startDae(yp, id);
    printf(",");
    printNumbers("yp0", yp, n);
  }
  /* away from the start, where most terms would vanish */
  for (int i = 0; i < n; i++) y[i] += 0.1 * fabs(y[i]) + 0.01 * scale[i] * (1 + i % 3);
  const double t = p->t0 + 0.37 * (p->tEnd - p->t0);
  if (p->rhs) p->rhs(t, y, f);
  else p->residual(t, y, yp, f);
  printf(",");
  printNumbers("f", f, n);
  printf("}\n");
  free(y);
}

int main(int argc, char **argv) {
  if (argc >= 2 && strcmp(argv[1], "version") == 0) {
    char version[32];
    SUNDIALSGetVersion(version, sizeof version);
    puts(version);
    return 0;
  }
  if (argc >= 2 && strcmp(argv[1], "list") == 0) { list(); return 0; }
  if (argc >= 3 && strcmp(argv[1], "describe") == 0) { describe(find(argv[2])); return 0; }
  if (argc < 5) {
    fprintf(stderr, "usage: sundials version | list | describe <problem> | run|trace <problem> bdf|adams|ida <rtol> [seconds]\n");
    return 2;
  }
  const Problem *p = find(argv[2]);
  const int trace = strcmp(argv[1], "trace") == 0, isDae = strcmp(argv[3], "ida") == 0;
  const int method = strcmp(argv[3], "adams") == 0 ? CV_ADAMS : CV_BDF;
  const double rtol = atof(argv[4]), budget = argc > 5 ? atof(argv[5]) : 0;
  if (isDae != (p->residual != NULL)) {
    fprintf(stderr, "%s does not apply to %s\n", argv[3], p->name);
    return 2;
  }
  SUNContext_Create(NULL, &context);
  N_Vector y = N_VNew_Serial(p->n, context);
  Result result, best = {.seconds = 1e30};
  int repetitions = 0;
  for (double start = now(); repetitions == 0 || now() - start < budget; repetitions++) {
    const double before = now();
    if (isDae) solveDae(p, rtol, y, trace, &result);
    else solveOde(p, method, rtol, y, trace, &result);
    result.seconds = now() - before;
    if (result.seconds < best.seconds) best = result;
  }
  if (!trace) {
    printf("{\"problem\":\"%s\",\"method\":\"%s\",\"rtol\":%g,\"steps\":%ld,\"rejectedSteps\":%ld,"
           "\"convergenceFailures\":%ld,\"evaluations\":%ld,\"jacobianEvaluations\":%ld,\"jacobians\":%ld,"
           "\"factorisations\":%ld,\"iterations\":%ld,\"roots\":%ld,\"seconds\":%.9g,\"repetitions\":%d,",
           p->name, argv[3], rtol, best.steps, best.errorFails, best.convergenceFails, best.evaluations,
           best.jacobianEvaluations, best.jacobians, best.setups, best.iterations, best.roots, best.seconds,
           repetitions);
    printNumbers("y", N_VGetArrayPointer(y), p->n);
    printf("}\n");
  }
  N_VDestroy(y);
  SUNContext_Free(&context);
  return 0;
}
