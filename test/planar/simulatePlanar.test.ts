import { describe, expect, it } from "vitest";
import { simulatePlanar } from "../../src/planar/simulatePlanar.ts";
import type { ContactDefinition, PlanarWorld } from "../../src/planar/world.ts";
import { ball, box, floor, largest } from "./worlds.ts";

const methods = ["lsodar", "bdf", "adams", "tsit5", "dop853"] as const;

describe("a ball on a floor", () => {
  it.each(methods)("touches at √(2h/g) and leaves after the time of the damped-free spring, with %s", (method) => {
    const [g, h, k] = [9.81, 1, 1e5];
    const result = simulatePlanar(ball({ position: [0.2, h] }, { stiffness: k }), {
      stopTime: 0.6,
      method,
      tolerance: 1e-10,
    });
    const [contact, release] = result.changes;
    const fall = Math.sqrt((2 * h) / g);
    const w = Math.sqrt(k);
    // δ = g/ω² (1 − cos ωt) + v/ω sin ωt is zero again where tan(ωt/2) = −v·ω/g
    const duration = (2 / w) * (Math.PI - Math.atan((fall * g * w) / g));
    expect(contact).toMatchObject({ contact: "floor/ball[0]", before: [], after: [1], cause: "contact" });
    expect(contact.time).toBeCloseTo(fall, 9);
    expect(release).toMatchObject({ before: [1], after: [], cause: "release" });
    expect(release.time - contact.time).toBeCloseTo(duration, 8);
  });

  it("rebounds with the speed of the Hunt–Crossley law, for each exponent", () => {
    const [v, d] = [2, 0.3];
    // d·v − ln(1 + d·v) = −d·u − ln(1 − d·u) for the speed u of the rebound
    const loss = (u: number) => -d * u - Math.log1p(-d * u) - (d * v - Math.log1p(d * v));
    let [low, high] = [0, v];
    for (let k = 0; k < 100; k++) {
      const u = 0.5 * (low + high);
      if (loss(u) > 0) high = u;
      else low = u;
    }
    for (const exponent of [1, 1.5, 2]) {
      const world = ball({ position: [0, 0.1], velocity: [0, -v] }, { damping: d, exponent, stiffness: 1e6 });
      const result = simulatePlanar({ ...world, gravity: [0, 0] }, { stopTime: 0.4, tolerance: 1e-9 });
      expect(result.changes.map(({ cause }) => cause)).toEqual(["contact", "release"]);
      expect(result.final("ball.vy")).toBeCloseTo(low, 6);
    }
  });

  it("slides to rest as v = v_s · asinh(sinh(v0/v_s) · exp(−μ·g·t/v_s))", () => {
    const [k, mu, vs, v0] = [1e6, 0.3, 0.05, 1];
    // at rest in the normal direction: the depth carries the weight
    const world = ball({ position: [0, -9.81 / k], velocity: [v0, 0] }, { stiffness: k, friction: mu, slipSpeed: vs });
    const result = simulatePlanar(world, { stopTime: 0.5, tolerance: 1e-10, method: "bdf" });
    const { time, values } = result.signal("ball.vx");
    expect(result.warnings[0]).toContain("W-PLANAR-INSIDE");
    time.forEach((t, n) => {
      const exact = vs * Math.asinh(Math.sinh(v0 / vs) * Math.exp((-mu * 9.81 * t) / vs));
      expect(values[n]).toBeCloseTo(exact, 7);
    });
    expect(result.final("energy.friction")).toBeCloseTo(0.5 * (v0 ** 2 - result.final("ball.vx") ** 2), 7);
  });

  it("comes back from a wall that moves with u as 2u − v, and the wall's work is the gain", () => {
    const [u, v] = [3, -2];
    const world: PlanarWorld = {
      ...ball({ position: [0, 1], velocity: [0, v] }, { stiffness: 1e5 }),
      gravity: [0, 0],
      targets: {
        floor: {
          outline: box(4, 1, 0, -0.5),
          motion: (t, pose) => void pose.set([0, u * t, 0, 0, u, 0]),
        },
      },
    };
    const result = simulatePlanar(world, { stopTime: 0.5, tolerance: 1e-10, method: "dop853" });
    expect(result.final("ball.vy")).toBeCloseTo(2 * u - v, 7);
    expect(result.final("energy.targetWork")).toBeCloseTo(0.5 * ((2 * u - v) ** 2 - v ** 2), 6);
  });

  it("runs the same way with the surfaces of the reference and with those of each trial state", () => {
    const world = ball({ position: [0, 0.3], velocity: [0.5, 0] }, { damping: 0.2, friction: 0.2, slipSpeed: 0.01 });
    const options = { stopTime: 1, tolerance: 1e-9 } as const;
    const [reference, evaluated] = (["reference", "evaluated"] as const).map((trialSurfaces) =>
      simulatePlanar(world, { ...options, trialSurfaces }),
    );
    expect(evaluated.changes.length).toBe(reference.changes.length);
    reference.changes.forEach(({ time }, k) => expect(evaluated.changes[k].time).toBeCloseTo(time, 6));
    expect(evaluated.final("ball.x")).toBeCloseTo(reference.final("ball.x"), 6);
    // smooth trial states need fewer of them
    expect(reference.statistics?.evaluations).toBeLessThan(evaluated.statistics?.evaluations ?? 0);
  });

  it("ends the steps exactly at the changes: no stored state lies beyond a change that has not been noted", () => {
    const result = simulatePlanar(ball({ position: [0, 0.5] }, { damping: 0.1 }), { stopTime: 2, method: "dop853" });
    const depth = result.signal("floor/ball[0].depth");
    const surface = result.signal("floor/ball[0].surface");
    const height = result.signal("ball.y");
    expect(result.changes.length).toBeGreaterThan(4);
    for (const { time } of result.changes) expect(Array.from(depth.time)).toContain(time);
    depth.time.forEach((_, k) => {
      if (surface.values[k] < 0) expect(height.values[k]).toBeGreaterThan(0);
      else expect(height.values[k]).toBeLessThanOrEqual(0);
    });
  });
});

