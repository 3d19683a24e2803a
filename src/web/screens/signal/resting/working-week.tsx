import type { WorkingStats } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { dayShare, momentInZone } from './zone-time.ts';

const isoDays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Seven columns, one per day: when the market is open, and the current time in the week. */
export function WorkingWeek({ market, now }: { market: WorkingStats; now: number }) {
  const { t, f } = usePhrases();
  const { isoDay, time } = momentInZone(now, market.timezone);
  const from = dayShare(market.from);
  const to = dayShare(market.to);
  const first = market.days.at(0);
  const last = market.days.at(-1);
  return (
    <section className="card p-card flex flex-col gap-4">
      <div className="flex items-center gap-3 justify-between flex-wrap">
        <h2 className="h4">{t('signal.resting.hours')}</h2>
        <span className="text-14 text-ink-3">
          {market.timezone === 'Europe/Kyiv'
            ? t('signal.resting.zoneKyiv')
            : t('signal.resting.zone', { zone: market.timezone.replaceAll('_', ' ') })}
        </span>
      </div>
      <div className="week" aria-hidden="true">
        {isoDays.map((day) => (
          <div key={day}>
            <div className={day === isoDay ? 'week-day today' : 'week-day'}>
              {market.days.includes(day) && (
                <i className="week-open" style={{ top: `${from * 100}%`, bottom: `${(1 - to) * 100}%` }} />
              )}
              {day === isoDay && <i className="week-now" style={{ top: `${dayShare(time) * 100}%` }} />}
            </div>
            <span className={day === isoDay ? 'text-13 text-ink-1 font-semibold' : 'text-13 text-ink-3'}>
              {f.weekday(day, 'short')}
            </span>
          </div>
        ))}
      </div>
      {first && last && (
        <p className="text-14 text-ink-3 schedule">
          {t('signal.resting.schedule', {
            days: first === last ? f.weekday(first, 'long') : `${f.weekday(first, 'long')}–${f.weekday(last, 'long')}`,
            from: market.from,
            to: market.to,
            now: `${f.weekday(isoDay, 'long')}, ${time}`,
          })}
        </p>
      )}
    </section>
  );
}
