/* Sparse Jacobians by difference quotients over groups of structurally orthogonal columns, for CVODE with KLU. */
#ifndef SPARSE_DIFFERENCES_H
#define SPARSE_DIFFERENCES_H
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

#include "problems.h"

/* Matrix with the pattern of the problem, values zero. */
SUNMatrix sparseMatrix(const Problem *p, SUNContext context);
/* To be called once per solution, after sparseMatrix. */
void sparseDifferencesStart(void *cvode, const Problem *p);
/* A CVLsJacFn. */
int sparseDifferences(realtype t, N_Vector y, N_Vector fy, SUNMatrix jac, void *data, N_Vector a, N_Vector b,
                      N_Vector c);
/* Evaluations of f since the start. */
long sparseDifferenceCalls(void);
#endif
