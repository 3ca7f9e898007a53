/** Where the numbers of contactPairPalette.ts come from, for people: forms and documentation tell them. */

/** Where the numbers of a pair come from. */
export interface PairSources {
  readonly restitution: string;
  readonly friction: string;
}

const yielding = "computed for annealed metal at 1 m/s [Johnson1985]";
const estimated = (restitution = "estimate", friction = "estimate"): PairSources => ({ restitution, friction });

/** Of the pairs that are not those of [Neumayr2024]; rolling resistances are estimates throughout. */
export const contactPairSources: Readonly<Record<string, PairSources>> = {
  "StainlessSteel,StainlessSteel": estimated(yielding, "estimate, as steel"),
  "Brass,Brass": estimated(yielding),
  "Copper,Copper": estimated(yielding),
  "CastIron,CastIron": estimated("estimate", "[PhysicsFundamentals]"),
  "Titanium,Titanium": estimated(),
  "Glass,Glass": estimated("measured [Foerster1994]", "[Serway2014]"),
  "Concrete,Concrete": estimated(),
  "Ice,Ice": estimated("measured in slow impacts [Higa1998]; less in faster ones", "[Serway2014]"),
  "ABS,ABS": estimated(),
  "Acrylic,Acrylic": estimated("measured [Lorenz1997]"),
  "Nylon,Nylon": estimated("estimate", "[Shackelford2001]"),
  "Polycarbonate,Polycarbonate": estimated("estimate", "[Shackelford2001]"),
  "Polyethylene,Polyethylene": estimated(),
  "Polypropylene,Polypropylene": estimated(),
  "PTFE,PTFE": estimated("estimate", "[Serway2014]"),
  "PVC,PVC": estimated(),
  "Rubber,Rubber": estimated("measured, a ball of rubber bands [PhysicsFactbook]", "[PhysicsHypertextbook]"),
  "Brass,Steel": estimated("mean of both", "[PhysicsFundamentals]"),
  "Copper,Steel": estimated("mean of both", "[Serway2014]"),
  "Ice,Steel": estimated("mean of both", "[Hill2023]"),
  "PTFE,Steel": estimated("mean of both", "[Hill2023]"),
  "Concrete,Rubber": estimated("as rubber", "[Serway2014]"),
};
