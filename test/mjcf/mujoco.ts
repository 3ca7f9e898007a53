/** MuJoCo's own WASM build, as the witness of what a file means. */
import loadMujoco from "@mujoco/mujoco";

type Mujoco = Awaited<ReturnType<typeof loadMujoco>>;

let loaded: Promise<Mujoco> | undefined;

export interface Witness {
  /** Positions of bodies in the world, three numbers each; the world is the first. */
  readonly xpos: Float64Array;
  readonly xmat: Float64Array;
  /** Efforts of gravity and of velocities. */
  readonly bias: Float64Array;
  /** By rows, with the inertia of rotors. */
  readonly massMatrix: number[][];
  /** Inertia of the rotor of each velocity. */
  readonly armature: Float64Array;
  /** Starts from a keyframe of the file. */
  useKeyframe(number: number): void;
  /** Forgets all velocities. */
  rest(): void;
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
    get bias() {
      return of("qfrc_bias");
    },
    get massMatrix() {
      const { nv } = model as unknown as { nv: number };
      // a column for every unit acceleration
      const matrix = Array.from({ length: nv }, () => new Array<number>(nv).fill(0));
      const column = new mujoco.DoubleBuffer(nv);
      for (let j = 0; j < nv; j++) {
        const unit = Array.from({ length: nv }, (_, i) => (i === j ? 1 : 0));
        mujoco.mj_mulM(model, data, column, unit);
        (column.GetView() as Float64Array).forEach((value, i) => {
          matrix[i]![j] = value;
        });
      }
      column.delete();
      return matrix;
    },
    get armature() {
      return (model as unknown as { dof_armature: Float64Array }).dof_armature;
    },
    useKeyframe: (number) => {
      mujoco.mj_resetDataKeyframe(model, data, number);
      mujoco.mj_forward(model, data);
    },
    rest: () => {
      of("qvel").fill(0);
      mujoco.mj_forward(model, data);
    },
    step: (count) => {
      for (let k = 0; k < count; k++) mujoco.mj_step(model, data);
    },
  };
}
