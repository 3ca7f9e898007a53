import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import type { Shape } from "../../src/geometry/registry.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { hexColor, linearIntensity, parseColor } from "../../src/scene/color.ts";
import { colorNames } from "../../src/scene/colorNames.ts";
import { scene3D, sceneObject } from "../../src/scene/scene3d.ts";
import { VisualMaterial, visualMaterialOf, visualMaterialPalette } from "../../src/scene/visualMaterial.ts";

const failure = (action: () => unknown): RattlebackError => {
  try {
    action();
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
};

describe("colours", () => {
  it("the same orange can be written in five ways", () => {
    const orange = [255, 140, 0];
    for (const color of ["DarkOrange", "dark orange", "#FF8C00", "rgb(255, 140, 0)", orange]) {
      expect(parseColor(color)).toEqual(orange);
    }
  });

  it("names with numbers are the shades of the X Window System", () => {
    expect(parseColor("Snow4")).toEqual([139, 137, 137]);
    expect(parseColor("grey96")).toEqual([245, 245, 245]);
    expect(parseColor("gray0")).toEqual([0, 0, 0]);
    expect(parseColor("DodgerBlue3")).toEqual([24, 116, 205]);
    expect(parseColor("green")).toEqual([0, 255, 0]);
    expect(colorNames().size).toBe(144 + 9 + 4 * 78 + 2 * 101);
  });

  it("every name gives six hexadecimal digits that read back", () => {
    for (const [name, hex] of colorNames()) expect(hexColor(parseColor(name))).toBe(`#${hex}`);
  });

  it("black, white and mid grey have the light that the sRGB standard gives them", () => {
    expect(linearIntensity(0)).toBe(0);
    expect(linearIntensity(255)).toBeCloseTo(1, 12);
    expect(linearIntensity(188)).toBeCloseTo(0.5029, 4);
    expect(linearIntensity(10)).toBeCloseTo(10 / 255 / 12.92, 12);
  });

  it("a wrong name is answered by the nearest one", () => {
    const error = failure(() => parseColor("Bleu"));
    expect([error.code, error.hint]).toEqual(["E-COLOR", 'did you mean "blue"?']);
  });

  it.each([[[0, 0, 256]], [[0, 0]], [[0, Number.NaN, 0]], ["rgb(1, 2, 999)"], [17 as unknown as string]])(
    "%s is not a colour",
    (color) => {
      const error = failure(() => parseColor(color));
      expect([error.code, error.hint]).toEqual(["E-COLOR", 'a name such as "DarkOrange", "#ff8c00" or [255, 140, 0]']);
    },
  );
});

describe("visual materials", () => {
  it("are blue, opaque and shiny unless told otherwise", () => {
    expect(VisualMaterial()).toEqual({
      color: [0, 0, 255],
      wireframe: false,
      transparency: 0,
      reflectsLight: true,
      shininess: 0.7,
      shadowMask: "CastsAndReceivesShadows",
    });
  });

  it("the palette has four of them, known by name", () => {
    expect(Object.keys(visualMaterialPalette)).toHaveLength(4);
    expect(visualMaterialOf("RedTransparent")).toMatchObject({ color: [255, 0, 0], transparency: 0.7, shininess: 1 });
    expect(visualMaterialOf("BlueTransparent")).toMatchObject({ color: [0, 0, 255], transparency: 0.1 });
    expect(visualMaterialOf("")).toEqual({ ...VisualMaterial(), isUnset: true });
    expect(visualMaterialOf(undefined)).toBe(visualMaterialOf(""));
  });

  it("a name that is not in the palette is an error at its place, also when objects have such a property", () => {
    const error = failure(() => visualMaterialOf("RedTransparant", "ball.visualMaterial"));
    expect(error).toMatchObject({ code: "E-MATERIAL-VISUAL", path: "ball.visualMaterial" });
    expect(error.hint).toBe('did you mean "RedTransparent"?');
    expect(failure(() => visualMaterialOf("constructor")).code).toBe("E-MATERIAL-VISUAL");
  });

  it("values that make no sense are errors", () => {
    expect(failure(() => VisualMaterial({ transparency: 2 }))).toMatchObject({
      code: "E-MATERIAL-VISUAL",
      path: "VisualMaterial.transparency",
      hint: "a number from 0 to 1 for transparency",
    });
    expect(failure(() => VisualMaterial({ shininess: Number.NaN })).code).toBe("E-MATERIAL-VISUAL");
    expect(failure(() => VisualMaterial({ wireframe: 1 as unknown as boolean })).hint).toContain("true or false");
    expect(failure(() => VisualMaterial({ shadowMask: "NoShadow" as "NoShadows" })).hint).toContain('"NoShadows"');
    expect(failure(() => VisualMaterial({ colour: "red" } as object)).hint).toBe('did you mean "color"?');
    expect(failure(() => VisualMaterial({ color: "redd" })).path).toBe("VisualMaterial.color");
  });
});

describe("objects without a material of their own", () => {
  const object = (path: string, shape: Shape, isStatic = false, material = visualMaterialOf(undefined)) =>
    sceneObject(path, shape, { isStatic, material });

  it("are grey when they stand, and coloured by their shape when they move", () => {
    const scene = scene3D({
      objects: [
        object("table", Box(), true),
        object("ball1", Sphere()),
        object("ball2", Sphere()),
        object("large", Sphere({ diameter: 2 })),
        object("red", Sphere(), false, VisualMaterial({ color: "red" })),
        object("blue", Sphere(), true, VisualMaterial()),
      ],
    });
    const [table, first, second, large, red, blue] = scene.objects.map(({ material }) => hexColor(material.color));
    expect(first).toBe(second);
    expect(new Set([table, first, large, "#0000ff"]).size).toBe(4);
    expect([red, blue]).toEqual(["#ff0000", "#0000ff"]);
    expect(scene.objects.some(({ material }) => "isUnset" in material)).toBe(false);
    // nothing is left to choose: a scene of these objects is the same
    expect(scene3D({ ...scene }).objects).toEqual(scene.objects);
  });
});
