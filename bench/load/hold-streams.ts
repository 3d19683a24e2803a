import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../figure.ts';
import { cpuMs, residentKib } from '../process-use.ts';
import { openReader, type Wire } from './stream-reader.ts';

interface HeldRound {
  /** Milliseconds behind the newest price of a batch, over every delivery to every client. */
  readonly behindNewestP99: number;
  readonly kibEach: number;
  /** Share of a core. */
  readonly cpu: number;
  readonly batchesEachASecond: number;
}

interface Held {
  readonly rounds: readonly HeldRound[];
  readonly cutOff: number;
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
export async function holdStreams({ url, process: { pid } }: Server, wires: readonly Wire[]): Promise<Held> {
  const deliveries = createDeliveries();
  const sockets: Socket[] = [];
  await pause(settleMs);
  const before = residentKib(pid);
  try {
    for (let i = 0; i < wires.length; i += openAtOnce) {
      const opened = wires.slice(i, i + openAtOnce).map((wire) => openWithRetries(url, wire, deliveries.add));
      sockets.push(...(await Promise.all(opened)));
    }
    await pause(settleMs);
    const held: HeldRound[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const cpuBefore = cpuMs(pid);
      deliveries.take();
      await pause(roundMs);
      const behind = deliveries.take();
      held.push({
        behindNewestP99: quantile(behind, 0.99),
        kibEach: (residentKib(pid) - before) / wires.length,
        cpu: (cpuMs(pid) - cpuBefore) / roundMs,
        batchesEachASecond: behind.length / wires.length / (roundMs / 1000),
      });
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

/**
 * How long after the newest price of its batch each client got it. A batch is identified by its last bytes, which
 * hold a pair and a time; its prices are parsed once, for the first client.
 */
function createDeliveries() {
  let behind: number[] = [];
  const newest = new Map<string, number>();
  return {
    add: (bytes: Buffer): void => {
      const name = bytes.toString('latin1', Math.max(0, bytes.length - 140));
      let price = newest.get(name);
      if (price === undefined) {
        const times = [...bytes.toString().matchAll(/"time":"([^"]+)"/g)].map(([, time = '']) => Date.parse(time));
        price = Math.max(...times);
        newest.set(name, price);
      }
      // A message without a price is no batch.
      if (Number.isFinite(price)) behind.push(Date.now() - price);
    },
    /** Milliseconds, since the last call. */
    take: (): number[] => {
      const taken = behind;
      behind = [];
      newest.clear();
      return taken;
    },
  };
}
