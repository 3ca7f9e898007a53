/** The same scenes in Rapier's WASM build, with its default solver and steps of 1 ms. */
import type Rapier from "@dimforge/rapier3d-compat";
import type { CrowdBody, CrowdScene } from "./scenes.ts";

const density = { Steel: 8000, DryWood: 700 } as const;
const friction = { Steel: 0.5, DryWood: 0.3 } as const;

const vector = ([x = 0, y = 0, z = 0]: readonly number[]) => ({ x, y, z });

/** Of Cardan angles about x, y, z. */
function quaternion([a = 0, b = 0, c = 0]: readonly number[]) {
  const [sa, sb, sc] = [a, b, c].map((angle) => Math.sin(0.5 * angle)) as [number, number, number];
  const [ca, cb, cc] = [a, b, c].map((angle) => Math.cos(0.5 * angle)) as [number, number, number];
  return {
    x: sa * cb * cc + ca * sb * sc,
    y: ca * sb * cc - sa * cb * sc,
    z: ca * cb * sc + sa * sb * cc,
    w: ca * cb * cc - sa * sb * sc,
  };
}

function colliderOf(rapier: typeof Rapier, { shape, size: [x = 0, y = 0, z = 0] }: CrowdBody) {
  if (shape === "box") return rapier.ColliderDesc.cuboid(0.5 * x, 0.5 * y, 0.5 * z);
  if (shape === "sphere") return rapier.ColliderDesc.ball(0.5 * x);
  // its capsules lie along y
  return rapier.ColliderDesc.capsule(0.5 * y, 0.5 * x).setRotation(quaternion([0.5 * Math.PI, 0, 0]));
}

/** Processor seconds per simulated second. */
export function runInRapier(rapier: typeof Rapier, scene: CrowdScene): number {
  const world = new rapier.World({ x: 0, y: 0, z: scene.hasGravity ? -9.81 : 0 });
  world.timestep = 0.001;
  for (const body of scene.bodies) {
    const kind = body.isFixed === true ? rapier.RigidBodyDesc.fixed() : rapier.RigidBodyDesc.dynamic();
    const [x, y, z] = body.position;
    const { velocity = [0, 0, 0], angularVelocity = [0, 0, 0] } = body;
    const made = world.createRigidBody(
      kind
        .setTranslation(x, y, z)
        .setRotation(quaternion(body.rotation ?? [0, 0, 0]))
        .setLinvel(velocity[0], velocity[1], velocity[2])
        .setAngvel(vector(angularVelocity)),
    );
    const { material } = body;
    world.createCollider(colliderOf(rapier, body).setDensity(density[material]).setFriction(friction[material]), made);
  }
  const begin = process.cpuUsage();
  const steps = Math.round(scene.duration / 0.001);
  for (let k = 0; k < steps; k++) world.step();
  const { user, system } = process.cpuUsage(begin);
  world.free();
  return (1e-6 * (user + system)) / scene.duration;
}
