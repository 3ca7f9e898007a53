/**
 * Which connections of a graph lie on closed loops.
 *
 * Source   [Tarjan1972]: a depth-first search numbers the places; a connection to a place from which no other way leads back to where it came
 *          from, or before it, divides the graph. Without recursion: chains may be long.
 */

export interface Connection {
  readonly name: string;
  readonly ends: readonly [string, string];
}

interface Place {
  readonly connections: Connection[];
  /** In the order of the search, from 1 on; 0: not yet found. */
  number: number;
  /** The smallest number that is reached from here and from all places behind it, but not by the way that led here. */
  lowest: number;
}

/** Names of connections that can be taken away without dividing what they connect. */
export function jointsOnLoops(connections: readonly Connection[]): Set<string> {
  const places = new Map<string, Place>();
  for (const connection of connections)
    for (const end of connection.ends) {
      const known = places.get(end) ?? { connections: [], number: 0, lowest: 0 };
      known.connections.push(connection);
      places.set(end, known);
    }
  const dividing = new Set<Connection>();
  let count = 0;
  const enter = (place: Place): Place => {
    place.number = ++count;
    place.lowest = count;
    return place;
  };
  for (const start of places.values()) {
    if (start.number > 0) continue;
    const way: { place: Place; by: Connection | undefined; next: number }[] = [
      { place: enter(start), by: undefined, next: 0 },
    ];
    while (way.length > 0) {
      const here = way[way.length - 1]!;
      const connection = here.place.connections[here.next++];
      if (connection === undefined) {
        way.pop();
        const before = way[way.length - 1]?.place;
        if (before === undefined || here.by === undefined) continue;
        before.lowest = Math.min(before.lowest, here.place.lowest);
        if (here.place.lowest > before.number) dividing.add(here.by);
      } else if (connection !== here.by) {
        const [a, b] = connection.ends.map((end) => places.get(end)!);
        const there = a === here.place ? b! : a!;
        if (there.number === 0) way.push({ place: enter(there), by: connection, next: 0 });
        else here.place.lowest = Math.min(here.place.lowest, there.number);
      }
    }
  }
  return new Set(connections.filter((one) => !dividing.has(one)).map(({ name }) => name));
}
