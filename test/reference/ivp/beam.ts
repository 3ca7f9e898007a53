/**
 * Beam: an inextensible elastic beam of 40 rods, clamped at one end and pulled at the other until t = π;
 * y = (θ, θ'). The eigenvalues lie along the imaginary axis, up to ±6400i: hard for backward differentiation formulas.
 *
 *   Σ_k a_lk·θ_k'' = n⁴(θ_{l−1} − 2θ_l + θ_{l+1}) + n²(F_y·cos θ_l − F_x·sin θ_l) − Σ_k g_lk·sin(θ_l − θ_k)·θ_k'²
 *   a_lk = g_lk·cos(θ_l − θ_k),  g_lk = n + ½ − max(l, k),  θ_0 = −θ_1,  θ_{n+1} = θ_n,  F_y = −F_x = 1.5·sin²t
 *
 * solved in O(n) with the tridiagonal  C + iD = diag(e^{iθ})·G⁻¹·diag(e^{−iθ}):  C·u = D·v + θ'²,  θ'' = C·v + D·u.
 *
 * Source   [Hairer1996] sec. IV.1
 */
import { filled, firstComponents, type OdeProblem } from "./referenceProblem.ts";

const n = 40;
const v = new Float64Array(n);
const c = new Float64Array(n);
const s = new Float64Array(n);
const d = new Float64Array(n);
const u = new Float64Array(n);

export const beam: OdeProblem = {
  name: "beam",
  title: "Beam",
  kind: "stiff",
  form: "ode",
  size: 2 * n,
  t0: 0,
  tEnd: 5,
  y0: new Float64Array(2 * n),
  toleranceScale: filled(2 * n, 1),
  compare: firstComponents(n),
  end: [
    -0.005792366591294729, -0.016952985507196955, -0.02769103312971831, -0.03800815655878045, -0.04790616859742041,
    -0.05738710435273806, -0.06645327313452085, -0.07510730581978171, -0.08335219765412626, -0.09119134654644198,
    -0.09862858700129938, -0.10566822003777865, -0.1123150395409228, -0.11857435527269843, -0.12445201287552757,
    -0.1299544113263885, -0.1350885180610059, -0.13986188191941143, -0.14428264410148348, -0.14835954724625725,
    -0.1521019429001039, -0.15551979780608305, -0.15862369934199116, -0.16142486037016757, -0.16393512381927886,
    -0.16616696734403752, -0.16813350817781408, -0.16984850806019025, -0.17132637824404096, -0.17258218474621262,
    -0.17363165379752857, -0.17449117738396178, -0.17517781878628552, -0.17570931787124403, -0.1761040960228056,
    -0.1763812607175078, -0.17656060975641918, -0.17666263522601128, -0.1767085270806915, -0.1767201761075157,
  ],
  agreement: "10.9 digits: quadruple extrapolation and a double-precision Dormand–Prince pair of order 8 at 1e-13",
  sources: ["Hairer1996"],
  rhs(t, y, ydot) {
    const st = Math.sin(t);
    const force = t < Math.PI ? 1.5 * st * st : 0;
    for (let l = 0; l < n; l++) {
      const before = l > 0 ? y[l - 1] : -y[0];
      const after = l < n - 1 ? y[l + 1] : y[n - 1];
      v[l] = n * n * n * n * (before - 2 * y[l] + after) + n * n * force * (Math.cos(y[l]) + Math.sin(y[l]));
    }
    for (let l = 0; l < n - 1; l++) {
      c[l] = Math.cos(y[l + 1] - y[l]);
      s[l] = Math.sin(y[l + 1] - y[l]);
    }

    for (let l = 0; l < n; l++) {
      u[l] = y[n + l] * y[n + l];
      if (l < n - 1) u[l] += s[l] * v[l + 1];
      if (l > 0) u[l] -= s[l - 1] * v[l - 1];
      d[l] = l === 0 ? 1 : l === n - 1 ? 3 : 2;
    }
    for (let l = 1; l < n; l++) {
      const m = -c[l - 1] / d[l - 1];
      d[l] += m * c[l - 1];
      u[l] -= m * u[l - 1];
    }
    u[n - 1] /= d[n - 1];
    for (let l = n - 2; l >= 0; l--) u[l] = (u[l] + c[l] * u[l + 1]) / d[l];

    for (let l = 0; l < n; l++) {
      let a = (l === 0 ? 1 : l === n - 1 ? 3 : 2) * v[l];
      if (l < n - 1) a += -c[l] * v[l + 1] + s[l] * u[l + 1];
      if (l > 0) a += -c[l - 1] * v[l - 1] - s[l - 1] * u[l - 1];
      ydot[l] = y[n + l];
      ydot[n + l] = a;
    }
  },
};
