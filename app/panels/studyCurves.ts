/** Curves of a study on a canvas of its pane: full lines for what is meant, dashed ones for what is around it, points for what was measured. */
import { drawPanel, type Trace } from "../../src/plot/panel.ts";
import { canvasPen } from "../../src/plot/pen.ts";

export function drawStudyCurves(
  element: HTMLElement,
  canvas: HTMLCanvasElement,
  curves: readonly {
    readonly label: string;
    readonly time: readonly number[];
    readonly values: readonly number[];
    readonly kind: "meant" | "around" | "measured";
  }[],
  unit: string,
): void {
  const [width, height] = [Math.max(240, element.clientWidth - 24), 220];
  const ratio = devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.style.cssText = `width: ${width}px; height: ${height}px`;
  const context = canvas.getContext("2d")!;
  context.scale(ratio, ratio);
  const style = getComputedStyle(element);
  const colors = ["--accent", "--muted"].map((name) => style.getPropertyValue(name));
  const traces = curves.map(
    ({ label, time, values, kind }): Trace => ({
      label,
      time: Float64Array.from(time),
      values: Float64Array.from(values),
      color: colors[kind === "meant" ? 0 : 1]!,
      dash: kind === "around" ? [4, 3] : [],
      isPoints: kind === "measured",
    }),
  );
  const times = curves.flatMap(({ time }) => [time[0] ?? 0, time.at(-1) ?? 0]);
  drawPanel(
    canvasPen(context),
    { traces, unit, events: [] },
    { x0: Math.min(...times), x1: Math.max(...times) },
    {
      width,
      height,
      textColor: style.getPropertyValue("--muted"),
      gridColor: style.getPropertyValue("--grid"),
      eventColor: style.getPropertyValue("--event"),
      background: undefined,
      hasLegend: true,
      hasTimeLabel: true,
    },
  );
}
