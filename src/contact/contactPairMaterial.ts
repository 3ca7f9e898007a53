/**
 * What happens when two materials meet: responses and their constants.
 *
 * Source   [Neumayr2024] sec. 7.1.1
 */
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { findLaw, type NormalLawName } from "./laws/findLaw.ts";
import type { NormalLaw } from "./laws/law.ts";
import type { StickSlipConstants } from "./stiction/stickSlip.ts";

/** Forces from penetration and velocities, see contactForces.ts. */
export interface ElasticContactPairMaterial {
  readonly kind: "ElasticContactPairMaterial";
  /** 0 … 1 */
  readonly coefficientOfRestitution: number;
  readonly slidingFrictionCoefficient: number;
  /** Rolling and drilling resistance; the lever arm is the common contact radius. */
  readonly rotationalResistanceCoefficient: number;
  /** m/s: sliding below it is smoothed, bounces below it are damped away. */
  readonly vsmall: number;
  /** rad/s: turning below it is smoothed. */
  readonly wsmall: number;
  /** Law of the normal force; that of the scene when absent. */
  readonly law?: NormalLaw;
  /** True standstill; friction is smoothed when absent. */
  readonly stiction?: StickSlipConstants;
  /** N/m³: flat contacts are elastic foundations of this stiffness; half-spaces when absent. */
  readonly foundationStiffness?: number;
}

/** A jump of the velocities at the event, for isolated impacts. */
export interface ImpulsiveContactPairMaterial {
  readonly kind: "ImpulsiveContactPairMaterial";
  readonly coefficientOfRestitution: number;
  readonly slidingFrictionCoefficient: number;
}

/** No force; the contact is reported. */
export interface ObserverContactPairMaterial {
  readonly kind: "ObserverContactPairMaterial";
  /** Whether a contact is also a warning of the run. */
  readonly printAlarm: boolean;
}

/** The pair is not looked at. */
export interface NoContactPairMaterial {
  readonly kind: "NoContactPairMaterial";
}

export type ContactPairMaterial =
  | ElasticContactPairMaterial
  | ImpulsiveContactPairMaterial
  | ObserverContactPairMaterial
  | NoContactPairMaterial;

export interface ElasticContactPairOptions {
  readonly coefficientOfRestitution?: number;
  readonly slidingFrictionCoefficient?: number;
  readonly rotationalResistanceCoefficient?: number;
  readonly vsmall?: number;
  readonly wsmall?: number;
  readonly law?: NormalLawName | NormalLaw;
  /** Whether contacts stick truly, with located events; default false: friction is smoothed below vsmall, and creeps. */
  readonly stiction?: boolean;
  /** With stiction: friction at which sticking ends; default slidingFrictionCoefficient. */
  readonly staticFrictionCoefficient?: number;
  /** With stiction: displacement of the bristles under the full normal force, m; default 1e-6. */
  readonly bristleLength?: number;
  /** With stiction: below this speed a contact stands still, m/s; default 1e-3. */
  readonly standstillSpeed?: number;
  readonly foundationStiffness?: number;
}

/** Elastic response. Defaults: 0, 0, 0, 0.01 m/s, 0.01 rad/s, the law of the scene. */
export function ElasticContactPairMaterial(options: ElasticContactPairOptions = {}): ElasticContactPairMaterial {
  const where = "ElasticContactPairMaterial()";
  checkOptionNames(
    options,
    [
      "coefficientOfRestitution",
      "slidingFrictionCoefficient",
      "rotationalResistanceCoefficient",
      "vsmall",
      "wsmall",
      "law",
      "stiction",
      "staticFrictionCoefficient",
      "bristleLength",
      "standstillSpeed",
      "foundationStiffness",
    ],
    where,
  );
  return {
    kind: "ElasticContactPairMaterial",
    coefficientOfRestitution: restitution(options.coefficientOfRestitution ?? 0),
    slidingFrictionCoefficient: notNegative(options.slidingFrictionCoefficient ?? 0, "slidingFrictionCoefficient"),
    rotationalResistanceCoefficient: notNegative(
      options.rotationalResistanceCoefficient ?? 0,
      "rotationalResistanceCoefficient",
    ),
    vsmall: positive(options.vsmall ?? 0.01, "vsmall"),
    wsmall: positive(options.wsmall ?? 0.01, "wsmall"),
    ...(options.law === undefined ? {} : { law: findLaw(options.law, "law") }),
    ...(isOn(options.stiction ?? false, "stiction") ? { stiction: stickSlipConstants(options) } : {}),
    ...(options.foundationStiffness === undefined
      ? {}
      : { foundationStiffness: positive(options.foundationStiffness, "foundationStiffness") }),
  };
}

function stickSlipConstants(options: ElasticContactPairOptions): StickSlipConstants {
  const friction = notNegative(options.slidingFrictionCoefficient ?? 0, "slidingFrictionCoefficient");
  const staticFriction = options.staticFrictionCoefficient ?? friction;
  if (!(Number.isFinite(staticFriction) && staticFriction >= friction)) {
    throw badValue("staticFrictionCoefficient", staticFriction, "at least slidingFrictionCoefficient");
  }
  return {
    friction,
    staticFriction,
    bristleLength: positive(options.bristleLength ?? 1e-6, "bristleLength"),
    standstillSpeed: positive(options.standstillSpeed ?? 1e-3, "standstillSpeed"),
  };
}

export function ImpulsiveContactPairMaterial(
  options: { readonly coefficientOfRestitution?: number; readonly slidingFrictionCoefficient?: number } = {},
): ImpulsiveContactPairMaterial {
  checkOptionNames(
    options,
    ["coefficientOfRestitution", "slidingFrictionCoefficient"],
    "ImpulsiveContactPairMaterial()",
  );
  return {
    kind: "ImpulsiveContactPairMaterial",
    coefficientOfRestitution: restitution(options.coefficientOfRestitution ?? 0),
    slidingFrictionCoefficient: notNegative(options.slidingFrictionCoefficient ?? 0, "slidingFrictionCoefficient"),
  };
}

export function ObserverContactPairMaterial(
  options: { readonly printAlarm?: boolean } = {},
): ObserverContactPairMaterial {
  checkOptionNames(options, ["printAlarm"], "ObserverContactPairMaterial()");
  return { kind: "ObserverContactPairMaterial", printAlarm: isOn(options.printAlarm ?? false, "printAlarm") };
}

export function NoContactPairMaterial(): NoContactPairMaterial {
  return { kind: "NoContactPairMaterial" };
}

function restitution(value: number): number {
  if (Number.isFinite(value) && value >= 0 && value <= 1) return value;
  throw badValue("coefficientOfRestitution", value, "a number from 0 (inelastic) to 1 (elastic)");
}

function notNegative(value: number, name: string): number {
  if (Number.isFinite(value) && value >= 0) return value;
  throw badValue(name, value, "a finite number ≥ 0");
}

function positive(value: number, name: string): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw badValue(name, value, "a small positive number; 0.01 is the default");
}

function isOn(value: boolean, name: string): boolean {
  if (typeof value === "boolean") return value;
  throw badValue(name, value, "true or false");
}

function badValue(name: string, value: unknown, hint: string): RattlebackError {
  return new RattlebackError("E-CONTACT-VALUE", `A contact pair material cannot have ${name} = ${String(value)}.`, {
    path: name,
    hint,
    data: { name, value },
  });
}
