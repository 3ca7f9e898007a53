/** Scenes with many contacts at once, in a form that both our models and MuJoCo's can be made of. */
import { mulberry32 } from "../../test/reference/narrowphase/poses.ts";

export type Vector = [number, number, number];

export interface CrowdBody {
  readonly name: string;
  /** Lengths of a box; diameter of a sphere; diameter and length of the straight part of a capsule along z. */
  readonly shape: "box" | "sphere" | "capsule";
  readonly size: readonly number[];
  readonly position: Vector;
  /** Cardan angles about x, y, z. */
  readonly rotation?: Vector;
  readonly velocity?: Vector;
  readonly angularVelocity?: Vector;
  readonly material: "Steel" | "DryWood";
  readonly isFixed?: boolean;
}

export interface CrowdScene {
  readonly name: string;
  readonly bodies: readonly CrowdBody[];
  readonly hasGravity: boolean;
  /** Simulated time, s. */
  readonly duration: number;
  /** Processor seconds per simulated second before there were crowds, and what is wanted. */
  readonly before: string;
  readonly goal: string;
}

const ground: CrowdBody = {
  name: "ground",
  shape: "box",
  size: [6, 6, 0.2],
  position: [0, 0, -0.1],
  material: "DryWood",
  isFixed: true,
};

function dominoes(count: number): CrowdBody[] {
  const [thickness, width, height, gap] = [0.01, 0.03, 0.06, 0.025];
  return Array.from({ length: count }, (_, k) => ({
    name: `domino${k + 1}`,
    shape: "box" as const,
    size: [thickness, width, height],
    position: [gap * k, 0, 0.5 * height] as Vector,
    material: "DryWood" as const,
    // the first one is pushed where no ball comes
    ...(k === 0 && count > 6 && { velocity: [0.25, 0, 0] as Vector, angularVelocity: [0, 8, 0] as Vector }),
  }));
}

const sixDominoes: CrowdScene = {
  name: "6 dominoes and a ball",
  bodies: [
    ground,
    ...dominoes(6),
    {
      name: "ball",
      shape: "sphere",
      size: [0.02],
      position: [-0.05, 0, 0.045],
      velocity: [1, 0, 0.3],
      material: "Steel",
    },
  ],
  hasGravity: true,
  duration: 2,
  before: "44",
  goal: "≤ 2",
};

const twentyDominoes: CrowdScene = {
  name: "20 dominoes",
  bodies: [ground, ...dominoes(20)],
  hasGravity: true,
  duration: 1.5,
  before: "60, later 300",
  goal: "≤ 5",
};

const tower: CrowdScene = {
  name: "tower of 10 boxes hit by a ball",
  bodies: [
    ground,
    ...Array.from({ length: 10 }, (_, k) => ({
      name: `box${k + 1}`,
      shape: "box" as const,
      size: [0.1, 0.1, 0.06],
      position: [0, 0, 0.03 + 0.06 * k] as Vector,
      material: "DryWood" as const,
    })),
    {
      name: "ball",
      shape: "sphere",
      size: [0.08],
      position: [-0.3, 0.01, 0.33],
      velocity: [4, 0, 0.3],
      material: "Steel",
    },
  ],
  hasGravity: true,
  duration: 1.5,
  before: "88",
  goal: "≤ 5",
};

/** Spheres in layers above the ground, each a little off its place, inside walls where there are any. */
function spheres(count: number, side: number, pitch: number, seed: number): CrowdBody[] {
  const u = mulberry32(seed);
  return Array.from({ length: count }, (_, k) => {
    const layer = Math.floor(k / (side * side));
    const place = k % (side * side);
    const off = (): number => 0.1 * pitch * (u() - 0.5);
    return {
      name: `ball${k + 1}`,
      shape: "sphere" as const,
      size: [0.05],
      position: [
        pitch * ((place % side) - 0.5 * (side - 1)) + off(),
        pitch * (Math.floor(place / side) - 0.5 * (side - 1)) + off(),
        0.05 + pitch * layer + off(),
      ] as Vector,
      material: "DryWood" as const,
    };
  });
}

