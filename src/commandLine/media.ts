/** `rattleback media`: the property sheet of a state, or what is known of a medium. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Medium } from "../media/medium.ts";
import type { MediumState } from "../media/mediumState.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { CommandFailure, usageError } from "./commandFailure.ts";
import { exitCode } from "./exitCode.ts";
import type { Terminal } from "./terminal.ts";

const number = { type: "string" } as const;
const options = {
  p: number,
  T: number,
  h: number,
  s: number,
  d: number,
  X: number,
  json: { type: "boolean" },
} as const;

export const media: Command = {
  name: "media",
  summary: "properties of a medium",
  usage: "rattleback media [name] [--p … --T …]",
  details: `  --p, --T, --h, --s, --d   a state by two of them, in SI units: p and T, p and h, p and s, or d and T
  --X                    mass fractions of a mixture, separated by commas
  --json                 the same as JSON

Without a state: source, range and reference of the medium. Without a name: the names of all media.`,
  examples: `  rattleback media water --p 1e6 --T 300
  rattleback media R134a --p 1e6 --h 4.2e5
  rattleback media MoistAir --p 101325 --T 293.15 --X 0.0073`,
  options,
  execute,
};

const rows: readonly (readonly [keyof MediumState & string, string, string])[] = [
  ["p", "Pa", "pressure"],
  ["T", "K", "temperature"],
  ["d", "kg/m³", "density"],
  ["h", "J/kg", "specific enthalpy"],
  ["u", "J/kg", "specific internal energy"],
  ["s", "J/(kg K)", "specific entropy"],
  ["cp", "J/(kg K)", "heat capacity at constant pressure"],
  ["cv", "J/(kg K)", "heat capacity at constant volume"],
  ["w", "m/s", "speed of sound"],
  ["beta", "1/K", "isobaric expansion"],
  ["kappa", "1/Pa", "isothermal compressibility"],
  ["x", "1", "vapour quality"],
  ["d_p", "kg/(m³ Pa)", "∂d/∂p at constant h"],
  ["d_h", "kg²/(m³ J)", "∂d/∂h at constant p"],
];

async function execute(words: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments("media", words, options);
  const [name] = given.files;
  const { listMedia, medium } = await import("../media/findMedium.ts");
  if (name === undefined) {
    const names = listMedia();
    terminal.out(given.flag("json") ? `${JSON.stringify(names)}\n` : `${names.join("\n")}\n`);
    return;
  }
  const X = given
    .text("X")
    ?.split(",")
    .map((part) => Number(part));
  const own = asked(() => medium(name));
  const state = asked(() => stateOf(own, (key) => given.number(key), X));
  const sheet = state === undefined ? description(own) : properties(own, state);
  if (given.flag("json")) {
    const values = Object.fromEntries(sheet.map(([key, value, unit]) => [key, unit === "" ? value : Number(value)]));
    terminal.out(`${JSON.stringify(values, undefined, 2)}\n`);
    return;
  }
  const width = Math.max(...sheet.map(([key]) => key.length));
  const texts = sheet.map(([key, value, unit, about]) =>
    `${key.padEnd(width)}  ${unit === "" ? value : `${value.padEnd(16)} ${unit.padEnd(12)} ${about}`}`.trimEnd(),
  );
  terminal.out(`${own.name}\n${texts.join("\n")}\n`);
}

/** What a medium refuses is a slip of the user. */
function asked<T>(question: () => T): T {
  try {
    return question();
  } catch (error) {
    throw error instanceof RattlebackError ? new CommandFailure(exitCode.usage, error) : error;
  }
}

type Row = readonly [key: string, value: string, unit: string, about: string];

function stateOf(
  own: Medium,
  read: (key: "p" | "T" | "h" | "s" | "d") => number | undefined,
  X: readonly number[] | undefined,
): MediumState | undefined {
  const [p, T, h, s, d] = [read("p"), read("T"), read("h"), read("s"), read("d")];
  const count = [p, T, h, s, d].filter((value) => value !== undefined).length;
  if (count === 0) return undefined;
  if (count === 2 && p !== undefined) {
    if (T !== undefined) return own.state_pT(p, T, X);
    if (h !== undefined) return own.state_ph(p, h, X);
    if (s !== undefined) return own.state_ps(p, s, X);
  }
  if (count === 2 && d !== undefined && T !== undefined) return own.state_dT(d, T, X);
  throw usageError(
    "These values do not give a state.",
    "give two of them: --p and --T, --p and --h, --p and --s, or --d and --T",
  );
}

function properties(own: Medium, state: MediumState): Row[] {
  const list: Row[] = [["phase", state.phase, "", ""]];
  for (const [key, unit, about] of rows) list.push([key, shown(state[key] as number), unit, about]);
  const further = [
    ["viscosity", "Pa s", "dynamic viscosity", () => own.viscosity(state)],
    ["conductivity", "W/(m K)", "thermal conductivity", () => own.conductivity(state)],
  ] as const;
  for (const [key, unit, about, value] of further) {
    try {
      list.push([key, shown(value()), unit, about]);
    } catch {
      // a medium without data for it has no such row
    }
  }
  return list;
}

function description(own: Medium): Row[] {
  const list: Row[] = [
    ["source", own.citation, "", ""],
    ["reference", own.reference, "", ""],
    ["substances", own.substances.join(", "), "", ""],
  ];
  for (const { name, unit, from, to } of own.limits) list.push([name, `${shown(from)} … ${shown(to)} ${unit}`, "", ""]);
  const { critical } = own.info;
  if (critical !== undefined)
    list.push([
      "critical",
      `T = ${shown(critical.T)} K, p = ${shown(critical.p)} Pa, d = ${shown(critical.d)} kg/m³`,
      "",
      "",
    ]);
  return list;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(10)));
}
