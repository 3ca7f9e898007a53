/** Strings, random numbers and spectra under the names by which the Modelica library calls them. */
import {
  type ExternalArgument,
  type ExternalEntries,
  numbersOf,
  type OutputCell,
  writeCell,
  writeNumbers,
} from "./externalFunction.ts";
import { hashString } from "./hashString.ts";
import { type RandomStep, realToIntegers, xorshift64star, xorshift128plus, xorshift1024star } from "./randomNumbers.ts";
import { realSpectrum } from "./realFft.ts";
import {
  compareStrings,
  type Scanned,
  scanIdentifier,
  scanInteger,
  scanReal,
  scanString,
  skipWhiteSpace,
  stringLength,
  substring,
} from "./strings.ts";

type Arguments = readonly ExternalArgument[];

function scanned<T>(read: (args: Arguments) => Scanned<T>) {
  return (args: Arguments) => {
    const { nextIndex, value } = read(args);
    writeCell(args.at(-2), nextIndex);
    writeCell(args.at(-1), value);
  };
}

function randomStep(step: (state: ArrayLike<number>) => RandomStep) {
  return ([before, after, result]: Arguments) => {
    const next = step(numbersOf(before));
    writeNumbers(after, next.state);
    (result as OutputCell).value = next.value;
  };
}

const text = (argument: ExternalArgument | undefined) => argument as string;
const number = (argument: ExternalArgument | undefined) => argument as number;

export const stringFunctions: ExternalEntries = [
  ["ModelicaStrings_length", ([string]) => stringLength(text(string))],
  ["ModelicaStrings_substring", ([string, first, last]) => substring(text(string), number(first), number(last))],
  ["ModelicaStrings_compare", ([a, b, caseSensitive]) => compareStrings(text(a), text(b), Boolean(caseSensitive))],
  ["ModelicaStrings_skipWhiteSpace", ([string, start]) => skipWhiteSpace(text(string), number(start))],
  ["ModelicaStrings_hashString", ([string]) => hashString(text(string))],
  ["ModelicaStrings_scanReal", scanned(([s, start, unsigned]) => scanReal(text(s), number(start), Boolean(unsigned)))],
  [
    "ModelicaStrings_scanInteger",
    scanned(([s, start, unsigned]) => scanInteger(text(s), number(start), Boolean(unsigned))),
  ],
  ["ModelicaStrings_scanString", scanned(([s, start]) => scanString(text(s), number(start)))],
  ["ModelicaStrings_scanIdentifier", scanned(([s, start]) => scanIdentifier(text(s), number(start)))],
  ["ModelicaRandom_xorshift64star", randomStep(xorshift64star)],
  ["ModelicaRandom_xorshift128plus", randomStep(xorshift128plus)],
  ["ModelicaRandom_xorshift1024star", randomStep(xorshift1024star)],
  ["ModelicaRandom_convertRealToIntegers", ([value, words]) => writeNumbers(words, realToIntegers(number(value)))],
  [
    "ModelicaFFT_kiss_fftr",
    ([signal, , , , amplitudes, phases]) => {
      const spectrum = realSpectrum(numbersOf(signal));
      writeNumbers(amplitudes, spectrum.amplitudes);
      writeNumbers(phases, spectrum.phases);
      return 0;
    },
  ],
];