const pile: CrowdScene = {
  name: "pile of 50 spheres",
  bodies: [ground, ...spheres(50, 4, 0.065, 50)],
  hasGravity: true,
  duration: 1.5,
  before: "98",
  goal: "≤ 5",
};

const plate: CrowdBody = {
  name: "plate",
  shape: "box",
  size: [2, 2, 0.003],
  position: [0, 0, 0],
  material: "Steel",
  isFixed: true,
};

const rods: CrowdScene = {
  name: "30 rods at 30 to 100 m/s on a plate of 3 mm",
  bodies: [
    plate,
    ...(() => {
      const u = mulberry32(30);
      return Array.from({ length: 30 }, (_, k) => ({
        name: `rod${k + 1}`,
        shape: "capsule" as const,
        size: [0.01, 0.08],
        position: [0.15 * ((k % 6) - 2.5), 0.15 * (Math.floor(k / 6) - 2), 0.2 + 0.8 * u()] as Vector,
        rotation: [2 * u(), 2 * u(), 0] as Vector,
        velocity: [0, 0, -30 - 70 * u()] as Vector,
        angularVelocity: [20 * (u() - 0.5), 20 * (u() - 0.5), 0] as Vector,
        material: "Steel" as const,
      }));
    })(),
  ],
  hasGravity: true,
  duration: 0.1,
  before: "107",
  goal: "≤ 15",
};

const wall = (name: string, size: readonly number[], position: Vector): CrowdBody => ({
  name,
  shape: "box",
  size,
  position,
  material: "DryWood",
  isFixed: true,
});

const poured: CrowdScene = {
  name: "200 spheres poured into a box",
  bodies: [
    ground,
    wall("left", [0.05, 0.5, 0.6], [-0.2, 0, 0.3]),
    wall("right", [0.05, 0.5, 0.6], [0.2, 0, 0.3]),
    wall("front", [0.35, 0.05, 0.6], [0, -0.2, 0.3]),
    wall("back", [0.35, 0.05, 0.6], [0, 0.2, 0.3]),
    ...spheres(200, 5, 0.062, 200),
  ],
  hasGravity: true,
  duration: 2,
  before: "–",
  goal: "≤ 30",
};

/** Pairs of balls far from each other, which bounce on plates of their own. */
export function separatePairs(count: number): CrowdScene {
  const side = Math.ceil(Math.sqrt(count));
  const u = mulberry32(count);
  return {
    name: `${count} separate bouncing balls`,
    bodies: [
      { ...ground, size: [2 * side, 2 * side, 0.2] },
      ...Array.from({ length: count }, (_, k) => ({
        name: `ball${k + 1}`,
        shape: "sphere" as const,
        size: [0.1],
        position: [k % side, Math.floor(k / side), 0.1 + 0.3 * u()].map((x, i) =>
          i < 2 ? x - 0.5 * side + 0.5 : x,
        ) as Vector,
        material: "DryWood" as const,
      })),
    ],
    hasGravity: true,
    duration: 0.5,
    before: "",
    goal: "proportional",
  };
}

/** A thousand boxes, each a little off its place and turned, that fall into a heap. */
export const thousandBoxes: CrowdScene = {
  name: "1 000 boxes that fall into a heap",
  bodies: [
    ground,
    ...(() => {
      const u = mulberry32(1000);
      return Array.from({ length: 1000 }, (_, k) => ({
        name: `box${k + 1}`,
        shape: "box" as const,
        size: [0.05, 0.05, 0.05],
        position: [
          0.08 * ((k % 10) - 4.5) + 0.01 * u(),
          0.08 * ((Math.floor(k / 10) % 10) - 4.5) + 0.01 * u(),
          0.06 + 0.08 * Math.floor(k / 100),
        ] as Vector,
        rotation: [0.3 * u(), 0.3 * u(), 0.3 * u()] as Vector,
        material: "DryWood" as const,
      }));
    })(),
  ],
  hasGravity: true,
  duration: 1,
  before: "",
  goal: "faster than the others",
};

export const crowdScenes: Readonly<Record<string, CrowdScene>> = {
  six: sixDominoes,
  twenty: twentyDominoes,
  tower,
  pile,
  rods,
  poured,
};
