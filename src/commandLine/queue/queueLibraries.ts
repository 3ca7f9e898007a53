/** BullMQ and ioredis, which are installed by those who use a queue; and the connection to Redis with errors that say what to do. */
import { RattlebackError } from "../../errors/rattlebackError.ts";

export type BullMq = typeof import("bullmq");
type IoRedis = typeof import("ioredis");
export type RedisConnection = InstanceType<IoRedis["Redis"]>;

/** All keys of ours begin with it. */
export const keyPrefix = "rattleback";
const connectTimeout = 5000;

export async function loadBullMq(): Promise<BullMq> {
  return (await load("bullmq")) as BullMq;
}

/** A package that need not be installed. */
export async function load(name: string): Promise<unknown> {
  try {
    return await import(name);
  } catch (error) {
    throw new RattlebackError("E-QUEUE-MISSING", `The package "${name}" is not installed.`, {
      because: error instanceof Error ? error.message.split("\n")[0]! : String(error),
      hint: "npm install bullmq ioredis",
      cause: error,
    });
  }
}

/**
 * `redis://user:password@host:6379/0`, `rediss://` with TLS, or `unix:///run/redis.sock`. Fails at once when nobody answers; later it waits
 * for a Redis that went away to come back.
 */
export async function connectRedis(url: string): Promise<RedisConnection> {
  const { Redis } = (await load("ioredis")) as IoRedis;
  const target = checkedTarget(url);
  let isConnected = false;
  const connection = new Redis(target, {
    lazyConnect: true,
    connectTimeout,
    // workers wait as long as it takes
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => (isConnected ? Math.min(2000, 50 * attempt) : null),
  });
  let problem: Error | undefined;
  connection.on("error", (error: Error) => {
    problem ??= error;
  });
  try {
    await connection.connect();
    await connection.ping();
  } catch (error) {
    connection.disconnect();
    throw connectionError(url, problem ?? (error as Error));
  }
  isConnected = true;
  return connection;
}

/** Another connection to the same place, for those that block. */
export function duplicate(connection: RedisConnection): RedisConnection {
  const other = connection.duplicate({
    lazyConnect: false,
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(2000, 50 * attempt),
  });
  // a connection that is lost is made again; nobody has to hear of it
  other.on("error", () => {});
  return other;
}

function checkedTarget(url: string): string {
  if (url.startsWith("unix://")) return url.slice("unix://".length);
  if (/^rediss?:\/\/[^\s]+$/.test(url)) return url;
  throw new RattlebackError("E-QUEUE-URL", `"${withoutPassword(url)}" is not the address of a Redis.`, {
    path: "queue",
    hint: "redis://host:6379, rediss:// with TLS, redis://:password@host, or unix:///run/redis.sock",
  });
}

function connectionError(url: string, error: Error): RattlebackError {
  const isRefused = /NOAUTH|WRONGPASS|invalid (username-)?password|AUTH/i.test(error.message);
  return new RattlebackError(
    isRefused ? "E-QUEUE-PASSWORD" : "E-QUEUE-CONNECT",
    isRefused
      ? `The Redis at "${withoutPassword(url)}" refuses the password.`
      : `The Redis at "${withoutPassword(url)}" cannot be reached.`,
    {
      path: "queue",
      because: error.message,
      hint: isRefused
        ? "give the password in the address: redis://:password@host:6379"
        : "is it running, is the address right, is a firewall between? redis-cli -u <address> ping tries it",
      cause: error,
    },
  );
}

/** An address as it may be shown. */
export function withoutPassword(url: string): string {
  return url.replace(/\/\/([^:@/]*):[^@/]*@/, "//$1:***@");
}
