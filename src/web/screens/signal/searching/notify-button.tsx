import { useQueryClient } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { useState } from 'react';
import type { CurrentWatch, Watch } from '#contract/alerts.ts';
import { type PushAnswer, receivePushes } from '#web/alerts/push-device.ts';
import { addWatch, endWatch, getWatch } from '#web/api/connection-calls.ts';
import { useAction } from '#web/api/use-action.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorToast } from '#web/ui/use-error-toast.ts';
import type { ChoiceRequest } from '../signal-request.ts';

const key = ['watch'] as const;

interface NotifyButtonProps {
  readonly request: ChoiceRequest;
  /** Server time, milliseconds. */
  readonly now: number;
}

/**
 * Watches for this request for an hour, also when the page is closed: by notification where this
 * browser allows it, otherwise by what else reaches the user.
 */
export function NotifyButton({ request, now }: NotifyButtonProps) {
  const { t, f, lang } = usePhrases();
  const queries = useQueryClient();
  const { data } = useRead(key, getWatch, { staleTime: 0 });
  const [answer, setAnswer] = useState<PushAnswer>('on');
  const watch = data?.watch && isOf(data.watch, request) && Date.parse(data.watch.until) > now ? data.watch : null;
  const toggle = useAction(async () => {
    if (watch) await endWatch();
    else setAnswer(await receivePushes());
    const next = watch ? null : await addWatch(wanted(request));
    queries.setQueryData<CurrentWatch>(key, { watch: next });
  }, useErrorToast());
  const Icon = watch ? BellRing : Bell;
  const names = watch?.channels.map((channel) => t(`automatic.alerts.watch.channel.${channel}`));
  const channels = names && new Intl.ListFormat(lang).format(names);
  return (
    <>
      <button
        type="button"
        className="btn btn-s"
        aria-pressed={watch !== null}
        aria-busy={toggle.isBusy}
        onClick={() => void toggle.run()}
      >
        <Icon className="ic" aria-hidden="true" />
        {t('signal.none.notify')}
      </button>
      <p className="text-13 text-ink-3 w-full" role="status">
        {watch && answer !== 'on' && `${t(`automatic.alerts.watch.${answer}`)} `}
        {watch && channels && t('automatic.alerts.watch.until', { time: f.clock(Date.parse(watch.until)), channels })}
      </p>
    </>
  );
}

const wanted = ({ model, symbol, interval }: ChoiceRequest) => ({ aiModel: model, symbol, interval });

const isOf = (watch: Watch, { model, symbol, interval }: ChoiceRequest): boolean =>
  watch.aiModel === model && watch.symbol === symbol && watch.interval === interval;