describe("the surface that was hit", () => {
  const heavy = { mass: 10, inertia: 1 };

  it.each(methods)("is found although %s jumps over the whole plate within one step", (method) => {
    const world: PlanarWorld = {
      gravity: [0, 0],
      bodies: { shot: { ...heavy, position: [0.1, 5], velocity: [0, -10] } },
      targets: { plate: { outline: box(2, 1e-3) } },
      contacts: [{ target: "plate", initiators: "shot", stiffness: 1e9 }],
    };
    const result = simulatePlanar(world, { stopTime: 1, method });
    expect(result.changes.map(({ cause, after }) => [cause, ...after])).toEqual([["contact", 1], ["release"]]);
    expect(result.final("shot.vy")).toBeCloseTo(10, 4);
  });

  const shot = (rule: ContactDefinition["rule"], position: [number, number], outline = box(2, 0.01)): PlanarWorld => ({
    gravity: [0, 0],
    bodies: { shot: { ...heavy, position, velocity: [0, -3] } },
    targets: { plate: { outline } },
    contacts: [{ target: "plate", initiators: "shot", stiffness: 1e6, ...(rule === undefined ? {} : { rule }) }],
  });

  it("keeps pushing a point that sinks through a thin plate, where minimum translation lets it through", () => {
    // the spring stops the point at 3·√(m/k) ≈ 9.5 mm, beyond the middle of the plate
    const kept = simulatePlanar(shot("lastSeparation", [0, 0.1]), { stopTime: 0.2, tolerance: 1e-9 });
    expect(kept.changes.map(({ after }) => after)).toEqual([[1], []]);
    expect(kept.final("shot.vy")).toBeCloseTo(3, 6);
    const lost = simulatePlanar(shot("nearest", [0, 0.1]), { stopTime: 0.2, tolerance: 1e-9 });
    expect(lost.changes.map(({ after }) => after)).toEqual([[1], [3], []]);
    expect(lost.final("shot.vy")).toBeLessThan(-2.9);
  });

  it("keeps pushing a point that has left the plate on the far side, as long as it is on range", () => {
    const world = shot("lastSeparation", [0, 0.1], box(2, 0.004));
    const result = simulatePlanar(world, { stopTime: 0.2, tolerance: 1e-9 });
    // the spring stops the point at v·√(m/k) below the top, more than twice the thickness
    expect(Math.min(...result.signal("shot.y").values)).toBeCloseTo(0.002 - 3 * Math.sqrt(10 / 1e6), 5);
    expect(result.changes.map(({ after }) => after)).toEqual([[1], []]);
    expect(result.final("shot.vy")).toBeCloseTo(3, 6);
    expect(largest(result, "energy.balance")).toBeLessThan(1e-6 * 45);
  });

  it("is the top at a corner, where minimum translation throws the point out sideways", () => {
    const block = box(1, 1, 0, -0.5);
    const kept = simulatePlanar(shot("lastSeparation", [0.497, 0.1], block), { stopTime: 0.2, tolerance: 1e-9 });
    expect(kept.final("shot.vx")).toBe(0);
    expect(kept.final("shot.vy")).toBeCloseTo(3, 6);
    const thrown = simulatePlanar(shot("nearest", [0.497, 0.1], block), { stopTime: 0.2, tolerance: 1e-9 });
    expect(thrown.final("shot.vx")).toBeGreaterThan(0.5);
    expect(thrown.final("shot.vy")).toBeLessThan(-2);
  });

  it("is the last one to lose separation, even when others lost it in the same step", () => {
    // towards the corner (1, 0): the line of the right side is crossed at t = 0.5, the top is reached at t = 0.6
    const world: PlanarWorld = {
      gravity: [0, 0],
      bodies: { shot: { ...heavy, position: [1.5, 0.6], velocity: [-1, -1] } },
      targets: { block: { outline: box(2, 2, 0, -1) } },
      contacts: [{ target: "block", initiators: "shot", stiffness: 1e5 }],
    };
    for (const method of methods) {
      const [first] = simulatePlanar(world, { stopTime: 1, method }).changes;
      expect(first).toMatchObject({ after: [1] });
      expect(first.time).toBeCloseTo(0.6, 9);
    }
  });

  it("passes to the next one when a point slides past an obtuse corner, and no energy is gained", () => {
    const r = 1 + Math.SQRT2;
    const ring = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => {
      const angle = ((2 * k + 1) * Math.PI) / 8;
      return [(r / Math.cos(Math.PI / 8)) * Math.sin(angle), (r / Math.cos(Math.PI / 8)) * Math.cos(angle)] as const;
    });
    const world: PlanarWorld = {
      bodies: { slider: { mass: 1, inertia: 1, position: [0, r - 9.81 / 1e4], velocity: [0.4, 0] } },
      targets: { octagon: { outline: ring } },
      contacts: [{ target: "octagon", initiators: "slider", stiffness: 1e4, damping: 1 }],
    };
    const handed = simulatePlanar(world, { stopTime: 4, tolerance: 1e-9 });
    const surfaces = handed.changes.map(({ before, after, cause }) => [cause, ...before, ...after]);
    expect(surfaces[0]).toEqual(["handOn", 7, 0]);
    expect(handed.final("energy.released")).toBeGreaterThanOrEqual(0);
    expect(largest(handed, "energy.balance")).toBeLessThan(1e-6 * 9.81 * r);
    const released = simulatePlanar(world, { stopTime: 4, tolerance: 1e-9, corners: "release" });
    expect(released.changes[0]).toMatchObject({ before: [7], after: [], cause: "release" });
    expect(largest(released, "energy.balance")).toBeLessThan(1e-6 * 9.81 * r);
    // the corner is passed at x = 1 in both; only handing on does it before the depth has run out
    expect(handed.changes[0].time).toBeLessThan(released.changes[0].time);
  });
});

