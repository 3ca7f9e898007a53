/** A model becomes the same program at the top and as a component, but for the path in its names. */
import { instantiate, Model, type ModelSource } from "rattleback";
import { expect, it } from "vitest";
import { smallModels } from "./smallModels.ts";

// an input is given from outside at the top, and by a connection elsewhere
const names = Object.keys(smallModels).filter((name) => name !== "an input of the model");

it.each(names)("%s", (name) => {
  const model = Model(smallModels[name] as ModelSource);
  const own = instantiate(model);
  const inside = instantiate(Model({ around: model }));
  const atTop = (text: string): string => text.replaceAll("around.", "");
  expect(atTop(inside.code)).toBe(own.code);
  expect(inside.stateNames).toEqual(own.stateNames.map((state) => `around.${state}`));
  expect(JSON.parse(atTop(JSON.stringify(inside.report)))).toEqual(JSON.parse(JSON.stringify(own.report)));
});
