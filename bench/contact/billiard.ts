/** Sixteen billiard balls on a table with cushions, as a Model3D: scene of the examples, tests and benchmarks. */
import {
  Box,
  ElasticContactPairMaterial,
  Model3D,
  type ModelDefinition,
  Object3D,
  Scene,
  Solid,
  Sphere,
  UniformGravityField,
} from "rattleback";

export const ballDiameter = 0.06;
const tableLength = 2.24;
const tableWidth = 1.12;
const radius = ballDiameter / 2;
const cushionHeight = 0.04;

export interface BilliardOptions {
  /** m/s, of the cue ball towards the rack. */
  readonly speed?: number;
  /** Rows of the rack; five for fifteen balls. */
  readonly rows?: number;
  readonly elasticContactReductionFactor?: number;
  /** Sliding friction between ball and table; balls then are purely elastic among each other. As in the palette when absent. */
  readonly tableFriction?: number;
  /** Distance between the surfaces of neighbours in the rack, m. */
  readonly gap?: number;
  /** false: the balls alone, in space. */
  readonly hasTable?: boolean;
}

/** The table with four cushions, the rack, and the cue ball that hits its apex in the middle. */
export function billiard(options: BilliardOptions = {}): ModelDefinition {
  const {
    speed = 3,
    rows = 5,
    elasticContactReductionFactor = 1,
    gap = 1e-4,
    tableFriction,
    hasTable = true,
  } = options;
  const ball = Solid({ shape: Sphere({ diameter: ballDiameter }), solidMaterial: "BilliardBall", collision: true });
  const balls: Record<string, ModelDefinition> = {
    cue: Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [-tableLength / 4, 0, radius],
      velocity: [speed, 0, 0],
      feature: ball,
    }),
  };
  const pitch = ballDiameter + gap;
  let number = 1;
  for (let row = 0; row < rows; row++) {
    for (let k = 0; k <= row; k++) {
      balls[`ball${number++}`] = Object3D({
        parent: "world",
        fixedToParent: false,
        translation: [tableLength / 4 + (row * pitch * Math.sqrt(3)) / 2, (k - row / 2) * pitch, radius],
        feature: ball,
      });
    }
  }
  // the upper part of a cushion touches the ball at 7/5 of its radius
  const height = 1.4 * radius;
  const cushion = (x: number, y: number, lengthX: number, lengthY: number) =>
    Object3D({
      parent: "table",
      translation: [x, y, 0.01 + height + cushionHeight / 2],
      feature: Solid({
        shape: Box({ lengthX, lengthY, lengthZ: cushionHeight }),
        solidMaterial: "BilliardCushion",
        collision: true,
      }),
    });
  const side = 0.05;
  const table = {
    table: Object3D({
      parent: "world",
      translation: [0, 0, -0.01],
      feature: Solid({
        shape: Box({ lengthX: tableLength + 4 * side, lengthY: tableWidth + 4 * side, lengthZ: 0.02 }),
        solidMaterial: "BilliardTable",
        collision: true,
      }),
    }),
    left: cushion(-(tableLength + side) / 2, 0, side, tableWidth),
    right: cushion((tableLength + side) / 2, 0, side, tableWidth),
    front: cushion(0, -(tableWidth + side) / 2, tableLength, side),
    back: cushion(0, (tableWidth + side) / 2, tableLength, side),
  };
  return Model3D({
    world: Object3D({
      feature: Scene({
        gravityField: UniformGravityField({ g: hasTable ? 9.81 : 0, n: [0, 0, -1] }),
        elasticContactReductionFactor,
        ...(tableFriction !== undefined && {
          contactPairMaterials: {
            "BilliardBall,BilliardTable": ElasticContactPairMaterial({ slidingFrictionCoefficient: tableFriction }),
            // without the damping of slow contacts, so that nothing is lost
            "BilliardBall,BilliardBall": ElasticContactPairMaterial({ coefficientOfRestitution: 1, law: "hertz" }),
          },
        }),
      }),
    }),
    ...(hasTable && table),
    ...balls,
  });
}
