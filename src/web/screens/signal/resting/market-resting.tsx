import { useQueryClient } from '@tanstack/react-query';
import { Bell, BellRing, Clock } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { WorkingStats } from '#contract/prices.ts';
import { knownZone } from '#domain/market/start-of-day.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import { shownZone } from '#web/language/formats.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { optionalView } from '#web/routing/lazy-view.tsx';
import { workingStatsQuery } from '#web/session/working-stats.ts';
import { onStored, readStored, writeStored } from '#web/storage/stored.ts';
import { Button } from '#web/ui/button.tsx';
import { useServerNow } from '../countdown.ts';

const TradingTip = optionalView(() => import('./tip-card.tsx'));

/** When signals return, in the user's zone, and the weekly hours in the market's. */
export default function MarketResting({ market }: { market: WorkingStats }) {
  const { t, lang } = usePhrases();
  const queries = useQueryClient();
  const now = useServerNow();
  const opensAt = market.nextOpen === null ? null : Date.parse(market.nextOpen);
  const isDue = opensAt !== null && now >= opensAt;
  useEffect(() => {
    if (isDue) void queries.refetchQueries(workingStatsQuery);
  }, [isDue, queries]);
  return (
    <div className="flex flex-col gap-4 mx-auto max-w-[880px]">
      <section className="card">
        <div className="state">
          <div className="art">
            <RestingMoon />
          </div>
          <h2>{t('signal.resting.title')}</h2>
          <p>
            {isWeekdaysOnly(market) && `${t('signal.resting.weekdaysOnly')} `}
            {opensAt === null ? t('signal.resting.returnsUnknown') : <Returns at={opensAt} now={now} />}
          </p>
          <div className="acts">
            {opensAt !== null && (
              <span className="chip lg">
                <Clock className="ic" />
                <TimeToOpening left={opensAt - now} />
              </span>
            )}
            <Button look="s" to={paths.wiki(lang)} text={t('signal.resting.wiki')} />
            {opensAt !== null && <RemindButton opensAt={opensAt} />}
          </div>
        </div>
      </section>
      <WorkingWeek market={market} now={now} />
      <MarketHolidays holidays={market.holidays} />
      <TradingTip />
    </div>
  );
}

/** Moon over a still sea: the market is closed. */
function RestingMoon() {
  return (
    <svg viewBox="0 0 320 150" width="300" aria-hidden="true">
      <path d="M178 34a34 34 0 1 0 22 58 28 28 0 0 1-22-58z" fill="var(--t1)" opacity=".92" />
      <path d="M0 112H320" stroke="var(--line-3)" />
      <path d="M70 122H250" stroke="var(--line-2)" strokeWidth="2" strokeLinecap="round" strokeDasharray="30 12" />
      <path d="M84 131H236" stroke="var(--line-2)" strokeWidth="2" strokeLinecap="round" strokeDasharray="25 12" />
      <path d="M98 140H222" stroke="var(--line-2)" strokeWidth="2" strokeLinecap="round" strokeDasharray="20 12" />
      <path d="M112 149H208" stroke="var(--line-2)" strokeWidth="2" strokeLinecap="round" strokeDasharray="15 12" />
      <circle cx="60" cy="40" r="1.8" fill="var(--t3)" />
      <circle cx="98" cy="22" r="1.8" fill="var(--t3)" />
      <circle cx="250" cy="30" r="1.8" fill="var(--t3)" />
      <circle cx="272" cy="66" r="1.8" fill="var(--t3)" />
      <circle cx="42" cy="74" r="1.8" fill="var(--t3)" />
    </svg>
  );
}

/** Open from Monday to Friday, like currency markets. */
const isWeekdaysOnly = ({ days }: WorkingStats): boolean => !days.includes(6) && !days.includes(7);

const dayKeys = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

function Returns({ at, now }: { at: number; now: number }) {
  const { t, f } = usePhrases();
  const time = f.clock(at);
  const isToday = f.getIsoDay(at) === f.getIsoDay(now) && at - now < dayMs;
  const day = t(`signal.resting.on.${dayKeys[f.getIsoDay(at) - 1] ?? 'monday'}`);
  return (
    <span>{isToday ? t('signal.resting.returnsToday', { time }) : t('signal.resting.returns', { day, time })}</span>
  );
}

