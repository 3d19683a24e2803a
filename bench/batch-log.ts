/** One batch of prices, broadcast to all clients. */
interface Batch {
  /** Milliseconds UTC. */
  readonly newestPrice: number;
  readonly oldestPrice: number;
  readonly firstAt: number;
  /** Delay of every client behind the first, milliseconds. */
  readonly behind: number[];
}

export interface BatchLog {
  add(bytes: Buffer): void;
  /** All batches since the last call. */
  take(): Batch[];
}

/**
 * A batch is identified by its last bytes, which hold a pair and a time; its prices are parsed
 * once, for the first client.
 */
export function createBatchLog(now: () => number): BatchLog {
  let batches = new Map<string, Batch>();

  function add(bytes: Buffer): void {
    const at = now();
    const name = bytes.toString('latin1', Math.max(0, bytes.length - 140));
    const batch = batches.get(name) ?? findFirst(bytes, at);
    if (!batch) return;
    if (batch.firstAt === at && batch.behind.length === 0) batches.set(name, batch);
    batch.behind.push(at - batch.firstAt);
  }

  function take(): Batch[] {
    const taken = [...batches.values()];
    batches = new Map();
    return taken;
  }

  return { add, take };
}

/** Null: not a batch of prices. */
function findFirst(bytes: Buffer, at: number): Batch | null {
  const times = [...bytes.toString().matchAll(/"time":"([^"]+)"/g)].map((found) => Date.parse(found[1] ?? ''));
  if (times.length === 0) return null;
  return { newestPrice: Math.max(...times), oldestPrice: Math.min(...times), firstAt: at, behind: [] };
}
