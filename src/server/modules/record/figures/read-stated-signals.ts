import { getBreakEven } from '#domain/statistics/break-even.ts';
import { weekMs } from '#domain/time.ts';
import { minSignalPassability } from '#engine/forecast/calibration/feed-calibration.ts';
import { parseForecasts } from '#record/lines.ts';
import { readHead } from '../append/append-leaves.ts';
import { findFirstIndexSince, readLeaf } from '../append/stored-leaves.ts';
import type { RecordApi, StatedSignal, StatedSignals } from '../record.api.ts';
import type { RecordContext } from '../record-context.ts';
import { listMinutes } from './count-record.ts';

interface MinuteSignals {
  readonly at: number;
  readonly signals: readonly StatedSignal[];
}

/** Leaves per query: so few that their parsing does not keep other requests waiting. */
const batch = 80;

/**
 * What the models would have issued in the minutes of the last week, kept in memory and extended by
 * the leaves that are new, because a week of leaves takes a second to read.
 */
export function createReadStatedSignals({
  db,
  marketClock,
  config,
}: Pick<RecordContext, 'db' | 'marketClock' | 'config'>): RecordApi['readStatedSignals'] {
  const signalFrom = Math.max(minSignalPassability, 100 * getBreakEven(config.payout));
  let minutes: readonly MinuteSignals[] = [];
  let known: StatedSignals = { minutes: [], signals: [] };
  let readTo: number | null = null;
  let reading: Promise<unknown> = Promise.resolve();

  const readNew = async (since: number): Promise<MinuteSignals[]> => {
    const { size } = await readHead(db);
    const added: MinuteSignals[] = [];
    let from: number = readTo ?? (await findFirstIndexSince(db, new Date(since))) ?? size;
    for (; from < size; from += batch) {
      const rows = await listMinutes(db, from, Math.min(from + batch, size));
      added.push(...rows.flatMap((row) => toSignals(row, signalFrom)));
    }
    readTo = size;
    return added;
  };

  const extend = async (): Promise<StatedSignals> => {
    const since = marketClock.now() - weekMs;
    const added = await readNew(since);
    if (added.length === 0 && (known.minutes[0] ?? since) >= since) return known;
    minutes = [...minutes, ...added].filter(({ at }) => at >= since);
    known = { minutes: minutes.map(({ at }) => at), signals: minutes.flatMap((one) => one.signals) };
    return known;
  };

  return () => {
    const next = reading.then(extend, extend);
    reading = next;
    return next;
  };
}

function toSignals(row: Parameters<typeof readLeaf>[0], signalFrom: number): MinuteSignals[] {
  const leaf = readLeaf(row);
  if (leaf.kind !== 'minute') return [];
  const at = Date.parse(leaf.at);
  const stated = leaf.forecasts.flatMap((line) => parseForecasts(line) ?? []);
  const signals = stated.flatMap(({ model, forecasts }) => {
    const durations = forecasts.flatMap((one) => (one.probability >= signalFrom ? [one.duration] : []));
    return [...new Set(durations)].map((duration) => ({ at, model, duration }));
  });
  return [{ at, signals }];
}
