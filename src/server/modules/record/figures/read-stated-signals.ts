import { getBreakEven } from '#domain/statistics/break-even.ts';
import type { ReadStatedSignals, StatedSignal, StatedSignals } from '../record.api.ts';
import { countLeaves, findFirstIndexSince } from '../append/record.repository.ts';
import { listSettledMinutes, parseSettledMinute, type SettledMinute } from './counted-leaves.repository.ts';
import type { FiguresDependencies } from './read-record-sums.ts';

interface MinuteSignals {
  readonly at: number;
  readonly signals: readonly StatedSignal[];
}

/** Leaves per query: so few that their parsing does not keep other requests waiting. */
const batch = 40;

/**
 * What the models would have issued in the settled minutes of the last `periodMs`, kept in memory
 * and extended by the leaves that are new, because a week of leaves takes a second to read.
 */
export function createReadStatedSignals(
  { db, feed, payout, clock }: Omit<FiguresDependencies, 'countRecord'>,
  periodMs: number,
): ReadStatedSignals {
  const breakEven = 100 * getBreakEven(payout);
  let minutes: readonly MinuteSignals[] = [];
  let known: StatedSignals = { minutes: [], signals: [] };
  let readTo: number | null = null;
  let reading: Promise<unknown> = Promise.resolve();

  const readNew = async (since: number): Promise<MinuteSignals[]> => {
    const size = await countLeaves(db);
    const added: MinuteSignals[] = [];
    let from: number = readTo ?? (await findFirstIndexSince(db, new Date(since))) ?? size;
    for (; from < size; from += batch) {
      const settled = await listSettledMinutes(db, from, Math.min(from + batch, size));
      const read = settled.flatMap((one) => parseSettledMinute(one) ?? []).filter((one) => one.feed === feed);
      added.push(...read.map((one) => toSignals(one, breakEven)));
    }
    readTo = size;
    return added;
  };

  const extend = async (): Promise<StatedSignals> => {
    const since = clock.now() - periodMs;
    const added = await readNew(since);
    if (added.length === 0 && (known.minutes[0] ?? since) >= since) return known;
    minutes = [...minutes, ...added].filter(({ at }) => at >= since).toSorted((a, b) => a.at - b.at);
    const signals = minutes.flatMap((one) => one.signals);
    known = { minutes: minutes.map(({ at }) => at), signals };
    return known;
  };

  return () => {
    const next = reading.then(extend, extend);
    reading = next;
    return next;
  };
}

const toSignals = ({ statedAt: at, stated }: SettledMinute, breakEven: number): MinuteSignals => ({
  at,
  signals: stated.flatMap(({ model, statements }) =>
    statements
      .filter(({ isIssued, passability }) => isIssued && passability >= breakEven)
      .map(({ duration }) => ({ at, model, duration })),
  ),
});
