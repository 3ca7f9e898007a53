/** Pictures and trees of hundreds of elements, of which few change: what is as it was is left alone, since browsers draw again whatever is set. */

/** Whether it had another value. */
export function setAttribute(element: Element, name: string, value: string): boolean {
  const isOther = element.getAttribute(name) !== value;
  if (isOther) element.setAttribute(name, value);
  return isOther;
}

/** Leaves the children alone when they are those. */
export function setChildren(parent: Element, wanted: readonly Element[]): void {
  const { children } = parent;
  if (wanted.length !== children.length || wanted.some((child, k) => child !== children[k]))
    parent.replaceChildren(...wanted);
}
