/**
 * How materials answer each other: restitution, friction and rolling resistance of the pairs that every model knows, and where the numbers
 * come from. They are no constants of nature: restitution falls with speed and yielding, friction depends on surfaces. Numbers without a
 * published measurement are called estimates.
 *
 * Sources  first part   [Neumayr2024] sec. 8.2 and the palette of its program
 *          restitution  [Foerster1994] glass, [Lorenz1997] acrylic, [Higa1998] slow impacts of ice, [PhysicsFactbook] a ball of rubber bands;
 *                       soft metals by [Johnson1985] eq. 11.47 for a ball on a half-space at 1 m/s, annealed ([Callister2008] tab. B.4)
 *          friction     [Serway2014] tab. 5.1, [Shackelford2001] tab. 399, [PhysicsFundamentals] app. A, [Hill2023], [PhysicsHypertextbook]
 */
import {
  type ContactPairMaterial,
  ElasticContactPairMaterial,
  ObserverContactPairMaterial,
} from "./contactPairMaterial.ts";

const elastic = (cor: number, muk: number, mur: number): ElasticContactPairMaterial =>
  ElasticContactPairMaterial({
    coefficientOfRestitution: cor,
    slidingFrictionCoefficient: muk,
    rotationalResistanceCoefficient: mur,
  });

/** Pairs by their two names, in alphabetical order, with a comma between. */
export const contactPairPalette: Readonly<Record<string, ContactPairMaterial>> = {
  "Steel,Steel": elastic(0.7, 0.5, 0.001),
  "DryWood,DryWood": elastic(0.6, 0.3, 0.001),
  "BilliardBall,BilliardBall": elastic(1, 0, 0),
  "BilliardBall,BilliardTable": elastic(0, 0.8, 0.01),
  "BilliardBall,BilliardCushion": elastic(0.98, 0, 0),
  "BilliardBall,BilliardCue": elastic(0.98, 0, 0),
  "BilliardCue,BilliardTable": elastic(0, 0.8, 0.01),
  "BilliardCue,BilliardCue": elastic(0.98, 0, 0),
  "Observer,Steel": ObserverContactPairMaterial({ printAlarm: true }),
  "Observer,Observer": ObserverContactPairMaterial(),

  "StainlessSteel,StainlessSteel": elastic(0.54, 0.5, 0.001),
  "Brass,Brass": elastic(0.37, 0.4, 0.001),
  "Copper,Copper": elastic(0.35, 0.4, 0.001),
  "CastIron,CastIron": elastic(0.65, 0.15, 0.001),
  "Titanium,Titanium": elastic(0.85, 0.35, 0.001),
  "Glass,Glass": elastic(0.97, 0.4, 0.001),
  "Concrete,Concrete": elastic(0.5, 0.6, 0.001),
  "Ice,Ice": elastic(0.9, 0.03, 0.001),
  "ABS,ABS": elastic(0.7, 0.35, 0.001),
  "Acrylic,Acrylic": elastic(0.93, 0.5, 0.001),
  "Nylon,Nylon": elastic(0.8, 0.32, 0.001),
  "Polycarbonate,Polycarbonate": elastic(0.85, 0.52, 0.001),
  "Polyethylene,Polyethylene": elastic(0.65, 0.2, 0.001),
  "Polypropylene,Polypropylene": elastic(0.65, 0.3, 0.001),
  "PTFE,PTFE": elastic(0.5, 0.04, 0.001),
  "PVC,PVC": elastic(0.65, 0.4, 0.001),
  "Rubber,Rubber": elastic(0.83, 1.16, 0.01),
  // where the mean of both would be far off
  "Brass,Steel": elastic(0.53, 0.44, 0.001),
  "Copper,Steel": elastic(0.53, 0.36, 0.001),
  "Ice,Steel": elastic(0.8, 0.02, 0.001),
  "PTFE,Steel": elastic(0.6, 0.04, 0.001),
  "Concrete,Rubber": elastic(0.83, 0.8, 0.01),
};
