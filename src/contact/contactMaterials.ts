/**
 * Materials in contact: elastic constants of each, and the response of each pair. The built-in palette can be extended per
 * model; nothing is global.
 *
 * Rule     A pair that is not listed has the mean of both pairs with themselves, if these are elastic and obey one law: neither or both are
 *          elastic foundations.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { type ContactPairMaterial, ElasticContactPairMaterial } from "./contactPairMaterial.ts";
import { contactPairPalette } from "./contactPairPalette.ts";

/** What a contact needs to know of a solid material. */
export interface ElasticConstants {
  /** Pa */
  readonly YoungsModulus: number;
  readonly PoissonsRatio: number;
}

/** What a surface is made of. */
export interface ContactSurface {
  readonly material: string;
  /** Coefficient of friction of its own; that of the pair of materials when absent. */
  readonly friction?: number;
}

export class ContactMaterials {
  private readonly pairs = new Map<string, ContactPairMaterial>();
  private readonly solids: Readonly<Record<string, ElasticConstants>>;

  /**
   * Elastic constants by name of the material, and what the model adds to the palette of pairs or replaces there. Keys of pairs
   * are two names with a comma, in any order.
   */
  constructor(
    solids: Readonly<Record<string, ElasticConstants>>,
    pairs: Readonly<Record<string, ContactPairMaterial>> = {},
  ) {
    for (const [key, material] of Object.entries(contactPairPalette)) this.pairs.set(key, material);
    for (const [key, material] of Object.entries(pairs)) this.pairs.set(sortedKey(key), material);
    this.solids = solids;
  }

  /** Response of a pair of materials; undefined when it is neither listed nor a mean. */
  pair(a: string, b: string): ContactPairMaterial | undefined {
    return this.pairs.get(pairKey(a, b)) ?? mean(this.pairs.get(pairKey(a, a)), this.pairs.get(pairKey(b, b)));
  }

  /** Response of two surfaces: their own coefficients of friction, of two the smaller, stand for those of the pair. */
  between(a: ContactSurface, b: ContactSurface): ContactPairMaterial | undefined {
    const found = this.pair(a.material, b.material);
    const friction = Math.min(a.friction ?? Infinity, b.friction ?? Infinity);
    if (friction === Infinity || found === undefined || !("slidingFrictionCoefficient" in found)) return found;
    const changed = { ...found, slidingFrictionCoefficient: friction };
    return "stiction" in changed && changed.stiction !== undefined
      ? { ...changed, stiction: { ...changed.stiction, friction, staticFriction: friction } }
      : changed;
  }

  /** Elastic constants of a material that the shape `path` is made of. */
  elasticConstants(name: string, path: string): ElasticConstants {
    const found = Object.hasOwn(this.solids, name) ? this.solids[name] : undefined;
    if (found !== undefined && found.YoungsModulus > 0 && found.PoissonsRatio >= 0 && found.PoissonsRatio < 1)
      return found;
    throw new RattlebackError("E-CONTACT-MATERIAL", `"${path}" has no elastic constants for contacts.`, {
      path,
      because:
        found === undefined
          ? `the material "${name}" is not known`
          : `the material "${name}" has YoungsModulus = ${found.YoungsModulus}, PoissonsRatio = ${found.PoissonsRatio}`,
      hint: `a contactMaterial with YoungsModulus > 0 and PoissonsRatio from 0 to below 1, for example one of ${Object.keys(this.solids).slice(0, 3).join(", ")}; or add it to the solidMaterials of the scene`,
      data: { material: name },
    });
  }

  /** The error for a pair without response, told when the model starts. */
  missingPair(pathA: string, materialA: string, pathB: string, materialB: string): RattlebackError {
    return new RattlebackError(
      "E-CONTACT-PAIR",
      `"${pathA}" (${materialA}) and "${pathB}" (${materialB}) can meet, but there is no contact pair material for them.`,
      {
        path: pathA,
        where: pathB,
        because: `"${pairKey(materialA, materialB)}" is not listed, and not both of "${pairKey(materialA, materialA)}" and "${pairKey(materialB, materialB)}" are elastic with one law, so there is no mean`,
        hint: `Scene({ contactPairMaterials: { "${pairKey(materialA, materialB)}": ElasticContactPairMaterial({ … }) } }), another contactMaterial, or collision: false`,
        data: { materials: [materialA, materialB], objects: [pathA, pathB] },
      },
    );
  }
}

function pairKey(a: string, b: string): string {
  return a < b ? `${a},${b}` : `${b},${a}`;
}

function sortedKey(key: string): string {
  const names = key.split(",").map((name) => name.trim());
  if (names.length === 2 && names.every((name) => name !== "")) return pairKey(names[0]!, names[1]!);
  throw new RattlebackError("E-CONTACT-VALUE", `"${key}" does not name a pair of materials.`, {
    path: `contactPairMaterials["${key}"]`,
    hint: 'two names with a comma between them, for example "DryWood,Steel"',
    data: { key },
  });
}

/** A mean sticks when both do. */
function meanOfStiction(a: ElasticContactPairMaterial, b: ElasticContactPairMaterial) {
  if (a.stiction === undefined || b.stiction === undefined) return {};
  return {
    stiction: true,
    staticFrictionCoefficient: 0.5 * (a.stiction.staticFriction + b.stiction.staticFriction),
    bristleLength: 0.5 * (a.stiction.bristleLength + b.stiction.bristleLength),
    standstillSpeed: 0.5 * (a.stiction.standstillSpeed + b.stiction.standstillSpeed),
  };
}

function mean(
  a: ContactPairMaterial | undefined,
  b: ContactPairMaterial | undefined,
): ElasticContactPairMaterial | undefined {
  if (a?.kind !== "ElasticContactPairMaterial" || b?.kind !== "ElasticContactPairMaterial") return undefined;
  if (a.law !== b.law) return undefined;
  const foundations = [a.foundationStiffness, b.foundationStiffness].filter((stiffness) => stiffness !== undefined);
  if (foundations.length === 1) return undefined;
  return ElasticContactPairMaterial({
    coefficientOfRestitution: 0.5 * (a.coefficientOfRestitution + b.coefficientOfRestitution),
    slidingFrictionCoefficient: 0.5 * (a.slidingFrictionCoefficient + b.slidingFrictionCoefficient),
    rotationalResistanceCoefficient: 0.5 * (a.rotationalResistanceCoefficient + b.rotationalResistanceCoefficient),
    vsmall: 0.5 * (a.vsmall + b.vsmall),
    wsmall: 0.5 * (a.wsmall + b.wsmall),
    ...(a.law === undefined ? {} : { law: a.law }),
    ...meanOfStiction(a, b),
    ...(foundations.length === 2 && { foundationStiffness: 0.5 * (foundations[0]! + foundations[1]!) }),
  });
}
