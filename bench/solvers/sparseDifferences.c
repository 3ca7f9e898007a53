#include "sparseDifferences.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_math.h>
#include <sunmatrix/sunmatrix_sparse.h>

static const Problem *problem;
static void *solver;
static int count, capacity, *rows, *columns;
static int groups, *groupOf;
static sunindextype *pointers, *indices;
static long calls;

static void mark(int row, int column) {
  if (count == capacity) {
    capacity = capacity ? 2 * capacity : 1024;
    rows = realloc(rows, capacity * sizeof *rows);
    columns = realloc(columns, capacity * sizeof *columns);
  }
  rows[count] = row;
  columns[count++] = column;
}

/* Greedy grouping in the order of the columns: a column joins the first group that has none of its rows. */
static void groupColumns(size_t n) {
  groupOf = realloc(groupOf, n * sizeof *groupOf);
  groups = 0;
  char **taken = calloc(n, sizeof *taken);
  for (size_t j = 0; j < n; j++) {
    int g = 0;
    for (;; g++) {
      if (!taken[g]) { taken[g] = calloc(n, 1); break; }
      int free = 1;
      for (sunindextype k = pointers[j]; k < pointers[j + 1] && free; k++) free = !taken[g][indices[k]];
      if (free) break;
    }
    for (sunindextype k = pointers[j]; k < pointers[j + 1]; k++) taken[g][indices[k]] = 1;
    groupOf[j] = g;
    if (g + 1 > groups) groups = g + 1;
  }
  for (int g = 0; g < groups; g++) free(taken[g]);
  free(taken);
}

static void buildPattern(const Problem *p) {
  const int n = p->n;
  problem = p;
  count = 0;
  p->pattern(mark);
  pointers = realloc(pointers, (n + 1) * sizeof *pointers);
  indices = realloc(indices, count * sizeof *indices);
  memset(pointers, 0, (n + 1) * sizeof *pointers);
  for (int k = 0; k < count; k++) pointers[columns[k] + 1]++;
  for (int j = 0; j < n; j++) pointers[j + 1] += pointers[j];
  sunindextype *next = malloc(n * sizeof *next);
  memcpy(next, pointers, n * sizeof *next);
  for (int k = 0; k < count; k++) {
    sunindextype at = next[columns[k]]++;
    for (; at > pointers[columns[k]] && indices[at - 1] > rows[k]; at--) indices[at] = indices[at - 1];
    indices[at] = rows[k];
  }
  free(next);
  groupColumns(n);
}

SUNMatrix sparseMatrix(const Problem *p, SUNContext context) {
  if (problem != p) buildPattern(p);
  SUNMatrix a = SUNSparseMatrix(p->n, p->n, count, CSC_MAT, context);
  memcpy(SM_INDEXPTRS_S(a), pointers, (p->n + 1) * sizeof *pointers);
  memcpy(SM_INDEXVALS_S(a), indices, count * sizeof *indices);
  memset(SM_DATA_S(a), 0, count * sizeof(realtype));
  return a;
}

void sparseDifferencesStart(void *cvode, const Problem *p) {
  if (problem != p) buildPattern(p);
  solver = cvode;
  calls = 0;
}

long sparseDifferenceCalls(void) { return calls; }

/* Increments as in CVODE: √ε·max(|y_j|, noise/w_j), noise = 1000·|h|·ε·n·‖f‖. */
int sparseDifferences(realtype t, N_Vector y, N_Vector fy, SUNMatrix jac, void *data, N_Vector a, N_Vector b,
                      N_Vector c) {
  (void)data;
  const int n = problem->n;
  const double epsilon = 2.220446049250313e-16, root = sqrt(epsilon);
  double h, *u = N_VGetArrayPointer(y), *f = N_VGetArrayPointer(fy), *v = N_VGetArrayPointer(a);
  double *g = N_VGetArrayPointer(b), *w = N_VGetArrayPointer(c), *values = SM_DATA_S(jac);
  sunindextype *starts = SM_INDEXPTRS_S(jac), *where = SM_INDEXVALS_S(jac);
  memcpy(starts, pointers, (n + 1) * sizeof *pointers);
  memcpy(where, indices, count * sizeof *indices);
  CVodeGetCurrentStep(solver, &h);
  CVodeGetErrWeights(solver, c);
  const double norm = N_VWrmsNorm(fy, c);
  const double smallest = norm != 0 ? 1000 * fabs(h) * epsilon * n * norm : 1;
  for (int group = 0; group < groups; group++) {
    memcpy(v, u, n * sizeof *v);
    for (int j = 0; j < n; j++)
      if (groupOf[j] == group) v[j] += fmax(root * fabs(u[j]), smallest / w[j]);
    problem->rhs(t, v, g);
    calls++;
    for (int j = 0; j < n; j++) {
      if (groupOf[j] != group) continue;
      const double inverse = 1 / fmax(root * fabs(u[j]), smallest / w[j]);
      for (sunindextype k = starts[j]; k < starts[j + 1]; k++) values[k] = inverse * (g[where[k]] - f[where[k]]);
    }
  }
  return 0;
}
