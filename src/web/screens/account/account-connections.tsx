import { useQuery } from '@tanstack/react-query';
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
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { AccountPage } from './account-page.tsx';
import { ApiKeys } from './connections/api-keys.tsx';
import { ConnectionGroup } from './connections/connection-group.tsx';
import { ConnectionRow } from './connections/connection-row.tsx';
import { useTelegram } from './connections/use-telegram.ts';

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
      aside={<TextLink className="text-14" href="/api/docs" text={t('account.connections.docs')} />}
    >
      <PushDevices />
      <TelegramChat />
      <ApiKeys userId={userId} />
    </Card>
  );
}

/** The browsers that receive pushes, and this one's way in. */
function PushDevices() {
  const { t, f } = usePhrases();
  const devices = useQuery({ queryKey: ['push-devices'], queryFn: listPushDevices, staleTime: 0 });
  const [answer, setAnswer] = useState<PushAnswer | null>(whyNoPushes);
  const add = useToastAction(async () => {
    setAnswer(await receivePushes());
    await devices.refetch();
  });
  const now = serverClock.now();
  return (
    <ConnectionGroup
      title={t('account.connections.devices')}
      text={t('account.connections.devicesText')}
      read={devices}
    >
      <ul className="sessions">
        {devices.data?.map((device) => (
          <ConnectionRow
            key={device.id}
            name={toDeviceName(device)}
            note={t('account.connections.addedAt', { time: f.moment(Date.parse(device.createdAt), now) })}
            onEnd={() => endPushDevice(device.id).then(() => devices.refetch())}
          />
        ))}
      </ul>
      <Button
        action={add}
        look="s sm"
        className="self-start justify-self-start"
        disabled={whyNoPushes() !== null}
        text={t('account.connections.addDevice')}
      />
      <output className="text-14 text-ink-3">{answer && t(`account.connections.pushAnswer.${answer}`)}</output>
    </ConnectionGroup>
  );
}

const toDeviceName = ({ browser, system, service }: PushDevice): string =>
  [browser, system].filter(Boolean).join(', ') || service;

/** The chat that receives alerts; without a bot of the operator there is no way in, and it says so. */
export function TelegramChat() {
  const { t, f } = usePhrases();
  const [link, setLink] = useState<TelegramLink | null>(null);
  const telegram = useTelegram({ isAwaited: link !== null });
  const show = useToastAction(async () => setLink(await createTelegramLink()));
  const end = async (): Promise<void> => {
    await endTelegramLink();
    setLink(null);
    await telegram.refetch();
  };
  const { chat = null, isAvailable = false } = telegram.data ?? {};
  const state = telegram.data && !isAvailable ? 'telegramUnavailable' : 'telegramText';
  const now = serverClock.now();
  return (
    <ConnectionGroup title="Telegram" text={t(`account.connections.${state}`)} read={telegram}>
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
        <Button
          action={show}
          look="s sm"
          className="self-start justify-self-start"
          text={t('account.connections.connectTelegram')}
        />
      )}
      {!chat && link && <Invitation link={link} />}
    </ConnectionGroup>
  );
}

function Invitation({ link: { url, expiresAt } }: { readonly link: TelegramLink }) {
  const { t, f } = usePhrases();
  return (
    <div role="status" className="flex flex-col gap-2">
      <Button
        look="p sm"
        className="self-start"
        href={url}
        target="_blank"
        rel="noreferrer"
        text={t('account.connections.openBot')}
      />
      <span className="text-14 text-ink-3">
        {t('account.connections.openBotNote', { time: f.clock(Date.parse(expiresAt)) })}
      </span>
    </div>
  );
}
