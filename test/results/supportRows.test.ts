/**
 * Which rows are kept between those that were asked for, at which times the model is asked for that, and how well values between the rows
 * can be read from them: of functions of time in steps of no solver. Times are in answers/kept-….txt, the same on every machine;
 * that values between the rows are as accurate as was asked for is said here.
 */
import { expect, it } from "vitest";
import { BetweenRows } from "../../src/results/betweenRows.ts";
import { type InterpolationRules, interpolationRules } from "../../src/results/interpolation.ts";
import type { PossibleCorner, SegmentLayout } from "../../src/results/resultSink.ts";
import { createSegmentValues } from "../../src/results/segmentValues.ts";
import { SupportRows } from "../../src/results/supportRows.ts";
import { type Course, courses } from "./keptCourses.ts";
import { layoutOf, scalar } from "./layouts.ts";

function layoutOfCourse({ at, steps, slope }: Course): SegmentLayout {
  if (slope === true) return layoutOf([scalar("x", 0, "state"), scalar("der(x)", 1, "derivative")]);
  return layoutOf(at(steps[0]!).map((_, k) => scalar(`y${k}`, k)));
}

/** A course as a run tells it, row by row and step by step. */
function play(course: Course, layout: SegmentLayout, rules: InterpolationRules) {
  const { at, steps, rows, tolerance = 1e-6, events = [], unknown = [], corners = [], slopesAt } = course;
  const entries = Int32Array.from({ length: layout.width }, (_, k) => k);
  const support = new SupportRows(entries, layout.width, rules, tolerance, () => createSegmentValues(layout, "all"));
  const own = createSegmentValues(layout, "all");
  const times: number[] = [];
  const asked: number[] = [];
  const located: number[] = [];
  const row = new Float64Array(layout.width);
  const arrive = (t: number, isNew: boolean, isBefore?: boolean): void => {
    row.set(at(t, isBefore));
    support.arrive(t, row, isNew);
    own.append(t, row);
    times.push(t);
    row.fill(-7);
  };
  let present: readonly [from: number, to: number] = [0, 0];
  const rowAt = (t: number): Float64Array => {
    asked.push(t);
    if (!(t >= present[0] && t <= present[1])) throw new Error(`asked at ${t}, outside of the step`);
    row.set(at(t, events.includes(t) && t === present[1] ? true : undefined));
    return row;
  };
  const cornerNear = (t: number): PossibleCorner => ({
    near: t + 1e-7,
    locate: () => {
      located.push(t);
      return [t];
    },
  });
  const slopes = new Float64Array(layout.width);
  if (rows[0] === steps[0]) arrive(rows[0]!, false);
  let next = 1;
  for (let k = 1; k < steps.length; k++) {
    const [from, to] = [steps[k - 1]!, steps[k]!];
    present = [from, to];
    for (; next < rows.length && rows[next]! <= to; next++) arrive(rows[next]!, false);
    if (events.includes(to)) arrive(to, false, true);
    const values = {
      rowAt,
      corners: corners.filter((t) => t >= from && t < to).map(cornerNear),
      hasUnknownCorners: course.hasUnknownCorners === true,
      isCostly: course.isCostly === true,
    };
    support.examine(
      from,
      to,
      unknown.includes(k) ? undefined : values,
      slopesAt && ((t) => slopes.fill(slopesAt(t), 0, 1)),
    );
    if (events.includes(to)) arrive(to, true);
  }
  return { support, own, times: Float64Array.from(times), asked, located };
}

const shown = (t: number): string => String(Number(t.toPrecision(10)));

/** Of all times, in which the order of each counts. */
function digest(times: readonly number[]): string {
  let sum = 7;
  for (const t of times)
    for (const word of new Int32Array(Float64Array.of(t).buffer)) sum = (Math.imul(sum, 31) + word) | 0;
  return (sum >>> 0).toString(16);
}

/** What was kept of a course, and for how many values; values between the rows are as accurate as they have to be. */
function answersOf(name: string, course: Course): string[] {
  const layout = layoutOfCourse(course);
  const { tolerance = 1e-6, accuracy = 2, at, steps } = course;
  const { support, own, times, asked, located } = play(course, layout, interpolationRules(layout));
  const kept = support.rows;
  const keptTimes = Array.from(kept?.times ?? []);
  const row = new Float64Array(layout.width);
  const wrong = keptTimes.filter((t, k) => {
    kept!.values.readRow(k, row);
    return at(t).some((y, j) => !Object.is(y, row[j]));
  });
  expect(wrong, name).toEqual([]);
  expect(keptTimes, name).toEqual([...keptTimes].sort((a, b) => a - b));
  expect(support.capacity, name).toBe(kept?.values.capacity ?? 0);

  let worst = 0;
  if (Number.isFinite(accuracy)) {
    const segment = { layout, firstRow: 0, rowCount: times.length, times, kinds: new Uint8Array(times.length) };
    const reader = new BetweenRows({ ...segment, values: own, support: { others: kept } }, tolerance);
    const [begin, end] = [steps[0]!, steps.at(-1)!];
    for (let k = 0; k < 200; k++) {
      const t = begin + ((k + 0.387) / 200) * (end - begin);
      reader.interpolate(row, t);
      at(t).forEach((y, j) => {
        worst = Math.max(worst, Math.abs(row[j]! - y) / (tolerance * Math.max(Math.abs(y), 0.1)));
      });
    }
    expect(worst, name).toBeLessThan(accuracy);
  }
  return [
    `## ${name}`,
    `kept at ${keptTimes.length === 0 ? "none" : keptTimes.slice(0, 40).map(shown).join(" ")}`,
    `${keptTimes.length} of them (${digest(keptTimes)}), asked ${asked.length} times (${digest(asked)})`,
    ...(support.isCoarse ? ["in vain"] : []),
    ...(kept !== undefined && kept.pieceBegins!.length > 0
      ? [`pieces begin at ${Array.from(kept.pieceBegins!, shown).join(" ")}`]
      : []),
    ...(located.length > 0 ? [`located ${located.join(" ")}`] : []),
    ...(Number.isFinite(accuracy) ? [`largest error ${worst.toPrecision(3)} tolerances`] : []),
    "",
  ];
}

it.each(Object.entries(courses))("rows that are kept between others: %s", async (group, list) => {
  const lines = Object.entries(list).flatMap(([name, course]) => answersOf(name, course));
  await expect(lines.join("\n")).toMatchFileSnapshot(`answers/kept-${group.replaceAll(" ", "-")}.txt`);
});

it("nothing is asked where there are no entries to look at", () => {
  const layout = layoutOf([scalar("y", 0)]);
  const rules = interpolationRules(layout);
  const support = new SupportRows(new Int32Array(0), 1, rules, 1e-6, () => createSegmentValues(layout, "all"));
  const rowAt = (): Float64Array => {
    throw new Error("nobody asks");
  };
  support.arrive(0, Float64Array.of(1), false);
  for (let k = 1; k < 4; k++) {
    support.arrive(k, Float64Array.of(k % 2), false);
    support.examine(k - 1, k + 0.5, { rowAt, corners: [], hasUnknownCorners: true, isCostly: false });
  }
  expect([support.rows, support.capacity, support.isCoarse]).toEqual([undefined, 0, false]);
});
