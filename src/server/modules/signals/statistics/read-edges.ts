import { type MarketClock, minuteMs, startOfMinute } from '#domain/time.ts';
import type { Duration } from '#domain/market/duration.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { hasEdge, type EdgeMinutes, edgeShare, hourOfDay, medianWait } from '#domain/signals/edge.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import type { RecordApi, StatedMinutes } from '#server/modules/record/record.api.ts';

/** How often models had an edge at this hour of the day, in the recorded minutes of the last week. */
type Edges = ReturnType<typeof computeEdges>;

export type ReadEdges = () => Promise<Edges>;

/** Read again once a minute, because that is how often the record grows. */
export function cacheEdges({ readStatedMinutes }: RecordApi, clock: MarketClock): ReadEdges {
  const read = cacheAnswer({
    clock,
    ms: minuteMs,
    read: async (minute: number) => computeEdges(await readStatedMinutes(), hourOfDay(minute)),
  });
  return () => read(startOfMinute(clock.now()));
}

function computeEdges(stated: StatedMinutes, hour: number) {
  const waits = new Map<string, number | null>();
  const shares = new Map<string, number | null>();
  const getMinutes = (models: readonly AiModelKey[], durations: readonly Duration[], payout: number): EdgeMinutes => {
    const edges = models.flatMap((model) =>
      durations.flatMap((duration) => {
        const highest = stated.getHighest(model, duration);
        return stated.minutes.filter((_, i) => hasEdge({ model, probability: highest[i] ?? 0, payout }));
      }),
    );
    return { minutes: stated.minutes, edges: [...new Set(edges)].toSorted((a, b) => a - b) };
  };
  return {
    /** About one signal in so many minutes; null: less than an hour is recorded, or there was none. */
    minutes: (model: AiModelKey, duration: Duration, payout: number): number | null => {
      const share = getOrCompute(shares, `${model} ${duration} ${payout}`, () =>
        edgeShare(getMinutes([model], [duration], payout), hour),
      );
      return share === null || share === 0 ? null : 1 / share;
    },
    /** Median seconds until any of these models has one for any of these durations; null: unknown. */
    wait: (models: readonly AiModelKey[], durations: readonly Duration[], payout: number): number | null =>
      getOrCompute(waits, [...models, ...durations, payout].join(' '), () =>
        medianWait(getMinutes(models, durations, payout), hour),
      ),
  };
}

function getOrCompute(cache: Map<string, number | null>, key: string, compute: () => number | null): number | null {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const value = compute();
  cache.set(key, value);
  return value;
}
