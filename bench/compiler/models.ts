/** Models that grow with N: a ladder of resistors, inductors and capacitors, and a chain of inertias with springs. */
import { flow, Model, type ModelDefinition, Par, potential, Var } from "rattleback";

const Pin = Model({ v: potential({ unit: "V" }), i: flow({ unit: "A" }) });
const OnePort = Model({ p: Pin, n: Pin, equations: "v = p.v - n.v; 0 = p.i + n.i; i = p.i" });
const Resistor = OnePort.with({ R: Par(1, "Ohm"), equations: "R*i = v" });
const Capacitor = OnePort.with({ C: Par(1, "F"), v: Var({ init: 0 }), equations: "C*der(v) = i" });
const Inductor = OnePort.with({ L: Par(1, "H"), i: Var({ init: 0 }), equations: "L*der(i) = v" });
const Source = OnePort.with({ V: Par(1, "V"), equations: "v = V" });
const Ground = Model({ p: Pin, equations: "p.v = 0" });

/** One cell of the ladder: about ten equations. */
const Cell = Model({
  R: Par(1, "Ohm"),
  L: Par(1, "H"),
  C: Par(1, "F"),
  p: Pin,
  n: Pin,
  i: Var({ init: 0 }),
  v: Var({ init: 0 }),
  equations: `
    i = p.i
    vR = R*i
    vL = L*der(i)
    p.v - vR - vL = v
    v = n.v
    iC = C*der(v)
    i = iC - n.i`,
});

/** N cells in a row behind a source of 1 V; the end is open. */
export function ladder(n: number): ModelDefinition {
  const parts: Record<string, unknown> = { source: Source, ground: Ground };
  const connect: string[][] = [["source.n", "ground.p"]];
  for (let k = 1; k <= n; k++) {
    parts[`cell${k}`] = Cell;
    connect.push([k === 1 ? "source.p" : `cell${k - 1}.n`, `cell${k}.p`]);
  }
  return Model({ ...parts, connect });
}

/** The same circuit from single components: 18 equations per cell. */
export function componentLadder(n: number): ModelDefinition {
  const parts: Record<string, unknown> = { source: Source, ground: Ground };
  const connect: string[][] = [];
  const ground = ["source.n", "ground.p"];
  for (let k = 1; k <= n; k++) {
    parts[`R${k}`] = Resistor;
    parts[`L${k}`] = Inductor;
    parts[`C${k}`] = Capacitor;
    connect.push([k === 1 ? "source.p" : `C${k - 1}.p`, `R${k}.p`], [`R${k}.n`, `L${k}.p`], [`L${k}.n`, `C${k}.p`]);
    ground.push(`C${k}.n`);
  }
  return Model({ ...parts, connect: [...connect, ground] });
}

const Flange = Model({ phi: potential({ unit: "rad" }), tau: flow({ unit: "N*m" }) });
const Inertia = Model({
  J: Par(1, "kg*m^2"),
  flange_a: Flange,
  flange_b: Flange,
  phi: Var({ init: 0, unit: "rad" }),
  w: Var({ init: 0, unit: "rad/s" }),
  equations: "phi = flange_a.phi; phi = flange_b.phi; w = der(phi); a = der(w); J*a = flange_a.tau + flange_b.tau",
});
const Spring = Model({
  c: Par(100, "N*m/rad"),
  flange_a: Flange,
  flange_b: Flange,
  equations: "phi_rel = flange_b.phi - flange_a.phi; flange_b.tau = tau; flange_a.tau = -tau; tau = c*phi_rel",
});

/** N inertias in a row with springs between them; the first one turns. */
export function inertiaChain(n: number): ModelDefinition {
  const parts: Record<string, unknown> = {};
  const connect: string[][] = [];
  for (let k = 1; k <= n; k++) {
    parts[`inertia${k}`] = k === 1 ? Inertia.with({ w: { init: 1 } }) : Inertia;
    if (k === n) continue;
    parts[`spring${k}`] = Spring;
    connect.push([`inertia${k}.flange_b`, `spring${k}.flange_a`], [`spring${k}.flange_b`, `inertia${k + 1}.flange_a`]);
  }
  return Model({ ...parts, connect });
}
