import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PushDevice } from '#contract/alerts.ts';
import type { TelegramLink } from '#contract/telegram.ts';
import { type PushAnswer, receivePushes, whyNoPushes } from '#web/alerts/push-device.ts';
import {
  createTelegramLink,
  endPushDevice,
  endTelegramLink,
  listPushDevices,
} from '#web/api/calls/connection-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useRead } from '#web/api/use-read.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { AccountPage } from './account-page.tsx';
import { ApiKeys } from './connections/api-keys.tsx';
import { ConnectionRow } from './connections/connection-row.tsx';
import { telegramKey, useTelegram } from './connections/use-telegram.ts';
import { Webhooks } from './connections/webhooks.tsx';
import { ReadNote } from './fields.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('account.pages.connections')));

export default function AccountConnections() {
  return <AccountPage>{({ id }) => <Connections userId={id} />}</AccountPage>;
}

/** Everything that the user connected; each can be ended here, and leaves with the account. */
export function Connections({ userId }: { readonly userId: string }) {
  const { t } = usePhrases();
  return (
    <Card
      title={t('account.connections.title')}
      titleId="connections"
      aside={
        <a className="link text-14" href="/api/docs">
          {t('account.connections.docs')}
        </a>
      }
    >
      <PushDevices />
      <TelegramChat />
      <ApiKeys userId={userId} />
      <Webhooks />
    </Card>
  );
}

const devicesKey = ['push-devices'] as const;

/** The browsers that receive pushes, and this one's way in. */
function PushDevices() {
  const { t, f } = usePhrases();
  const queries = useQueryClient();
  const devices = useRead(devicesKey, listPushDevices, { staleTime: 0 });
  const [answer, setAnswer] = useState<PushAnswer | null>(whyNoPushes);
  const reload = (): Promise<void> => queries.invalidateQueries({ queryKey: devicesKey });
  const add = useToastAction(async () => {
    setAnswer(await receivePushes());
    await reload();
  });
  const now = serverClock.now();
  return (
    <div className="account-sessions">
      <h3 className="h4">{t('account.connections.devices')}</h3>
      <ReadNote read={devices} failed={t('account.connections.failed')}>
        {t('account.connections.devicesText')}
      </ReadNote>
      <ul className="sessions">
        {devices.data?.map((device) => (
          <ConnectionRow
            key={device.id}
            name={toDeviceName(device)}
            note={t('account.connections.addedAt', { time: f.moment(Date.parse(device.createdAt), now) })}
            onEnd={() => endPushDevice(device.id).then(reload)}
          />
        ))}
      </ul>
      <ActionButton
        action={add}
        className="btn btn-s btn-sm self-start justify-self-start"
        disabled={whyNoPushes() !== null}
      >
        {t('account.connections.addDevice')}
      </ActionButton>
      <output className="text-14 text-ink-3">{answer && t(`account.connections.pushAnswer.${answer}`)}</output>
    </div>
  );
}

const toDeviceName = ({ browser, system, service }: PushDevice): string =>
  [browser, system].filter(Boolean).join(', ') || service;

/** The chat that receives alerts; without a bot of the operator there is no way in, and it says so. */
export function TelegramChat() {
  const { t, f } = usePhrases();
  const queries = useQueryClient();
  const [link, setLink] = useState<TelegramLink | null>(null);
  const telegram = useTelegram({ isAwaited: link !== null });
  const show = useToastAction(async () => setLink(await createTelegramLink()));
  const end = async (): Promise<void> => {
    await endTelegramLink();
    setLink(null);
    await queries.invalidateQueries({ queryKey: telegramKey });
  };
  const { chat = null, isAvailable = false } = telegram.data ?? {};
  const state = telegram.data && !isAvailable ? 'telegramUnavailable' : 'telegramText';
  const now = serverClock.now();
  return (
    <div className="account-sessions">
      <h3 className="h4">Telegram</h3>
      <ReadNote read={telegram} failed={t('account.connections.failed')}>
        {t(`account.connections.${state}`)}
      </ReadNote>
      {chat && (
        <ul className="sessions">
          <ConnectionRow
            name={chat.name}
            note={t('account.connections.addedAt', { time: f.moment(Date.parse(chat.linkedAt), now) })}
            onEnd={end}
          />
        </ul>
      )}
      {isAvailable && !chat && !link && (
        <ActionButton action={show} className="btn btn-s btn-sm self-start justify-self-start">
          {t('account.connections.connectTelegram')}
        </ActionButton>
      )}
      {!chat && link && <Invitation link={link} />}
    </div>
  );
}

function Invitation({ link: { url, expiresAt } }: { readonly link: TelegramLink }) {
  const { t, f } = usePhrases();
  return (
    <div role="status" className="flex flex-col gap-2">
      <a className="btn btn-p btn-sm self-start" href={url} target="_blank" rel="noreferrer">
        {t('account.connections.openBot')}
      </a>
      <span className="text-14 text-ink-3">
        {t('account.connections.openBotNote', { time: f.clock(Date.parse(expiresAt)) })}
      </span>
    </div>
  );
}
