/**
 * A co-rotational beam as a component of the equation language. Its inner nodes are hidden states; its first and last
 * node are frames, whose motion the equations know.
 *
 * Source   elements and masses: src/planar/beamStructure.ts
 *
 *     inner nodes    m·q'' = f(q, q') + m·g                       inside the component
 *     ends           f_frame = m·(q'' − g) − f(q, q')             equations, with the half element that belongs to the end
 *
 * The masses of the ends stand in the equations, not in the component: an end may be clamped, carry a body, be joined
 * with another beam or be free, and index reduction finds what follows.
 */
import { Model } from "../../language/model.ts";
import { type ComponentAccess, predefinedComponent } from "../../language/predefined.ts";
import { Var } from "../../language/values.ts";
import { BeamStructure } from "../../planar/beamStructure.ts";
import { parameter } from "../parameter.ts";
import { PlanarFrame } from "./frame.ts";

interface BeamMemory {
  structure: BeamStructure;
  /** Coordinates, rates and forces of all nodes. */
  q: Float64Array;
  qd: Float64Array;
  f: Float64Array;
  g: readonly [number, number];
  /** Coordinates of the inner nodes in the hidden states, and their rates; −1 when there is no inner node. */
  position: number;
  rate: number;
  energy: number;
}

const beam = predefinedComponent<BeamMemory>({
  build: ({ path }) => ({
    memory: memoryOf(
      new BeamStructure(
        {
          nodes: [
            [0, 0],
            [1, 0],
          ], // replaced at the start of every run, when the parameters are known
          section: { axialStiffness: 1, bendingStiffness: 1, massPerLength: 1 },
        },
        path,
      ),
    ),
  }),
  beginSegment(memory, declare) {
    const nodes = declare.parameter("nodes") as [number, number][];
    const value = (name: string) => declare.parameter(name) as number;
    const structure = new BeamStructure(
      {
        nodes,
        section: {
          axialStiffness: value("EA"),
          bendingStiffness: value("EI"),
          massPerLength: value("massPerLength"),
          dampingTime: value("dampingTime"),
        },
      },
      declare.path,
    );
    Object.assign(memory, memoryOf(structure));
    memory.g = declare.parameter("g") as [number, number];
    const inner = structure.q0.slice(3, -3);
    if (inner.length > 0) {
      const velocity = declare.parameter("velocity") as [number, number];
      const rates = inner.map((_, k) => (k % 3 < 2 ? velocity[k % 3]! : 0));
      memory.position = declare.state("q", { init: inner, description: "x, y, angle of the inner nodes" }).offset;
      memory.rate = declare.state("qd", { init: rates, description: "rates of q" }).offset;
    }
    memory.energy = declare.output("strainEnergy", { unit: "J", description: "elastic energy" }).offset;
  },
  functions: {
    /** Forces and moments of the elements on both ends, for their positions and rates; moves the inner nodes. */
    endForces: {
      results: [[], [], [], [], [], []],
      hasEffects: true,
      call(
        memory: BeamMemory,
        access: ComponentAccess,
        xa: number,
        ya: number,
        phia: number,
        vxa: number,
        vya: number,
        wa: number,
        xb: number,
        yb: number,
        phib: number,
        vxb: number,
        vyb: number,
        wb: number,
      ) {
        const { structure, q, qd, f, g, position, rate } = memory;
        const { x, dx } = access;
        const last = q.length - 3;
        q[0] = xa;
        q[1] = ya;
        q[2] = phia;
        qd[0] = vxa;
        qd[1] = vya;
        qd[2] = wa;
        q[last] = xb;
        q[last + 1] = yb;
        q[last + 2] = phib;
        qd[last] = vxb;
        qd[last + 1] = vyb;
        qd[last + 2] = wb;
        for (let k = 3; k < last; k++) {
          q[k] = x[position + k - 3]!;
          qd[k] = x[rate + k - 3]!;
        }
        f.fill(0);
        structure.addForces(f, q, qd);
        for (let k = 3; k < last; k++) {
          dx[position + k - 3] = qd[k]!;
          dx[rate + k - 3] = f[k]! / structure.mass[k]! + (k % 3 < 2 ? g[k % 3]! : 0);
        }
        access.w[memory.energy] = structure.strainEnergy;
        return [f[0], f[1], f[2], f[last], f[last + 1], f[last + 2]];
      },
    },
    /** Mass and moment of inertia that belong to the first and to the last node. */
    endMasses: {
      results: [[], [], [], []],
      call({ structure: { mass } }: BeamMemory) {
        const last = mass.length - 3;
        return [mass[0], mass[2], mass[last], mass[last + 2]];
      },
    },
  },
});

/** Chain of beam elements through the given nodes; frame_a is the first node, frame_b the last. */
export const PlanarBeam = Model({
  description: "Planar beam of co-rotational finite elements",
  nodes: parameter(
    [
      [0, 0],
      [1, 0],
    ],
    "m",
    "unstrained positions [x, y] of the nodes, from frame_a to frame_b",
  ),
  EA: parameter(1e6, "N", "axial stiffness", { min: 0 }),
  EI: parameter(1e3, "N*m^2", "bending stiffness", { min: 0 }),
  massPerLength: parameter(1, "kg/m", "mass per length", { min: 0 }),
  dampingTime: parameter(0, "s", "τ of stress = E·(strain + τ·strain rate)", { min: 0 }),
  g: parameter([0, -9.81], "m/s^2", "gravity"),
  velocity: parameter([0, 0], "m/s", "velocity of the inner nodes at the start"),
  frame_a: PlanarFrame,
  frame_b: PlanarFrame,
  ...motionOf("a"),
  ...motionOf("b"),
  predefined: beam,
  equations: [
    "(m_a, J_a, m_b, J_b) = endMasses()",
    "(fx_a, fy_a, tau_a, fx_b, fy_b, tau_b) = endForces(" +
      "frame_a.x, frame_a.y, frame_a.phi, vx_a, vy_a, w_a, frame_b.x, frame_b.y, frame_b.phi, vx_b, vy_b, w_b)",
    equationsOf("a"),
    equationsOf("b"),
  ],
});

function motionOf(end: "a" | "b") {
  return {
    [`vx_${end}`]: Var({ unit: "m/s", description: `velocity of frame_${end} along x` }),
    [`vy_${end}`]: Var({ unit: "m/s", description: `velocity of frame_${end} along y` }),
    [`w_${end}`]: Var({ unit: "rad/s", description: `angular velocity of frame_${end}` }),
  };
}

function equationsOf(end: "a" | "b"): string {
  return `
    vx_${end} = der(frame_${end}.x)
    vy_${end} = der(frame_${end}.y)
    w_${end} = der(frame_${end}.phi)
    frame_${end}.fx = m_${end}*(der(vx_${end}) - g[1]) - fx_${end}
    frame_${end}.fy = m_${end}*(der(vy_${end}) - g[2]) - fy_${end}
    frame_${end}.tau = J_${end}*der(w_${end}) - tau_${end}`;
}

function memoryOf(structure: BeamStructure): BeamMemory {
  const size = 3 * structure.nodeCount;
  return {
    structure,
    q: new Float64Array(size),
    qd: new Float64Array(size),
    f: new Float64Array(size),
    g: [0, 0],
    position: -1,
    rate: -1,
    energy: -1,
  };
}
