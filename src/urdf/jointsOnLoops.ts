/** Which connections of a graph lie on closed loops. */

export interface Connection {
  readonly name: string;
  readonly ends: readonly [string, string];
}

/** Names of connections that can be taken away without dividing what they connect. */
export function jointsOnLoops(connections: readonly Connection[]): Set<string> {
  const at = new Map<string, Connection[]>();
  for (const connection of connections)
    for (const end of connection.ends) at.set(end, [...(at.get(end) ?? []), connection]);
  const isReached = (from: string, to: string, without: Connection): boolean => {
    const known = new Set([from]);
    for (const place of known) {
      if (place === to) return true;
      for (const connection of at.get(place)!)
        if (connection !== without) for (const end of connection.ends) known.add(end);
    }
    return false;
  };
  return new Set(
    connections.filter((one) => isReached(one.ends[0], one.ends[1], one)).map((connection) => connection.name),
  );
}
