/** Errors of a run that an action program or its equations cause. */
import { suggestName } from "../../errors/nearestName.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { MultibodyBuild } from "../build.ts";

export function unknownValue(name: string, build: MultibodyBuild): RattlebackError {
  return new RattlebackError("E-ACTION-VALUE", `The action program asks for "${name}", which has no value.`, {
    path: name,
    because: "the model has no such variable, or it does not exist at this time",
    hint: suggestName(name, build.offeredNames, "a variable of the equations, or a result of the 3-D model"),
    data: { name },
  });
}

export function lostFlange({ flanges, blueprint }: MultibodyBuild, flange: number, time: number): RattlebackError {
  const { path } = flanges[flange]!;
  return new RattlebackError("E-ACTION-JOINT", `The joint "${path}" was cut, and its drive has no inertia.`, {
    path: blueprint.path === "" ? path : `${blueprint.path}.${path}`,
    where: `t = ${time} s`,
    because: "something drives the flange, and nothing connected to it has an inertia that could respond",
    hint: "an Inertia or a TranslationalMass between the drive and the flange of the joint",
    data: { joint: path, time },
  });
}

export function unknownReference(name: string, names: readonly string[]): RattlebackError {
  return new RattlebackError("E-ACTION-REFERENCE", `The reference path has no quantity "${name}".`, {
    path: name,
    because: `act.referencePath names ${names.join(", ")}`,
    hint: suggestName(name, names, "name it in act.referencePath, or another one in the equations"),
    data: { name, names: [...names] },
  });
}
