/** A tab whose content is loaded when somebody looks. */
import { h, replaceChildren, whenSeen } from "../dom.ts";

export function latePane(name: string, load: () => Promise<{ readonly element: HTMLElement }>): HTMLElement {
  const element = h("div", { class: `late-pane ${name}` });
  let isLoading = false;
  whenSeen(element, () => {
    if (isLoading) return;
    isLoading = true;
    load().then(
      (pane) => replaceChildren(element, pane.element),
      (error: unknown) => {
        // the next look tries again
        isLoading = false;
        replaceChildren(
          element,
          h("p", { class: "empty", role: "alert" }, `This could not be loaded: ${String(error)}`),
        );
      },
    );
  });
  return element;
}
