// Runs inside the browser.

type Call = (this: unknown, ...args: unknown[]) => unknown;

const names = ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"];

/** Does something while every command that draws goes through `replace`. */
function whileDrawing(action: () => void, replace: (original: Call) => Call): void {
  const prototype = WebGL2RenderingContext.prototype as unknown as Record<string, Call>;
  const originals = names.map((name) => prototype[name]!);
  names.forEach((name, k) => {
    prototype[name] = replace(originals[k]!);
  });
  try {
    action();
  } finally {
    names.forEach((name, k) => {
      prototype[name] = originals[k]!;
    });
  }
}

/** Commands that draw, while something is done. */
export function drawCalls(action: () => void): number {
  let count = 0;
  whileDrawing(
    action,
    (original) =>
      function (this: unknown, ...args: unknown[]) {
        count++;
        return original.apply(this, args);
      },
  );
  return count;
}

/** Does something of which the driver draws nothing. */
export function withoutDriver(action: () => void): void {
  whileDrawing(action, () => () => undefined);
}
