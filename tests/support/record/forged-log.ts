import { minuteMs } from '#domain/time.ts';
import { computeHash, type LogEntry, numbered, simulatedFeed, simulateLog } from './simulated-log.ts';

/** One honest log, and the ways in which its operator can cheat with it (quality.md A66). */
const from = Date.parse('2026-03-02T09:00:00.000Z');
const minutes = 200;
export const now = from + minutes * minuteMs;
export const honest = simulateLog({ from, minutes, signals: 120 });

export const isLost = ({ leaf }: LogEntry): boolean => 'closePrice' in leaf && leaf.result === 'unsuccessful';
const lostSignals = new Set(honest.filter(isLost).map(({ leaf }) => ('signal' in leaf ? leaf.signal : '')));
export const isLostSignal = ({ leaf }: LogEntry): boolean => 'id' in leaf && lostSignals.has(leaf.id);
const getKey = ({ leaf }: LogEntry): string => ('id' in leaf ? leaf.id : 'signal' in leaf ? leaf.signal : '');

/** Moves each outcome of a signal directly behind its signal. */
function besideItsOutcome(entries: readonly LogEntry[]): LogEntry[] {
  const ends = new Map(entries.filter(({ leaf }) => 'signal' in leaf).map((entry) => [getKey(entry), entry]));
  return entries
    .filter(({ leaf }) => !('signal' in leaf))
    .flatMap((entry) => [entry, ...(entry.kind === 'signal' ? [ends.get(getKey(entry)) ?? []].flat() : [])]);
}

const dayMs = 24 * 60 * minuteMs;
const earlier = (text: string): string => new Date(Date.parse(text) - dayMs).toISOString();

/** At the end of the record, a winning signal of the day before with its outcome. */
function backDated(): LogEntry[] {
  const won = honest.find(({ leaf }) => 'closePrice' in leaf && leaf.result === 'successful');
  const issued = honest.find((entry) => entry.kind === 'signal' && won && getKey(entry) === getKey(won));
  if (!won || !issued || !('closePrice' in won.leaf) || !('id' in issued.leaf)) throw new Error('no win');
  const id = '00000000-0000-4000-8000-000000000000';
  const signal = { ...issued.leaf, id, issuedAt: earlier(issued.leaf.issuedAt) };
  const { openedAt, closingTickAt, expiresAt } = won.leaf;
  const times = { openedAt: earlier(openedAt), closingTickAt: earlier(closingTickAt), expiresAt: earlier(expiresAt) };
  return [
    { ...issued, at: issued.at - dayMs, leaf: signal },
    { ...won, at: won.at - dayMs, leaf: { ...won.leaf, signal: id, ...times } },
  ];
}

/** Two neighbouring statements in each other's place. */
function outOfOrder(): LogEntry[] {
  const isStatement = (entry: LogEntry | undefined): boolean => entry !== undefined && 'seq' in entry.leaf;
  const i = honest.findIndex((entry, at) => isStatement(entry) && isStatement(honest[at + 1]));
  const [first, second] = honest.slice(i, i + 2);
  return first && second ? numbered(honest.with(i, second).with(i + 1, first)) : [];
}

/** The outcomes of a lost and of a won signal, each under the name of the other. */
function exchangedOutcomes(): LogEntry[] {
  const lost = honest.find(isLost);
  const won = honest.find(({ leaf }) => 'closePrice' in leaf && leaf.result === 'successful');
  if (!lost || !won) throw new Error('no outcomes');
  const named = (entry: LogEntry, other: LogEntry): LogEntry => ({
    ...entry,
    leaf: { ...entry.leaf, signal: getKey(other) } as LogEntry['leaf'],
  });
  return honest.map((entry) => (entry === lost ? named(lost, won) : entry === won ? named(won, lost) : entry));
}

/** A stop of the product in the minutes 100 to 119: nothing is stated or recorded in it, and no price is known. */
export function withGap(): LogEntry[] {
  const [start, end] = [from + 100 * minuteMs, from + 120 * minuteMs];
  const [stoppedAt, startedAt] = [start + 40_000, end + 10_000];
  const isWithin = (time: number): boolean => time >= stoppedAt && time <= startedAt;
  const stated = honest.filter(({ leaf, at }) => !('form' in leaf && 'seq' in leaf && isWithin(at)));
  const statedAtByLeaf = new Map(
    stated.flatMap(({ leaf, at }) => ('forecasts' in leaf ? [[computeHash(leaf), at] as const] : [])),
  );
  const lives = new Map(stated.flatMap(({ leaf, at }) => ('id' in leaf ? [[leaf.id, at] as const] : [])));
  const isLived = (id: string): boolean => {
    const at = lives.get(id);
    return at === undefined || (at < startedAt && at + 11 * minuteMs > stoppedAt);
  };
  const entries = stated.flatMap((entry): LogEntry[] => {
    const { leaf } = entry;
    if ('id' in leaf) return isLived(leaf.id) ? [] : [entry];
    if ('signal' in leaf) return isLived(leaf.signal) ? [] : [entry];
    if (!('forecast' in leaf)) return [entry];
    const statedAt = statedAtByLeaf.get(leaf.forecast);
    if (statedAt === undefined) return [];
    const prices = leaf.prices.filter((line) => !isWithin(statedAt + Number(line.split(' ').at(-1))));
    const at = isWithin(entry.at) ? startedAt + 1_000 : entry.at;
    return [{ ...entry, at, opensAt: Math.max(at, entry.opensAt), leaf: { ...leaf, prices } }];
  });
  const at = end + minuteMs + 100;
  const times = { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
  const gap: LogEntry = {
    kind: 'gap',
    at,
    leaf: { form: 'gap/1', feed: simulatedFeed, ...times, reason: 'stopped' },
    opensAt: at,
  };
  return numbered([...entries, gap].toSorted((one, other) => one.at - other.at));
}

/** The log of each way to cheat. */
export const forgeries = {
  withoutOutcomes: () => honest.filter((entry) => !isLost(entry)),
  neverOpened: () =>
    honest
      .filter((entry) => !isLost(entry))
      .map((entry) => (isLostSignal(entry) ? { ...entry, opensAt: Number.POSITIVE_INFINITY } : entry)),
  backDated: () => numbered([...honest, ...backDated()]),
  outOfOrder,
  minutesLeftOut: () => numbered(honest.filter(({ leaf }, i) => !('form' in leaf) || i % 5 !== 0)),
  besideItsOutcome: () => numbered(besideItsOutcome(honest)),
  exchangedOutcomes,
  withoutItsNumber: () => honest.filter(({ kind }, i) => kind !== 'signal' || i < 100),
} satisfies Record<string, () => LogEntry[]>;
