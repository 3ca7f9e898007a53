/** Runs the C++ programs that compute the same signed distances with Bullet, FCL and libccd, where they are installed. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KnownPose, SampleShape } from "../../test/reference/narrowphase/poses.ts";
import { compilePeer, type PeerProgram, pathOf } from "../peerProgram.ts";

export interface Peer {
  readonly name: string;
  readonly program: string;
  /** As pkg-config knows it. */
  readonly package: string;
  readonly arguments: readonly string[];
}

export const peers: readonly Peer[] = [
  { name: "Bullet", program: "bullet", package: "bullet-float64", arguments: [] },
  { name: "FCL", program: "fcl", package: "fcl", arguments: [] },
  { name: "FCL indep", program: "fcl", package: "fcl", arguments: ["indep"] },
  { name: "libccd MPR", program: "libccd", package: "ccd", arguments: [] },
];

/** Name and version, as pkg-config tells it. */
export function peerVersion({ name, package: library }: Peer): string {
  const { stdout } = spawnSync("pkg-config", ["--modversion", library], { encoding: "utf8" });
  return `${name.split(" ")[0]} ${stdout.trim()} (C++, g++ -O3)`;
}

export interface PeerCell {
  readonly microseconds: number;
  readonly worst: number;
  /** Error above 1e-3 m, or no distance for shapes that penetrate by more than 1e-6 m. */
  readonly failures: number;
  /** Calls without a distance. */
  readonly silent: number;
}

export interface PoseCell {
  /** Indices into the shapes. */
  readonly A: number;
  readonly B: number;
  readonly poses: readonly KnownPose[];
}

/** Results per cell, undefined where the library aborted; or why the peer cannot be measured. */
export function measurePeer(peer: Peer, folder: string): (PeerCell | undefined)[] | string {
  const program = programOf(peer);
  if (typeof program === "string") return program;
  const missing = compilePeer(program);
  if (missing !== undefined) return missing;
  const files = [join(folder, "shapes.txt"), join(folder, "poses.bin")];
  const run = spawnSync(pathOf(program), [...files, ...peer.arguments], { encoding: "utf8" });
  if (run.error !== undefined) return String(run.error);
  return run.stdout
    .trim()
    .split("\n")
    .map((line) => {
      if (line === "aborted") return undefined;
      const [microseconds, worst, failures, silent] = line.split(" ").map(Number) as [number, number, number, number];
      return { microseconds, worst, failures, silent };
    });
}

/** The program for a library whose flags pkg-config knows; or why it cannot be built. */
function programOf({ program, package: library }: Peer): PeerProgram | string {
  const flags = spawnSync("pkg-config", ["--cflags", "--libs", library], { encoding: "utf8" });
  if (flags.status !== 0) return `${library} is not installed`;
  return {
    name: program,
    compiler: "g++",
    sources: [`bench/collisionPeers/${program}.cpp`],
    headers: ["bench/collisionPeers/poses.hpp"],
    options: ["-O3", "-march=native", "-DNDEBUG", ...flags.stdout.trim().split(/\s+/), "-std=c++17"],
    needs: library,
  };
}

/** Writes what the programs read, into a temporary folder that lives while `use` runs. */
export function withPoseFiles<T>(
  shapes: readonly SampleShape[],
  cells: readonly PoseCell[],
  use: (folder: string) => T,
): T {
  const folder = mkdtempSync(join(tmpdir(), "collision-"));
  try {
    const lines = [String(shapes.length)];
    for (const { kind, a, b, c, vertices, faces } of shapes) {
      lines.push(
        `${kind} ${a} ${b} ${c} ${vertices.length} ${faces.length}`,
        vertices.flat().join(" "),
        faces.flat().join(" "),
      );
    }
    lines.push(`${cells.length} ${cells[0]!.poses.length}`, ...cells.map(({ A, B }) => `${A} ${B}`));
    writeFileSync(join(folder, "shapes.txt"), lines.join("\n"));
    const numbers = cells.flatMap(({ poses }) =>
      poses.flatMap(({ RA, pA, RB, pB, delta }) => [...RA, ...pA, ...RB, ...pB, delta]),
    );
    writeFileSync(join(folder, "poses.bin"), Float64Array.from(numbers));
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
