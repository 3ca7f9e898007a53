/** Springs and dampers between two points whose line carries masses. */
import { checkOptionNames } from "../../errors/optionNames.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { LineMass } from "../../forces/lineMass.ts";
import { SpringDamperPtP as BodySpringDamper, springDamperOutputs } from "../../forces/springDamperPtP.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import { type Scalar, scalarParameter } from "../quantities.ts";
import type { Reader } from "../reader.ts";
import { forceDefinition, requiredFrame } from "./adaptElement.ts";
import { lawEntry, lawFunctions } from "./forceLaws.ts";
import { readNominalLength } from "./nominalLength.ts";
import type { SpringDamperPtPOptions } from "./springDamperPtP.ts";

export interface LineForceWithMassOptions extends SpringDamperPtPOptions {
  /** kg, a point on the line. Default 0. */
  readonly mass?: Scalar;
  /** Where on the line, as share of its length from obj1: 0 … 1. Default 0.5. */
  readonly lengthFraction?: Scalar;
}

export interface LineForceWithTwoMassesOptions extends SpringDamperPtPOptions {
  /** kg, a point at `distance1` (m) from obj1 on the line to obj2, as the housing of a cylinder. Defaults 0. */
  readonly mass1?: Scalar;
  readonly distance1?: Scalar;
  /** kg, a point at `distance2` (m) from obj2 on the line to obj1, as the piston and its rod. Defaults 0. */
  readonly mass2?: Scalar;
  readonly distance2?: Scalar;
}

type Place = { readonly mass: number; readonly share: number } | { readonly mass: number; readonly distance: number };

/** Numbers of a line beside those of its spring: name, unit, default, whether a value is possible, what it must be. */
type LineNumber = readonly [
  name: string,
  unit: string,
  value: number,
  isPossible: (x: number) => boolean,
  wanted: string,
];

const isNotNegative = (x: number): boolean => x >= 0;
const atLeastZero = "a number that is not negative";

/**
 * Spring and damper between the origins of two objects, with a point mass that stays at a fixed share of the line. The mass takes
 * part in the dynamics of both objects exactly: it adds to their inertia, and has weight.
 *
 * Results: those of SpringDamperPtP; `force` is that of spring and damper.
 */
export function LineForceWithMass(options: LineForceWithMassOptions): ModelDefinition {
  const numbers: LineNumber[] = [
    ["mass", "kg", 0, isNotNegative, atLeastZero],
    ["lengthFraction", "1", 0.5, (x) => x >= 0 && x <= 1, "a number from 0 to 1"],
  ];
  return lineForce("LineForceWithMass", options, numbers, (number) => [
    { mass: number("mass"), share: number("lengthFraction") },
  ]);
}

/**
 * Spring and damper between the origins of two objects, with two point masses at fixed distances from the ends of the line, as in a
 * hydraulic cylinder. They take part in the dynamics of both objects exactly.
 *
 * Results: those of SpringDamperPtP; `force` is that of spring and damper.
 */
export function LineForceWithTwoMasses(options: LineForceWithTwoMassesOptions): ModelDefinition {
  const numbers: LineNumber[] = [
    ["mass1", "kg", 0, isNotNegative, atLeastZero],
    ["distance1", "m", 0, isNotNegative, atLeastZero],
    ["mass2", "kg", 0, isNotNegative, atLeastZero],
    ["distance2", "m", 0, isNotNegative, atLeastZero],
  ];
  return lineForce("LineForceWithTwoMasses", options, numbers, (number) => [
    { mass: number("mass1"), distance: number("distance1") },
    { mass: number("mass2"), distance: number("distance2") },
  ]);
}

function lineForce(
  owner: string,
  options: SpringDamperPtPOptions,
  numbers: readonly LineNumber[],
  places: (number: (name: string) => number) => readonly Place[],
): ModelDefinition {
  const known = ["obj1", "obj2", "nominalLength", "nominalForce", "springForceLaw", "damperForceLaw"];
  checkOptionNames(options, [...known, ...numbers.map(([name]) => name)], owner);
  const spring = lawEntry(options.springForceLaw ?? 0, "N/m", owner, "springForceLaw");
  const damper = lawEntry(options.damperForceLaw ?? 0, "N*s/m", owner, "damperForceLaw");
  const reader = (read: Reader, path: string) => (name: string) => {
    const value = read.number(`${path}.${name}`);
    const [, , , isPossible, wanted] = numbers.find(([key]) => key === name) ?? [];
    if (isPossible === undefined || isPossible(value)) return value;
    throw new RattlebackError("E-3D-VALUE", `"${read.full(path)}" cannot have ${name} = ${value}.`, {
      path: `${read.full(path)}.${name}`,
      because: `${name} is ${wanted}`,
      hint: `give ${wanted}`,
      data: { name, value },
    });
  };
  const definition = {
    document: { type: owner, options: lawFunctions(options, ["springForceLaw", "damperForceLaw"]) },
    ...forceDefinition(["obj1", "obj2"], springDamperOutputs, (setup) => {
      const [frame1, frame2] = [requiredFrame(setup, "obj1"), requiredFrame(setup, "obj2")];
      const number = reader(setup.read, setup.path);
      const element = new BodySpringDamper(frame1, frame2, {
        nominalLength: readNominalLength(setup.read, setup.path),
        nominalForce: number("nominalForce"),
        springForceLaw: spring.law(setup),
        damperForceLaw: damper.law(setup),
      });
      const masses = places(number).flatMap((place, k): LineMass[] => {
        if ("share" in place) {
          const { mass: total, share } = place;
          const correction = -total * share * (1 - share);
          return correction === 0 ? [] : [new LineMass(correction, frame1, frame2, { kind: "relative", total, share })];
        }
        const { mass, distance } = place;
        const end = k === 0 ? 1 : 2;
        // the mass is where it is, and no longer at the end
        return mass === 0 || distance === 0
          ? []
          : [
              new LineMass(mass, frame1, frame2, { kind: "along", end, distance }),
              new LineMass(-mass, frame1, frame2, { kind: "along", end, distance: 0 }),
            ];
      });
      return { element, bodies: [frame1.body, frame2.body], lineMasses: masses };
    }),
    endMasses: (read: Reader, path: string): Record<string, number> => {
      const [first, second] = places(reader(read, path));
      if (first !== undefined && "share" in first)
        return { obj1: first.mass * (1 - first.share), obj2: first.mass * first.share };
      return { obj1: first?.mass ?? 0, obj2: second?.mass ?? 0 };
    },
  };
  const given = options as unknown as Readonly<Record<string, Scalar | undefined>>;
  return Model({
    obj1: options.obj1,
    obj2: options.obj2,
    nominalLength: scalarParameter(options.nominalLength ?? 0, "m", owner, "nominalLength"),
    nominalForce: scalarParameter(options.nominalForce ?? 0, "N", owner, "nominalForce"),
    springForceLaw: spring.parameter,
    damperForceLaw: damper.parameter,
    ...Object.fromEntries(
      numbers.map(([name, unit, value]) => [name, scalarParameter(given[name] ?? value, unit, owner, name)]),
    ),
    [elementTag]: definition,
  });
}
