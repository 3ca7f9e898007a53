/*
 * Forward sensitivities of a rod that conducts and radiates heat, with CVODES.
 *
 *   cvodes <n> <parameters> <rtol> <simultaneous|staggered> <seconds>
 *
 *   T_i' = k_i (T_{i+1} - T_i) - k_{i-1} (T_i - T_{i-1}) - r T_i^3        T_1(0) = 2, else 1;   k_i = 40 (1 + i/n), r = 0.1, t = 0 .. 1
 *
 * by k_1 .. k_m. BDF, Newton, banded, exact Jacobian and exact right-hand sides of the sensitivities, which are under error control.
 * Prints one line of JSON: steps, evaluations, evaluations of the sensitivities, T_2 and its derivatives at the end, the least processor
 * time of a run, creation and deletion of the solver included: of batches of at least 20 ms, so that asking for the time takes no part of it.
 */
#include <cvodes/cvodes.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunmatrix/sunmatrix_band.h>
#include <time.h>

typedef struct {
  int n;
  realtype r, k[1000];
} Rod;

static int rhs(realtype t, N_Vector y, N_Vector f, void *data) {
  const Rod *rod = data;
  const realtype *T = N_VGetArrayPointer(y);
  realtype *d = N_VGetArrayPointer(f);
  for (int i = 0; i < rod->n; i++) {
    d[i] = -rod->r * T[i] * T[i] * T[i];
    if (i + 1 < rod->n) d[i] += rod->k[i] * (T[i + 1] - T[i]);
    if (i > 0) d[i] -= rod->k[i - 1] * (T[i] - T[i - 1]);
  }
  return 0;
}

static int jacobian(realtype t, N_Vector y, N_Vector fy, SUNMatrix J, void *data, N_Vector a, N_Vector b, N_Vector c) {
  const Rod *rod = data;
  const realtype *T = N_VGetArrayPointer(y);
  for (int i = 0; i < rod->n; i++) {
    realtype diagonal = -3 * rod->r * T[i] * T[i];
    if (i + 1 < rod->n) {
      diagonal -= rod->k[i];
      SM_ELEMENT_B(J, i, i + 1) = rod->k[i];
    }
    if (i > 0) {
      diagonal -= rod->k[i - 1];
      SM_ELEMENT_B(J, i, i - 1) = rod->k[i - 1];
    }
    SM_ELEMENT_B(J, i, i) = diagonal;
  }
  return 0;
}

static int sensitivityRhs(int count, realtype t, N_Vector y, N_Vector fy, N_Vector *s, N_Vector *fs, void *data,
                          N_Vector a, N_Vector b) {
  const Rod *rod = data;
  const realtype *T = N_VGetArrayPointer(y);
  for (int m = 0; m < count; m++) {
    const realtype *S = N_VGetArrayPointer(s[m]);
    realtype *d = N_VGetArrayPointer(fs[m]);
    for (int i = 0; i < rod->n; i++) {
      d[i] = -3 * rod->r * T[i] * T[i] * S[i];
      if (i + 1 < rod->n) d[i] += rod->k[i] * (S[i + 1] - S[i]);
      if (i > 0) d[i] -= rod->k[i - 1] * (S[i] - S[i - 1]);
    }
    d[m] += T[m + 1] - T[m];
    d[m + 1] -= T[m + 1] - T[m];
  }
  return 0;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

int main(int count, char **words) {
  if (count < 6) {
    printf("{\"version\": \"%s\"}\n", SUNDIALS_VERSION);
    return 0;
  }
  Rod rod = {.n = atoi(words[1]), .r = 0.1};
  const int m = atoi(words[2]);
  const realtype rtol = atof(words[3]);
  const int method = strcmp(words[4], "staggered") == 0 ? CV_STAGGERED : CV_SIMULTANEOUS;
  const double duration = atof(words[5]);
  for (int i = 0; i < rod.n; i++) rod.k[i] = 40 * (1 + (realtype)(i + 1) / rod.n);
  SUNContext context;
  SUNContext_Create(NULL, &context);
  double best = 1e300, begun = now();
  int batch = 1;
  long steps, evaluations, sensitivityEvaluations;
  realtype value, derivatives[1000];
  do {
    const double start = now();
    for (int repetition = 0; repetition < batch; repetition++) {
      N_Vector y = N_VNew_Serial(rod.n, context);
      N_VConst(1, y);
      NV_Ith_S(y, 0) = 2;
      N_Vector *s = N_VCloneVectorArray(m, y);
      for (int j = 0; j < m; j++) N_VConst(0, s[j]);
      void *cvode = CVodeCreate(CV_BDF, context);
      CVodeInit(cvode, rhs, 0, y);
      CVodeSStolerances(cvode, rtol, rtol);
      CVodeSetUserData(cvode, &rod);
      CVodeSetMaxNumSteps(cvode, 1000000);
      SUNMatrix matrix = SUNBandMatrix(rod.n, 1, 1, context);
      SUNLinearSolver solver = SUNLinSol_Band(y, matrix, context);
      CVodeSetLinearSolver(cvode, solver, matrix);
      CVodeSetJacFn(cvode, jacobian);
      CVodeSensInit(cvode, m, method, sensitivityRhs, s);
      CVodeSetSensParams(cvode, rod.k, rod.k, NULL);
      CVodeSensEEtolerances(cvode);
      CVodeSetSensErrCon(cvode, SUNTRUE);
      CVodeSetStopTime(cvode, 1);
      realtype t;
      if (CVode(cvode, 1, y, &t, CV_NORMAL) < 0 || CVodeGetSens(cvode, &t, s) < 0) return 1;
      CVodeGetNumSteps(cvode, &steps);
      CVodeGetNumRhsEvals(cvode, &evaluations);
      CVodeGetSensNumRhsEvals(cvode, &sensitivityEvaluations);
      value = NV_Ith_S(y, 1);
      for (int j = 0; j < m; j++) derivatives[j] = NV_Ith_S(s[j], 1);
      CVodeFree(&cvode);
      SUNLinSolFree(solver);
      SUNMatDestroy(matrix);
      N_VDestroyVectorArray(s, m);
      N_VDestroy(y);
    }
    const double used = now() - start;
    if (used / batch < best) best = used / batch;
    if (used < 0.02) batch *= 2;
  } while (now() - begun < duration);
  printf("{\"steps\": %ld, \"evaluations\": %ld, \"sensitivityEvaluations\": %ld, \"seconds\": %.9g, \"value\": %.17g, \"derivatives\": [",
         steps, evaluations, sensitivityEvaluations, best, value);
  for (int j = 0; j < m; j++) printf("%s%.17g", j ? ", " : "", derivatives[j]);
  printf("]}\n");
  return 0;
}
