import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { useState } from 'react';
import type { CurrentWatch, Watch, WatchBody } from '#contract/alerts.ts';
import { alertPaths } from '#contract/paths.ts';
import { watchMs } from '#domain/signals/alert-rule.ts';
import { minuteMs } from '#domain/time.ts';
import { allowTones } from '#web/alerts/alert.ts';
import { type PushAnswer, receivePushes } from '#web/alerts/push-device.ts';
import { getJson, sendRequest } from '#web/api/request.ts';
import { useStore } from '#web/create-store.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { isSameWatch, pageWatch, type Watched } from './watched.ts';

const key = ['watch'] as const;

interface NotifyButtonProps {
  readonly watched: Watched;
  /** The measured median wait; null: not measured. */
  readonly waitSeconds: number | null;
  /** Server time, milliseconds. */
  readonly now: number;
}

/**
 * Watches for this request for an hour, also when the page is closed: by notification where this
 * browser allows it, otherwise by what else reaches the user, and by a sound while the page is open.
 */
export function NotifyButton({ watched, waitSeconds, now }: NotifyButtonProps) {
  const { t, f, lang } = usePhrases();
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: key, queryFn: getWatch, staleTime: 0 });
  const [answer, setAnswer] = useState<PushAnswer>('on');
  const isOnPage = useStore(pageWatch) !== null;
  const known = data?.watch;
  const watch = known && isSameWatch(known, watched) && Date.parse(known.until) > now ? known : null;
  const toggle = useToastAction(async () => {
    // Before any wait: a browser allows a sound only by a press.
    if (!watch) allowTones();
    const push = watch ? 'on' : await receivePushes();
    if (watch) await endWatch();
    const next = watch ? null : await addWatch(watched);
    setAnswer(push);
    pageWatch.set(push === 'on' || watched.symbol !== null ? null : next);
    queries.setQueryData<CurrentWatch>(key, { watch: next });
  });
  const Icon = watch ? BellRing : Bell;
  const count = waitSeconds === null ? null : Math.max(1, Math.round((waitSeconds * 1_000) / minuteMs));
  // A wait longer than the watch is not promised by the button.
  const isRare = count !== null && count * minuteMs > watchMs;
  const names = watch?.channels.map((channel) => t(`automatic.alerts.watch.channel.${channel}`));
  const time = watch && f.clock(Date.parse(watch.until));
  return (
    <>
      <Button
        look="s"
        aria-pressed={watch !== null}
        action={toggle}
        icon={Icon}
        text={
          count === null || isRare ? t('signal.none.notify') : t('signal.none.notifyIn', { n: f.count(count), count })
        }
      />
      {isRare && !watch && (
        <p className="text-13 text-ink-3 w-full">
          {t(watched.aiModel === null ? 'signal.none.notifyRareAny' : 'signal.none.notifyRare', {
            n: f.count(Math.round(count / 60)),
          })}
        </p>
      )}
      <p className="text-13 text-ink-3 w-full empty:hidden" role="status">
        {watch && answer !== 'on' && `${t(`automatic.alerts.watch.${answer}`)} `}
        {time &&
          names &&
          names.length > 0 &&
          t('automatic.alerts.watch.until', { time, channels: new Intl.ListFormat(lang).format(names) })}
        {time && isOnPage && names?.length === 0 && t('automatic.alerts.watch.pageOnly', { time })}
        {isOnPage && names && names.length > 0 && ` ${t('automatic.alerts.watch.onPage')}`}
      </p>
    </>
  );
}

const getWatch = (): Promise<CurrentWatch> => getJson(alertPaths.watch);

const addWatch = (body: WatchBody): Promise<Watch> => getJson(alertPaths.watch, { method: 'POST', body });

const endWatch = (): Promise<void> => sendRequest(alertPaths.watch, { method: 'DELETE' });
