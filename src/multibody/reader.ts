/** Numbers and texts of the parts of a model in a run, by their paths relative to the Model3D. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { MeshFiles } from "./features/fileMesh.ts";

export class Reader {
  private readonly prefix: string;
  private readonly parameter: (name: string) => unknown;
  /** Files that shapes name; needed where shapes are read. */
  readonly files: (() => MeshFiles) | undefined;

  constructor(path: string, parameter: (name: string) => unknown, files?: () => MeshFiles) {
    this.prefix = path === "" ? "" : `${path}.`;
    this.parameter = parameter;
    this.files = files;
  }

  /** Full path, for messages. */
  full(path: string): string {
    return this.prefix + path;
  }

  has(path: string): boolean {
    return this.parameter(path) !== undefined;
  }

  value(path: string): unknown {
    return this.parameter(path);
  }

  text(path: string): string | undefined {
    const value = this.parameter(path);
    return typeof value === "string" ? value : undefined;
  }

  /** false when absent. */
  isTrue(path: string): boolean {
    return Boolean(this.parameter(path));
  }

  number(path: string): number {
    const value = this.parameter(path);
    if (typeof value === "number" && Number.isFinite(value)) return value;
    throw this.wrong(path, value, "a finite number");
  }

  vector(path: string): [number, number, number] {
    const value = this.parameter(path);
    const isVector = Array.isArray(value) && value.length === 3 && value.every((x) => Number.isFinite(x));
    if (isVector) return value as [number, number, number];
    throw this.wrong(path, value, "three finite numbers");
  }

  private wrong(path: string, value: unknown, wanted: string): RattlebackError {
    return new RattlebackError("E-3D-VALUE", `"${this.full(path)}" is ${JSON.stringify(value)}.`, {
      path: this.full(path),
      because: `${wanted} ${wanted.startsWith("three") ? "are" : "is"} needed here`,
      hint: `give ${wanted}`,
      data: { value },
    });
  }
}
