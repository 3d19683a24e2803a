import type { RecordEquity } from '#contract/record/views.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

const maxRows = 12;

/** A dozen points of the curve as numbers. */
export function EquityTable({ equity }: { equity: RecordEquity }) {
  const { t, f } = usePhrases();
  const { points } = equity;
  const stride = Math.max(1, Math.ceil(points.length / maxRows));
  const rows = points.filter((_, index) => (points.length - 1 - index) % stride === 0);
  return (
    <details className="rec-table">
      <summary>{t('record.equity.table')}</summary>
      <table className="tbl tabular-nums">
        <caption className="sr-only">{t('record.equity.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('record.equity.at')}</th>
            <th scope="col" className="r">
              {t('record.equity.trades')}
            </th>
            <th scope="col" className="r">
              {t('record.equity.sum')}
            </th>
            <th scope="col" className="r">
              {t('record.equity.below')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, trades, total, peak }) => (
            <tr key={trades}>
              <td>
                {f.date(Date.parse(at))} {f.clock(Date.parse(at))}
              </td>
              <td className="r">{f.count(trades)}</td>
              <td className="r">{f.signed(total, 1)}</td>
              <td className="r">{f.decimal(peak - total, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
