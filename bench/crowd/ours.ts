/** A scene as one of our models, and a run of it with the built package. */
import {
  Box,
  Capsule,
  contactsOf,
  instantiate,
  Model3D,
  type ModelDefinition,
  Object3D,
  Scene,
  Solid,
  Sphere,
  simulate,
  UniformGravityField,
} from "rattleback";
import type { CrowdBody, CrowdScene } from "./scenes.ts";

const shapeOf = ({ shape, size }: CrowdBody) => {
  if (shape === "box") return Box({ lengthX: size[0], lengthY: size[1], lengthZ: size[2] });
  if (shape === "sphere") return Sphere({ diameter: size[0] });
  return Capsule({ axis: 3, diameter: size[0], length: size[1] });
};

export function modelOf(scene: CrowdScene, response: "elastic" | "rigid" = "elastic") {
  return Model3D({
    world: Object3D({
      feature: Scene({
        response,
        gravityField: UniformGravityField({ g: scene.hasGravity ? 9.81 : 0, n: [0, 0, -1] }),
      }),
    }),
    ...Object.fromEntries(
      scene.bodies.map((body) => [
        body.name,
        Object3D({
          parent: "world",
          translation: body.position,
          ...(body.rotation && { rotation: body.rotation }),
          ...(body.isFixed !== true && { fixedToParent: false }),
          ...(body.velocity && { velocity: body.velocity }),
          ...(body.angularVelocity && { angularVelocity: body.angularVelocity }),
          feature: Solid({ shape: shapeOf(body) as never, solidMaterial: body.material, collision: true }),
        }),
      ]),
    ),
  });
}

export interface CrowdRun {
  /** Processor seconds per simulated second. */
  readonly pace: number;
  /** The same without what comes before the first step, as peers are measured, whose models are loaded before. */
  readonly paceOfSteps: number;
  /** How far it came, s. */
  readonly reached: number;
  readonly steps: number;
  readonly evaluations: number;
  readonly jacobians: number;
  readonly events: number;
  readonly contacts: number;
  readonly method: string;
  /** Largest growth of energy, relative to what there was. */
  readonly growth: number;
}

/** Runs the scene, for so many processor seconds at most. */
export function runScene(
  scene: CrowdScene,
  options: { readonly duration?: number; readonly limit?: number; readonly response?: "elastic" | "rigid" } = {},
): CrowdRun {
  return runModel(modelOf(scene, options.response), options.duration ?? scene.duration, options.limit);
}

export function runModel(
  definition: ModelDefinition,
  duration: number,
  limit: number = Number.POSITIVE_INFINITY,
): CrowdRun {
  const model = instantiate(definition);
  const abort = new AbortController();
  const seconds = (): number => {
    const { user, system } = process.cpuUsage();
    return 1e-6 * (user + system);
  };
  let calls = 0;
  const begin = seconds();
  let started = begin;
  const result = simulate(model, {
    stopTime: duration,
    tolerance: 1e-6,
    interval: duration / 50,
    signal: abort.signal,
    onProgress: () => {
      // asking for the time takes as long as a short step
      if (++calls === 1) started = seconds();
      if (calls % 64 === 0 && seconds() - begin > limit) abort.abort();
    },
  });
  const spent = seconds() - begin;
  const time = result.time as Float64Array;
  const reached = time[time.length - 1];
  const energy = result.signal("energy.total").values as Float64Array;
  const scale = Math.max(...energy.map(Math.abs));
  let growth = 0;
  for (let k = 1; k < energy.length; k++) growth = Math.max(growth, (energy[k] - energy[k - 1]) / scale);
  const { steps, evaluations, jacobians, events, method } = result.statistics;
  return {
    pace: spent / reached,
    paceOfSteps: (spent - (started - begin)) / reached,
    reached,
    steps,
    evaluations,
    jacobians,
    events,
    contacts: contactsOf(result).records.filter(({ kind }) => kind === "start").length,
    method,
    growth,
  };
}
