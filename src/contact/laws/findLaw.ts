/** All laws of the normal force by name, one line each, and the user's own. */
import { nearestName } from "../../errors/nearestName.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { elasticLaw } from "./elasticLaw.ts";
import { exactRestitutionLaw } from "./exactRestitutionLaw.ts";
import { hertzLaw } from "./hertzLaw.ts";
import { huntCrossleyLaw } from "./huntCrossleyLaw.ts";
import { lankaraniNikraveshLaw } from "./lankaraniNikraveshLaw.ts";
import type { NormalLaw } from "./law.ts";

const laws = {
  elastic: elasticLaw,
  exactRestitution: exactRestitutionLaw,
  huntCrossley: huntCrossleyLaw,
  lankaraniNikravesh: lankaraniNikraveshLaw,
  hertz: hertzLaw,
} as const;

export type NormalLawName = keyof typeof laws;

const normalLawNames = Object.keys(laws) as readonly NormalLawName[];

/** A law by its name, or the user's own object as it is. */
export function findLaw(law: NormalLawName | NormalLaw, path: string): NormalLaw {
  if (isLaw(law)) return law;
  if (typeof law === "string" && Object.hasOwn(laws, law)) return laws[law];
  const near = typeof law === "string" ? nearestName(law, normalLawNames) : undefined;
  throw new RattlebackError("E-CONTACT-LAW", `There is no contact law ${JSON.stringify(law)}.`, {
    path,
    hint: `${near === undefined ? "" : `did you mean "${near}"? `}One of ${normalLawNames.join(", ")}, or an object with damping(start), force(stiffness, damping, depth, rate) and, if you like, energy(stiffness, depth)`,
    data: { law: String(law) },
  });
}

/** The name of a law of ours. */
export function nameOfLaw(law: NormalLaw): NormalLawName | undefined {
  return normalLawNames.find((name) => laws[name] === law);
}

function isLaw(law: NormalLawName | NormalLaw): law is NormalLaw {
  const { force, damping, energy } = (law ?? {}) as Partial<NormalLaw>;
  return (
    typeof force === "function" && typeof damping === "function" && ["function", "undefined"].includes(typeof energy)
  );
}
