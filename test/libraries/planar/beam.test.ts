// The beam of the equation language against the one of simulatePlanar(), and against itself cut in two.
import { instantiate, Model, RattlebackError, simulate } from "rattleback";
import { PlanarBeam, PlanarBody, PlanarFixed, simulatePlanar } from "rattleback/planar";
import { describe, expect, it } from "vitest";

const section = { axialStiffness: 2e4, bendingStiffness: 20, massPerLength: 1.5, dampingTime: 2e-3 };
const parameters = { EA: 2e4, EI: 20, massPerLength: 1.5, dampingTime: 2e-3 };
const line = (from: number, to: number, elements: number) =>
  Array.from({ length: elements + 1 }, (_, k): [number, number] => [from + ((to - from) * k) / elements, 0]);
const freeEnd = (x: number) => ({
  frame_b: { x: { init: x }, y: { init: 0 }, phi: { init: 0 } },
  vx_b: { init: 0 },
  vy_b: { init: 0 },
  w_b: { init: 0 },
});

describe("planar beam of the equation language", () => {
  const Cantilever = Model({
    wall: PlanarFixed,
    beam: PlanarBeam.with({ ...parameters, nodes: line(0, 1.2, 6), ...freeEnd(1.2) }),
    connect: [["wall.frame", "beam.frame_a"]],
  });

  it("falls as the same beam does in simulatePlanar()", () => {
    const result = simulate(instantiate(Cantilever), { stopTime: 1, tolerance: 1e-9 });
    const other = simulatePlanar(
      { beams: { reed: { nodes: line(0, 1.2, 6), section, attach: { 0: "world" } } } },
      { stopTime: 1, tolerance: 1e-9, method: "radau5" },
    );
    expect(result.final("beam.frame_b.x")).toBeCloseTo(other.final("reed[6].x"), 8);
    expect(result.final("beam.frame_b.y")).toBeCloseTo(other.final("reed[6].y"), 8);
    expect(result.final("beam.frame_b.phi")).toBeCloseTo(other.final("reed[6].phi"), 8);
    expect(result.final("beam.strainEnergy")).toBeCloseTo(other.final("energy.beams"), 7);
  });

  it("comes to rest under its weight: the wall carries all of it", () => {
    const damped = Cantilever.with({ beam: { dampingTime: 0.3 } });
    const result = simulate(instantiate(damped), { stopTime: 30 });
    expect(result.final("beam.frame_a.fy")).toBeCloseTo(1.5 * 1.2 * 9.81, 5);
    expect(result.final("beam.frame_a.fx")).toBeCloseTo(0, 5);
  });

  it("is the same cut in two and joined again", () => {
    const Joined = Model({
      wall: PlanarFixed,
      left: PlanarBeam.with({
        ...parameters,
        nodes: line(0, 0.4, 2),
        frame_b: { x: { init: 0.4 }, y: { init: 0 }, phi: { init: 0 } },
        vx_b: { init: 0 },
        vy_b: { init: 0 },
        w_b: { init: 0 },
      }),
      right: PlanarBeam.with({ ...parameters, nodes: line(0.4, 1.2, 4), ...freeEnd(1.2) }),
      connect: [
        ["wall.frame", "left.frame_a"],
        ["left.frame_b", "right.frame_a"],
      ],
    });
    const [whole, joined] = [Cantilever, Joined].map((model) =>
      simulate(instantiate(model), { stopTime: 0.5, tolerance: 1e-9 }),
    );
    expect(joined.final("right.frame_b.y")).toBeCloseTo(whole.final("beam.frame_b.y"), 7);
    expect(joined.final("right.frame_b.phi")).toBeCloseTo(whole.final("beam.frame_b.phi"), 7);
  });

  it("with a heavy body at its end swings with √(3·E·I / (m·L³))", () => {
    const [m, EI, L] = [50, 20, 1];
    const Reed = Model({
      wall: PlanarFixed,
      reed: PlanarBeam.with({ EA: 1e6, EI, massPerLength: 1e-3, g: [0, 0], nodes: line(0, L, 1) }),
      mass: PlanarBody.with({
        m,
        J: 1e-4,
        g: [0, 0],
        frame: { x: { init: L }, y: { init: 1e-3 }, phi: { init: 1.5e-3 } },
        vx: { init: 0 },
        vy: { init: 0 },
        w: { init: 0 },
      }),
      connect: [
        ["wall.frame", "reed.frame_a"],
        ["reed.frame_b", "mass.frame"],
      ],
    });
    const period = 2 * Math.PI * Math.sqrt((m * L ** 3) / (3 * EI));
    const result = simulate(instantiate(Reed), { stopTime: period, tolerance: 1e-9 });
    // one period later it is where it was; the beam of 1 g and the slope of 1e-3 change that by less than 1e-4
    expect(result.final("mass.frame.y") / 1e-3).toBeCloseTo(1, 3);
  });

  it("refuses a beam of one node, with its name", () => {
    const model = instantiate(Cantilever.with({ beam: { nodes: [[0, 0]] } }));
    try {
      simulate(model, { stopTime: 1 });
    } catch (error) {
      expect(error).toBeInstanceOf(RattlebackError);
      expect(String(error)).toContain("E-PLANAR-BEAM");
      expect(String(error)).toContain("beam");
      return;
    }
    throw new Error("expected an error");
  });
});
