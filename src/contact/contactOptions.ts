/** Options of contact handling, their defaults, and the checks at the border. */
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { elasticLaw } from "./laws/elasticLaw.ts";
import { findLaw, type NormalLawName } from "./laws/findLaw.ts";
import type { NormalLaw } from "./laws/law.ts";

export type EventFunctionMethod = "two" | "perPair" | "nearest";

export interface ContactOptions {
  /**
   * "elastic" (default): materials give way, and contacts are as accurate as the tolerance. "rigid": a preview of the whole scene, with
   * impulses at fixed times.
   */
  readonly response?: "elastic" | "rigid";
  /** Time between the impulses of rigid contacts, s. Default 0.001. */
  readonly rigidStep?: number;
  /** k_red: reduces the stiffness of all elastic contacts, 0 < k_red ≤ 1. Default 1. */
  readonly elasticContactReductionFactor?: number;
  /** d_max of the laws with damping, s/m. Default 2000. */
  readonly maximumContactDamping?: number;
  /** Law of the normal force of pairs that name none. Default "elastic"; "exactRestitution" is recommended. */
  readonly contactLaw?: NormalLawName | NormalLaw;
  /** Shapes with flat faces or straight edges touch each other in patches ("patch", default) or in single points ("point"). */
  readonly flatContact?: "patch" | "point";
  /** ε: a contact begins at the distance ε and ends at 2·ε, m. Default 1e-12. */
  readonly contactHysteresis?: number;
  /** Room around the boxes of the broad phase, relative to the size of each shape. Default 0.001. */
  readonly boundingBoxMargin?: number;
  /**
   * How contacts become event functions. "two" (default): one for all contacts, one for everything separated. "perPair": one
   * per pair of shapes. "nearest": one for each of the nearest pairs, more when they no longer suffice.
   */
  readonly eventFunctionMethod?: EventFunctionMethod;
  /** First number of event functions of the method "nearest". Default 8. */
  readonly nearestPairs?: number;
  /** Contacts that begin and end within a step are found if they are deeper than this part of the smaller shape. Default 1e-5. */
  readonly passingResolution?: number;
}

export interface CheckedContactOptions {
  readonly response: "elastic" | "rigid";
  readonly rigidStep: number;
  readonly elasticContactReductionFactor: number;
  readonly maximumContactDamping: number;
  readonly contactLaw: NormalLaw;
  readonly flatContact: "patch" | "point";
  readonly contactHysteresis: number;
  readonly boundingBoxMargin: number;
  readonly eventFunctionMethod: EventFunctionMethod;
  readonly nearestPairs: number;
  readonly passingResolution: number;
}

const contactOptionNames = [
  "response",
  "rigidStep",
  "elasticContactReductionFactor",
  "maximumContactDamping",
  "contactLaw",
  "flatContact",
  "contactHysteresis",
  "boundingBoxMargin",
  "eventFunctionMethod",
  "nearestPairs",
  "passingResolution",
] as const satisfies readonly (keyof ContactOptions)[];

const eventFunctionMethods: readonly EventFunctionMethod[] = ["two", "perPair", "nearest"];

export function checkedContactOptions(options: ContactOptions): CheckedContactOptions {
  checkOptionNames(options, contactOptionNames, "contact handling");
  const method = options.eventFunctionMethod ?? "two";
  if (!eventFunctionMethods.includes(method)) {
    throw badOption("eventFunctionMethod", method, `one of ${eventFunctionMethods.join(", ")}`);
  }
  const flatContact = options.flatContact ?? "patch";
  if (flatContact !== "patch" && flatContact !== "point") {
    throw badOption("flatContact", flatContact, 'one of "patch", "point"');
  }
  const response = options.response ?? "elastic";
  if (response !== "elastic" && response !== "rigid")
    throw badOption("response", response, 'one of "elastic", "rigid"');
  const factor = positive("elasticContactReductionFactor", options.elasticContactReductionFactor ?? 1);
  if (factor > 1) throw badOption("elasticContactReductionFactor", factor, "a number above 0, at most 1");
  const nearest = options.nearestPairs ?? 8;
  if (!(Number.isInteger(nearest) && nearest >= 2)) throw badOption("nearestPairs", nearest, "an integer, at least 2");
  const damping = options.maximumContactDamping ?? 2000;
  if (!(Number.isFinite(damping) && damping >= 0))
    throw badOption("maximumContactDamping", damping, "a finite number ≥ 0");
  return {
    response,
    rigidStep: positive("rigidStep", options.rigidStep ?? 1e-3),
    elasticContactReductionFactor: factor,
    maximumContactDamping: damping,
    contactLaw: options.contactLaw === undefined ? elasticLaw : findLaw(options.contactLaw, "contactLaw"),
    flatContact,
    contactHysteresis: positive("contactHysteresis", options.contactHysteresis ?? 1e-12),
    boundingBoxMargin: positive("boundingBoxMargin", options.boundingBoxMargin ?? 1e-3),
    eventFunctionMethod: method,
    nearestPairs: nearest,
    passingResolution: positive("passingResolution", options.passingResolution ?? 1e-5),
  };
}

function positive(name: string, value: number): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw badOption(name, value, "a finite number above 0");
}

function badOption(name: string, value: unknown, hint: string): RattlebackError {
  return new RattlebackError("E-CONTACT-VALUE", `Contact handling cannot have ${name} = ${String(value)}.`, {
    path: name,
    hint,
    data: { name, value },
  });
}
