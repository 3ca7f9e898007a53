import type { ContactTable } from "../../contact/contactTable.ts";
import { checkOptionNames } from "../../errors/optionNames.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { inOwnSpelling, type Respelled } from "../../errors/spellings.ts";
import { Model, type ModelDefinition } from "../../language/model.ts";
import { elementTag } from "../../language/modelSource.ts";
import * as elementary from "../../math/elementary.ts";
import type { ForceContext, ForceDefinition, ForceOutput, ForceSetup } from "./forceElement.ts";

export interface ContactResultObjects {
  /** Names of two objects that may touch. */
  readonly obj1: string;
  readonly obj2: string;
  /** In whose axes the vectors are; the world by default. */
  readonly objCoord?: string;
}

const spellings = { obj1: "object1", obj2: "object2", objCoord: "objectCoordinateRef" } as const;

export type ContactResultOptions = ContactResultObjects | Respelled<ContactResultObjects, typeof spellings>;

const outputs: readonly ForceOutput[] = [
  { name: "penetration", unit: "m", description: "positive in contact" },
  { name: "penetrationVelocity", unit: "m/s", description: "positive while compressing" },
  { name: "tangentialVelocity", unit: "m/s" },
  { name: "angularVelocity", unit: "rad/s" },
  { name: "normalForce", unit: "N", description: "positive: pressure" },
  { name: "tangentialForce", unit: "N" },
  { name: "torque", unit: "N*m" },
  { name: "positionVector", size: 3, unit: "m", description: "contact point from the origin of the world" },
  { name: "normalVector", size: 3, unit: "1", description: "unit vector into object1" },
  { name: "forceVector", size: 3, unit: "N", description: "on object1" },
  { name: "torqueVector", size: 3, unit: "N*m", description: "on object1" },
];

/**
 * What two objects do to each other while they touch; all zero while they do not. Where several convex parts of an object touch, forces
 * are those of all of them, with moments about the point of the deepest one; depth, speeds, point and normal are those of that one.
 *
 * Results: penetration, penetrationVelocity, tangentialVelocity, angularVelocity, normalForce, tangentialForce, torque,
 * positionVector, normalVector, forceVector, torqueVector. Equations may read them.
 */
export function ContactResult(options: ContactResultOptions): ModelDefinition {
  const given = inOwnSpelling<ContactResultObjects, typeof spellings>(options, spellings, "ContactResult");
  checkOptionNames(given, ["obj1", "obj2", "objCoord"], "ContactResult");
  const { obj1, obj2, objCoord } = given;
  const definition: ForceDefinition = { kind: "force", outputs, create, document: { type: "ContactResult" } };
  return Model({
    obj1,
    obj2,
    ...(objCoord !== undefined && { objCoord }),
    [elementTag]: definition,
  });
}

function create(setup: ForceSetup): { apply(context: ForceContext): void; readonly bodies: readonly number[] } {
  const { path, read } = setup;
  const frameOf = (name: string) => setup.frame(read.text(`${path}.${name}`), `${path}.${name}`);
  const [first, second] = [frameOf("obj1"), frameOf("obj2")];
  if (first.path === second.path) {
    throw new RattlebackError(
      "E-CONTACT-RESULT",
      `"${read.full(path)}" asks for the contact of an object with itself.`,
      {
        path: read.full(path),
        because: `obj1 and obj2 are both "${first.path}"`,
        hint: "the names of two solids with collision: true",
      },
    );
  }
  const reference = read.text(`${path}.objCoord`);
  const axes = reference === undefined ? undefined : setup.frame(reference, `${path}.objCoord`);
  const places = outputs.map(({ name }) => setup.output(name));
  const values = new Float64Array(19);
  const write = (context: ForceContext): void => {
    outputs.forEach(({ size = 1 }, k) => {
      const from = k < 7 ? k : 7 + 3 * (k - 7);
      for (let i = 0; i < size; i++) context.outputs[places[k]! + i] = values[from + i]!;
    });
  };
  return {
    bodies: [],
    apply(context) {
      values.fill(0);
      const { contacts } = context;
      const [one, two] = [contacts.numberOf(first.path), contacts.numberOf(second.path)];
      let deepest = -1;
      for (let row = 0; row < (contacts.table?.count ?? 0); row++) {
        if (contacts.side(row, one, two) === 0) continue;
        if (deepest < 0 || contacts.table!.distance[row]! < contacts.table!.distance[deepest]!) deepest = row;
      }
      if (deepest >= 0) {
        describe(values, contacts.table!, deepest, contacts.side(deepest, one, two));
        // forces of all convex parts that touch
        for (let row = 0; row < contacts.table!.count; row++) {
          const side = contacts.side(row, one, two);
          if (side !== 0) addForces(values, contacts.table!, row, side);
        }
        values[6] = elementary.hypot(values[16]!, values[17]!, values[18]!);
        if (axes !== undefined) for (const from of [7, 10, 13, 16]) turn(values, from, context, axes);
      }
      write(context);
    },
  };
}

/** Depth, speeds, point and normal of a contact. */
function describe(values: Float64Array, table: ContactTable, row: number, side: number): void {
  values[0] = -table.distance[row]!;
  values[1] = table.rate[row]!;
  values[2] = table.slidingSpeed[row]!;
  values[3] = table.turningSpeed[row]!;
  for (let i = 0; i < 3; i++) {
    values[7 + i] = table.point[3 * row + i]!;
    values[10 + i] = side * table.normal[3 * row + i]!;
  }
}

/** Adds what acts on obj1, moments about the point of the values; the table holds what acts on the second shape of a pair. */
function addForces(values: Float64Array, table: ContactTable, row: number, side: number): void {
  const k = 3 * row;
  const f = table.normalForce[row]!;
  const F = [0, 1, 2].map((i) => side * table.force[k + i]!) as [number, number, number];
  const r = [0, 1, 2].map((i) => table.point[k + i]! - values[7 + i]!) as [number, number, number];
  let across = 0;
  for (let i = 0; i < 3; i++) {
    across += elementary.square(table.force[k + i]! - f * table.normal[k + i]!);
    values[13 + i] = values[13 + i]! + F[i]!;
    const [j, l] = [(i + 1) % 3, (i + 2) % 3];
    values[16 + i] = values[16 + i]! + side * table.torque[k + i]! + r[j]! * F[l]! - r[l]! * F[j]!;
  }
  values[4] = values[4]! + f;
  values[5] = values[5]! + Math.sqrt(across);
}

/** v_F = R_BFᵀ·R_WBᵀ·v_W */
function turn(
  v: Float64Array,
  k: number,
  { motion }: ForceContext,
  { body, R }: { readonly body: number; readonly R: Float64Array },
): void {
  for (const [matrix, at] of [
    [motion.rotation, 9 * body],
    [R, 0],
  ] as const) {
    const [x, y, z] = [v[k]!, v[k + 1]!, v[k + 2]!];
    for (let i = 0; i < 3; i++) v[k + i] = matrix[at + i]! * x + matrix[at + 3 + i]! * y + matrix[at + 6 + i]! * z;
  }
}
