/** Who works for a queue: each worker says so again and again, and is forgotten when it has been silent. */
import { hostname } from "node:os";
import { keyPrefix, type RedisConnection } from "./queueLibraries.ts";

export interface RegisteredWorker {
  readonly name: string;
  readonly version: string;
  readonly threads: number;
}

export class WorkerRegister {
  private readonly redis: RedisConnection;

  constructor(redis: RedisConnection) {
    this.redis = redis;
  }

  /** Says that the worker lives, for so many seconds. */
  async report(worker: RegisteredWorker, seconds: number): Promise<void> {
    await this.redis.set(`${keyPrefix}:worker:${worker.name}`, JSON.stringify(worker), "EX", Math.ceil(seconds));
  }

  async leave(name: string): Promise<void> {
    await this.redis.del(`${keyPrefix}:worker:${name}`);
  }

  async present(): Promise<RegisteredWorker[]> {
    const keys: string[] = [];
    let cursor = "0";
    do {
      const [next, found] = await this.redis.scan(cursor, "MATCH", `${keyPrefix}:worker:*`, "COUNT", 500);
      cursor = next;
      keys.push(...found);
    } while (cursor !== "0");
    if (keys.length === 0) return [];
    const texts = await this.redis.mget(keys);
    return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as RegisteredWorker]));
  }
}

export function workerName(): string {
  return `${hostname()}-${process.pid}`;
}
