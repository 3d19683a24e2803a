import type { Outlook, PairOutlook, Prospect } from '#contract/signals.ts';
import { toInstant } from '#contract/wire.ts';
import { type Duration, type PickerDuration, pickerDurations } from '#domain/market/duration.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { edgeLeft } from '#domain/signals/entry-window.ts';
import { getBreakEven } from '#domain/statistics/break-even.ts';
import type { TraderPayouts } from '#server/modules/payouts/payouts.api.ts';
import type { CurrentForecasts, PaidForecast } from './current-forecasts.ts';
import type { FindResumption } from './describe-silence.ts';
import type { ReadEdges } from './statistics/read-edges.ts';

interface Caller {
  readonly isVipOpen: boolean;
  readonly payouts: TraderPayouts;
}

interface OutlookRequest extends Caller {
  readonly exclude: readonly string[];
  /** The pair of the manual model. */
  readonly symbol: string | undefined;
}

/** What each local model sees now, by the rules that issue a signal. */
export type ReadOutlook = (request: OutlookRequest) => Promise<Outlook>;

interface ReadOutlookDependencies {
  readonly current: CurrentForecasts;
  readonly readEdges: ReadEdges;
  readonly findResumption: FindResumption;
}

export const createReadOutlook =
  ({ current, readEdges, findResumption }: ReadOutlookDependencies): ReadOutlook =>
  async ({ isVipOpen, payouts, exclude, symbol }) => {
    const edges = await readEdges();
    const fresh = current.freshPairs();
    const open = current.openModels(isVipOpen);
    const seeDuration = (aiModel: AiModelKey, interval: PickerDuration) => {
      const own = { durations: [interval], payouts };
      const query =
        aiModel === 'manual'
          ? { ...own, models: open, symbols: fresh.filter((pair) => pair === symbol), exclude: [] }
          : { ...own, models: [aiModel], symbols: fresh, exclude };
      const best = current.best(query);
      return {
        interval,
        reason: best?.hasEdge ? null : current.getReason(query, best),
        minutes: aiModel === 'manual' ? null : edges.minutes(aiModel, interval, payouts.default),
        best: best && toProspect(best),
      };
    };
    const models = [...open, 'manual' as const].map((aiModel) => ({
      aiModel,
      durations: pickerDurations.map((interval) => seeDuration(aiModel, interval)),
    }));
    const reasons = models.flatMap(({ durations }) => durations.flatMap(({ reason }) => reason ?? []));
    const byTime = (['thin_hours', 'not_calibrated'] as const).find((reason) => reasons.includes(reason));
    const resumesAt = byTime ? await findResumption(byTime) : null;
    return { resumesAt: resumesAt === null ? null : toInstant(resumesAt), models };
  };

/** What the manual model would answer of each pair. */
export type ReadPairOutlook = (caller: Caller, interval: Duration) => PairOutlook;

export const createReadPairOutlook =
  ({ current }: Pick<ReadOutlookDependencies, 'current'>): ReadPairOutlook =>
  ({ isVipOpen, payouts }, interval) => {
    const models = current.openModels(isVipOpen);
    const pairs = current.freshPairs().flatMap((symbol) => {
      const best = current.best({ models, durations: [interval], symbols: [symbol], exclude: [], payouts });
      return best ? [toProspect(best)] : [];
    });
    return { pairs };
  };

function toProspect({ forecast, payout, hasEdge }: PaidForecast): Prospect {
  const { symbol, duration, decidedAt, passability, asOf = decidedAt } = forecast;
  return {
    symbol,
    passability: 50 + (passability - 50) / edgeLeft(duration, asOf - decidedAt),
    decidedAt: toInstant(decidedAt),
    payout,
    breakEven: getBreakEven(payout),
    hasEdge,
  };
}
