/** What is known of a Model3D when it is translated: its parts, its flanges, and which of its values equations read. */

import { RattlebackError } from "../errors/rattlebackError.ts";
import type { AffineQuestion, ComponentSignal, DefinitionView, Findings } from "../language/predefined.ts";
import type { ReadFile } from "../language/readFile.ts";
import { ParameterDeclaration } from "../language/values.ts";
import { type Blueprint, readBlueprint } from "./blueprint.ts";
import { MeshFiles } from "./features/fileMesh.ts";
import type { ObjectNames } from "./findObject.ts";
import { type GivenStarts, givenStarts, partAt } from "./givenStarts.ts";
import { checkStructure, literalReader } from "./graph/checkStructure.ts";
import { type NamedJoint, namedJoints } from "./graph/namedJoints.ts";
import type { FlangeRole } from "./graph/objectGraph.ts";
import { objectNames } from "./graph/readGraph.ts";
import { jointKinds } from "./joints/jointKinds.ts";
import type { Reader } from "./reader.ts";
import { offeredSignals, type SignalKind } from "./run/signalReaders.ts";

export interface FlangeJoint {
  readonly path: string;
  /** Names of coordinate, velocity and effort in the equations. */
  readonly position: string;
  readonly velocity: string;
  readonly effort: string;
  readonly isLockable: boolean;
  /** Its effort is known before the accelerations are. */
  readonly isEffortKnown: boolean;
  readonly role: FlangeRole;
}

export interface ElementFlange {
  readonly position: string;
  readonly velocity: string;
  /** Expressions of position, velocity and acceleration. */
  readonly values: readonly string[];
}

/** Behind which function of the component a value is known. */
const computedBy = { motion: "_isMoved", forces: "_isForced", accelerations: "_isDone" } as const;

export class MultibodyBuild {
  readonly blueprint: Blueprint;
  /** Joints with their kinds. */
  readonly joints: readonly NamedJoint[];
  readonly names: ObjectNames;
  /** Made when a shape asks for one. */
  readonly files: () => MeshFiles;
  readonly starts: GivenStarts;
  readonly flanges: readonly FlangeJoint[];
  /** Numbers of the flanges that each part of the equations concerns, see model3D.ts. */
  readonly outside: readonly number[];
  readonly onLoops: readonly number[];
  readonly related: readonly number[];
  readonly known: readonly number[];
  readonly loaded: readonly number[];
  readonly switched: readonly number[];
  /** The equations of many related flanges are first written in short, until it is known which of them need all their terms. */
  readonly isDraft: boolean;
  /** Numbers that `reduce` gives: M by rows, h, 1 or 0 for each lockable joint that is free or locked, and G by rows. */
  readonly reducedSize: number;
  /** Where G begins in them. */
  readonly firstInputColumn: number;
  /** Variables of the equations that force elements apply; forces are linear in them. */
  readonly inputs: readonly string[];
  /** Flanges of force elements: names of coordinate and velocity, and expressions of both and of the acceleration. */
  readonly elementFlanges: readonly ElementFlange[];
  /** What of the equations decides about accelerations: what the related flanges are given, and the inputs. */
  readonly drivers: readonly string[];
  /** Signals that equations read, in the order in which they were asked for. */
  readonly signals: { readonly name: string; readonly shape: readonly number[]; readonly isSolved: boolean }[] = [];
  /** Quantities of the reference path that equations read. */
  readonly references: string[] = [];
  /** Names that objects which an action creates cannot have. */
  readonly takenNames: ReadonlySet<string>;
  private readonly offered: ReadonlyMap<string, SignalKind>;