describe("several targets", () => {
  it("hold a ball between floor and wall", () => {
    const world: PlanarWorld = {
      bodies: { ball: { mass: 1, inertia: 1, position: [0.5, 0.3], velocity: [1.5, 0] } },
      targets: { floor, wall: { outline: box(1, 4, 1.5, 0) } },
      contacts: ["floor", "wall"].map((target) => ({ target, initiators: "ball", stiffness: 1e4, damping: 0.5 })),
    };
    const result = simulatePlanar(world, { stopTime: 3, tolerance: 1e-8 });
    const touched = new Set(result.changes.map(({ contact }) => contact));
    expect([...touched].sort()).toEqual(["floor/ball[0]", "wall/ball[0]"]);
    expect(largest(result, "energy.balance")).toBeLessThan(1e-6 * 10);
  });
});

describe("two bodies with outlines", () => {
  const world: PlanarWorld = {
    gravity: [0, 0],
    bodies: {
      box: { mass: 2, inertia: 0.4, position: [0, 0], angularVelocity: 2, outline: box(1, 0.8) },
      arrow: {
        mass: 1,
        inertia: 0.1,
        position: [-2, 0],
        angle: 0.2,
        velocity: [3, 0],
        outline: [
          [-0.5, -0.3],
          [-0.5, 0.3],
          [0.6, 0],
        ],
      },
    },
    contacts: [{ target: "box", initiators: "arrow", bothWays: true, stiffness: 2e4, exponent: 1.5 }],
  };
  const momentum = (result: ReturnType<typeof simulatePlanar>, k: number) => {
    const at = (name: string) => result.signal(name).values[k];
    const sum = [0, 0, 0];
    for (const [name, body] of Object.entries(world.bodies ?? {})) {
      const [x, y, vx, vy, w] = ["x", "y", "vx", "vy", "w"].map((part) => at(`${name}.${part}`));
      sum[0] += body.mass * vx;
      sum[1] += body.mass * vy;
      sum[2] += body.mass * (x * vy - y * vx) + body.inertia * w;
    }
    return sum;
  };

  it("keep momentum, angular momentum and, without losses, energy", () => {
    const result = simulatePlanar(world, { stopTime: 2, tolerance: 1e-10, method: "dop853" });
    const directions = new Set(result.changes.map(({ contact }) => contact.split("/")[0]));
    expect([...directions].sort()).toEqual(["arrow", "box"]);
    const before = momentum(result, 0);
    const after = momentum(result, result.time.length - 1);
    after.forEach((value, k) => expect(Math.abs(value - before[k])).toBeLessThan(1e-8));
    expect(largest(result, "energy.balance")).toBeLessThan(1e-8 * 4.5);
    const kinetic = result.signal("energy.kinetic").values;
    expect(result.changes.at(-1)?.cause).toBe("release");
    // nothing is stored after the last release but what the releases of points inside took along
    expect(kinetic[kinetic.length - 1] + result.final("energy.released")).toBeCloseTo(kinetic[0], 7);
  });

  it("keep momentum and angular momentum with damping and friction, and lose energy", () => {
    const rough = {
      ...world,
      contacts: [{ ...world.contacts?.[0], damping: 0.4, friction: 0.5 } as ContactDefinition],
    };
    const result = simulatePlanar(rough, { stopTime: 2, tolerance: 1e-10, method: "dop853" });
    const before = momentum(result, 0);
    momentum(result, result.time.length - 1).forEach((value, k) => {
      expect(Math.abs(value - before[k])).toBeLessThan(1e-8);
    });
    expect(result.final("energy.contactDamping")).toBeGreaterThan(0);
    expect(result.final("energy.friction")).toBeGreaterThan(0);
    expect(largest(result, "energy.balance")).toBeLessThan(1e-8 * 4.5);
  });

  it("touch both ways: a wide box that falls on a narrow post is held by the corners of the post", () => {
    const falling: PlanarWorld = {
      bodies: {
        table: { mass: 4, inertia: 1, position: [0.1, 1.2], outline: box(2, 0.2) },
        post: { mass: 1e3, inertia: 50, position: [0, 0.5], outline: box(0.6, 1) },
      },
      targets: { ground: { outline: box(6, 1, 0, -0.5) } },
      contacts: [
        { target: "table", initiators: "post", bothWays: true, stiffness: 1e5, damping: 2, friction: 0.5 },
        { target: "ground", initiators: "post", stiffness: 1e7, damping: 2, friction: 0.5 },
      ],
    };
    const result = simulatePlanar(falling, { stopTime: 2, tolerance: 1e-7 });
    expect(result.changes.some(({ contact }) => contact.startsWith("table/post"))).toBe(true);
    expect(result.final("table.y")).toBeGreaterThan(1.09);
    expect(largest(result, "energy.balance")).toBeLessThan(1e-6 * 1000 * 9.81 * 0.5);
  });
});
