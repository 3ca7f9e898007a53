/** Contacts inside a Model3D: options of the Scene, results, records, responses. */
import {
  Box,
  ContactResult,
  contactsOf,
  ElasticContactPairMaterial,
  ImpulsiveContactPairMaterial,
  instantiate,
  Model3D,
  type ModelDefinition,
  NoGravityField,
  Object3D,
  ObserverContactPairMaterial,
  Prismatic,
  Revolute,
  Scene,
  type SceneFeatureOptions,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "rattleback";
import { describe, expect, it } from "vitest";
import { billiard } from "../../bench/contact/billiard.ts";
import { largestAsymmetry } from "../../bench/contact/billiardRuns.ts";

const down = UniformGravityField({ g: 9.81, n: [0, 0, -1] });
const ball = Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: "Steel", collision: true });

function dropped(scene: SceneFeatureOptions, more: Record<string, ModelDefinition> = {}): ModelDefinition {
  return Model3D({
    world: Object3D({ feature: Scene({ gravityField: down, ...scene }) }),
    plate: Object3D({
      parent: "world",
      translation: [0, 0, -0.1],
      feature: Solid({ shape: Box({ lengthX: 2, lengthY: 2, lengthZ: 0.2 }), solidMaterial: "Steel", collision: true }),
    }),
    ball: Object3D({ parent: "world", fixedToParent: false, translation: [0, 0, 0.6], feature: ball }),
    ...more,
  });
}

const run = (model: ModelDefinition, stopTime: number, options: object = {}) =>
  simulate(instantiate(model), { stopTime, tolerance: 1e-8, method: "tsit5", ...options });

describe("contacts of a Model3D", () => {
  it("begin and end in the record of the events, with pair, position and speed", () => {
    const result = run(dropped({}), 0.5);
    const { records, warnings } = contactsOf(result);
    expect(warnings).toEqual([]);
    expect(records.map(({ kind }) => kind)).toEqual(["start", "end"]);
    expect(records[0]).toMatchObject({ obj1: "plate", obj2: "ball", response: "elastic" });
    expect(records[0]!.time).toBeCloseTo(Math.sqrt(1 / 9.81), 9);
    expect(records[0]!.normalVelocity).toBeCloseTo(Math.sqrt(9.81), 8);
    expect(records[0]!.normal[2]).toBeCloseTo(1, 12);
    const texts = result.events.flatMap(({ changed }) => changed);
    expect(texts[0]).toMatch(/^contact of plate and ball begins at \(.*\) m with 3.13 m\/s$/);
  });

  it.each(["two", "perPair", "nearest"] as const)("are the same with eventFunctionMethod %s", (eventFunctionMethod) => {
    const balls: Record<string, ModelDefinition> = {};
    for (let k = 0; k < 4; k++)
      balls[`ball${k}`] = Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [0.3 * k - 0.7, 0.4, 0.3 + 0.1 * k],
        feature: ball,
      });
    const model = dropped({ contact: { eventFunctionMethod, nearestPairs: 2 } }, balls);
    const { records } = contactsOf(run(model, 0.4));
    expect(records.map(({ kind, obj2 }) => `${kind} ${obj2}`)).toEqual(
      [
        "start ball0",
        "end ball0",
        "start ball1",
        "end ball1",
        "start ball2",
        "end ball2",
        "start ball",
        "start ball3",
        "end ball",
        "end ball3",
      ].filter((_, k) => k < records.length),
    );
    expect(records.length).toBe(10);
  });

  it("do nothing when detection is off, or the joint between the bodies says so", () => {
    expect(contactsOf(run(dropped({ enableContactDetection: false }), 0.5)).records).toEqual([]);
    const guided = (canCollide: boolean) =>
      Model3D({
        world: Object3D({ feature: Scene({ gravityField: down }) }),
        plate: Object3D({
          parent: "world",
          feature: Solid({
            shape: Box({ lengthX: 1, lengthY: 1, lengthZ: 0.2 }),
            solidMaterial: "Steel",
            collision: true,
          }),
        }),
        ball: Object3D({ feature: ball }),
        slide: Prismatic({ obj1: "world", obj2: "ball", axis: 3, s: 0.5, v: 0, canCollide }),
      });
    expect(contactsOf(run(guided(false), 0.5)).records).toEqual([]);
    expect(contactsOf(run(guided(true), 0.5)).records.length).toBeGreaterThan(0);
  });

  it("are reported by ContactResult: force and torque of action and reaction balance the motion", () => {
    // soft, so that the pulse spans many stored points
    const model = dropped(
      { elasticContactReductionFactor: 1e-6 },
      { touch: ContactResult({ obj1: "ball", obj2: "plate" }) },
    );
    const result = run(model, 0.9, { interval: 2e-4 });
    const time = result.time;
    const force = result.signal<number[][]>("touch.forceVector").values;
    let impulse = 0;
    for (let k = 1; k < time.length; k++)
      impulse += 0.5 * (force[k]![2]! + force[k - 1]![2]!) * (time[k]! - time[k - 1]!);
    const mass = 8000 * (4 / 3) * Math.PI * 0.001;
    const velocity = result.final<number[]>("ball.velocity")[2]!;
    // m·Δv = ∫f dt − m·g·t; the trapezium rule over some thousand points
    expect(((velocity + 9.81 * 0.9) * mass) / impulse).toBeCloseTo(1, 5);
    const normal = result.signal<number[][]>("touch.normalVector").values;
    const depth = result.signal("touch.penetration").values as unknown as number[];
    const deepest = depth.reduce((best, value, k) => (value > depth[best]! ? k : best), 0);
    expect(normal[deepest]![2]).toBeCloseTo(1, 9); // into object1, the ball
    expect(result.at(0.1, "touch.normalForce")).toBe(0);
  });

  it("ContactResult refuses an object with itself, and unknown names", () => {
    const twice = dropped({}, { touch: ContactResult({ obj1: "ball", obj2: "ball" }) });
    expect(() => run(twice, 0.1)).toThrowError(
      expect.objectContaining({ code: "E-CONTACT-RESULT", path: "touch", hint: expect.stringContaining("two solids") }),
    );
  });

  it("bounce by impulses, also in joints", () => {
    const pairs = { "Steel,Steel": ImpulsiveContactPairMaterial({ coefficientOfRestitution: 0.8 }) };
    const { records } = contactsOf(run(dropped({ contactPairMaterials: pairs }), 1.2));
    const starts = records.filter(({ kind }) => kind === "start");
    expect(starts.length).toBe(2);
    expect(starts[1]!.normalVelocity / starts[0]!.normalVelocity).toBeCloseTo(0.8, 9);
    // a pendulum against a wall at its lowest point: ω⁺ = −0.8·ω⁻
    const pendulum = Model3D({
      world: Object3D({ feature: Scene({ gravityField: down, contactPairMaterials: pairs }) }),
      wall: Object3D({
        parent: "world",
        translation: [0.35, 0, -1],
        feature: Solid({
          shape: Box({ lengthX: 0.5, lengthY: 1, lengthZ: 0.4 }),
          solidMaterial: "Steel",
          collision: true,
        }),
      }),
      arm: Object3D(),
      bob: Object3D({ parent: "arm", translation: [0, 0, -1], feature: ball }),
      rev: Revolute({ obj1: "world", obj2: "arm", axis: 2, phi: 0.5, w: 0, canCollide: true }),
    });
    const result = run(pendulum, 0.8);
    const [hit] = contactsOf(result).records;
    const [before, after] = [hit!.time - 1e-9, hit!.time + 1e-9].map((t) => result.at(t, "rev.w") as number);
    expect(after! / before!).toBeCloseTo(-0.8, 5);
  });

  it("of observers warn and let things pass", () => {
    const pairs = { "Steel,Steel": ObserverContactPairMaterial({ printAlarm: true }) };
    const result = run(dropped({ contactPairMaterials: pairs }), 0.5);
    expect(contactsOf(result).warnings[0]).toMatch(/W-CONTACT-OBSERVED {2}"plate" and "ball" touch at t = 0.319/);
    expect(result.final<number[]>("ball.translation")[2]).toBeCloseTo(0.6 - 0.5 * 9.81 * 0.25, 8);
  });

  it("obey a law that the user writes", () => {
    const spring = {
      name: "spring",
      damping: () => 0,
      force: (_stiffness: number, _damping: number, depth: number) => (depth > 0 ? 1e6 * depth : 0),
    };
    const pairs = { "Steel,Steel": ElasticContactPairMaterial({ law: spring }) };
    const result = run(
      dropped({ gravityField: NoGravityField(), contactPairMaterials: pairs }).with({ ball: { velocity: [0, 0, -2] } }),
      0.5,
      { tolerance: 1e-9 },
    );
    const { records } = contactsOf(result);
    // nothing is lost: what the motion has not, the spring holds
    const [first] = result.signal("energy.total").values as unknown as number[];
    expect(Math.max(...(result.signal("energy.potential").values as unknown as number[])) / first!).toBeGreaterThan(
      0.5,
    );
    for (const energy of result.signal("energy.total").values as unknown as number[])
      expect(Math.abs(energy / first! - 1)).toBeLessThan(1e-6);
    const mass = 8000 * (4 / 3) * Math.PI * 0.001;
    expect(records[1]!.time - records[0]!.time).toBeCloseTo(Math.PI * Math.sqrt(mass / 1e6), 7);
    expect(records[1]!.normalVelocity).toBeCloseTo(-2, 6);
  });
});

