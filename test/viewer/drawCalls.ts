// Runs inside the browser.

/** Commands that draw, while something is done. */
export function drawCalls(action: () => void): number {
  let count = 0;
  const prototype = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const names = ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"];
  const originals = names.map((name) => prototype[name]!);
  names.forEach((name, k) => {
    prototype[name] = function (this: unknown, ...args: unknown[]) {
      count++;
      return originals[k]!.apply(this, args);
    };
  });
  action();
  names.forEach((name, k) => {
    prototype[name] = originals[k]!;
  });
  return count;
}
