/** What is known of a Model3D when it is translated: its parts, its flanges, and which of its values equations read. */

import type { ComponentSignal, DefinitionView } from "../language/predefined.ts";
import type { ReadFile } from "../language/readFile.ts";
import { ParameterDeclaration } from "../language/values.ts";
import { type Blueprint, readBlueprint } from "./blueprint.ts";
import { MeshFiles } from "./features/fileMesh.ts";
import type { ObjectNames } from "./findObject.ts";
import { type GivenStarts, givenStarts, partAt } from "./givenStarts.ts";
import { checkStructure, literalReader } from "./graph/checkStructure.ts";
import { objectNames } from "./graph/readGraph.ts";
import type { Reader } from "./reader.ts";
import { offeredSignals, type SignalKind } from "./run/signalReaders.ts";

export interface FlangeJoint {
  readonly path: string;
  /** Names of coordinate, velocity and effort in the equations. */
  readonly position: string;
  readonly velocity: string;
  readonly effort: string;
  readonly isLockable: boolean;
}

/** Behind which function of the component a value is known. */
const computedBy = { motion: "_isMoved", forces: "_isForced", accelerations: "_isDone" } as const;

export class MultibodyBuild {
  readonly blueprint: Blueprint;
  readonly names: ObjectNames;
  readonly files: MeshFiles;
  readonly starts: GivenStarts;
  readonly flanges: readonly FlangeJoint[];
  /** Numbers that `reduce` gives: M by rows, h, 1 or 0 for each lockable joint that is free or locked, and G by rows. */
  readonly reducedSize: number;
  /** Where G begins in them. */
  readonly firstInputColumn: number;
  /** Variables of the equations that force elements apply; forces are linear in them. */
  readonly inputs: readonly string[];
  /** What of the equations decides about accelerations: those of the flanges, and the inputs. */
  readonly drivers: readonly string[];
  /** Signals that equations read, in the order in which they were asked for. */
  readonly signals: { readonly name: string; readonly shape: readonly number[]; readonly isSolved: boolean }[] = [];
  /** Quantities of the reference path that equations read. */
  readonly references: string[] = [];
  /** Names that objects which an action creates cannot have. */
  readonly takenNames: ReadonlySet<string>;
  private readonly offered: ReadonlyMap<string, SignalKind>;

  constructor(definition: DefinitionView, path: string, readFile: ReadFile | undefined) {
    this.blueprint = readBlueprint(definition, path);
    this.takenNames = new Set([...definition.entries.keys(), "energy", "momentum", "time"]);
    this.names = objectNames(this.blueprint);
    this.files = new MeshFiles(readFile);
    const read = literalReader(definition, path);
    checkStructure(this.blueprint, read);
    this.readFiles(read);
    this.starts = givenStarts(definition, this.blueprint);
    this.flanges = this.blueprint.joints.flatMap(({ path: joint, element }) => {
      if (element.kind !== "joint" || !element.hasFlange) return [];
      const isAngle = element.joint === "revolute";
      const [position, velocity, effort] = isAngle ? ["phi", "w", "tau"] : ["s", "v", "f"];
      return [
        {
          path: joint,
          position: `${joint}.${position}`,
          velocity: `${joint}.${velocity}`,
          effort: `${joint}.${effort}`,
          isLockable: element.isLockable === true,
        },
      ];
    });
    const n = this.flanges.length;
    this.inputs = this.blueprint.forces.flatMap(({ path: element, definition: { inputs = [] } }) =>
      inputs.map((name) => `${element}.${name}`),
    );
    this.firstInputColumn = n * n + n + this.flanges.filter(({ isLockable }) => isLockable).length;
    this.reducedSize = Math.max(1, this.firstInputColumn + n * this.inputs.length);
    this.drivers = [...this.flanges.map(({ velocity }) => `der(${velocity})`), ...this.inputs];
    this.offered = offeredSignals(this.blueprint, (object) => isFree(definition, object));
  }

  /** Files that are missing or broken are found now, not in the first run. */
  private readFiles(read: Reader): void {
    for (const { path, feature } of this.blueprint.objects) {
      const shape = feature?.shape?.shape;
      const place = `${path}.feature.shape`;
      const filename = shape?.kind === "FileMesh" ? read.text(`${place}.filename`) : undefined;
      if (shape?.kind === "FileMesh" && filename !== undefined)
        this.files.mesh(shape, filename, [1, 1, 1], read.full(place));
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

/** Whether an object is written as a free one. */
function isFree(definition: DefinitionView, path: string): boolean {
  const value = partAt(definition, path)?.entries.get("fixedToParent");
  return (value instanceof ParameterDeclaration ? value.attributes.value : value) === false;
}
