import type { Signal } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { OpenChip, OutcomeChip, VoidNote } from '#web/ui/outcome-mark.tsx';
import { sumUp, type TradedResult } from './use-own-trades.ts';

/** What the user won or lost by this signal, as the broker reports it. */
export function Traded({ result }: { result: TradedResult | undefined }) {
  const { t, f } = usePhrases();
  if (!result) return null;
  const { profit, stake } = result;
  return (
    <span className="text-13 text-ink-2 tabular-nums">
      {profit === null
        ? t('history.trades.open', { stake: f.usd(stake) })
        : t('history.trades.own', { profit: f.profit(profit) })}
    </span>
  );
}

/** The sum over the signals in the list; nothing when none of them was traded. */
export function TradedSum({ results }: { results: ReadonlyMap<string, TradedResult> }) {
  const { t, f } = usePhrases();
  const { count, profit } = sumUp(results.values());
  if (count === 0) return null;
  return (
    <p className="traded-sum text-14" role="status">
      {t('history.trades.sum', { profit: f.profit(profit), n: f.count(count), count })}{' '}
      <span className="text-13 text-ink-3">{t('history.trades.source')}</span>
    </p>
  );
}

/** Shape, colour and word; an open signal has no outcome yet. */
export function ResultChip({ result, voidReason }: Pick<Signal, 'result' | 'voidReason'>) {
  const { t } = usePhrases();
  if (result === null) return <OpenChip>{t('common.outcome.open')}</OpenChip>;
  return (
    <span className="flex flex-col gap-1">
      <OutcomeChip result={result} />
      <VoidNote reason={voidReason} />
    </span>
  );
}
