/**
 * Coefficients of the variable-step BDF of order k with fixed leading coefficient, and of its predictor.
 *
 * Source   [Brenan1996] sec. 5.2.1; [Hindmarsh2005] sec. 2.3
 *          ψ_i = t_{n+1} − t_{n−i},               α_i = h / ψ_i
 *          β_i = Π_{j<i} ψ_j(n+1) / ψ_j(n),       γ_i = Σ_{j<i} 1 / ψ_j,       σ_i = i! · Π_{0<j≤i} α_j
 *          c   = (1 + 1/2 + … + 1/k) / h          the corrector has y' = y'⁰ + c·(y − y⁰)
 *          error constant  C = max( α_k, |α_k − c·h + Σ_{i<k} α_i| )
 * Legend   h  size of the attempt from t_n to t_{n+1},  ⁰  predicted
 * Holds    A rejected attempt changes nothing that the next one reads: `psi` belongs to the last accepted step, `psiNew`
 *          to the attempt; accept() makes it the present.
 */
const highestOrder = 5;

export class Coefficients {
  /** ψ of the last accepted step: psi[i] = t_n − t_{n−1−i}. */
  readonly psi = new Float64Array(highestOrder + 1);
  /** β, γ, σ of the attempt for the indices 0 … k; β and σ also for k + 1 when the history reaches that far. */
  readonly beta = new Float64Array(highestOrder + 2);
  readonly gamma = new Float64Array(highestOrder + 2);
  readonly sigma = new Float64Array(highestOrder + 2);
  /** Leading coefficient of y'. */
  c = 0;
  errorConstant = 0;
  private readonly psiNew = new Float64Array(highestOrder + 1);
  private readonly psiOfStart = new Float64Array(highestOrder + 1);

  /** A first attempt of size h and order 1, as if a step of the same size had gone before. */
  prepareStart(h: number): void {
    this.psiOfStart[0] = h;
    this.compute(h, 1, this.psiOfStart);
  }

  /** An attempt of size h and order k from the last accepted step. */
  prepare(h: number, k: number): void {
    this.compute(h, k, this.psi);
  }

  /** The attempt of order k was accepted. */
  accept(k: number): void {
    const { psi, psiNew } = this;
    for (let i = 0; i <= k; i++) psi[i] = psiNew[i];
  }

  private compute(h: number, k: number, psi: Float64Array): void {
    const { psiNew, beta, gamma, sigma } = this;
    beta[0] = 1;
    gamma[0] = 0;
    sigma[0] = 1;
    let distance = h;
    let alpha = 1;
    let alphaSum = 0;
    let leading = 0;
    for (let i = 1; i <= k; i++) {
      psiNew[i - 1] = distance;
      beta[i] = (beta[i - 1] * distance) / psi[i - 1];
      gamma[i] = gamma[i - 1] + alpha / h;
      alphaSum += alpha;
      leading += 1 / i;
      distance = psi[i - 1] + h;
      alpha = h / distance;
      sigma[i] = i * sigma[i - 1] * alpha;
    }
    psiNew[k] = distance;
    beta[k + 1] = (beta[k] * distance) / psi[k];
    sigma[k + 1] = ((k + 1) * sigma[k] * h) / (psi[k] + h);

    this.c = leading / h;
    this.errorConstant = Math.max(alpha, Math.abs(alpha - leading + alphaSum));
  }
}
