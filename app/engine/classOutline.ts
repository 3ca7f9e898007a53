/** The diagram of a Modelica class as an outline like that of any model. */
import type { ClassDiagram, ModelicaModelFile } from "../../src/entries/modelica.ts";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import type { Outline } from "./outline.ts";

/** undefined where the class cannot be read: the translation says why. */
export function classOutline(file: Pick<ModelicaModelFile, "diagram">): Outline | undefined {
  try {
    return outlineFrom(file.diagram());
  } catch (error) {
    if (error instanceof RattlebackError) return undefined;
    throw error;
  }
}

export function outlineFrom({ components, lines }: ClassDiagram): Outline {
  return {
    components: components.map(({ place, inside, connectors, ...component }) => ({
      ...component,
      connectors: connectors.map(({ place: own, ...connector }) => ({ ...connector, ...(own && { place: own }) })),
      ...(place && { place }),
      ...(inside && { inside: outlineFrom(inside) }),
    })),
    connections: lines.map(({ first, other }) => [first, other]),
    lines: lines
      .filter(({ points }) => points.length > 2)
      .map(({ first, other, points }) => [`${first} ${other}`, points]),
  };
}
