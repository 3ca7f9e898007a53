/** MuJoCo's own WASM build, as the witness of what a file means. */
import loadMujoco from "@mujoco/mujoco";

type Mujoco = Awaited<ReturnType<typeof loadMujoco>>;

let loaded: Promise<Mujoco> | undefined;

export interface Witness {
  /** Positions of bodies in the world, three numbers each; the world is the first. */
  readonly xpos: Float64Array;
  readonly xmat: Float64Array;
  /** Starts from a keyframe of the file. */
  useKeyframe(number: number): void;
  step(count: number): void;
}

export async function witnessOf(text: string): Promise<Witness> {
  loaded ??= loadMujoco();
  const mujoco = await loaded;
  const model = mujoco.MjModel.from_xml_string(text);
  if (model === null) throw new Error("MuJoCo does not accept the model");
  const data = new mujoco.MjData(model);
  mujoco.mj_forward(model, data);
  const of = (name: string) => (data as unknown as Record<string, Float64Array>)[name]!;
  return {
    get xpos() {
      return of("xpos");
    },
    get xmat() {
      return of("xmat");
    },
    useKeyframe: (number) => {
      mujoco.mj_resetDataKeyframe(model, data, number);
      mujoco.mj_forward(model, data);
    },
    step: (count) => {
      for (let k = 0; k < count; k++) mujoco.mj_step(model, data);
    },
  };
}
