import { type Duration, durations } from '#domain/market/duration.ts';
import { type AiModelKey, aiModelKeys } from '#domain/signals/ai-model.ts';
import { weekMs } from '#domain/time.ts';
import { parseForecasts } from '#record/lines.ts';
import { readHead } from '../append/append-leaves.ts';
import { findFirstIndexSince, readLeaf } from '../append/stored-leaves.ts';
import type { RecordApi, StatedMinutes } from '../record.api.ts';
import type { RecordContext } from '../record-context.ts';
import { listMinutes } from './count-record.ts';

/** By model and duration the highest stated probability, in hundredths of a percent; 0: none is stated. */
interface StatedMinute {
  readonly at: number;
  readonly highest: Uint16Array;
}

/** Leaves per query: so few that their parsing does not keep other requests waiting. */
const batch = 80;

/**
 * What the models stated in the minutes of the last week, kept in memory and extended by the leaves
 * that are new, because a week of leaves takes a second to read.
 */
export function cacheStatedMinutes({ db, marketClock }: RecordContext): RecordApi['readStatedMinutes'] {
  let minutes: readonly StatedMinute[] = [];
  let readTo: number | null = null;
  let reading: Promise<unknown> = Promise.resolve();

  const readNew = async (since: number): Promise<StatedMinute[]> => {
    const { size } = await readHead(db);
    const added: StatedMinute[] = [];
    let from: number = readTo ?? (await findFirstIndexSince(db, new Date(since))) ?? size;
    for (; from < size; from += batch) {
      const rows = await listMinutes(db, from, Math.min(from + batch, size));
      added.push(...rows.flatMap(toStatedMinute));
    }
    readTo = size;
    return added;
  };

  const extend = async (): Promise<StatedMinutes> => {
    const since = marketClock.now() - weekMs;
    minutes = [...minutes, ...(await readNew(since))].filter(({ at }) => at >= since);
    const known = minutes;
    return {
      minutes: known.map(({ at }) => at),
      getHighest: (model, duration) => {
        const index = getIndex(model, duration);
        return known.map(({ highest }) => (highest[index] ?? 0) / 100);
      },
    };
  };

  return () => {
    const next = reading.then(extend, extend);
    reading = next;
    return next;
  };
}

function toStatedMinute(row: Parameters<typeof readLeaf>[0]): StatedMinute[] {
  const leaf = readLeaf(row);
  if (leaf.kind !== 'minute') return [];
  const highest = new Uint16Array(aiModelKeys.length * durations.length);
  for (const { model, forecasts } of leaf.forecasts.flatMap((line) => parseForecasts(line) ?? []))
    for (const { duration, probability } of forecasts) {
      const index = getIndex(model, duration);
      highest[index] = Math.max(highest[index] ?? 0, Math.round(100 * probability));
    }
  return [{ at: Date.parse(leaf.at), highest }];
}

const getIndex = (model: AiModelKey, duration: Duration): number =>
  aiModelKeys.indexOf(model) * durations.length + durations.indexOf(duration);
