import { TriangleAlert } from 'lucide-react';
import type { ModelFigures } from '#contract/record/record.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { edgeVerdict, verdictTone } from '#web/record/edge-verdict.ts';
import { FollowStar } from '#web/record/follow-star.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { IntervalBar } from './interval-bar.tsx';
import type { IntervalScale } from './interval-scale.ts';
import type { Standing } from './standing.ts';
import type { RecordSource } from '../use-record-address.ts';

interface LeaderboardRowProps {
  readonly standing: Standing;
  readonly scale: IntervalScale;
  readonly breakEven: number;
  readonly source: RecordSource;
  /** Null: not loaded yet. With 0 nothing can be proven, which the facts of the page say once. */
  readonly quorum: number | null;
}

export function LeaderboardRow({ standing, scale, breakEven, source, quorum }: LeaderboardRowProps) {
  const { t, f } = usePhrases();
  const { aiModel, total, winRate, interval, rank, proven } = standing;
  const verdict = interval && edgeVerdict(interval, breakEven);
  const notes = [
    ...(rank === null ? [] : [t('record.models.place', { place: rank })]),
    ...(proven && quorum !== null && quorum > 0
      ? [
          t(source === 'people' ? 'record.models.proven' : 'record.models.minutesProven', {
            n: f.count(proven.n),
            of: f.count(proven.of),
          }),
        ]
      : []),
  ];
  const unit = source === 'people' ? 'record.models.signals' : 'record.models.forecasts';
  return (
    <li>
      <span className="nm">
        <ModelFlag model={aiModel} size="s" />
        <span className="min-w-0">
          {aiModelName(aiModel)}
          <small className={`text-13 ${verdict ? verdictTone[verdict] : 'text-ink-3'}`}>
            {t(`record.models.${verdict ?? (total < minOutcomesForRate ? 'fewResults' : 'fewHours')}`)}
          </small>
        </span>
        <FollowStar model={aiModel} />
      </span>
      <span className="n">
        {f.count(total)}
        <span className="unit"> {t(unit, { count: total })}</span>
      </span>
      <IntervalBar {...{ interval, winRate, scale, breakEven }} />
      <span className="wr">
        {interval && winRate !== null ? (
          <>
            {f.percent(winRate, 1)}
            <small>{f.range(interval.low, interval.high)}</small>
          </>
        ) : (
          <span className="text-ink-3">–</span>
        )}
      </span>
      {notes.length > 0 && <span className="pr text-13 text-ink-3">{notes.join(' · ')}</span>}
      {standing.flagged && (
        <p className="lb-flag text-13">
          <TriangleAlert className="ic warn" aria-hidden="true" />
          <span>
            <b>{t('record.models.flagged')}.</b> <FlagReason flag={standing.flag} />
          </span>
        </p>
      )}
    </li>
  );
}

/** Which live figure is outside the interval of the model's card, in words. */
function FlagReason({ flag }: { flag: ModelFigures['flag'] }) {
  const { t, f } = usePhrases();
  if (!flag?.card) return t('record.models.flagStated');
  const { live, card, figure } = flag;
  const sendRequest = (share: number): string =>
    figure === 'win_rate' ? f.percent(share, 1) : f.signed(share * 100, 1);
  const values = {
    live: sendRequest(live.value),
    low: sendRequest(live.low),
    high: sendRequest(live.high),
    cardLow: sendRequest(card.low),
    cardHigh: sendRequest(card.high),
  };
  return figure === 'win_rate' ? t('record.models.flagWinRate', values) : t('record.models.flagCalibration', values);
}
