import type { RecordEquity } from '#contract/record/views.ts';
import { dayMs } from '#domain/time.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { EquityFigure } from './equity-figure.tsx';
import { EquityTable } from './equity-table.tsx';
import { useStakes } from './use-stakes.ts';

/** The curve, its max drawdown, and the same data as numbers. */
export function EquityShown({ equity }: { equity: RecordEquity }) {
  const { t, f } = usePhrases();
  const stakes = useStakes();
  const { drawdown } = equity;
  // Within a day the time is more useful than the date alone.
  const isShort = drawdown !== null && Date.parse(drawdown.to) - Date.parse(drawdown.from) < dayMs;
  const instantText = (instant: string): string => {
    const at = Date.parse(instant);
    return isShort ? `${f.date(at)} ${f.clock(at)}` : f.date(at);
  };
  return (
    <>
      <EquityFigure equity={equity} />
      <p className="text-14 text-ink-3 rec-said">
        {drawdown
          ? t('record.equity.deepest', {
              depth: stakes(drawdown.depth),
              from: instantText(drawdown.from),
              to: instantText(drawdown.to),
            })
          : t('record.equity.noDrawdown')}{' '}
        {t('record.equity.longest', { n: f.count(equity.longestLosses) })}{' '}
        {t('record.equity.note', { payout: f.percent(equity.payout) })}
      </p>
      <EquityTable equity={equity} />
    </>
  );
}
