/** Sweeps that are under way on a queue: each says how far it is again and again, and hears whether somebody has called it off. */
import { keyPrefix, type RedisConnection } from "./queueLibraries.ts";

export interface RegisteredSweep {
  readonly id: string;
  readonly model: string;
  readonly host: string;
  readonly done: number;
  readonly failed: number;
  readonly total: number;
}

/** Seconds after which a silent sweep is forgotten. */
const lifetime = 30;

export class SweepRegister {
  private readonly redis: RedisConnection;

  constructor(redis: RedisConnection) {
    this.redis = redis;
  }

  /** Says how far the sweep is; true when it was called off. */
  async report(sweep: RegisteredSweep): Promise<boolean> {
    await this.redis.set(`${keyPrefix}:sweep:${sweep.id}`, JSON.stringify(sweep), "EX", lifetime);
    return (await this.redis.exists(cancelKey(sweep.id))) === 1;
  }

  async leave(id: string): Promise<void> {
    await this.redis.del(`${keyPrefix}:sweep:${id}`, cancelKey(id));
  }

  async cancel(id: string): Promise<void> {
    await this.redis.set(cancelKey(id), "1", "EX", 2 * lifetime);
  }

  async present(): Promise<RegisteredSweep[]> {
    const keys: string[] = [];
    let cursor = "0";
    do {
      const [next, found] = await this.redis.scan(cursor, "MATCH", `${keyPrefix}:sweep:*`, "COUNT", 500);
      cursor = next;
      keys.push(...found);
    } while (cursor !== "0");
    if (keys.length === 0) return [];
    const texts = await this.redis.mget(keys);
    return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as RegisteredSweep]));
  }
}

function cancelKey(id: string): string {
  return `${keyPrefix}:cancel:${id}`;
}
