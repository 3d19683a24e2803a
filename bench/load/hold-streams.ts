import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createBatchLog } from '../batch-log.ts';
import { quantile } from '../figure.ts';
import { cpuMs, residentKib } from '../process-use.ts';
import { openReader, type Wire } from './stream-reader.ts';

export interface HeldRound {
  /**
   * Milliseconds, over every delivery to every client: behind the newest price of its batch, and
   * behind the first client.
   */
  readonly behindNewestP99: number;
  readonly behindFirstP99: number;
  /** Of batches: from their newest price to their first client. */
  readonly leftAfterP99: number;
  /** Behind the oldest price of its batch: the cost of batching. */
  readonly behindOldestP99: number;
  readonly kibEach: number;
  /** Share of a core. */
  readonly cpu: number;
  readonly batchesEachASecond: number;
}

interface Held {
  readonly rounds: readonly HeldRound[];
  readonly cutOff: number;
}

interface Streams {
  /** Each holds as many streams as the others. */
  readonly servers: readonly Server[];
  readonly wires: readonly Wire[];
}

interface Server {
  readonly url: string;
  readonly process: ChildProcess;
}

const openAtOnce = 50;
const openAttempts = 10;
const reopenMs = 1_000;
const settleMs = 5_000;
const roundMs = 10_000;
const rounds = 3;

/** Opens one stream per entry of `wires`, measures some rounds, and closes the streams. */
export async function holdStreams({ servers, wires }: Streams): Promise<Held> {
  const log = createBatchLog(Date.now);
  const sockets: Socket[] = [];
  await pause(settleMs);
  const sum = (read: (pid: number | undefined) => number): number =>
    servers.reduce((total, { process: { pid } }) => total + read(pid), 0);
  const getUrl = (n: number): string => servers[n % servers.length]?.url ?? '';
  const before = sum(residentKib);
  try {
    for (let i = 0; i < wires.length; i += openAtOnce) {
      const opened = wires.slice(i, i + openAtOnce).map((wire, n) => openWithRetries(getUrl(i + n), wire, log.add));
      sockets.push(...(await Promise.all(opened)));
    }
    await pause(settleMs);
    const held: HeldRound[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const cpuBefore = sum(cpuMs);
      log.take();
      await pause(roundMs);
      const cpu = (sum(cpuMs) - cpuBefore) / roundMs;
      const kibEach = (sum(residentKib) - before) / wires.length;
      held.push({ ...countDelays(log.take(), wires.length), cpu, kibEach });
    }
    return { rounds: held, cutOff: sockets.filter((socket) => socket.destroyed).length };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** A busy process rejects some of the thousands that open at once; clients try again. */
async function openWithRetries(...reader: Parameters<typeof openReader>): Promise<Socket> {
  for (let left = openAttempts; ; left--) {
    try {
      return await openReader(...reader);
    } catch (error) {
      if (left === 1) throw error;
      await pause(reopenMs);
    }
  }
}

function countDelays(batches: ReturnType<ReturnType<typeof createBatchLog>['take']>, clients: number) {
  const p99 = (pick: (batch: (typeof batches)[number]) => number): number =>
    quantile(
      batches.flatMap((batch) => batch.behind.map((behind) => behind + batch.firstAt - pick(batch))),
      0.99,
    );
  const deliveries = batches.reduce((sum, { behind }) => sum + behind.length, 0);
  return {
    behindNewestP99: p99(({ newestPrice }) => newestPrice),
    behindFirstP99: p99(({ firstAt }) => firstAt),
    leftAfterP99: quantile(
      batches.map(({ firstAt, newestPrice }) => firstAt - newestPrice),
      0.99,
    ),
    behindOldestP99: p99(({ oldestPrice }) => oldestPrice),
    batchesEachASecond: deliveries / clients / (roundMs / 1000),
  };
}
