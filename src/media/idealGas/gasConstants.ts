/**
 * Critical data, acentric factor and dipole moment of the gases whose viscosity can be estimated.
 *
 * Source   FluidData of the Modelica Standard Library 4.1 (BSD-3-Clause), after [Poling2001] appendix A.
 */

/** Critical temperature K, critical molar volume m³/mol, acentric factor, dipole moment debye. */
export type GasConstants = readonly [Tc: number, Vc: number, acentric: number, dipole: number];

export const gasConstants: Readonly<Record<string, GasConstants>> = {
  N2: [126.2, 9.01e-5, 0.037, 0.0],
  O2: [154.58, 7.337e-5, 0.022, 0.0],
  CL2: [417.0, 0.000124, 0.069, 0.0],
  F2: [144.3, 6.62e-5, 0.051, 0.0],
  CO2: [304.12, 9.407e-5, 0.225, 0.0],
  CO: [132.85, 9.31e-5, 0.045, 0.1],
  H2: [33.25, 6.5e-5, -0.216, 0.0],
  H2O: [647.096, 5.595e-5, 0.344, 1.8],
  N2O: [309.6, 9.7e-5, 0.142, 0.2],
  NO: [180.0, 5.8e-5, 0.582, 0.2],
  NO2: [431.35, 8.25e-5, 0.849, 0.32],
  NH3: [405.4, 7.247e-5, 0.257, 1.5],
  SO2: [430.8, 0.000122, 0.245, 1.6],
  SO3: [490.9, 0.0001265, 0.422, 0.0],
  Ar: [150.86, 7.457e-5, -0.002, 0.0],
  He: [5.19, 5.73e-5, -0.39, 0.0],
  Ne: [44.4, 4.17e-5, -0.016, 0.0],
  CH4: [190.56, 9.86e-5, 0.011, 0.0],
  C2H6: [305.32, 0.0001455, 0.099, 0.0],
  C3H8: [369.83, 0.0002, 0.152, 0.0],
  C4H10_n_butane: [425.12, 0.000255, 0.2, 0.0],
  C5H12_n_pentane: [469.7, 0.000311, 0.252, 0.0],
  C6H14_n_hexane: [507.6, 0.000368, 0.3, 0.0],
  C7H16_n_heptane: [540.2, 0.000428, 0.35, 0.0],
  C2H4: [282.34, 0.0001311, 0.087, 0.0],
  C3H6_propylene: [364.9, 0.0001846, 0.142, 0.4],
  C4H8_1_butene: [419.5, 0.0002408, 0.194, 0.3],
  C5H10_1_pentene: [464.8, 0.0002984, 0.237, 0.4],
  C6H12_1_hexene: [504.0, 0.0003551, 0.281, 0.4],
  C7H14_1_heptene: [537.3, 0.000409, 0.343, 0.3],
  C2H2_vinylidene: [308.3, 0.0001122, 0.189, 0.0],
  C6H6: [562.05, 0.000256, 0.21, 0.0],
  C8H18_n_octane: [568.7, 0.000492, 0.399, 0.0],
  C8H10_ethylbenz: [617.15, 0.000374, 0.304, 0.4],
  CH3OH: [512.64, 0.000118, 0.565, 1.7],
  C2H5OH: [513.92, 0.000167, 0.649, 1.7],
  C3H8O_1propanol: [536.78, 0.000219, 0.629, 1.7],
};
