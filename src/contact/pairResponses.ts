/**
 * Response of every pair of shapes, looked up once: which kind, which law, which constants.
 *
 * Source   [Neumayr2024] (7.2), tables 7.1 and 7.2
 * Law      E* = 1/((1 − ν₁²)/E₁ + (1 − ν₂²)/E₂)
 *          R_geo = r of the curved shape, when one is flat and the other is not;  r₁·r₂/(r₁ + r₂) else
 *          K = k_red·4/3·E*·√R_geo
 */
import * as elementary from "../math/elementary.ts";
import type { CollisionShape } from "./collisionShape.ts";
import type { ContactMaterials } from "./contactMaterials.ts";
import type { CheckedContactOptions } from "./contactOptions.ts";
import type { ContactPairMaterial } from "./contactPairMaterial.ts";
import type { NormalLaw } from "./laws/law.ts";
import { PairRules } from "./pairRules.ts";

export class PairResponses {
  private readonly shapes: readonly CollisionShape[];
  private readonly options: CheckedContactOptions;
  private readonly materials: ContactMaterials;

  constructor(shapes: readonly CollisionShape[], materials: ContactMaterials, options: CheckedContactOptions) {
    this.shapes = shapes;
    this.materials = materials;
    this.options = options;
  }

  /** The pairs that can meet; a pair of materials without response is an error that names two objects. */
  rules(excludedBodyPairs: readonly (readonly [number, number])[]): PairRules {
    const { materials } = this;
    const rules = new PairRules(
      this.shapes,
      excludedBodyPairs,
      (a, b) => materials.pair(a, b)?.kind === "NoContactPairMaterial",
    );
    this.checkAll(rules);
    return rules;
  }

  /** One look per pair of materials that occurs in an admitted pair of shapes. */
  private checkAll(rules: PairRules): void {
    const { shapes, materials } = this;
    const checked = new Set<string>();
    for (let a = 0; a < shapes.length; a++) {
      for (let b = a + 1; b < shapes.length; b++) {
        const [A, B] = [shapes[a]!, shapes[b]!];
        const name = A.material < B.material ? `${A.material},${B.material}` : `${B.material},${A.material}`;
        if (checked.has(name) || !rules.admits(a, b)) continue;
        checked.add(name);
        const found = materials.pair(A.material, B.material);
        if (found === undefined) throw materials.missingPair(A.path, A.material, B.path, B.material);
        if (found.kind === "ElasticContactPairMaterial") this.stiffness(a, b);
      }
      // with all pairs of materials seen, the rest of the list has nothing new
      if (checked.size === (rules.materials.length * (rules.materials.length + 1)) / 2) return;
    }
  }

  /** Whether some pair of the materials in use sticks. */
  hasStiction(): boolean {
    return this.hasPair((found) => found?.kind === "ElasticContactPairMaterial" && found.stiction !== undefined);
  }

  /** Whether velocities may jump where they begin to touch. */
  hasImpulses(): boolean {
    return this.hasPair((found) => found?.kind === "ImpulsiveContactPairMaterial");
  }

  private hasPair(is: (found: ContactPairMaterial | undefined) => boolean): boolean {
    const names = [...new Set(this.shapes.map(({ material }) => material))];
    return names.some((a) => names.some((b) => is(this.materials.pair(a, b))));
  }

  of(a: number, b: number): ContactPairMaterial {
    const [A, B] = [this.shapes[a]!, this.shapes[b]!];
    const found = this.materials.between(A, B);
    if (found === undefined) throw this.materials.missingPair(A.path, A.material, B.path, B.material);
    return found;
  }

  law(material: ContactPairMaterial): NormalLaw {
    return (material.kind === "ElasticContactPairMaterial" ? material.law : undefined) ?? this.options.contactLaw;
  }

  /** R_geo, m. */
  radius(a: number, b: number): number {
    const [A, B] = [this.shapes[a]!, this.shapes[b]!];
    if (A.isFlat !== B.isFlat) return A.isFlat ? B.contactRadius : A.contactRadius;
    return (A.contactRadius * B.contactRadius) / (A.contactRadius + B.contactRadius);
  }

  /** K, N/m^1.5. */
  stiffness(a: number, b: number): number {
    return (
      (this.options.elasticContactReductionFactor * (4 / 3) * Math.sqrt(this.radius(a, b))) / this.compliance(a, b)
    );
  }

  /** k_red·E*, Pa. */
  modulus(a: number, b: number): number {
    return this.options.elasticContactReductionFactor / this.compliance(a, b);
  }

  /** 1/E* */
  private compliance(a: number, b: number): number {
    const [A, B] = [this.shapes[a]!, this.shapes[b]!];
    const first = this.materials.elasticConstants(A.material, A.path);
    const second = this.materials.elasticConstants(B.material, B.path);
    return (
      (1 - elementary.square(first.PoissonsRatio)) / first.YoungsModulus +
      (1 - elementary.square(second.PoissonsRatio)) / second.YoungsModulus
    );
  }
}
