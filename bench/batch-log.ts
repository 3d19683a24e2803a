/** Prices go out as one batch to everybody. */
interface Batch {
  /** Milliseconds UTC. */
  readonly newestPrice: number;
  readonly oldestPrice: number;
  readonly firstAt: number;
  /** Of every client, milliseconds behind the first. */
  readonly behind: number[];
}

export interface BatchLog {
  add(bytes: Buffer): void;
  /** All since the last call. */
  take(): Batch[];
}

/** A batch is known by its last bytes, which hold a pair and a time; its prices are read once, for the first client. */
export function createBatchLog(now: () => number): BatchLog {
  let batches = new Map<string, Batch>();

  function add(bytes: Buffer): void {
    const at = now();
    const name = bytes.toString('latin1', Math.max(0, bytes.length - 140));
    const batch = batches.get(name) ?? firstOf(bytes, at);
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

/** Null: something else than prices. */
function firstOf(bytes: Buffer, at: number): Batch | null {
  const times = [...bytes.toString().matchAll(/"time":"([^"]+)"/g)].map((found) => Date.parse(found[1] ?? ''));
  if (times.length === 0) return null;
  return { newestPrice: Math.max(...times), oldestPrice: Math.min(...times), firstAt: at, behind: [] };
}
