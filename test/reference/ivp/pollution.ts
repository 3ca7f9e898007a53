/** Pollution: 25 reactions of 20 species in the air, for one hour. */
import { filled, firstComponents, type OdeProblem } from "./referenceProblem.ts";

const y0 = new Float64Array(20);
y0[1] = 0.2;
y0[3] = 0.04;
y0[6] = 0.1;
y0[7] = 0.3;
y0[8] = 0.01;
y0[16] = 0.007;

const toleranceScale = filled(20, 1e-6);
toleranceScale[15] = 1e-18;

export const pollution: OdeProblem = {
  name: "pollution",
  title: "Pollution",
  kind: "stiff",
  form: "ode",
  size: 20,
  t0: 0,
  tEnd: 60,
  y0,
  toleranceScale,
  compare: firstComponents(20),
  end: [
    0.0564625548002277, 0.13424841304223387, 4.139734331099427e-9, 0.005523140207484359, 2.018977262302195e-7,
    1.4645418634939647e-7, 0.07784249118997966, 0.3245075353396018, 0.007494013383880406, 1.6222931573015592e-8,
    1.1358638332570734e-8, 0.00223050597572136, 0.000208716288279863, 1.3969210168401579e-5, 0.008964884856898295,
    4.352846369330103e-18, 0.006899219696263406, 0.0001007803037365946, 1.772146513969984e-6, 5.682943292316392e-5,
  ],
  agreement:
    "13.2 digits: quadruple extrapolation and a double-precision Radau solver at 1e-12; 15 with the published values",
  sources: ["Verwer1994", "Mazzia2008"],
  rhs(_t, y, ydot) {
    const r1 = 0.35 * y[0];
    const r2 = 26.6 * y[1] * y[3];
    const r3 = 12300 * y[4] * y[1];
    const r4 = 0.00086 * y[6];
    const r5 = 0.00082 * y[6];
    const r6 = 15000 * y[6] * y[5];
    const r7 = 0.00013 * y[8];
    const r8 = 24000 * y[8] * y[5];
    const r9 = 16500 * y[10] * y[1];
    const r10 = 9000 * y[10] * y[0];
    const r11 = 0.022 * y[12];
    const r12 = 12000 * y[9] * y[1];
    const r13 = 1.88 * y[13];
    const r14 = 16300 * y[0] * y[5];
    const r15 = 4800000 * y[2];
    const r16 = 0.00035 * y[3];
    const r17 = 0.0175 * y[3];
    const r18 = 1e8 * y[15];
    const r19 = 4.44e11 * y[15];
    const r20 = 1240 * y[16] * y[5];
    const r21 = 2.1 * y[18];
    const r22 = 5.78 * y[18];
    const r23 = 0.0474 * y[0] * y[3];
    const r24 = 1780 * y[18] * y[0];
    const r25 = 3.12 * y[19];
    ydot[0] = -r1 - r10 - r14 - r23 - r24 + r2 + r3 + r9 + r11 + r12 + r22 + r25;
    ydot[1] = -r2 - r3 - r9 - r12 + r1 + r21;
    ydot[2] = -r15 + r1 + r17 + r19 + r22;
    ydot[3] = -r2 - r16 - r17 - r23 + r15;
    ydot[4] = -r3 + 2 * r4 + r6 + r7 + r13 + r20;
    ydot[5] = -r6 - r8 - r14 - r20 + r3 + 2 * r18;
    ydot[6] = -r4 - r5 - r6 + r13;
    ydot[7] = r4 + r5 + r6 + r7;
    ydot[8] = -r7 - r8;
    ydot[9] = -r12 + r7 + r9;
    ydot[10] = -r9 - r10 + r8 + r11;
    ydot[11] = r9;
    ydot[12] = -r11 + r10;
    ydot[13] = -r13 + r12;
    ydot[14] = r14;
    ydot[15] = -r18 - r19 + r16;
    ydot[16] = -r20;
    ydot[17] = r20;
    ydot[18] = -r21 - r22 - r24 + r23 + r25;
    ydot[19] = -r25 + r24;
  },
};
