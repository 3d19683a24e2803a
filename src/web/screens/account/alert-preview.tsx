import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AlertPreview as Preview, AlertSettings } from '#contract/alerts.ts';
import { minHoursForRate, minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { dayMs } from '#domain/time.ts';
import { previewAlerts } from '#web/api/calls/connection-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

const typingMs = 400;

/** How often the rule being edited would have alerted lately, and how those forecasts ended. */
export function AlertPreview({ rule }: { readonly rule: AlertSettings }) {
  const { t } = usePhrases();
  const settled = useSettled(rule, typingMs);
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: ['alert-preview', settled],
    queryFn: () => previewAlerts(settled),
    enabled: settled.minPassability >= 50 && settled.minPassability <= 100 && settled.perHour >= 1,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <section
      aria-labelledby="alert-preview"
      aria-busy={isPending || isPlaceholderData || settled !== rule}
      className="flex flex-col gap-1"
    >
      <h3 className="h4" id="alert-preview">
        {t('account.alerts.preview.title')}
      </h3>
      <div role="status" className="flex flex-col gap-1 text-14">
        {error && <p className="text-ink-3">{t('account.alerts.preview.failed')}</p>}
        {!error && data && <Figures preview={data} />}
      </div>
      <p className="text-13 text-ink-3">{t('account.alerts.preview.note')}</p>
    </section>
  );
}

/** The value once it has not changed for so long, such as while a user types. */
function useSettled<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}

function Figures({ preview }: { readonly preview: Preview }) {
  const { t, f } = usePhrases();
  const { since, alerts, successful, unsuccessful, neutral, void: voided, winRate, low, high } = preview;
  if (since === null) return <p>{t('account.alerts.preview.empty')}</p>;
  const now = serverClock.now();
  const ended = { won: successful, lost: unsuccessful, tied: neutral, void: voided };
  const isShort = Date.parse(since) > now - 6 * dayMs;
  return (
    <>
      <p className="text-ink-1 font-semibold">
        {t('account.alerts.preview.alerts', { count: alerts, n: f.count(alerts) })}
      </p>
      {alerts > 0 && <p>{t('account.alerts.preview.ended', ended)}</p>}
      {alerts > 0 && (
        <p>
          {winRate === null || low === null || high === null
            ? t('account.alerts.preview.tooFew', { enough: minOutcomesForRate, hours: minHoursForRate })
            : t('account.alerts.preview.rate', {
                percent: f.percent(winRate, 1),
                low: f.percent(low, 1),
                high: f.percent(high, 1),
              })}
        </p>
      )}
      {isShort && (
        <p className="text-ink-3">{t('account.alerts.preview.since', { time: f.moment(Date.parse(since), now) })}</p>
      )}
    </>
  );
}
