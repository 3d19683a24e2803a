import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PushDevice } from '#contract/alerts.ts';
import { type PushAnswer, receivePushes, whyNoPushes } from '#web/alerts/push-device.ts';
import { endPushDevice, listPushDevices } from '#web/api/calls/connection-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorToast } from '#web/ui/feedback/toast.tsx';
import { ConnectionRow } from './connection-row.tsx';

const key = ['push-devices'] as const;

/** The browsers that receive pushes, and this one's way in. */
export function PushDevices() {
  const { t, f } = usePhrases();
  const queries = useQueryClient();
  const { data: devices, error } = useRead(key, listPushDevices, { staleTime: 0 });
  const [answer, setAnswer] = useState<PushAnswer | null>(whyNoPushes);
  const reload = (): Promise<void> => queries.invalidateQueries({ queryKey: key });
  const add = useAction(async () => {
    setAnswer(await receivePushes());
    await reload();
  }, useErrorToast());
  const now = serverClock.now();
  return (
    <div className="account-sessions">
      <h3 className="h4">{t('account.connections.devices')}</h3>
      <span className="text-14 text-ink-3">
        {error ? t('account.connections.failed') : t('account.connections.devicesText')}
      </span>
      <ul className="sessions">
        {devices?.map((device) => (
          <ConnectionRow
            key={device.id}
            name={getName(device)}
            note={t('account.connections.addedAt', { time: f.moment(Date.parse(device.createdAt), now) })}
            onEnd={() => endPushDevice(device.id).then(reload)}
          />
        ))}
      </ul>
      <button
        type="button"
        className="btn btn-s btn-sm self-start justify-self-start"
        disabled={whyNoPushes() !== null || add.isBusy}
        onClick={() => void add.run()}
      >
        {t('account.connections.addDevice')}
      </button>
      <output className="text-14 text-ink-3">{answer && t(`account.connections.pushAnswer.${answer}`)}</output>
    </div>
  );
}

const getName = ({ browser, system, service }: PushDevice): string =>
  [browser, system].filter(Boolean).join(', ') || service;
