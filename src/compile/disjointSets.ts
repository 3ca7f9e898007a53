/** Sets that grow together: union by size, with the members in order of joining. */

interface Group<T> {
  readonly first: T;
  readonly members: T[];
}

export class DisjointSets<T> {
  private readonly groups = new Map<T, Group<T>>();

  private groupOf(item: T): Group<T> {
    let group = this.groups.get(item);
    if (group === undefined) {
      group = { first: item, members: [item] };
      this.groups.set(item, group);
    }
    return group;
  }

  /** Joins the sets of two items; false when they are in the same set already. */
  join(a: T, b: T): boolean {
    const [left, right] = [this.groupOf(a), this.groupOf(b)];
    if (left === right) return false;
    const [large, small] = left.members.length >= right.members.length ? [left, right] : [right, left];
    for (const item of small.members) {
      large.members.push(item);
      this.groups.set(item, large);
    }
    return true;
  }

  /** An item that stands for the set. */
  find(item: T): T {
    return this.groupOf(item).first;
  }

  members(item: T): readonly T[] {
    return this.groupOf(item).members;
  }

  /** All sets, with their members in order of joining. */
  sets(): (readonly T[])[] {
    return [...new Set(this.groups.values())].map(({ members }) => members);
  }
}
