/** A name of our language that is not taken: letters, digits and underscores. */
export function freeName(name: string, taken: Set<string>): string {
  const plain = name.replace(/[^A-Za-z0-9_]/g, "_").replace(/^(?=\d)/, "_");
  let free = plain;
  for (let k = 2; taken.has(free); k++) free = `${plain}_${k}`;
  taken.add(free);
  return free;
}
