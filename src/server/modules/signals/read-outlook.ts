import type { Outlook, PairOutlook, Prospect } from '#contract/signals.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { type Duration, type PickerDuration, pickerDurations } from '#domain/market/duration.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { edgeLeft } from '#domain/signals/entry-window.ts';
import { getBreakEven } from '#domain/signals/edge.ts';
import type { TraderPayouts } from '#server/modules/payouts/payouts.api.ts';
import { findBestNow, findResumption, getReason, listFreshPairs, listOpenModels } from './choose-forecast.ts';
import type { PaidForecast } from './draft-signal.ts';
import type { SignalsContext } from './signals-context.ts';

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
export async function readOutlook(ctx: SignalsContext, request: OutlookRequest): Promise<Outlook> {
  const { isVipOpen, payouts, exclude, symbol } = request;
  const edges = await ctx.readEdges();
  const fresh = listFreshPairs(ctx);
  const open = listOpenModels(ctx, isVipOpen);
  const seeDuration = (aiModel: AiModelKey, interval: PickerDuration) => {
    const own = { durations: [interval], payouts };
    const query =
      aiModel === 'manual'
        ? { ...own, models: open, symbols: fresh.filter((pair) => pair === symbol), exclude: [] }
        : { ...own, models: [aiModel], symbols: fresh, exclude };
    const best = findBestNow(ctx, query);
    return {
      interval,
      reason: best?.hasEdge ? null : getReason(ctx, query, best),
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
  const resumesAt = byTime ? await findResumption(ctx, byTime) : null;
  return { resumesAt: toInstantOrNull(resumesAt), models };
}

/** What the manual model would answer of each pair. */
export function readPairOutlook(ctx: SignalsContext, { isVipOpen, payouts }: Caller, interval: Duration): PairOutlook {
  const models = listOpenModels(ctx, isVipOpen);
  const pairs = listFreshPairs(ctx).flatMap((symbol) => {
    const best = findBestNow(ctx, { models, durations: [interval], symbols: [symbol], exclude: [], payouts });
    return best ? [toProspect(best)] : [];
  });
  return { pairs };
}

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
