/**
 * Functions of LAPACK by their names, on matrices of the size that a call has; work arrays and leading dimensions are not needed.
 *
 * Length   a list of functions by name, each a few lines
 */
import {
  type ArrayValue,
  type ExternalArgument,
  type ExternalEntries,
  type ExternalFunction,
  numbersOf,
  type OutputCell,
  writeCell,
  writeNumbers,
} from "./externalFunction.ts";
import { Matrix } from "./matrices/matrix.ts";
import { applyQ, constrainedLeastSquares, factorQR, formQ, leastSquares } from "./matrices/orthogonalFactors.ts";
import {
  eigenvaluesOf,
  eigenvectorsOf,
  hessenbergBasis,
  reduceToHessenberg,
  reorderSchur,
  schurForm,
  schurOfHessenberg,
  solveSylvester,
} from "./matrices/schurForm.ts";
import { singularValues } from "./matrices/singularValues.ts";
import {
  eliminate,
  factorCholesky,
  factorLU,
  normOf,
  reciprocalCondition,
  solveLU,
} from "./matrices/triangularFactors.ts";

type Argument = ExternalArgument | undefined;

/** A matrix, or a vector as one column. */
function matrixOf(argument: Argument): Matrix {
  const { shape, data } = argument as ArrayValue;
  return new Matrix(shape[0] ?? 1, shape[1] ?? 1, data as number[]);
}

function write(argument: Argument, { a }: Matrix): void {
  writeNumbers(argument, a);
}

/** A number or text; those that the function keeps in a variable of its own come as cells. */
function plain(argument: Argument): unknown {
  return typeof argument === "object" && "value" in argument ? (argument as OutputCell).value : argument;
}

function numberOf(argument: Argument): number {
  return plain(argument) as number;
}

function letterOf(argument: Argument): string {
  return String(plain(argument)).toUpperCase();
}

function isTransposed(trans: Argument): boolean {
  return letterOf(trans) !== "N";
}

/** Rows are counted from 1 outside. */
const fromOne = (places: readonly number[]): number[] => places.map((k) => k + 1);
const fromZero = (places: readonly number[]): number[] => places.map((k) => k - 1);

function writeEigenvalues(T: Matrix, wr: Argument, wi: Argument): ReturnType<typeof eigenvaluesOf> {
  const values = eigenvaluesOf(T);
  writeNumbers(wr, values.re);
  writeNumbers(wi, values.im);
  return values;
}

/** Singular values and, where they are wanted, both bases. */
function decompose(a: Argument, s: Argument, u: Argument, vt: Argument): void {
  const { sigma, U, V } = singularValues(matrixOf(a));
  writeNumbers(s, sigma);
  if (u !== undefined) write(u, U);
  if (vt !== undefined) write(vt, V.transposed());
}

/** A system with three diagonals. */
const solveTridiagonal: ExternalFunction = ([count, , below, diagonal, above, b, , info]) => {
  const n = numberOf(count);
  const [A, B, pivots] = [new Matrix(n, n), matrixOf(b), [] as number[]];
  const [low, middle, high] = [numbersOf(below), numbersOf(diagonal), numbersOf(above)];
  for (let i = 0; i < n; i++) {
    A.set(i, i, middle[i]!);
    if (i + 1 < n) {
      A.set(i + 1, i, low[i]!);
      A.set(i, i + 1, high[i]!);
    }
  }
  const code = factorLU(A, pivots);
  if (code === 0) solveLU(A, pivots, B);
  write(b, B);
  writeCell(info, code);
};

/** op(A)·X = α·B or X·op(A) = α·B with a triangular A. */
const solveTriangular: ExternalFunction = ([side, uplo, trans, diag, , , alpha, a, , b]) => {
  const isLeft = letterOf(side) === "L";
  const isUpper = letterOf(uplo) === "U";
  const isUnit = letterOf(diag) === "U";
  const A = matrixOf(a);
  const B = isLeft ? matrixOf(b) : matrixOf(b).transposed();
  // X·op(A) = B is op(A)ᵀ·Xᵀ = Bᵀ
  const isTurned = isTransposed(trans) === isLeft;
  for (let i = 0; i < B.a.length; i++) B.a[i]! *= numberOf(alpha);
  eliminate(
    B,
    A.rows,
    isUpper === isTurned ? "down" : "up",
    (i, k) => (isTurned ? A.get(k, i) : A.get(i, k)),
    isUnit ? undefined : (i) => A.get(i, i),
  );
  write(b, isLeft ? B : B.transposed());
};