  constructor(definition: DefinitionView, path: string, readFile: ReadFile | undefined, findings: Findings) {
    this.blueprint = readBlueprint(definition, path);
    this.takenNames = new Set([...definition.entries.keys(), "energy", "momentum", "time"]);
    this.joints = namedJoints(this.blueprint);
    this.names = objectNames(this.blueprint);
    let files: MeshFiles | undefined;
    this.files = () => {
      files ??= new MeshFiles(readFile);
      return files;
    };
    const read = literalReader(definition, path);
    const loops = checkStructure(this.blueprint, read);
    this.readFiles(read);
    const written = this.blueprint.joints.flatMap(({ path: joint, element }): FlangeJoint[] => {
      if (element.kind !== "joint" || !element.hasFlange) return [];
      const { isAngle } = jointKinds[element.joint].coordinates[0]!;
      const [position, velocity, effort] = isAngle ? ["phi", "w", "tau"] : ["s", "v", "f"];
      const names = {
        path: joint,
        position: `${joint}.${position}`,
        velocity: `${joint}.${velocity}`,
        effort: `${joint}.${effort}`,
        isLockable: element.isLockable === true,
        isEffortKnown: findings.early.has(`${joint}.${effort}`),
      };
      // actions may take a joint out of its loop, and lock it
      const hasFixedRole = names.isLockable || this.blueprint.actions !== undefined;
      return [{ ...names, role: hasFixedRole ? "coupled" : roleOf(names, loops.has(joint), findings) }];
    });
    // switched ones are found with all others known, in a tree that nothing but them and their drives acts on
    const isTree =
      loops.size === 0 && this.blueprint.constraints.every(({ element }) => element.kind === "selfCollision");
    const isPlain = this.blueprint.forces.every(
      ({ definition }) => !definition.inputs?.length && !definition.endMasses,
    );
    const maySwitch = isTree && isPlain && written.every(({ role }) => role !== "coupled" && role !== "observed");
    this.flanges = written.map((flange) =>
      flange.role === "switched" && !maySwitch ? { ...flange, role: "coupled" } : flange,
    );
    const numbersOf = (...roles: readonly FlangeRole[]): number[] =>
      this.flanges.flatMap(({ role }, k) => (roles.includes(role) ? [k] : []));
    this.outside = numbersOf("coupled", "early", "loaded", "switched");
    this.onLoops = numbersOf("observed", "measured");
    this.related = numbersOf("coupled", "observed");
    this.known = numbersOf("early", "measured", "loaded", "switched");
    this.loaded = numbersOf("loaded");
    this.switched = numbersOf("switched");
    this.isDraft = !findings.isKnown && this.related.length > fewRelated;
    const observed = this.onLoops.flatMap((k) => [this.flanges[k]!.position, this.flanges[k]!.velocity]);
    this.starts = givenStarts(definition, this.blueprint, observed);
    const n = this.related.length;
    this.inputs = this.blueprint.forces.flatMap(({ path: element, definition: { inputs = [] } }) =>
      inputs.map((name) => `${element}.${name}`),
    );
    const lockable = this.flanges.filter(({ isLockable }) => isLockable).length;
    this.firstInputColumn = this.isDraft ? 4 * n : n * n + n + lockable;
    this.reducedSize = Math.max(1, this.firstInputColumn + (this.isDraft ? 1 : n) * this.inputs.length);
    this.drivers = [...this.given, ...this.inputs];
    this.offered = offeredSignals(this.blueprint, (object) => isFree(definition, object));
    this.elementFlanges = this.blueprint.forces.flatMap(({ path: element, definition: { flange } }) => {
      if (flange === undefined) return [];
      const [position, velocity] = [`${element}.${flange.position}`, `${element}.${flange.velocity}`];
      for (const name of [position, velocity]) if (findings.bound.has(name)) throw imposedMotion(path, element);
      const values = flange.outputs.map((output) => this.signal(`${element}.${output}`)!.expression);
      return [{ position, velocity, values }];
    });
  }

  /** What of the efforts of flanges follows from their own accelerations alone? */
  get affine(): AffineQuestion[] {
    const { flanges, related, loaded, switched, known, isDraft } = this;
    const n = related.length;
    if (loaded.length + switched.length > 0)
      return [
        ...loaded.map((k, i) => ({
          name: flanges[k]!.effort,
          rate: flanges[k]!.velocity,
          base: { name: "_base", index: i },
          slope: { name: "_slope", index: i },
        })),
        ...switched.map((k, i) => {
          const element = (c: number) => ({ name: "_curve", index: 4 * i + c });
          return {
            name: flanges[k]!.effort,
            rate: flanges[k]!.velocity,
            relation: { name: "_done", index: 1 + known.indexOf(k) },
            curve: [element(0), element(1), element(2), element(3)] as const,
          };
        }),
      ];
    return related.flatMap((k, l) => {
      const { role, effort, velocity, isLockable } = flanges[k]!;
      if (role !== "coupled" || isLockable || this.blueprint.actions !== undefined) return [];
      return [{ name: effort, rate: velocity, relation: { name: "_reduced", index: isDraft ? 2 * n + l : n * n + l } }];
    });
  }

