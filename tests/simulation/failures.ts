/** What goes wrong, and when; the whole plan follows from the seed. Times in milliseconds. */
export type Failure = { readonly at: number; readonly target: Target; readonly ms: number } & (
  | { readonly kind: 'crash'; readonly operations: number; readonly when: 'before' | 'after' }
  | { readonly kind: 'slow'; readonly latencyMs: number }
  | { readonly kind: 'clock'; readonly aheadMs: number }
  | { readonly kind: 'disorder'; readonly share: number }
  | { readonly kind: 'pause' | 'database' | 'valkey' | 'hold' | 'cut' }
);
export type Target = (typeof engineNames)[number] | (typeof apiNames)[number];

export const engineNames = ['engine-1', 'engine-2'] as const;
export const apiNames = ['api-1', 'api-2'] as const;

const everyone: readonly Target[] = [...engineNames, ...apiNames];
const maxFailures = 7;
/** The difference of clocks that settlement waits for: five seconds less the delays of the feed. */
const maxClockMs = 3_000;

const kinds = ['crash', 'crash', 'pause', 'slow', 'clock', 'disorder', 'database', 'valkey', 'hold', 'cut'] as const;

/** Failures that begin between these instants. */
export function planFailures(chance: () => number, from: number, to: number): Failure[] {
  const one = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)] as T;
  const upTo = (max: number): number => Math.floor(chance() * max);
  const failureOf = (): Failure => {
    const kind = one(kinds);
    const target = one(kind === 'hold' || kind === 'cut' || kind === 'disorder' ? engineNames : everyone);
    const base = { at: from + upTo(to - from), target, ms: 1_000 + upTo(20_000) };
    if (kind === 'crash') return { ...base, kind, operations: upTo(40), when: one(['before', 'after'] as const) };
    if (kind === 'slow') return { ...base, kind, latencyMs: 10 + upTo(400) };
    if (kind === 'clock') return { ...base, kind, aheadMs: upTo(2 * maxClockMs) - maxClockMs };
    if (kind === 'disorder') return { ...base, kind, share: 0.3 };
    return { ...base, kind };
  };
  return Array.from({ length: upTo(maxFailures + 1) }, failureOf).toSorted((a, b) => a.at - b.at);
}

export function describeFailure(failure: Failure): string {
  const { kind, target, ms } = failure;
  const detail = {
    crash: 'operations' in failure ? `${failure.when} the ${failure.operations}th operation` : '',
    slow: 'latencyMs' in failure ? `${failure.latencyMs} ms an operation` : '',
    clock: 'aheadMs' in failure ? `${failure.aheadMs} ms ahead` : '',
    disorder: 'duplicate and late ticks',
    pause: 'stands still',
    database: 'does not reach the database',
    valkey: 'does not reach Valkey',
    hold: 'receives its ticks late',
    cut: 'loses its ticks',
  }[kind];
  return `${new Date(failure.at).toISOString()} ${kind} ${target} ${detail} for ${ms} ms`;
}
