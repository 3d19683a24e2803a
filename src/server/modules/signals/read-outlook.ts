import { getBreakEven } from '#domain/statistics/break-even.ts';
import type { Outlook } from '#contract/signals.ts';
import { toInstant } from '#contract/wire.ts';
import { pickerDurations } from '#domain/market/duration.ts';
import type { CurrentForecasts } from './current-forecasts.ts';
import { type FindResumption, toForecastBelow } from './describe-silence.ts';
import type { ReadEdges } from './statistics/read-edges.ts';

/** What each local model sees now, by the rules that issue a signal. */
export type ReadOutlook = (caller: { readonly isVipOpen: boolean }) => Promise<Outlook>;

interface ReadOutlookDependencies {
  readonly current: CurrentForecasts;
  readonly readEdges: ReadEdges;
  readonly findResumption: FindResumption;
  readonly payout: number;
}

export const createReadOutlook =
  ({ current, readEdges, findResumption, payout }: ReadOutlookDependencies): ReadOutlook =>
  async ({ isVipOpen }) => {
    const edges = await readEdges();
    const symbols = current.freshPairs();
    const models = current.openModels(isVipOpen).map((aiModel) => ({
      aiModel,
      durations: pickerDurations.map((interval) => {
        const query = { models: [aiModel], durations: [interval], symbols, exclude: [] };
        const edgeShare = edges.share(aiModel, interval);
        if (current.best(query)) return { interval, hasSignal: true, edgeShare, best: null, reason: null };
        const surest = current.surest(query);
        const reason = current.getReason(query, surest);
        return { interval, hasSignal: false, edgeShare, best: surest && toForecastBelow(surest), reason };
      }),
    }));
    const reasons = models.flatMap(({ durations }) => durations.flatMap(({ reason }) => reason ?? []));
    const byTime = (['thin_hours', 'not_calibrated'] as const).find((reason) => reasons.includes(reason));
    const resumesAt = byTime ? await findResumption(byTime) : null;
    return { breakEven: getBreakEven(payout), resumesAt: resumesAt === null ? null : toInstant(resumesAt), models };
  };
