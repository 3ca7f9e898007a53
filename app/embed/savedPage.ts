/** The script of a page that was saved to run a model; with a picture of bodies in space or without. */
import { h } from "../dom.ts";
import { Studio } from "../session/studio.ts";
import { embeddedStyle } from "./embeddedStyle.ts";
import { ModelView, partNames } from "./modelView.ts";
import { dataId, filesOf, type SavedModel } from "./savedData.ts";

export function showSavedModel(createView?: (studio: Studio) => { readonly element: HTMLElement }): void {
  const saved = JSON.parse(document.getElementById(dataId)!.textContent!) as SavedModel;
  const { message, look, sliders, isLive } = saved;
  const { fileName, source } = message;
  const studio = new Studio(filesOf(saved), async () => message);
  const view = new ModelView(studio, { sliders, parts: partNames, isLive, view: createView?.(studio) });
  const place = h("div", { class: "place" });
  const root = place.attachShadow({ mode: "open" });
  root.append(h("style", {}, embeddedStyle()), view.element);
  document.body.append(place);
  studio.open({ name: fileName, source, original: source, isForeign: false });
  studio.applyLook(look);
  view.start();
}
