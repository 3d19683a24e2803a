import { type MarketClock, minuteMs, startOfMinute } from '#domain/time.ts';
import type { Duration } from '#domain/market/duration.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { type EdgeMinutes, edgeShare, hourOfDay, medianWait } from '#domain/statistics/edge-frequency.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import type { RecordApi, StatedSignals } from '#server/modules/record/record.api.ts';

/** How often models had an edge at this hour of the day, in the recorded minutes of the last week. */
type Edges = ReturnType<typeof computeEdges>;

export type ReadEdges = () => Promise<Edges>;

interface ReadEdgesDependencies {
  readonly readStatedSignals: RecordApi['readStatedSignals'];
  readonly clock: MarketClock;
}

/** Read again once a minute, because that is how often the record grows. */
export function createReadEdges({ readStatedSignals, clock }: ReadEdgesDependencies): ReadEdges {
  const read = cacheAnswer({
    clock,
    ms: minuteMs,
    read: async (minute: number) => computeEdges(await readStatedSignals(), hourOfDay(minute)),
  });
  return () => read(startOfMinute(clock.now()));
}

function computeEdges(stated: StatedSignals, hour: number) {
  const times = groupTimes(stated);
  const waits = new Map<string, number | null>();
  const shares = new Map<string, number | null>();
  const getMinutes = (models: readonly AiModelKey[], durations: readonly Duration[]): EdgeMinutes => {
    const own = models.flatMap((model) => durations.flatMap((duration) => times.get(getKey(model, duration)) ?? []));
    return { minutes: stated.minutes, edges: [...new Set(own)].toSorted((a, b) => a - b) };
  };
  return {
    /** About one signal in so many minutes; null: less than an hour is recorded, or there was none. */
    minutes: (model: AiModelKey, duration: Duration, _payout: number): number | null => {
      const share = getOrCompute(shares, getKey(model, duration), () =>
        edgeShare(getMinutes([model], [duration]), hour),
      );
      return share === null || share === 0 ? null : 1 / share;
    },
    /** Median seconds until any of these models has one for any of these durations; null: unknown. */
    wait: (models: readonly AiModelKey[], durations: readonly Duration[]): number | null =>
      getOrCompute(waits, [...models, ...durations].join(' '), () => medianWait(getMinutes(models, durations), hour)),
  };
}

function getOrCompute(cache: Map<string, number | null>, key: string, compute: () => number | null): number | null {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const value = compute();
  cache.set(key, value);
  return value;
}

function groupTimes({ signals }: StatedSignals): ReadonlyMap<string, readonly number[]> {
  const groups = Map.groupBy(signals, ({ model, duration }) => getKey(model, duration));
  return new Map([...groups].map(([place, own]) => [place, own.map(({ at }) => at)]));
}

const getKey = (model: AiModelKey, duration: Duration): string => `${model} ${duration}`;
