/** Listeners by topic. */
export class Emitter<Topic extends string> {
  private readonly listeners = new Map<Topic, Set<() => void>>();

  on(topics: Topic | readonly Topic[], listener: () => void): void {
    for (const topic of typeof topics === "string" ? [topics] : topics) {
      const set = this.listeners.get(topic) ?? new Set();
      set.add(listener);
      this.listeners.set(topic, set);
    }
  }

  emit(topic: Topic): void {
    for (const listener of this.listeners.get(topic) ?? []) listener();
  }
}
