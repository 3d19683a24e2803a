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
    <section className="card p-card flex flex-col gap-3">
      <div className="flex items-center gap-3 justify-between flex-wrap">
        <h2 className="h4">{t('signal.resting.holidays')}</h2>
        <span className="text-14 text-ink-3">{t('signal.resting.holidaysZone')}</span>
      </div>
      <ul className="flex flex-col gap-2 tabular-nums">
        {holidays.map(({ from, to }) => (
          <li key={from}>{t('signal.resting.closed', { from: moment(from), to: moment(to) })}</li>
        ))}
      </ul>
    </section>
  );
}
