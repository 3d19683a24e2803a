import type { WorkingStats } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

/** The next closure by the market's calendar apart from weekends, in the reader's time. */
export function MarketHolidays({ holidays }: { holidays: WorkingStats['holidays'] }) {
  const { t, f } = usePhrases();
  if (holidays.length === 0) return null;
  const moment = (wire: string): string => {
    const at = Date.parse(wire);
    return `${f.date(at)}, ${f.clock(at)}`;
  };
  return (
    <section className="card pad col g3">
      <div className="row sb wr">
        <h2 className="h4">{t('signal.resting.holidays')}</h2>
        <span className="s14 t3">{t('signal.resting.holidaysZone')}</span>
      </div>
      <ul className="col g2 num">
        {holidays.map(({ from, to }) => (
          <li key={from}>{t('signal.resting.closed', { from: moment(from), to: moment(to) })}</li>
        ))}
      </ul>
    </section>
  );
}
