// Journals on a disk that fails: at every single call, in every way that disks fail.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { devNull, hostname, tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { FinishedRun } from "../../../src/commandLine/sweep/finishedRuns.ts";
import { type JournalDisk, realDisk } from "../../../src/commandLine/sweep/journalDisk.ts";
import { lineOf, SweepJournal } from "../../../src/commandLine/sweep/sweepJournal.ts";

const folder = mkdtempSync(join(tmpdir(), "journal-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = () => join(folder, `${files++}.journal`);

const header = { sweep: "abc", quantities: ["x"] };
const run = (number: number): FinishedRun => ({ run: number, seconds: 1, values: [0.1 * number], units: ["m"] });
const failure: FinishedRun = { run: 7, seconds: 1, error: { code: "E-X", message: "no" } };

function runsIn(file: string): number[] {
  const journal = new SweepJournal(file, header);
  journal.close();
  expect(journal.damagedLines).toEqual([]);
  return [...journal.finished.keys()];
}

class Fault extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** A disk whose call number `at` fails; a write that fails leaves some of its bytes. A dead one fails ever after. */
function failingDisk(at: number, code: string, isDead: boolean): { disk: JournalDisk; calls: () => number } {
  let calls = 0;
  const failing =
    <A extends unknown[], R>(action: (...given: A) => R, half?: (...given: A) => void) =>
    (...given: A): R => {
      const call = calls++;
      if (call === at) half?.(...given);
      if (call === at || (isDead && call > at)) throw new Fault(code);
      return action(...given);
    };
  const disk: JournalDisk = {
    open: failing(realDisk.open),
    write: failing(realDisk.write, (handle, bytes) => {
      if (bytes.length > 1) realDisk.write(handle, bytes.subarray(0, bytes.length >> 1));
    }),
    sync: failing(realDisk.sync),
    truncate: failing(realDisk.truncate),
    close: failing(realDisk.close),
    read: failing(realDisk.read),
    link: failing(realDisk.link),
    rename: failing(realDisk.rename),
    remove: failing(realDisk.remove),
  };
  return { disk, calls: () => calls };
}

/** A short sweep: the runs whose notes came back, and the errors that were thrown. */
function shortSweep(file: string, disk: JournalDisk): { noted: number[]; errors: unknown[] } {
  const [noted, errors]: [number[], unknown[]] = [[], []];
  try {
    const journal = new SweepJournal(file, header, disk);
    for (const number of [0, 1, 2]) {
      journal.note(run(number));
      noted.push(number);
    }
    journal.close();
  } catch (error) {
    errors.push(error);
  }
  return { noted, errors };
}

describe("a journal whose disk fails", () => {
  const healthy = failingDisk(-1, "", false);
  shortSweep(newFile(), healthy.disk);

  it.each([
    ["is full", "ENOSPC", false],
    ["breaks", "EIO", false],
    ["is gone, with the process", "EIO", true],
  ])("because it %s: nothing that was noted is lost, and the sweep goes on later", (_, code, isDead) => {
    expect(healthy.calls()).toBeGreaterThan(15);
    for (let at = 0; at < healthy.calls(); at++) {
      const file = newFile();
      const { noted, errors } = shortSweep(file, failingDisk(at, code, isDead).disk);
      for (const error of errors)
        expect([at, error]).toEqual([at, expect.objectContaining({ code: "E-SWEEP-DISK", path: file })]);
      // as if that process had ended
      if (existsSync(`${file}.lock`)) writeFileSync(`${file}.lock`, `999999999 ${hostname()}`);
      const after = runsIn(file);
      expect([at, after]).toEqual([at, expect.arrayContaining(noted)]);
      expect(after.length - noted.length).toBeLessThanOrEqual(1);
      expect(shortSweep(file, realDisk).errors).toEqual([]);
      expect(runsIn(file).sort()).toEqual([0, 1, 2]);
    }
  });

  it("takes writes of a few bytes at a time", () => {
    const file = newFile();
    const slow: JournalDisk = { ...realDisk, write: (handle, bytes) => realDisk.write(handle, bytes.subarray(0, 3)) };
    expect(shortSweep(file, slow)).toEqual({ noted: [0, 1, 2], errors: [] });
    expect(runsIn(file)).toEqual([0, 1, 2]);
  });
});

describe("a journal", () => {
  it("cut off anywhere keeps the records before the cut, and rewrites none of them", () => {
    const file = newFile();
    shortSweep(file, realDisk);
    const whole = readFileSync(file);
    const ends = [...whole.keys()].filter((k) => whole[k] === 0x0a).map((k) => k + 1);
    for (let length = 0; length <= whole.length; length++) {
      writeFileSync(file, whole);
      truncateSync(file, length);
      const kept = Math.max(0, ends.filter((end) => end <= length).length - 1);
      expect([length, runsIn(file)]).toEqual([length, [0, 1, 2].slice(0, kept)]);
      expect(readFileSync(file).equals(whole.subarray(0, ends[Math.max(kept, 0)]))).toBe(true);
    }
  });

  it("with any single byte changed gives no wrong value: the line is named, or the file refused", () => {
    const file = newFile();
    const journal = new SweepJournal(file, header);
    for (const record of [run(0), failure, run(1)]) journal.note(record);
    journal.close();
    const whole = readFileSync(file);
    const truth = new Map(journal.finished);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Buffer.from(whole);
        damaged[at] = damaged[at]! ^ change;
        writeFileSync(file, damaged);
        try {
          const read = new SweepJournal(file, header);
          read.close();
          for (const [number, record] of read.finished) expect(record).toEqual(truth.get(number));
          // the last line may have lost its end
          expect(read.finished.size + Math.min(1, read.damagedLines.length)).toBeGreaterThanOrEqual(2);
        } catch (error) {
          expect(error).toMatchObject({ code: "E-SWEEP-JOURNAL" });
        }
      }),
      { numRuns: 400 },
    );
  });

  it("names damaged lines and takes their runs again", () => {
    const file = newFile();
    shortSweep(file, realDisk);
    writeFileSync(file, readFileSync(file, "utf8").replace('"run":1', '"run":9'));
    const journal = new SweepJournal(file, header);
    expect(journal.damagedLines).toEqual([3]);
    expect([...journal.finished.keys()]).toEqual([0, 2]);
    journal.note(run(1));
    journal.close();
    expect([...new SweepJournal(file, header).finished.keys()]).toEqual([0, 2, 1]);
  });

  it("takes no record for a run that has the shape of none", () => {
    const file = newFile();
    shortSweep(file, realDisk);
    const odd = [1, null, { run: 0.5, seconds: 1, values: [1] }, { run: 5, seconds: 1, values: [1, 2] }, { run: 5 }];
    writeFileSync(file, readFileSync(file, "utf8") + odd.map(lineOf).join(""));
    expect(new SweepJournal(file, header).damagedLines).toEqual([5, 6, 7, 8, 9]);
  });

  it("of another sweep, and a file that is none, are refused and not touched", () => {
    const file = newFile();
    shortSweep(file, realDisk);
    for (const other of [
      { ...header, sweep: "abd" },
      { ...header, quantities: ["y"] },
    ])
      expect(() => new SweepJournal(file, other)).toThrow(/E-SWEEP-JOURNAL .*another sweep/);
    expect(runsIn(file)).toEqual([0, 1, 2]);
    writeFileSync(file, "some text\nof a user\n");
    expect(() => new SweepJournal(file, header)).toThrow(/E-SWEEP-JOURNAL .*not a journal/);
    expect(readFileSync(file, "utf8")).toBe("some text\nof a user\n");
  });

  it("has one writer at a time, and is free after it", () => {
    const file = newFile();
    const journal = new SweepJournal(file, header);
    expect(() => new SweepJournal(file, header)).toThrow(
      expect.objectContaining({ code: "E-SWEEP-LOCKED", because: expect.stringContaining(String(process.pid)) }),
    );
    journal.note(run(0));
    journal.close();
    expect(existsSync(`${file}.lock`)).toBe(false);
    expect(runsIn(file)).toEqual([0]);
  });

  it("that cannot be written is an error that says why", () => {
    expect(() => new SweepJournal(folder, header)).toThrow(/E-SWEEP-DISK [\s\S]*it is a folder/);
    expect(() => new SweepJournal(join(folder, "none", "a.journal"), header)).toThrow(/folder does not exist/);
    // devNull is a file of no kind that could be read to its end
    if (devNull.startsWith("/")) {
      const device = newFile();
      symlinkSync(devNull, device);
      expect(() => new SweepJournal(device, header)).toThrow(/E-SWEEP-DISK [\s\S]*device or a pipe/);
    }
    const blocker = newFile();
    mkdirSync(`${blocker}.lock`);
    expect(() => new SweepJournal(blocker, header)).toThrow(/E-SWEEP-/);
  });
});
