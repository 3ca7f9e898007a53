/** Flanges of the 1-D library along the line between two objects. */
import {
  instantiate,
  LineForceWithFlange,
  MassProperties,
  Model3D,
  type ModelDefinition,
  modelFromJson,
  modelToJson,
  Object3D,
  Rod,
  Scene,
  Solid,
  SpringDamperPtP,
  simulate,
} from "rattleback";
import {
  ElastoGap,
  FixedPosition,
  PrescribedPosition,
  TranslationalDamper,
  TranslationalMass,
  TranslationalSpring,
  TranslationalSpringDamper,
} from "rattleback/translational";
import { describe, expect, it } from "vitest";

const run = (model: ModelDefinition, more = {}) =>
  simulate(instantiate(model), { stopTime: 0.5, tolerance: 1e-9, ...more });
const ends = { obj1: "world", obj2: "eye" };
const parts = {
  world: Object3D({ feature: Scene() }),
  body: Object3D({
    parent: "world",
    fixedToParent: false,
    translation: [1, 0, 0],
    velocity: [0, 0, 1],
    angularVelocity: [1, 2, 0],
    feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 0.3, Iyy: 0.5, Izz: 0.7 }) }),
  }),
  eye: Object3D({ parent: "body", translation: [0, 0.1, 0.2] }),
  line: LineForceWithFlange(ends),
  anchor: FixedPosition,
};

describe("a line with a flange", () => {
  it("swings on two springs without mass between them as on the one that replaces them", () => {
    const series = Model3D({
      ...parts,
      near: TranslationalSpring.with({ c: 100, s_rel0: 0.4 }),
      far: TranslationalSpring.with({ c: 200, s_rel0: 0.6 }),
      connect: [
        ["anchor.flange", "near.flange_a"],
        ["near.flange_b", "far.flange_a"],
        ["far.flange_b", "line.flange"],
      ],
    });
    const { line: _, anchor: __, ...bodies } = parts;
    const one = run(
      Model3D({ ...bodies, spring: SpringDamperPtP({ ...ends, nominalLength: 1, springForceLaw: 200 / 3 }) }),
    );
    for (const model of [series, modelFromJson(modelToJson(series))]) {
      const result = run(model);
      const place = result.final<number[]>("eye.r_abs");
      one.final<number[]>("eye.r_abs").forEach((x, i) => expect(place[i]).toBeCloseTo(x, 8));
      expect(result.final("line.s")).toBeCloseTo(Math.hypot(...place), 12);
      expect(result.final("line.f")).toBeCloseTo(-result.final("near.f"), 10);
    }
  });

  it("carries a mass that moves with its length, and keeps the energy of both", () => {
    const result = run(
      Model3D({ ...parts, rotor: TranslationalMass.with({ m: 3 }), connect: [["rotor.flange_a", "line.flange"]] }),
    );
    const [energy, v, rate] = ["energy.total", "line.v", "rotor.v"].map((name) => result.signal(name).values);
    energy!.forEach((e, k) => {
      expect(e + 1.5 * v![k]! ** 2).toBeCloseTo(energy![0]! + 1.5 * v![0]! ** 2, 6);
      expect(rate![k]).toBeCloseTo(v![k]!, 10);
    });
  });

  it("takes dampers in series, and stops that begin at events", () => {
    const kelvin = run(
      Model3D({
        ...parts,
        strut: TranslationalSpringDamper.with({ c: 300, d: 20, s_rel0: 1 }),
        connect: [
          ["anchor.flange", "strut.flange_a"],
          ["strut.flange_b", "line.flange"],
        ],
      }),
    );
    const { line: _, anchor: __, ...bodies } = parts;
    const laws = { nominalLength: 1, springForceLaw: 300, damperForceLaw: 20 };
    const reference = run(Model3D({ ...bodies, strut: SpringDamperPtP({ ...ends, ...laws }) }));
    reference
      .final<number[]>("eye.r_abs")
      .forEach((x, i) => expect(kelvin.final<number[]>("eye.r_abs")[i]).toBeCloseTo(x, 7));
    const stopped = run(
      Model3D({
        ...parts,
        body: parts.body.with({ velocity: [-2, 0, 0], angularVelocity: [0, 0, 0] }),
        stop: ElastoGap.with({ c: 1e5, d: 0, s_rel0: 0.8 }),
        creep: TranslationalDamper.with({ d: 1 }),
        connect: [
          ["anchor.flange", "stop.flange_a", "creep.flange_a"],
          ["stop.flange_b", "creep.flange_b", "line.flange"],
        ],
      }),
    );
    expect(stopped.events.length).toBeGreaterThan(0);
    expect(Math.min(...stopped.signal("line.s").values)).toBeGreaterThan(0.78);
  });

  it("refuses motion that is imposed; a Rod keeps a distance", () => {
    const held = Model3D({ ...parts, connect: [["anchor.flange", "line.flange"]] });
    expect(() => instantiate(held)).toThrow("E-FLANGE-IMPOSED");
    const moved = Model3D({
      ...parts,
      move: PrescribedPosition,
      connect: [["move.flange", "line.flange"]],
      equations: "move.s = 1 + time",
    });
    expect(() => instantiate(moved)).toThrow("E-FLANGE-IMPOSED");
    const { line: _, anchor: __, ...bodies } = parts;
    const length = Math.hypot(1, 0.1, 0.2);
    expect(run(Model3D({ ...bodies, rod: Rod({ ...ends, length }) }), { stopTime: 0.1 }).status).toBe("finished");
  });

  it("without anything on its flange exerts no force", () => {
    expect(run(Model3D(parts), { stopTime: 0.1 }).final("line.f")).toBe(0);
  });
});