function TimeToOpening({ left }: { left: number }) {
  const { t } = usePhrases();
  const minutes = Math.max(0, Math.ceil(left / minuteMs));
  const hours = Math.floor(minutes / 60);
  const time =
    hours === 0
      ? t('signal.resting.minutesOnly', { minutes })
      : t('signal.resting.hoursMinutes', { hours, minutes: minutes % 60 });
  return <span>{t('signal.resting.opensIn', { time })}</span>;
}

/** Toggles the reminder of the market opening. */
function RemindButton({ opensAt }: { opensAt: number }) {
  const { t } = usePhrases();
  const isOn = useSyncExternalStore(onStored, () => readStored('remind-open') === opensAt);
  const [canNotify, setCanNotify] = useState(() => permission() === 'granted');
  const toggle = async (): Promise<void> => {
    writeStored('remind-open', isOn ? null : opensAt);
    if (!isOn && permission() === 'default') setCanNotify((await Notification.requestPermission()) === 'granted');
  };
  const Icon = isOn ? BellRing : Bell;
  return (
    <>
      <Button
        look="s"
        aria-pressed={isOn}
        onClick={() => void toggle()}
        icon={Icon}
        text={t(isOn ? 'signal.resting.reminding' : 'signal.resting.remind')}
      />
      <p className="text-13 text-ink-3" role="status">
        {isOn && t(canNotify ? 'signal.resting.remindNote' : 'signal.resting.remindSound')}
      </p>
    </>
  );
}

const permission = (): NotificationPermission => ('Notification' in globalThis ? Notification.permission : 'denied');

const isoDays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Seven columns, one per day: when the market is open, and the current time in the week. */
function WorkingWeek({ market, now }: { market: WorkingStats; now: number }) {
  const { t, f } = usePhrases();
  const { isoDay, time } = momentInZone(now, market.timezone);
  const zone = shownZone(market.timezone);
  const from = dayShare(market.from);
  const to = dayShare(market.to);
  const first = market.days.at(0);
  const last = market.days.at(-1);
  return (
    <section className="card p-card flex flex-col gap-4">
      <div className="flex items-center gap-3 justify-between flex-wrap">
        <h2 className="h4">{t('signal.resting.hours')}</h2>
        <span className="text-14 text-ink-3">
          {zone === 'Europe/Kyiv' ? t('signal.resting.zoneKyiv') : t('signal.resting.zone', { zone })}
        </span>
      </div>
      <div className="grid grid-cols-[repeat(7,1fr)] gap-1.5 text-center" aria-hidden="true">
        {isoDays.map((day) => (
          <div key={day}>
            <div
              className={`relative h-18 mb-2 rounded-[8px] border bg-s2 overflow-hidden ${day === isoDay ? 'border-(--line-3)' : 'border-line'}`}
            >
              {market.days.includes(day) && (
                <i
                  className="absolute left-0 right-0 bg-ink-1 opacity-82"
                  style={{ top: `${from * 100}%`, bottom: `${(1 - to) * 100}%` }}
                />
              )}
              {day === isoDay && (
                <i className="absolute left-0 right-0 h-0.5 bg-warn" style={{ top: `${dayShare(time) * 100}%` }} />
              )}
            </div>
            <span
              className={
                day === isoDay ? 'capitalize text-13 text-ink-1 font-semibold' : 'capitalize text-13 text-ink-3'
              }
            >
              {f.weekday(day, 'short')}
            </span>
          </div>
        ))}
      </div>
      {first && last && (
        <p className="text-14 text-ink-3 first-letter:uppercase">
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

/** Weekday (Monday is 1) and `HH:MM` of an instant in a named time zone. */
export function momentInZone(at: number, timezone: string): { isoDay: number; time: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: knownZone(timezone),
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string): string => parts.find((item) => item.type === type)?.value ?? '';
  const isoDay = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1;
  return { isoDay, time: `${part('hour')}:${part('minute')}` };
}

/** `HH:MM` as a share of the day; 24:00 is 1. */
export function dayShare(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) / 1440;
}

/** The next closure by the market's calendar apart from weekends, in the reader's time. */
function MarketHolidays({ holidays }: { holidays: WorkingStats['holidays'] }) {
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
