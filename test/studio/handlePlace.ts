// Where the arrow along x of the handle is in the picture of a scene.
import type { Page } from "playwright-core";

/** In pixels of the page; undefined while there is none. */
export function handlePlace(page: Page): Promise<readonly [number, number] | undefined> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>(".stage canvas")!;
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d")!;
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const red: (readonly [number, number])[] = [];
    for (let k = 0; k < data.length; k += 4)
      if (data[k]! > 245 && data[k + 1]! < 20 && data[k + 2]! < 20)
        red.push([(k / 4) % canvas.width, Math.floor(k / 4 / canvas.width)]);
    // the arrow is what is furthest to the right; behind it there are red planes too
    const right = Math.max(...red.map(([x]) => x));
    const tip = red.filter(([x]) => x > right - 12);
    const x = tip.reduce((sum, point) => sum + point[0], 0) / tip.length;
    const y = tip.reduce((sum, point) => sum + point[1], 0) / tip.length;
    const { left, top, width } = canvas.getBoundingClientRect();
    const scale = width / canvas.width;
    return red.length < 20 ? undefined : ([left + scale * x, top + scale * y] as const);
  });
}
