/**
 * Beam elements joined rigidly at nodes: lumped masses, assembled forces, energy and tangent stiffness.
 *
 * Coordinates are q = (x, y, θ) per node in the world, θ measured from the unstrained shape, packed by three.
 *
 * Source   elements: beamElement.ts. Masses [Hinton1976]: half of an element and m·L²/78 go to each of its nodes. They
 *          are constant and diagonal however far the structure turns, so kinetic energy is exact for them.
 */

import { RattlebackError } from "../errors/rattlebackError.ts";
import { aNumber, byName, eitherOf, fields, isAList, listOf } from "../errors/shapes.ts";
import * as elementary from "../math/elementary.ts";
import {
  angleAt,
  axialAt,
  type BeamSection,
  beamElement,
  beamElementTangent,
  bendingAt,
  dampingAt,
  ElementLoads,
  elementSize,
  lengthAt,
} from "./beamElement.ts";
import type { Point } from "./convexPolygon.ts";

export interface BeamShape {
  /** Unstrained positions, m. */
  readonly nodes: readonly Point[];
  /** Pairs of nodes. Default: a chain from the first node to the last. */
  readonly elements?: readonly (readonly [number, number])[];
  /** One for all elements, or one each. */
  readonly section: BeamSection | readonly BeamSection[];
  /** Further masses at nodes, kg, by index of the node. */
  readonly nodeMasses?: Readonly<Record<number, number>>;
}

const section = fields({ axialStiffness: aNumber, bendingStiffness: aNumber, massPerLength: aNumber });
export const beamFields = {
  nodes: listOf(listOf(aNumber)),
  section: eitherOf(isAList, listOf(section), section),
  elements: listOf(listOf(aNumber)),
  nodeMasses: byName(aNumber),
};
const beamShape = fields(beamFields, ["nodes", "section"]);

export class BeamStructure {
  readonly nodeCount: number;
  readonly elementCount: number;
  /** Unstrained coordinates (x, y, 0) of all nodes. */
  readonly q0: Float64Array;
  /** Diagonal of the mass matrix: m, m, J per node. */
  readonly mass: Float64Array;
  /** Of the last call of forces(): J and W. */
  strainEnergy = 0;
  dampingPower = 0;

  private readonly ends: Int32Array;
  private readonly parameters: Float64Array;
  private readonly loads = new ElementLoads();
  private readonly elementTangent = new Float64Array(36);

  constructor(shape: BeamShape, name = "beam") {
    beamShape(shape, name);
    const elements = checkShape(shape, name);
    this.nodeCount = shape.nodes.length;
    this.elementCount = elements.length;
    this.q0 = Float64Array.from(shape.nodes.flatMap(([x, y]) => [x, y, 0]));
    this.mass = new Float64Array(3 * this.nodeCount);
    this.ends = Int32Array.from(elements.flat());
    this.parameters = new Float64Array(elementSize * this.elementCount);
    for (const [node, mass] of Object.entries(shape.nodeMasses ?? {})) {
      this.mass[3 * Number(node)] += mass;
      this.mass[3 * Number(node) + 1] += mass;
    }
    elements.forEach(([a, b], e) => {
      const section = sectionOf(shape, e);
      const dx = this.q0[3 * b] - this.q0[3 * a];
      const dy = this.q0[3 * b + 1] - this.q0[3 * a + 1];
      const L = elementary.hypot(dx, dy);
      const k = elementSize * e;
      this.parameters[k + lengthAt] = L;
      this.parameters[k + angleAt] = elementary.atan2(dy, dx);
      this.parameters[k + axialAt] = section.axialStiffness;
      this.parameters[k + bendingAt] = section.bendingStiffness;
      this.parameters[k + dampingAt] = section.dampingTime ?? 0;
      const m = section.massPerLength * L;
      for (const node of [a, b]) {
        this.mass[3 * node] += m / 2;
        this.mass[3 * node + 1] += m / 2;
        this.mass[3 * node + 2] += (m * L * L) / 78;
      }
    });
  }

