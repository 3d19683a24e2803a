import { TriangleAlert } from 'lucide-react';
import type { ModelFigures } from '#contract/record/record.ts';
import { recordPaths } from '#contract/paths.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { losingChance } from '#domain/signals/losing-chance.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { usePublicRead } from '#web/api/use-public-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Note } from '#web/ui/feedback/note.tsx';

const { trades, minStake } = contestRules;
/** The 2 % rule: a stake is at most this share of the balance. */
const riskedShare = 0.02;

/**
 * Average cost of ten trades, shown before joining: at the rate of the record, or at a coin's while
 * there is none.
 */
export function RiskNote() {
  const { t, f } = usePhrases();
  const { data } = usePublicRead<ModelFigures[]>(recordPaths.models);
  return (
    <div className="contest-risk">
      <Note icon={TriangleAlert} tone="warn">
        <b>{t('contest.math.title')}</b>{' '}
        {t('contest.math.rule', { stake: f.usd(minStake), deposit: f.usd(minStake / riskedShare) })}{' '}
        {data && <Odds models={data} />} {t('contest.math.end')}
      </Note>
    </div>
  );
}

function Odds({ models }: { models: readonly ModelFigures[] }) {
  const { t, f } = usePhrases();
  const breakEven = models[0]?.breakEven;
  if (breakEven === undefined) return null;
  const payout = 1 / breakEven - 1;
  const won = sumUp(models, 'successful');
  const total = won + sumUp(models, 'unsuccessful');
  const money = { stake: f.usd(minStake), worst: f.usd(trades * minStake) };
  const casesAt = (rate: number): string => f.count(100 * losingChance(trades, rate, payout));
  return total < minOutcomesForRate
    ? t('contest.math.assumed', { ...money, cases: casesAt(0.5) })
    : t('contest.math.measured', { ...money, cases: casesAt(won / total), rate: f.percent(won / total, 1) });
}

const sumUp = (models: readonly ModelFigures[], key: 'successful' | 'unsuccessful'): number =>
  models.reduce((sum, figures) => sum + figures[key], 0);
