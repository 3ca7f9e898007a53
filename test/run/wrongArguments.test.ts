import * as index from "rattleback";
import { RattlebackError } from "rattleback";
import * as blocks from "rattleback/blocks";
import * as collision from "rattleback/collision";
import * as exporting from "rattleback/export";
import * as fluid from "rattleback/fluid";
import * as live from "rattleback/live";
import * as media from "rattleback/media";
import * as modelica from "rattleback/modelica";
import * as page from "rattleback/page";
import * as planar from "rattleback/planar";
import * as robots from "rattleback/robots";
import * as solvers from "rattleback/solvers";
import * as studies from "rattleback/studies";
import * as sweeps from "rattleback/sweeps";
import * as viewer from "rattleback/viewer";
import { describe, expect, it } from "vitest";

const entries: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  rattleback: index,
  blocks,
  collision,
  export: exporting,
  fluid,
  live,
  media,
  modelica,
  page,
  planar,
  robots,
  solvers,
  studies,
  sweeps,
  viewer,
};

/** Classes whose objects the package makes; users have them to ask `instanceof` and to name their types. */
const madeByThePackage = [
  "rattleback.Dynamics",
  "rattleback.InstantiatedModel",
  "rattleback.ModelDefinition",
  "rattleback.ParameterDeclaration",
  "rattleback.SimulationError",
  "rattleback.VariableDeclaration",
  "media.IdealGas",
  "modelica.ModelicaLibrary",
  "planar.PlanarError",
  "solvers.IntegrationError",
];

/** Kernels that write into memory they are given, once per point and step: they take what their types say and look at nothing. */
const kernels = [
  "collision.NarrowPhase",
  "collision.bodyBounds",
  "collision.createSupportFeature",
  "collision.supportFeature",
  "collision.supportPoint",
  "planar.addContactForces",
  "planar.advance",
  "planar.contactForce",
  "planar.isOnRange",
  "planar.isPenetrated",
  "planar.largestSeparation",
  "planar.nearestSurface",
  "planar.outlineFromVertices",
  "planar.placeOutline",
  "planar.remainder",
  "planar.separation",
  "solvers.consistentInitialValues",
  "solvers.createFactorization",
  "solvers.createIda",
  "solvers.sparseStructure",
];

const wrong: readonly unknown[] = [undefined, null, 1, Number.NaN, "x", true, [], [null], {}, { a: null }, () => {}];
const argumentLists = [[], ...wrong.map((a) => [a]), ...wrong.flatMap((a) => [null, "x", {}].map((b) => [a, b]))];

const isClass = (value: object): boolean => value.toString().startsWith("class");

const raw = async (call: (...given: unknown[]) => unknown): Promise<unknown> => {
  for (const given of argumentLists) {
    try {
      await call(...given);
    } catch (error) {
      const isOurs = error instanceof RattlebackError && error.code !== "E-INTERNAL";
      if (!isOurs) return { given, error };
    }
  }
  return undefined;
};

describe("arguments that are of another kind", () => {
  for (const [entry, names] of Object.entries(entries)) {
    it(`are answered by errors of ours, or by results, in ${entry}`, async () => {
      const found: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(names)) {
        const place = `${entry}.${name}`;
        if (typeof value !== "function" || madeByThePackage.includes(place) || kernels.includes(place)) continue;
        const call = isClass(value) ? (...given: unknown[]) => Reflect.construct(value, given) : value;
        const fault = await raw(call as (...given: unknown[]) => unknown);
        if (fault !== undefined) found[place] = fault;
      }
      expect(found).toEqual({});
    });
  }

  it("are taken by names that exist", () => {
    for (const place of [...madeByThePackage, ...kernels]) {
      const [entry, name] = place.split(".") as [string, string];
      expect(entries[entry]?.[name], place).toBeTypeOf("function");
    }
  });
});

describe("options of media", () => {
  it.each([
    ["a misspelt name", () => media.medium("water", { table: true } as never), /^E-OPTION-UNKNOWN.*table.*"tables"/s],
    ["a gas without a molar mass", () => media.simpleGas({ cp: 1000 } as never), /^E-OPTION-VALUE.*molarMass/s],
    ["a liquid without a heat capacity", () => new media.ConstantLiquid({ d: 1000 } as never), /^E-OPTION-VALUE.*cp/s],
    ["a negative density", () => new media.ConstantLiquid({ d: -1000, cp: 4000 }), /^E-OPTION-VALUE.*above 0/s],
    ["a reference that no one knows", () => media.helmholtz("R134a", { reference: "irr" as never }), /"IIR"/],
    ["a pressure that region 3 does not have", () => media.region3Volume(120, 700), /^E-MEDIUM-RANGE.*100 MPa/s],
  ])("are refused: %s", (_, call, message) => {
    expect(call).toThrow(message);
  });
});
