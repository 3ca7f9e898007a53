/** The user's own models, first in the gallery. */
import { download, h, replaceChildren } from "../dom.ts";
import { isKeptModel, type KeptModel, type ModelStore } from "../session/modelStore.ts";
import { whenReleased } from "../whenReleased.ts";

export interface OwnModelActions {
  open(model: KeptModel): void;
  say(message: string, undo?: { text: string; action: () => void }): void;
}

const format = "rattleback-models";

export class OwnModels {
  readonly element = h("section", { "aria-label": "Your models", class: "own-models", hidden: true });
  private readonly store: ModelStore;
  private readonly actions: OwnModelActions;
  private query = "";
  /** How often it was asked what is kept. */
  private questions = 0;

  constructor(store: ModelStore, actions: OwnModelActions) {
    this.store = store;
    this.actions = actions;
  }

  /** Shows what is kept, once `before` is done; of several questions the last one is answered. */
  async show(query = this.query, before: Promise<void> = Promise.resolve()): Promise<void> {
    this.query = query;
    const question = ++this.questions;
    this.element.ariaBusy = "true";
    let models: KeptModel[] = [];
    try {
      await before;
      models = await this.store.list();
    } catch {
      // a browser that keeps nothing has nothing to show; whoever writes is told
    }
    if (question !== this.questions) return;
    this.element.ariaBusy = "false";
    whenReleased(this.element, () => this.fill(models));
  }

  private fill(models: readonly KeptModel[]): void {
    const { query } = this;
    const found = models.filter(({ name, source }) => `${name}\n${source}`.toLowerCase().includes(query));
    this.element.hidden = found.length === 0;
    replaceChildren(
      this.element,
      h(
        "div",
        { class: "row" },
        h("h2", {}, "Your models"),
        h("span", { class: "spacer" }),
        h("button", { class: "quiet", onclick: () => this.exportAll(models) }, "Save all as one file"),
      ),
      h("div", { class: "own-list" }, ...found.map((model) => this.row(model))),
    );
  }

  private row(model: KeptModel): HTMLElement {
    const { id, name, source, savedAt, versions } = model;
    const sentence = /^\/\/ (.*)$/m.exec(source)?.[1] ?? "";
    const button = (text: string, action: () => void) =>
      h("button", { class: "quiet", "aria-label": `${text} ${name}`, onclick: action }, text);
    return h(
      "div",
      { class: "own", "data-own": id },
      h(
        "button",
        { class: "own-open", onclick: () => void this.open(model) },
        h("strong", {}, name),
        h("span", {}, sentence),
        h(
          "small",
          {},
          `${new Date(savedAt).toLocaleString()} · ${versions.length} ${versions.length === 1 ? "version" : "versions"}`,
        ),
      ),
      button("Duplicate", () => void this.duplicate(model)),
      button("Save", () => download(name, [source], "text/plain")),
      button("Delete", () => void this.remove(model)),
    );
  }

  /** As it is kept now: the list may be older. */
  private async open(model: KeptModel): Promise<void> {
    const kept = await this.store.get(model.id).catch(() => undefined);
    this.actions.open(kept ?? model);
  }

  private async duplicate(model: KeptModel): Promise<void> {
    await this.store.put({ ...model, ...copyOf(model) });
    await this.show();
  }

  private async remove(model: KeptModel): Promise<void> {
    await this.store.remove(model.id);
    await this.show();
    this.actions.say(`${model.name} was deleted.`, {
      text: "Take it back",
      action: () => void this.store.put(model).then(() => this.show()),
    });
  }

  private exportAll(models: readonly KeptModel[]): void {
    download("rattleback-models.json", [JSON.stringify({ format, models }, undefined, 1)], "application/json");
  }

  /** Adds the models of a file that `exportAll` wrote: their number; undefined for any other text. Nothing that is there is replaced. */
  async importAll(text: string): Promise<number | undefined> {
    if (!text.slice(0, 200).includes(`"${format}"`)) return undefined;
    const { models } = JSON.parse(text) as { models?: unknown };
    const found = Array.isArray(models) ? models.filter(isKeptModel) : [];
    for (const model of found) {
      const known = await this.store.get(model.id);
      if (known === undefined) await this.store.put(model);
      else if (known.source !== model.source) await this.store.put({ ...model, ...copyOf(model) });
    }
    await this.show();
    return found.length;
  }
}

/** Another model with the same content. */
export function copyOf({ name }: Pick<KeptModel, "name">): Pick<KeptModel, "id" | "name" | "savedAt"> {
  const at = name.lastIndexOf(".");
  const base = at < 0 ? name : name.slice(0, at);
  return {
    id: crypto.randomUUID(),
    name: `${base.replace(/ copy( \d+)?$/, "")} copy${at < 0 ? "" : name.slice(at)}`,
    savedAt: Date.now(),
  };
}
