import { checkOptionNames } from "../../errors/optionNames.ts";
import { Bushing as BodyBushing, bushingOutputs } from "../../forces/bushing.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { switchParameter, type Vector, vectorParameter } from "../quantities.ts";
import { forceDefinition, requiredFrame } from "./adaptElement.ts";
import { type ForceLawVector, lawFunctions, lawVectorEntry } from "./forceLaws.ts";

export interface BushingOptions {
  readonly obj1: string;
  readonly obj2: string;
  /** N and N·m on obj1, axes of obj1. Default 0. */
  readonly nominalForce?: Vector;
  readonly nominalTorque?: Vector;
  /** Per axis of obj1: N/m, or force as a function of the displacement. Default 0. */
  readonly springForceLaw?: ForceLawVector;
  /** N·s/m, or force as a function of the velocity. Default 0. */
  readonly damperForceLaw?: ForceLawVector;
  /** N·m/rad, or moment as a function of the angle. Default 0. */
  readonly rotSpringForceLaw?: ForceLawVector;
  /** N·m·s/rad, or moment as a function of the rate. Default 0. */
  readonly rotDamperForceLaw?: ForceLawVector;
  /** Cardan angles of any size; otherwise angles of up to some 10°. Default false. */
  readonly largeAngles?: boolean;
}

const known = [
  "obj1",
  "obj2",
  "nominalForce",
  "nominalTorque",
  "springForceLaw",
  "damperForceLaw",
  "rotSpringForceLaw",
  "rotDamperForceLaw",
  "largeAngles",
] as const;

/**
 * Elastic mount between two objects: springs and dampers along and about the axes of obj1.
 *
 * Results: translation, rotation, velocity, rotationVelocity, springForce, springTorque, damperForce, damperTorque, torque,
 * forceVector and torqueVector (on obj2), all in axes of obj1.
 */
export function Bushing(options: BushingOptions): ModelDefinition {
  const owner = "Bushing";
  checkOptionNames(options, known, owner);
  const law = (name: "springForceLaw" | "damperForceLaw" | "rotSpringForceLaw" | "rotDamperForceLaw", unit: string) =>
    lawVectorEntry(options[name] ?? [0, 0, 0], unit, owner, name);
  const laws = {
    springForceLaw: law("springForceLaw", "N/m"),
    damperForceLaw: law("damperForceLaw", "N*s/m"),
    rotSpringForceLaw: law("rotSpringForceLaw", "N*m/rad"),
    rotDamperForceLaw: law("rotDamperForceLaw", "N*m*s/rad"),
  };
  const definition = forceDefinition(["obj1", "obj2"], bushingOutputs, (setup) => {
    const [frame1, frame2] = [requiredFrame(setup, "obj1"), requiredFrame(setup, "obj2")];
    const element = new BodyBushing(setup.read.full(setup.path), frame1, frame2, {
      nominalForce: setup.read.vector(`${setup.path}.nominalForce`),
      nominalTorque: setup.read.vector(`${setup.path}.nominalTorque`),
      springForceLaw: laws.springForceLaw.laws(setup),
      damperForceLaw: laws.damperForceLaw.laws(setup),
      rotSpringForceLaw: laws.rotSpringForceLaw.laws(setup),
      rotDamperForceLaw: laws.rotDamperForceLaw.laws(setup),
      largeAngles: setup.read.isTrue(`${setup.path}.largeAngles`),
    });
    return { element, bodies: [frame1.body, frame2.body], warning: () => element.warning() };
  });
  const document = { type: owner, options: lawFunctions(options, Object.keys(laws)) };
  return Model({
    obj1: options.obj1,
    obj2: options.obj2,
    nominalForce: vectorParameter(options.nominalForce ?? [0, 0, 0], "N", owner, "nominalForce"),
    nominalTorque: vectorParameter(options.nominalTorque ?? [0, 0, 0], "N*m", owner, "nominalTorque"),
    springForceLaw: laws.springForceLaw.parameter,
    damperForceLaw: laws.damperForceLaw.parameter,
    rotSpringForceLaw: laws.rotSpringForceLaw.parameter,
    rotDamperForceLaw: laws.rotDamperForceLaw.parameter,
    largeAngles: switchParameter(options.largeAngles ?? false, owner, "largeAngles"),
    [elementTag]: { ...definition, document },
  });
}
