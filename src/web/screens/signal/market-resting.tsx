import { useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useEffect } from 'react';
import type { WorkingStats } from '#contract/signals.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { workingStatsKey } from '../../session/use-working-stats.ts';
import { RestingMoon } from './resting-moon.tsx';
import { useServerNow } from './use-server-now.ts';
import { WorkingWeek } from './working-week.tsx';

/** Outside working hours: when signals return, in the user's zone, and the week in the market's. */
export function MarketResting({ market }: { market: WorkingStats }) {
  const { t, f } = usePhrases();
  const queries = useQueryClient();
  const now = useServerNow();
  const opensAt = market.nextOpen === null ? null : Date.parse(market.nextOpen);
  const isDue = opensAt !== null && now >= opensAt;
  useEffect(() => {
    if (isDue) void queries.invalidateQueries({ queryKey: workingStatsKey });
  }, [isDue, queries]);
  return (
    <div className="col g4 centred">
      <section className="card">
        <div className="state">
          <div className="art">
            <RestingMoon />
          </div>
          <h2>{t('signal.resting.title')}</h2>
          <p>
            {opensAt === null
              ? t('signal.resting.returnsUnknown')
              : t('signal.resting.returns', { when: f.moment(opensAt, now) })}
          </p>
          {opensAt !== null && (
            <div className="acts">
              <span className="chip lg num">
                <Clock className="ic" aria-hidden="true" />
                <TimeToOpening left={opensAt - now} />
              </span>
            </div>
          )}
        </div>
      </section>
      <WorkingWeek market={market} now={now} />
    </div>
  );
}

function TimeToOpening({ left }: { left: number }) {
  const { t } = usePhrases();
  const minutes = Math.max(0, Math.ceil(left / 60_000));
  const hours = Math.floor(minutes / 60);
  const time =
    hours === 0
      ? t('signal.resting.minutesOnly', { minutes })
      : t('signal.resting.hoursMinutes', { hours, minutes: minutes % 60 });
  return t('signal.resting.opensIn', { time });
}
