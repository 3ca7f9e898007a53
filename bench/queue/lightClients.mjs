// Light clients of a queue: each has a connection of its own, takes a job, answers at once and is given the next with the same command.
// They send what BullMQ sends, byte for byte, recorded once from a worker of BullMQ; only the name of the job is another one each time.
//
//     node bench/queue/lightClients.mjs <socket of the Redis> <queue> <prefix> <clients>
//
// Jobs have names of ten characters. Begins at a line of its input, prints the processor time of the clients and the times of their
// answers when no job is left, and ends with its input.
import { connect, createServer } from "node:net";
import { createInterface } from "node:readline";
import { Job, Worker } from "bullmq";
import { Redis } from "ioredis";

const [socket, queue, prefix, clients] = process.argv.slice(2);
const token = "light";
const first = await recordedClient();
const sockets = await Promise.all(
  Array.from(
    { length: Number(clients) },
    () =>
      new Promise((ready) => {
        const connection = connect(socket, () => ready(connection));
      }),
  ),
);
console.log("ready");
for await (const _ of createInterface({ input: process.stdin })) {
  const before = process.cpuUsage();
  const delays = [];
  await Promise.all(sockets.map((connection) => work(connection, delays)));
  const { user, system } = process.cpuUsage(before);
  delays.sort((a, b) => a - b);
  const quantile = (share) => delays[Math.floor(share * (delays.length - 1))];
  console.log(
    JSON.stringify({
      seconds: (user + system) / 1e6,
      jobs: delays.length,
      median: quantile(0.5),
      slow: quantile(0.99),
    }),
  );
}
process.exit(0);

/** Takes and answers until the queue is empty. */
function work(connection, delays) {
  const { takes, answers, places } = first;
  const request = Buffer.from(answers);
  let text = "";
  let sentAt = performance.now();
  let isFirst = true;
  connection.write(takes);
  return new Promise((done, fail) => {
    connection.on("data", (bytes) => {
      text += bytes.toString("latin1");
      // a job ends with its name, a limit and a delay; where there is none, only numbers come
      const name = /\$10\r\n(.{10})\r\n:\d+\r\n:\d+\r\n$/.exec(text)?.[1];
      if (text.startsWith("-")) fail(new Error(text));
      if (name === undefined && !/^(\*4\r\n)?(:\d+\r\n)+$/.test(text)) return;
      text = "";
      const now = performance.now();
      if (!isFirst) delays.push(now - sentAt);
      isFirst = false;
      sentAt = now;
      if (name === undefined) {
        connection.removeAllListeners("data");
        done();
        return;
      }
      for (const place of places) request.write(name, place, "latin1");
      connection.write(request);
    });
  });
}

/** What a client of BullMQ sends to take a job and to answer it, seen by a door between it and the Redis. */
async function recordedClient() {
  let heard = [];
  const door = createServer((near) => {
    const far = connect(socket);
    near.on("data", (bytes) => {
      heard.push(bytes);
      far.write(bytes);
    });
    far.on("data", (bytes) => near.write(bytes));
    near.on("close", () => far.destroy());
  });
  const path = `${socket}.${process.pid}`;
  await new Promise((ready) => door.listen(path, ready));
  const connection = new Redis({ path, maxRetriesPerRequest: null });
  const settings = { connection, prefix, autorun: false, lockDuration: 600_000 };
  const worker = new Worker(queue, undefined, settings);
  await worker.waitUntilReady();
  const listen = async (action) => {
    heard = [];
    const answer = await action();
    return { answer, bytes: Buffer.concat(heard) };
  };
  const taken = await listen(() => worker.getNextJob(token, { block: false }));
  const job = taken.answer;
  const answered = await listen(() => job.moveToCompleted([{ run: 1, values: [1] }], token, true));
  const places = [];
  for (let at = answered.bytes.indexOf(job.id); at >= 0; at = answered.bytes.indexOf(job.id, at + 1)) places.push(at);
  // with the answer came another job
  const [data, next] = answered.answer;
  await Job.fromJSON(worker, data, next).moveToCompleted([], token, false);
  worker.on("error", () => {});
  connection.disconnect();
  door.close();
  return { takes: taken.bytes, answers: answered.bytes, places };
}
