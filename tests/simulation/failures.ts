/** What goes wrong, and when; the whole plan follows from the seed. Times in milliseconds. */
export type Failure = { readonly at: number; readonly target: Target; readonly ms: number } & (
  | ({ readonly kind: 'crash' | 'outage' | 'pause' } & Point)
  | { readonly kind: 'slow'; readonly latencyMs: number }
  | { readonly kind: 'clock'; readonly aheadMs: number }
  | { readonly kind: 'disorder' | 'losses'; readonly share: number }
  | { readonly kind: 'database' | 'valkey' | 'witness' | 'receivers' | 'hold' | 'cut' }
);

/** Where it strikes: after so many operations, of all or of those in a transaction that has written. */
export interface Point {
  readonly operations: number;
  readonly isInWriting: boolean;
  readonly when: 'before' | 'after';
}
export type ProcessName = (typeof engineNames)[number] | (typeof apiNames)[number];
type Target = ProcessName | 'leader';

export const engineNames = ['engine-1', 'engine-2'] as const;
export const apiNames = ['api-1', 'api-2'] as const;

const engines: readonly Target[] = ['leader', ...engineNames];
const everyone: readonly Target[] = ['leader', 'leader', ...engineNames, ...apiNames];
const maxFailures = 9;
/** The difference of clocks that settlement waits for: five seconds less the delays of the feed. */
const maxClockMs = 3_000;

const kinds = [
  'crash',
  'crash',
  'pause',
  'pause',
  'outage',
  'slow',
  'clock',
  'disorder',
  'database',
  'losses',
  'losses',
  'valkey',
  'witness',
  'receivers',
  'hold',
  'cut',
] as const;

/** Failures that begin between these instants. */
export function planFailures(chance: () => number, from: number, to: number): Failure[] {
  const one = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)] as T;
  const upTo = (max: number): number => Math.floor(chance() * max);
  const getPoint = (): Point => {
    const isInWriting = chance() < 0.5;
    return { operations: upTo(isInWriting ? 12 : 40), isInWriting, when: one(['before', 'after'] as const) };
  };
  const getFailure = (): Failure => {
    const kind = one(kinds);
    const target = one(kind === 'hold' || kind === 'cut' || kind === 'disorder' ? engines : everyone);
    const base = { at: from + upTo(to - from), target, ms: 500 + upTo(one([5_000, 20_000])) };
    if (kind === 'crash' || kind === 'pause' || kind === 'outage') return { ...base, kind, ...getPoint() };
    if (kind === 'slow') return { ...base, kind, latencyMs: 10 + upTo(400) };
    if (kind === 'clock') return { ...base, kind, aheadMs: upTo(2 * maxClockMs) - maxClockMs };
    if (kind === 'disorder') return { ...base, kind, share: 0.3 };
    if (kind === 'losses') return { ...base, kind, share: one([0.1, 0.4]) };
    return { ...base, kind };
  };
  return Array.from({ length: upTo(maxFailures + 1) }, getFailure).toSorted((a, b) => a.at - b.at);
}

export function describeFailure(failure: Failure): string {
  const { kind, target, ms } = failure;
  const detail = {
    crash: pointText(failure),
    outage: `of every process, ${pointText(failure)}`,
    slow: 'latencyMs' in failure ? `${failure.latencyMs} ms an operation` : '',
    clock: 'aheadMs' in failure ? `${failure.aheadMs} ms ahead` : '',
    disorder: 'duplicate and late ticks',
    pause: pointText(failure),
    database: 'does not reach the database',
    witness: 'is away for all',
    receivers: 'devices, chats and mailboxes accept nothing',
    losses: 'share' in failure ? `loses ${failure.share} of its connections to the database` : '',
    valkey: 'does not reach Valkey',
    hold: 'receives its ticks late',
    cut: 'loses its ticks',
  }[kind];
  return `${new Date(failure.at).toISOString()} ${kind} ${target} ${detail} for ${ms} ms`;
}

const pointText = (failure: Failure): string =>
  'operations' in failure
    ? `${failure.when} ${failure.operations} more operations${failure.isInWriting ? ' of writing transactions' : ''}`
    : '';
