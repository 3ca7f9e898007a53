/**
 * Results of elements that only measure the motion and that no equation reads. A row of the result keeps the rates of all joints; the elements
 * are made, and asked, when somebody reads.
 */
import type { SegmentDeclarations, StoredRow } from "../../language/predefined.ts";
import { computeAccelerations } from "../../mechanics/inverseDynamics.ts";
import type { Mechanism } from "../../mechanics/mechanism.ts";
import { MechanismState } from "../../mechanics/mechanismState.ts";
import { computePositions } from "../../mechanics/positions.ts";
import { computeVelocities } from "../../mechanics/velocities.ts";
import type { BodyAccelerations, ForceElement, ForceOutput } from "../forces/forceElement.ts";
import type { CoordinatePlaces } from "./hiddenCoordinates.ts";
import { readCoordinates } from "./poseResults.ts";
import { splitAccelerations } from "./splitAccelerations.ts";

interface Measuring {
  readonly path: string;
  readonly outputs: readonly ForceOutput[];
  /** `placeOf`: places of its outputs by their names. */
  create(placeOf: (name: string) => number): ForceElement;
}

export class MeasuredLater {
  private readonly mechanism: Mechanism;
  private readonly elements: Measuring[] = [];
  /** Place of the velocities of all joints among the outputs, their accelerations behind them; once it is declared. */
  private rates = -1;

  constructor(mechanism: Mechanism) {
    this.mechanism = mechanism;
  }

  add(element: Measuring): void {
    this.elements.push(element);
  }

  /** `flangePositions`: variables in the order of the flanges. */
  declare(declare: SegmentDeclarations, places: CoordinatePlaces, flangePositions: readonly string[]): void {
    const { mechanism, elements } = this;
    const { offset } = declare.output("motion.rates", { size: 2 * mechanism.nv, hideResult: true });
    this.rates = offset;
    let reading: Reading | undefined;
    declare.derived({
      get signals() {
        return elements.flatMap(({ path, outputs }) =>
          outputs.map(({ name, size, unit, description }) => ({
            name: `${path}.${name}`,
            ...(size !== undefined && { shape: [size] }),
            ...(unit !== undefined && { unit }),
            ...(description !== undefined && { description }),
          })),
        );
      },
      variables: flangePositions,
      compute: (row, out, at) => {
        reading ??= new Reading(mechanism, elements, places, offset);
        out.set(reading.of(row), at);
      },
    });
  }

  /** Once accelerations are known. */
  write(w: Float64Array, { v, vdot }: MechanismState): void {
    w.set(v, this.rates);
    w.set(vdot, this.rates + v.length);
  }
}

/** The elements and a state of their own: a run that goes on must not be disturbed by somebody who reads its result. */
class Reading {
  private readonly mechanism: Mechanism;
  private readonly places: CoordinatePlaces;
  private readonly rates: number;
  private readonly state: MechanismState;
  private readonly elements: readonly ForceElement[];
  private readonly accelerations: BodyAccelerations;
  private readonly values: Float64Array;

  constructor(mechanism: Mechanism, elements: readonly Measuring[], places: CoordinatePlaces, rates: number) {
    this.mechanism = mechanism;
    this.places = places;
    this.rates = rates;
    this.state = new MechanismState(mechanism);
    let size = 0;
    this.elements = elements.map(({ outputs, create }) => {
      const own = new Map<string, number>();
      for (const output of outputs) {
        own.set(output.name, size);
        size += output.size ?? 1;
      }
      return create((name) => own.get(name)!);
    });
    this.values = new Float64Array(size);
    const { count } = mechanism;
    this.accelerations = {
      acceleration: new Float64Array(3 * count),
      angularAcceleration: new Float64Array(3 * count),
    };
  }

  of(row: StoredRow): Float64Array {
    const { mechanism, state, accelerations, values } = this;
    const { v, vdot, motion } = state;
    readCoordinates(state, this.places, row);
    const first = row.outputs + this.rates;
    for (let j = 0; j < v.length; j++) {
      v[j] = row.values[first + j]!;
      vdot[j] = row.values[first + v.length + j]!;
    }
    computePositions(mechanism, state);
    computeVelocities(mechanism, state);
    computeAccelerations(mechanism, state, vdot);
    splitAccelerations(accelerations, state);
    const context = { motion, outputs: values };
    for (const element of this.elements) {
      element.show?.(context);
      element.observe?.(context, accelerations);
    }
    return values;
  }
}
