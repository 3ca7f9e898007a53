/** A result beside its reference: verdicts of all signals, and curves of those that differ. */
import { resultCurves } from "../../modelica/compare/resultCurve.ts";
import { type Curve, officialTube } from "../../modelica/compare/tube.ts";
import { type SignalVerdict, verifySignal } from "../../modelica/compare/verify.ts";
import type { Panel } from "../../plot/panel.ts";
import { plotSvg } from "../../plot/plotSvg.ts";
import { lightColors } from "../../plot/traceColors.ts";
import type { Result } from "../../results/result.ts";
import type { Outcome } from "./outcome.ts";
import type { Reference } from "./referenceFolder.ts";

/** Panels of one model. */
const mostPanels = 4;

type Comparison = Pick<
  Outcome,
  "verdict" | "isStrict" | "signals" | "meanError" | "differing" | "notInReference" | "code" | "message" | "picture"
>;

export function compareResult(result: Result, reference: Reference): Comparison {
  const curveBy = resultCurves(result);
  const names = reference.compared.filter((name) => reference.signals.has(name));
  const notInReference = reference.compared.filter((name) => !reference.signals.has(name));
  const verdicts = names.map((name) => verifySignal(name, curveOf(reference, name), curveBy(name)));
  const differing = verdicts.filter(({ isInside }) => !isInside).sort((a, b) => b.excess - a.excess);
  const early = endsEarly(result, reference);
  const isGood = differing.length === 0 && early === undefined;
  const common = {
    signals: names.length,
    meanError: finite(Math.max(...verdicts.filter(({ isPresent }) => isPresent).map(({ meanError }) => meanError))),
    differing: differing.map(({ name, isPresent, excess, worstTime }) => ({
      name,
      isPresent,
      excess: finite(excess),
      worstTime,
    })),
    notInReference,
  };
  if (names.length === 0)
    return {
      ...common,
      verdict: "unreferenced",
      isStrict: false,
      code: "",
      message: "the reference has none of the signals to compare",
      picture: "",
    };
  return {
    ...common,
    verdict: isGood ? "passed" : "differs",
    isStrict: isGood && verdicts.every(({ isStrict }) => isStrict),
    code: isGood ? "" : early !== undefined ? "ends early" : differing[0]!.isPresent ? "outside" : "missing",
    message: isGood ? "" : (early ?? differenceText(differing, names.length)),
    picture: pictureOf(differing, curveBy, result.model, reference),
  };
}

const finite = (value: number) => (Number.isFinite(value) ? value : null);
const curveOf = ({ time, signals }: Reference, name: string) => ({ time, values: signals.get(name)! });

/** A run that `terminate` ended agrees only when the reference ends there too. */
function endsEarly({ endTime, stopTime }: Result, { time }: Reference): string | undefined {
  const [begin, end] = [time[0] ?? 0, Math.min(stopTime, time[time.length - 1] ?? 0)];
  if (endTime >= end - officialTube.width * Math.max(end - begin, Math.abs(begin))) return undefined;
  return `the run ends at ${endTime} s, the reference at ${end} s`;
}

function differenceText(differing: readonly SignalVerdict[], total: number): string {
  const [{ name, isPresent, excess, worstTime }] = differing as [SignalVerdict];
  const worst = isPresent
    ? `${name} is ${excess.toPrecision(3)} half heights outside at ${worstTime.toPrecision(5)} s`
    : `${name} is missing`;
  return `${differing.length} of ${total} signals differ: ${worst}`;
}

function pictureOf(
  differing: readonly SignalVerdict[],
  curveBy: (name: string) => Curve | undefined,
  model: string,
  reference: Reference,
): string {
  const panels = differing.slice(0, mostPanels).map(({ name }): Panel => {
    const own = curveBy(name);
    const expected = { ...curveOf(reference, name), label: `${name}, reference`, color: lightColors[7]!, dash: [6, 3] };
    const traces = own === undefined ? [] : [plain(own, name)];
    return { traces: [expected, ...traces], unit: "", events: [] };
  });
  return panels.length === 0 ? "" : plotSvg(panels, { width: 920, height: 200, id: `${model.replace(/\W/g, "_")}_` });
}

function plain({ time, values }: { time: ArrayLike<number>; values: ArrayLike<number> }, label: string) {
  return { time: Float64Array.from(time), values: Float64Array.from(values), label, color: lightColors[1]!, dash: [] };
}
