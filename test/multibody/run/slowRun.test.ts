// Whoever waits for a slow run learns which contact makes it slow. Clock and processor are given: every look at them is a second later.
import { Box, instantiate, Model3D, Object3D, Scene, Solid, Sphere, simulate, UniformGravityField } from "rattleback";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.restoreAllMocks());

const everyLookIsASecondLater = (): void => {
  let seconds = 0;
  vi.spyOn(performance, "now").mockImplementation(() => 1000 * seconds++);
  vi.spyOn(process, "cpuUsage").mockImplementation(() => ({ user: 1e6 * seconds++, system: 0 }));
};

const solid = (shape: ReturnType<typeof Box>) => Solid({ shape, solidMaterial: "Steel", collision: true });

it("a slow run names the contact that makes its steps short", () => {
  everyLookIsASecondLater();
  const model = Model3D({
    world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) }),
    ground: Object3D({
      parent: "world",
      translation: [0, 0, -0.1],
      feature: solid(Box({ lengthX: 1, lengthY: 1, lengthZ: 0.2 })),
    }),
    far: Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [0.3, 0, 9],
      feature: solid(Sphere() as never),
    }),
    ball: Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [0, 0, 0.0501],
      velocity: [0, 0, -1],
      feature: solid(Sphere({ diameter: 0.1 }) as never),
    }),
  });
  const lines: string[] = [];
  const result = simulate(instantiate(model), { stopTime: 5e-4, log: (line) => lines.push(line) });
  const warning = result.warnings.find((text) => text.startsWith("W-RUN-SLOW"));
  expect(warning).toMatch(
    /less than a hundredth of real time: "(ground" and "ball|ball" and "ground)" ring against each other/,
  );
  expect(lines).toContain(warning);
});

it("a slow run without contacts says what changes fastest", () => {
  everyLookIsASecondLater();
  const model = Model3D({
    world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) }),
    top: Object3D({
      parent: "world",
      fixedToParent: false,
      angularVelocity: [1, 50, 2],
      feature: Solid({ shape: Box({ lengthX: 0.1, lengthY: 0.2, lengthZ: 0.3 }), solidMaterial: "Steel" }),
    }),
  });
  const result = simulate(instantiate(model), { stopTime: 0.2, maximumStep: 1e-3 });
  expect(result.warnings.find((text) => text.startsWith("W-RUN-SLOW"))).toMatch(/the last step was .*changes fastest/);
});
