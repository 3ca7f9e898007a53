/** Materials of contact pairs as plain data, both ways. */
import {
  type ContactPairMaterial,
  ElasticContactPairMaterial,
  ImpulsiveContactPairMaterial,
  NoContactPairMaterial,
  ObserverContactPairMaterial,
} from "../../contact/contactPairMaterial.ts";
import { nameOfLaw } from "../../contact/laws/findLaw.ts";
import type { NormalLaw } from "../../contact/laws/law.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { isPlainObject } from "../../language/values.ts";

const makers: Readonly<Record<string, (options: never) => ContactPairMaterial>> = {
  ElasticContactPairMaterial,
  ImpulsiveContactPairMaterial,
  ObserverContactPairMaterial,
  NoContactPairMaterial,
};

/** Name of a law of the library; undefined for a law that somebody wrote. */
export function lawName(law: NormalLaw | string): string | undefined {
  return typeof law === "string" ? law : nameOfLaw(law);
}

export function writePairMaterial(material: ContactPairMaterial): Record<string, unknown> | undefined {
  if (material.kind !== "ElasticContactPairMaterial") return { ...material };
  const { law, stiction, ...rest } = material;
  const name = law === undefined ? undefined : lawName(law);
  if (law !== undefined && name === undefined) return undefined;
  return {
    ...rest,
    ...(name !== undefined && { law: name }),
    ...(stiction !== undefined && {
      stiction: true,
      staticFrictionCoefficient: stiction.staticFriction,
      bristleLength: stiction.bristleLength,
      standstillSpeed: stiction.standstillSpeed,
    }),
  };
}

export function readPairMaterials(value: unknown): Record<string, ContactPairMaterial> {
  const found: [string, ContactPairMaterial][] = Object.entries(isPlainObject(value) ? value : {}).map(
    ([pair, data]) => {
      const { kind, ...options } = isPlainObject(data) ? data : {};
      const make = typeof kind === "string" && Object.hasOwn(makers, kind) ? makers[kind] : undefined;
      if (make !== undefined) return [pair, make(options as never)];
      throw new RattlebackError("E-JSON", `The material of the pair "${pair}" is of no known kind.`, {
        hint: `"kind" is one of ${Object.keys(makers).join(", ")}`,
        data: { pair },
      });
    },
  );
  return Object.fromEntries(found);
}