const solve: ExternalFunction = ([, , a, , ipiv, b, , info]) => {
  const [A, B, pivots] = [matrixOf(a), matrixOf(b), [] as number[]];
  const code = factorLU(A, pivots);
  write(a, A);
  writeNumbers(ipiv, fromOne(pivots));
  if (code === 0) solveLU(A, pivots, B);
  write(b, B);
  writeCell(info, code);
};

export const matrixFunctions: ExternalEntries = [
  ["dgesv", solve],
  [
    "dgesvx",
    ([, trans, , , a, , af, , ipiv, , , , b, , x, , rcond, , , , , info]) => {
      const [A, X, pivots] = [matrixOf(a), matrixOf(b), [] as number[]];
      const norm = normOf(A, isTransposed(trans) ? "I" : "1");
      const code = factorLU(A, pivots);
      write(af, A);
      writeNumbers(ipiv, fromOne(pivots));
      writeCell(rcond, code === 0 ? reciprocalCondition(A, norm, isTransposed(trans) ? "I" : "1") : 0);
      if (code === 0) solveLU(A, pivots, X, isTransposed(trans));
      write(x, X);
      writeCell(info, code);
    },
  ],
  [
    "dgetrf",
    ([, , a, , ipiv, info]) => {
      const [A, pivots] = [matrixOf(a), [] as number[]];
      writeCell(info, factorLU(A, pivots));
      write(a, A);
      writeNumbers(ipiv, fromOne(pivots));
    },
  ],
  [
    "dgetrs",
    ([trans, , , a, , ipiv, b, , info]) => {
      const B = matrixOf(b);
      solveLU(matrixOf(a), fromZero(numbersOf(ipiv)), B, isTransposed(trans));
      write(b, B);
      writeCell(info, 0);
    },
  ],
  [
    "dgetri",
    ([n, a, , ipiv, , , info]) => {
      const LU = matrixOf(a);
      const inverse = Matrix.identity(numberOf(n));
      const singular = Array.from({ length: LU.rows }, (_, k) => k).find((k) => LU.get(k, k) === 0);
      writeCell(info, singular === undefined ? 0 : singular + 1);
      if (singular !== undefined) return;
      solveLU(LU, fromZero(numbersOf(ipiv)), inverse);
      write(a, inverse);
    },
  ],
  [
    "dgecon",
    ([kind, , a, , norm, rcond, , , info]) => {
      writeCell(rcond, reciprocalCondition(matrixOf(a), numberOf(norm), letterOf(kind) === "I" ? "I" : "1"));
      writeCell(info, 0);
    },
  ],
  [
    "dpotrf",
    ([uplo, , a, , info]) => {
      const A = matrixOf(a);
      writeCell(info, factorCholesky(A, letterOf(uplo) === "U"));
      write(a, A);
    },
  ],
  ["dlange", ([kind, , , a]) => normOf(matrixOf(a), letterOf(kind))],
  [
    "dgeqrf",
    ([, , a, , tau, , , info]) => {
      const A = matrixOf(a);
      writeNumbers(tau, factorQR(A));
      write(a, A);
      writeCell(info, 0);
    },
  ],
  [
    "dgeqp3",
    ([, n, a, , jpvt, tau, , , info]) => {
      const A = matrixOf(a);
      const order = Array.from({ length: numberOf(n) }, (_, j) => j);
      writeNumbers(tau, factorQR(A, order));
      write(a, A);
      writeNumbers(jpvt, fromOne(order));
      writeCell(info, 0);
    },
  ],
  [
    "dorgqr",
    ([, n, k, a, , tau, , , info]) => {
      write(a, formQ(matrixOf(a), numbersOf(tau), numberOf(k), numberOf(n)));
      writeCell(info, 0);
    },
  ],
  [
    "dormqr",
    ([side, trans, , , k, a, , tau, c, , , , info]) => {
      const isLeft = letterOf(side) === "L";
      const C = isLeft ? matrixOf(c) : matrixOf(c).transposed();
      // C·Q = (Qᵀ·Cᵀ)ᵀ
      applyQ(matrixOf(a), numbersOf(tau), numberOf(k), C, isTransposed(trans) === isLeft);
      write(c, isLeft ? C : C.transposed());
      writeCell(info, 0);
    },
  ],
  [
    "dgelsy",
    ([, n, , a, , b, , jpvt, rcond, rank, , , info]) => {
      const B = matrixOf(b);
      const A = matrixOf(a);
      const found = leastSquares(A, B.part(0, A.rows, 0, B.columns), numberOf(rcond));
      for (let i = 0; i < numberOf(n); i++) for (let j = 0; j < B.columns; j++) B.set(i, j, found.X.get(i, j));
      write(b, B);
      writeNumbers(jpvt, fromOne(found.order));
      writeCell(rank, found.rank);
      writeCell(info, 0);
    },
  ],
  [
    "dgglse",
    ([, , , a, , b, , c, d, x, , , info]) => {
      write(x, constrainedLeastSquares(matrixOf(a), matrixOf(c), matrixOf(b), matrixOf(d)));
      writeCell(info, 0);
    },
  ],
  [
    "dgesvd",
    ([jobu, jobvt, , , a, , s, u, , vt, , , , info]) => {
      const isWanted = (job: Argument): boolean => letterOf(job) === "A";
      decompose(a, s, isWanted(jobu) ? u : undefined, isWanted(jobvt) ? vt : undefined);
      writeCell(info, 0);
    },
  ],
  [
    "dgesdd",
    ([, , , a, , s, u, , vt, , , , , info]) => {
      decompose(a, s, u, vt);
      writeCell(info, 0);
    },
  ],
  ["dgtsv", solveTridiagonal],
  ["dtrsm", solveTriangular],
  [
    "dgels",
    ([, , n, , a, , b, , , , info]) => {
      const [A, B] = [matrixOf(a), matrixOf(b)];
      const { X } = leastSquares(A, B.part(0, A.rows, 0, B.columns), 0);
      for (let i = 0; i < numberOf(n); i++) for (let j = 0; j < B.columns; j++) B.set(i, j, X.get(i, j));
      write(b, B);
      writeCell(info, 0);
    },
  ],
  [
    "dgehrd",
    ([, , , a, , tau, , , info]) => {
      const A = matrixOf(a);
      writeNumbers(tau, reduceToHessenberg(A));
      write(a, A);
      writeCell(info, 0);
    },
  ],
  [
    "dorghr",
    ([, , , a, , tau, , , info]) => {
      write(a, hessenbergBasis(matrixOf(a), numbersOf(tau)));
      writeCell(info, 0);
    },
  ],
  [
    "dhseqr",
    ([job, compz, n, , , h, , wr, wi, z, , , , info]) => {
      const H = matrixOf(h);
      const kind = letterOf(compz);
      const Z = kind === "V" ? matrixOf(z) : Matrix.identity(numberOf(n));
      writeCell(info, schurOfHessenberg(H, Z));
      writeEigenvalues(H, wr, wi);
      if (letterOf(job) === "S") write(h, H);
      if (kind !== "N") write(z, Z);
    },
  ],
  [
    "dgees",
    ([jobvs, , , , a, , sdim, wr, wi, vs, , , , , info]) => {
      const { T, Z, info: code } = schurForm(matrixOf(a));
      write(a, T);
      writeCell(sdim, 0);
      writeEigenvalues(T, wr, wi);
      if (letterOf(jobvs) === "V") write(vs, Z);
      writeCell(info, code);
    },
  ],
  [
    "dgeev",
    ([, jobvr, , a, , wr, wi, , , vr, , , , info]) => {
      const { T, Z, info: code } = schurForm(matrixOf(a));
      const values = writeEigenvalues(T, wr, wi);
      if (letterOf(jobvr) === "V") write(vr, eigenvectorsOf(T, Z, values));
      writeCell(info, code);
    },
  ],
  [
    "dtrsyl",
    ([trana, tranb, isgn, , , a, , b, , c, , scale, info]) => {
      const [A, B] = [matrixOf(a), matrixOf(b)];
      const { X, info: code } = solveSylvester(
        isTransposed(trana) ? A.transposed() : A,
        isTransposed(tranb) ? B.transposed() : B,
        matrixOf(c),
        numberOf(isgn),
      );
      if (code === 0) write(c, X);
      writeCell(scale, 1);
      writeCell(info, code);
    },
  ],
  [
    "dtrsen",
    ([job, compq, select, , t, , q, , wr, wi, m, s, sep, , , , , info]) => {
      const [T, Q] = [matrixOf(t), matrixOf(q)];
      const count = reorderSchur(
        T,
        Q,
        ((select as ArrayValue).data as (number | boolean)[]).map((x) => x === true || x === 1),
      );
      write(t, T);
      if (letterOf(compq) === "V") write(q, Q);
      writeEigenvalues(T, wr, wi);
      writeCell(m, count);
      // condition numbers are not computed: whoever asks for them is told as LAPACK tells a wrong first argument
      writeCell(s, Number.NaN);
      writeCell(sep, Number.NaN);
      writeCell(info, letterOf(job) === "N" ? 0 : -1);
    },
  ],
];
