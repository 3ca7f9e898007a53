/** What the table of fluids holds per fluid. */

export type IdealTerm =
  | { readonly term: "lead" | "offset"; readonly a1: number; readonly a2: number; readonly referenceState?: string }
  | { readonly term: "logTau"; readonly a: number }
  | { readonly term: "power"; readonly n: readonly number[]; readonly t: readonly number[] }
  | {
      readonly term: "planckEinstein";
      readonly n: readonly number[];
      readonly t?: readonly number[];
      /** t = theta/Tref, where the publication gives temperatures. */
      readonly theta?: readonly number[];
      readonly Tref?: number;
    }
  | {
      readonly term: "planckEinsteinGeneral";
      readonly n: readonly number[];
      readonly t: readonly number[];
      readonly c: readonly number[];
      readonly d: readonly number[];
    };

type Numbers = readonly number[];

export type ResidualTerm =
  | { readonly term: "power"; readonly n: Numbers; readonly d: Numbers; readonly t: Numbers; readonly l: Numbers }
  | {
      readonly term: "gaussian";
      readonly n: Numbers;
      readonly d: Numbers;
      readonly t: Numbers;
      readonly eta: Numbers;
      readonly epsilon: Numbers;
      readonly beta: Numbers;
      readonly gamma: Numbers;
    }
  | {
      readonly term: "gaoB";
      readonly n: Numbers;
      readonly d: Numbers;
      readonly t: Numbers;
      readonly eta: Numbers;
      readonly epsilon: Numbers;
      readonly beta: Numbers;
      readonly gamma: Numbers;
      readonly b: Numbers;
    }
  | {
      readonly term: "nonAnalytic";
      readonly n: Numbers;
      readonly a: Numbers;
      readonly b: Numbers;
      readonly beta: Numbers;
      readonly A: Numbers;
      readonly B: Numbers;
      readonly C: Numbers;
      readonly D: Numbers;
    };

/** reducing·exp(x Σ n θ^t) or reducing·(1 + Σ n θ^t), θ = 1 − T/Tr; x = Tr/T with tauFactor. */
export interface Ancillary {
  readonly form: string;
  readonly Tr: number;
  readonly reducing: number;
  readonly n: Numbers;
  readonly t: Numbers;
  readonly tauFactor: boolean;
}

export interface CriticalEnhancement {
  readonly R0: number;
  readonly Gamma?: number;
  readonly GAMMA?: number;
  readonly gamma: number;
  readonly nu?: number;
  readonly xi0_nm?: number;
  readonly zeta0?: number;
  readonly qD_inverse_nm?: number;
  readonly qD?: number;
  readonly Tref?: number;
}

interface PowerSum {
  readonly t: Numbers;
  readonly d: Numbers;
  readonly l: Numbers;
}

export interface LemmonJacobsenData {
  readonly kind: "lemmonJacobsen";
  readonly source: string;
  readonly molarMass: number;
  readonly sigma_nm: number;
  readonly epsilonOverK: number;
  readonly collision_b: Numbers;
  readonly Tred: number;
  readonly rhoMolarRed: number;
  readonly viscosityResidual: PowerSum & { readonly N_microPas: Numbers };
  readonly conductivityDilute: { readonly N_mW: Numbers; readonly t: Numbers };
  readonly conductivityResidual: PowerSum & { readonly N_mW: Numbers };
  readonly critical: CriticalEnhancement;
}

/** Dilute gas, initial density dependence, residual part: R134a and propane. */
export interface CollisionViscosityData {
  readonly sigma_nm: number;
  readonly epsilonOverK: number;
  readonly C: number;
  readonly molarMass: number;
  readonly collision_b: Numbers;
  readonly collisionPowers?: Numbers;
  readonly initialDensity: { readonly b: Numbers; readonly t: Numbers };
  readonly residual: {
    readonly Tred: number;
    readonly rhoMolarRed: number;
    readonly a_Pas: Numbers;
    readonly t: Numbers;
    readonly d: Numbers;
    readonly f_Pas: Numbers;
    readonly g: Numbers;
    readonly p?: Numbers;
    readonly q?: Numbers;
    readonly h?: Numbers;
  };
}

export interface R134aTransportData {
  readonly kind: "r134a";
  readonly sourceConductivity: string;
  readonly sourceViscosity: string;
  readonly viscosity: CollisionViscosityData;
  readonly conductivity: {
    readonly dilute_W: Numbers;
    readonly residual_W: Numbers;
    readonly rhoMassRed: number;
    readonly critical: CriticalEnhancement;
  };
}

export interface PropaneTransportData {
  readonly kind: "propane";
  readonly sourceConductivity: string;
  readonly sourceViscosity: string;
  readonly viscosity: CollisionViscosityData;
  readonly conductivity: {
    readonly dilute_W: Numbers;
    readonly TredDilute: number;
    readonly residual_W: Numbers;
    readonly d: Numbers;
    readonly t: Numbers;
    readonly TredResidual: number;
    readonly rhoMassRed: number;
    readonly critical: CriticalEnhancement;
  };
}

export interface CarbonDioxideTransportData {
  readonly kind: "carbonDioxide";
  readonly sourceConductivity: string;
  readonly sourceViscosity: string;
  readonly viscosity: {
    readonly epsilonOverK: number;
    readonly a: Numbers;
    readonly d11: number;
    readonly d21: number;
    readonly d64: number;
    readonly d81: number;
    readonly d82: number;
  };
  readonly conductivity: {
    readonly l: Numbers;
    readonly B1_W: Numbers;
    readonly B2_W: Numbers;
    readonly Tred: number;
    readonly rhoMassRed: number;
    readonly critical: CriticalEnhancement;
  };
}

export type TransportData = LemmonJacobsenData | R134aTransportData | PropaneTransportData | CarbonDioxideTransportData;

export interface FluidData {
  readonly source: string;
  /** kg/mol */
  readonly molarMass: number;
  /** J/(mol K), that of the publication. */
  readonly R: number;
  readonly reducing: { readonly T: number; readonly rhoMolar: number };
  readonly critical: { readonly T: number; readonly p: number; readonly rhoMolar: number };
  readonly acentric: number;
  readonly limits: { readonly Tmin: number; readonly Tmax: number; readonly pMax: number };
  /** Bubble and dew pressure differ. */
  readonly pseudoPure: boolean;
  readonly triple: {
    readonly T: number;
    readonly p: number;
    readonly rhoMolarLiquid: number;
    readonly rhoMolarVapor: number;
  };
  readonly ideal: readonly IdealTerm[];
  readonly residual: readonly ResidualTerm[];
  readonly ancillary: {
    readonly pS?: Ancillary;
    readonly pL?: Ancillary;
    readonly pV?: Ancillary;
    readonly rhoL: Ancillary;
    readonly rhoV: Ancillary;
    readonly surfaceTension?: { readonly Tc: number; readonly a: Numbers; readonly n: Numbers };
  };
  readonly lennardJones?: { readonly sigma_nm: number; readonly epsilonOverK: number };
  readonly transport?: TransportData;
}