describe("a billiard break", () => {
  it("of four balls stays symmetric, and keeps the kinetic energy without friction", () => {
    // an order whose dense output needs evaluations of its own: contacts must act in them too
    const result = run(billiard({ rows: 2, tableFriction: 0 }), 0.4, { method: "dop853", tolerance: 1e-9 });
    const velocity = (name: string) => result.final<number[]>(`${name}.velocity`);
    const names = ["cue", "ball1", "ball2", "ball3"];
    const energy = names.reduce((sum, name) => sum + velocity(name)[0]! ** 2 + velocity(name)[1]! ** 2, 0);
    expect(Math.abs(energy / 9 - 1)).toBeLessThan(1e-6);
    const momentum = names.reduce((sum, name) => sum + velocity(name)[0]!, 0);
    expect(momentum).toBeCloseTo(3, 9);
    expect(Math.abs(velocity("ball2")[0]! - velocity("ball3")[0]!)).toBeLessThan(1e-6);
    expect(Math.abs(velocity("ball2")[1]! + velocity("ball3")[1]!)).toBeLessThan(1e-6);
    expect(velocity("ball3")[1]!).toBeGreaterThan(0.5);
  });

  it("of seven balls stays symmetric to rounding while balls meet, roll and come back from the cushions", () => {
    const result = run(billiard({ rows: 3 }), 2.5, { method: "tsit5", tolerance: 1e-6 });
    const { records } = contactsOf(result);
    const cushions = records.filter(({ obj1, obj2 }) => /left|right|front|back/.test(obj1 + obj2));
    expect(cushions.length).toBeGreaterThan(2);
    // nothing in the order of pairs, bodies or sums prefers a side: explicit methods keep the symmetry to rounding
    expect(largestAsymmetry(result, 3)).toBeLessThan(1e-12);
  });
});
