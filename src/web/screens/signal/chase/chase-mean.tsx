import type { Signal } from '#contract/signals.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { ChaseOdds } from './chase-odds.ts';
import type { StepChance } from './use-step-chance.ts';

interface ChaseMeanProps {
  readonly signal: Signal;
  readonly odds: ChaseOdds;
  readonly chance: StepChance;
}

/** The mean result, compared with stopping, and the source of its probability. */
export function ChaseMean({ signal, odds, chance }: ChaseMeanProps) {
  const { t, f } = usePhrases();
  const mean = t('chase.mean', { mean: f.usd(odds.mean), stop: f.usd(odds.stop) });
  return (
    <span className="tabular-nums">
      <Rich text={mean} /> <Source signal={signal} chance={chance} />
    </span>
  );
}

function Source({ signal: { aiModel, analytics }, chance }: Omit<ChaseMeanProps, 'odds'>) {
  const { t, f } = usePhrases();
  const model = aiModelName(aiModel);
  if (chance.kind === 'stated') return t('chase.stated', { model, percent: f.percent(chance.p) });
  const { p, count, low, high } = chance;
  const { breakEven } = analytics;
  const verdict = high < breakEven ? 'below' : low > breakEven ? 'above' : 'within';
  const measured = t('chase.measured', {
    model,
    percent: f.percent(p, 1),
    n: f.count(count),
    low: f.decimal(low * 100, 1),
    high: f.percent(high, 1),
  });
  return `${measured} ${t(`chase.${verdict}`, { breakEven: f.percent(breakEven, 1) })}`;
}
