// One process builds or installs at a time: locks for those that ask at the same time.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ending = "-builder";

/** Whether a file of the folder that is built into is a lock, which whoever builds leaves there. */
export const isLock = (name: string): boolean => name.endsWith(ending);

/** Waits while another process builds the same into the folder. The lock is a file with the number of that process. */
export async function alone<T>(
  folder: string,
  what: "site" | "package" | "installation",
  action: () => Promise<T>,
): Promise<T> {
  const lock = join(folder, `.${what}${ending}`);
  mkdirSync(folder, { recursive: true });
  for (let isMine = false; !isMine; ) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      isMine = true;
    } catch {
      if (hasLostBuilder(lock)) rmSync(lock, { force: true });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  try {
    return await action();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Whether the process that made the lock ended without a word. */
function hasLostBuilder(lock: string): boolean {
  let builder: number;
  try {
    // 0, a process that is always there, as long as the number has not been written
    builder = Number(readFileSync(lock, "utf8"));
  } catch {
    // it has just been taken away
    return false;
  }
  try {
    // signal 0 asks only whether the process is there
    return !process.kill(builder, 0);
  } catch {
    return true;
  }
}