  /** Accelerations of coupled flanges, efforts of observed ones. */
  get given(): string[] {
    return this.related.map((k) => {
      const { role, velocity, effort } = this.flanges[k]!;
      return role === "observed" ? effort : `der(${velocity})`;
    });
  }

  /** Files that are missing or broken are found now, not in the first run. */
  private readFiles(read: Reader): void {
    for (const { path, feature } of this.blueprint.objects) {
      const shape = feature?.shape?.shape;
      const place = `${path}.feature.shape`;
      const filename = shape?.kind === "FileMesh" ? read.text(`${place}.filename`) : undefined;
      if (shape?.kind === "FileMesh" && filename !== undefined)
        this.files().mesh(shape, filename, [1, 1, 1], read.full(place));
    }
  }

  /** Names of the values that the component offers. */
  get offeredNames(): Iterable<string> {
    return this.offered.keys();
  }

  /** How equations compute a value of the component that they name. */
  signal(name: string): ComponentSignal | undefined {
    const actions = this.blueprint.actions?.path;
    if (actions !== undefined && name.startsWith(`${actions}.`)) {
      const index = this.references.push(name.slice(actions.length + 1)) - 1;
      return { shape: [], expression: `referenceAt(time, ${index})` };
    }
    const kind = this.offered.get(name);
    if (kind === undefined) return undefined;
    const { shape, unit, needs } = kind;
    const { drivers } = this;
    const isSolved = needs === "accelerations" && drivers.length > 0;
    const index = this.signals.push({ name, shape, isSolved }) - 1;
    if (isSolved) {
      const row = `[${drivers.join(", ")}, 1]`;
      const isNumber = shape.length === 0;
      return {
        shape,
        unit,
        expression: isNumber ? `dot(rowAt(_reduced[1], ${index}), ${row})` : `rowsAt(_reduced[1], ${index})*${row}`,
      };
    }
    const fn = shape.length === 0 ? "numberAt" : shape.length === 1 ? "vectorAt" : "matrixAt";
    return { shape, unit, expression: `${fn}(${computedBy[needs]}, ${index})` };
  }
}

/** So many related flanges have their equations written out at once. */
const fewRelated = 8;

/** What a flange is to the equations, from what they know of it. */
function roleOf(
  { position, velocity, effort }: Pick<FlangeJoint, "position" | "velocity" | "effort">,
  isOnLoop: boolean,
  { bound, early, affine, switched }: Findings,
): FlangeRole {
  const isBound = bound.has(position) || bound.has(velocity);
  if (isOnLoop && !isBound) return early.has(effort) ? "measured" : "observed";
  if (isBound) return "coupled";
  if (early.has(effort)) return "early";
  return affine.has(effort) ? "loaded" : switched.has(effort) ? "switched" : "coupled";
}

/** Whether an object is written as a free one. */
function isFree(definition: DefinitionView, path: string): boolean {
  const value = partAt(definition, path)?.entries.get("fixedToParent");
  return (value instanceof ParameterDeclaration ? value.attributes.value : value) === false;
}

function imposedMotion(owner: string, element: string): RattlebackError {
  const path = owner === "" ? element : `${owner}.${element}`;
  return new RattlebackError("E-FLANGE-IMPOSED", `The equations impose the motion of the flange of "${path}".`, {
    path,
    because: "the distance of two objects follows from their motion; its flange takes a force, not a position or speed",
    hint: "a spring or damper in between, a Rod for a constant distance, or a PrismaticWithFlange joint whose motion may be imposed",
    data: { element: path },
  });
}