  /** f += forces and moments of all elements on the nodes. Sets strainEnergy and dampingPower. */
  addForces(f: Float64Array, q: Float64Array, qd: Float64Array): void {
    const { ends, loads, parameters } = this;
    let strainEnergy = 0;
    let dampingPower = 0;
    for (let e = 0; e < this.elementCount; e++) {
      const a = 3 * ends[2 * e];
      const b = 3 * ends[2 * e + 1];
      for (let k = 0; k < 3; k++) {
        loads.q[k] = q[a + k];
        loads.q[3 + k] = q[b + k];
        loads.qd[k] = qd[a + k];
        loads.qd[3 + k] = qd[b + k];
      }
      beamElement(loads, parameters, elementSize * e);
      for (let k = 0; k < 3; k++) {
        f[a + k] += loads.f[k];
        f[b + k] += loads.f[3 + k];
      }
      strainEnergy += loads.strainEnergy;
      dampingPower += loads.dampingPower;
    }
    this.strainEnergy = strainEnergy;
    this.dampingPower = dampingPower;
  }

  /** K[n×n] += tangent stiffness at q, n = 3 · nodeCount. It is symmetric: rows and columns are one. */
  addTangent(K: Float64Array, q: Float64Array): void {
    const { ends, loads, parameters, elementTangent } = this;
    const n = 3 * this.nodeCount;
    for (let e = 0; e < this.elementCount; e++) {
      const a = 3 * ends[2 * e];
      const b = 3 * ends[2 * e + 1];
      for (let k = 0; k < 3; k++) {
        loads.q[k] = q[a + k];
        loads.q[3 + k] = q[b + k];
      }
      beamElementTangent(elementTangent, loads, parameters, elementSize * e);
      for (let i = 0; i < 6; i++) {
        const row = i < 3 ? a + i : b + i - 3;
        for (let j = 0; j < 6; j++) {
          const column = j < 3 ? a + j : b + j - 3;
          K[n * row + column] += elementTangent[6 * i + j];
        }
      }
    }
  }
}

function sectionOf(shape: BeamShape, element: number): BeamSection {
  return Array.isArray(shape.section) ? shape.section[element] : (shape.section as BeamSection);
}

function checkShape(shape: BeamShape, name: string): (readonly [number, number])[] {
  const count = shape.nodes.length;
  const chain = shape.nodes.slice(1).map((_, k) => [k, k + 1] as const);
  const elements = [...(shape.elements ?? chain)];
  if (count < 2 || elements.length === 0) {
    throw badBeam(name, `has ${count} nodes and ${elements.length} elements`, "two nodes and one element at least", {});
  }
  const bad = shape.nodes.findIndex((node) => node.length !== 2 || !node.every(Number.isFinite));
  if (bad >= 0)
    throw badBeam(name, `has node ${bad} at (${shape.nodes[bad].join(", ")})`, "two finite numbers", { bad });
  if (Array.isArray(shape.section) && shape.section.length !== elements.length) {
    const data = { sections: shape.section.length, elements: elements.length };
    throw badBeam(
      name,
      `has ${data.sections} sections for ${data.elements} elements`,
      "one section, or one each",
      data,
    );
  }
  const isNode = (k: number) => Number.isInteger(k) && k >= 0 && k < count;
  elements.forEach(([a, b], e) => {
    const isLong = isNode(a) && isNode(b) && distance(shape.nodes[a], shape.nodes[b]) > 0;
    if (!isLong) {
      throw badBeam(name, `has element ${e} from node ${a} to node ${b}`, "two different nodes of the list", {
        e,
        a,
        b,
      });
    }
    checkSection(sectionOf(shape, e), e, name);
  });
  for (const [node, mass] of Object.entries(shape.nodeMasses ?? {})) {
    if (isNode(Number(node)) && mass >= 0 && Number.isFinite(mass)) continue;
    throw badBeam(name, `has the mass ${mass} at node ${node}`, "masses ≥ 0 at nodes of the list", { node, mass });
  }
  return elements;
}

function checkSection(section: BeamSection, element: number, name: string): void {
  const { axialStiffness, bendingStiffness, massPerLength, dampingTime = 0 } = section;
  for (const [key, value] of Object.entries({ axialStiffness, bendingStiffness, massPerLength })) {
    if (value > 0 && Number.isFinite(value)) continue;
    throw badBeam(name, `has ${key} = ${value} in element ${element}`, "a positive number", { element, key, value });
  }
  if (dampingTime >= 0 && Number.isFinite(dampingTime)) return;
  throw badBeam(name, `has dampingTime = ${dampingTime} in element ${element}`, "a time ≥ 0", { element, dampingTime });
}

function badBeam(name: string, problem: string, hint: string, data: Record<string, unknown>): RattlebackError {
  return new RattlebackError("E-PLANAR-BEAM", `The beam "${name}" ${problem}.`, {
    path: name,
    hint,
    data: { name, ...data },
  });
}

function distance(a: Point, b: Point): number {
  return elementary.hypot(a[0] - b[0], a[1] - b[1]);
}
