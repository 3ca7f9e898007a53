import { checkOptionNames } from "../../errors/optionNames.ts";
import { SpringDamperPtP as BodySpringDamper, springDamperOutputs } from "../../forces/springDamperPtP.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { type Scalar, scalarParameter } from "../quantities.ts";
import { forceDefinition, requiredFrame } from "./adaptElement.ts";
import { type ForceLawInput, lawEntry, lawFunctions } from "./forceLaws.ts";
import { readNominalLength } from "./nominalLength.ts";

export interface SpringDamperPtPOptions {
  /** Names of the objects whose origins it connects. */
  readonly obj1: string;
  readonly obj2: string;
  /** Length without spring force, m, not negative. Default 0. */
  readonly nominalLength?: Scalar;
  /** Force at that length, N, positive when pulling. Default 0. */
  readonly nominalForce?: Scalar;
  /** Stiffness in N/m, or force as a function of the elongation. Default 0. */
  readonly springForceLaw?: ForceLawInput;
  /** Damping in N·s/m, or force as a function of the rate. Default 0. */
  readonly damperForceLaw?: ForceLawInput;
}

const known = ["obj1", "obj2", "nominalLength", "nominalForce", "springForceLaw", "damperForceLaw"] as const;

/**
 * Spring and damper between the origins of two objects.
 *
 * Results: distance, deflection, velocity, springForce, damperForce, force, forceVector (on obj2, world axes).
 */
export function SpringDamperPtP(options: SpringDamperPtPOptions): ModelDefinition {
  const owner = "SpringDamperPtP";
  checkOptionNames(options, known, owner);
  const spring = lawEntry(options.springForceLaw ?? 0, "N/m", owner, "springForceLaw");
  const damper = lawEntry(options.damperForceLaw ?? 0, "N*s/m", owner, "damperForceLaw");
  const definition = forceDefinition(["obj1", "obj2"], springDamperOutputs, (setup) => {
    const [frame1, frame2] = [requiredFrame(setup, "obj1"), requiredFrame(setup, "obj2")];
    const number = (name: string) => setup.read.number(`${setup.path}.${name}`);
    const element = new BodySpringDamper(frame1, frame2, {
      nominalLength: readNominalLength(setup.read, setup.path),
      nominalForce: number("nominalForce"),
      springForceLaw: spring.law(setup),
      damperForceLaw: damper.law(setup),
    });
    return { element, bodies: [frame1.body, frame2.body] };
  });
  const document = { type: owner, options: lawFunctions(options, ["springForceLaw", "damperForceLaw"]) };
  return Model({
    obj1: options.obj1,
    obj2: options.obj2,
    nominalLength: scalarParameter(options.nominalLength ?? 0, "m", owner, "nominalLength"),
    nominalForce: scalarParameter(options.nominalForce ?? 0, "N", owner, "nominalForce"),
    springForceLaw: spring.parameter,
    damperForceLaw: damper.parameter,
    [elementTag]: { ...definition, document },
  });
}
