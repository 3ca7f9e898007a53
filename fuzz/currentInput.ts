/** The input that a thread is trying, and since when, in memory that another thread can read while the first one does not answer. */
const capacity = 1 << 22;

/** Of all threads of the process, in ms: a computer that does much else does not make an input long. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export class CurrentInput {
  readonly memory: SharedArrayBuffer;
  /** When the input was begun, and its length in bytes. */
  private readonly head: Float64Array;
  private readonly bytes: Uint8Array;

  constructor(memory = new SharedArrayBuffer(16 + capacity)) {
    this.memory = memory;
    this.head = new Float64Array(memory, 0, 2);
    this.bytes = new Uint8Array(memory, 16);
  }

  begin(target: string, input: string): void {
    const bytes = Buffer.from(`${target}\n${input}`);
    this.bytes.set(bytes.subarray(0, capacity));
    this.head[1] = Math.min(bytes.length, capacity);
    this.head[0] = processorTime();
  }

  /** How much time of the processor the present input has taken so far, in ms; 0 before the first one. */
  age(): number {
    return this.head[0] === 0 ? 0 : processorTime() - this.head[0]!;
  }

  read(): { target: string; input: string } {
    const text = Buffer.from(this.bytes.slice(0, this.head[1])).toString();
    const end = text.indexOf("\n");
    return { target: text.slice(0, end), input: text.slice(end + 1) };
  }
}
