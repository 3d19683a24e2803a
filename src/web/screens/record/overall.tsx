import type { ModelFigures } from '#contract/record.ts';
import type { RecordSummary } from '#contract/record-views.ts';
import { wilsonInterval } from '#domain/wilson-interval.ts';
import { Rich } from '../../language/rich.tsx';
import { usePhrases } from '../../language/use-phrases.ts';
import { edgeVerdict } from '../../record/edge-verdict.ts';

interface OverallProps {
  readonly models: readonly ModelFigures[];
  readonly summary: RecordSummary;
  readonly payout: number;
  /** Null: all time. */
  readonly days: number | null;
}

const fewestOutcomes = 100;

/** All models together in one sentence: how much came true, and whether it pays. */
export function Overall({ models, summary, payout, days }: OverallProps) {
  const { t, f } = usePhrases();
  const sum = (one: 'successful' | 'unsuccessful'): number => models.reduce((all, figures) => all + figures[one], 0);
  const [won, lost] = [sum('successful'), sum('unsuccessful')];
  const number = won + lost;
  const interval = number < fewestOutcomes ? null : wilsonInterval(won, number);
  if (summary.since === null) return <p>{t('record.overall.empty')}</p>;
  if (!interval) return <p>{t('record.overall.few', { number: f.count(number), enough: fewestOutcomes })}</p>;
  const breakEven = 1 / (1 + payout);
  const figures = { rate: f.percent(won / number, 1), number: f.count(number) };
  const since = f.date(Date.parse(summary.since));
  const rate =
    days === null
      ? t('record.overall.rate', { ...figures, since })
      : t('record.overall.rateDays', { ...figures, days });
  const pays = t(`record.overall.${edgeVerdict(interval, breakEven)}`, { breakEven: f.percent(breakEven, 1) });
  return (
    <p>
      <Rich text={`${rate} ${pays}`} />
    </p>
  );
}
