import { getBreakEven } from '#domain/statistics/break-even.ts';
import type { RecordOverall, RecordSummary } from '#contract/record/views.ts';
import { minHoursForRate, minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { edgeVerdict } from '#web/record/interval-bar.tsx';

interface OverallProps {
  readonly overall: RecordOverall;
  readonly summary: RecordSummary;
  readonly payout: number;
  /** Null: all time. */
  readonly days: number | null;
}

/** All models together, and practice apart from them. */
export function Overall(props: OverallProps) {
  return (
    <>
      <Signals {...props} />
      <Practice practice={props.overall.practice} />
    </>
  );
}

/** In one sentence: the win rate, and whether it is profitable. */
function Signals({ overall, summary, payout, days }: OverallProps) {
  const { t, f } = usePhrases();
  const { winRate, low, high } = overall;
  const number = overall.successful + overall.unsuccessful;
  if (summary.since === null) return <p>{t('record.overall.empty')}</p>;
  if (winRate === null || low === null || high === null) {
    const known = { number: f.count(number), enough: minOutcomesForRate, hours: minHoursForRate };
    return <p>{t('record.overall.few', known)}</p>;
  }
  const breakEven = getBreakEven(payout);
  const figures = { rate: f.percent(winRate, 1), number: f.count(number) };
  const since = f.date(Date.parse(summary.since));
  const rate =
    days === null
      ? t('record.overall.rate', { ...figures, since })
      : t('record.overall.rateDays', { ...figures, days });
  const pays = t(`record.overall.${edgeVerdict({ low, high }, breakEven)}`, { breakEven: f.percent(breakEven, 1) });
  return (
    <p>
      <Rich text={`${rate} ${pays}`} />
    </p>
  );
}

/** The server states a rate only from enough outcomes on. */
function Practice({ practice }: Pick<RecordOverall, 'practice'>) {
  const { t, f } = usePhrases();
  const { winRate, total, void: voided, successful, unsuccessful } = practice;
  if (total + voided === 0) return null;
  const text =
    winRate === null
      ? t('record.overall.practice', { number: f.count(total + voided) })
      : t('record.overall.practiceRate', { rate: f.percent(winRate, 1), number: f.count(successful + unsuccessful) });
  return (
    <p className="text-14 text-ink-3">
      <Rich text={text} />
    </p>
  );
}
