import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PushDevice } from '#contract/alerts.ts';
import type { TelegramLink } from '#contract/telegram.ts';
import { type PushAnswer, receivePushes, whyNoPushes } from '#web/alerts/push-device.ts';
import { callQuery } from '#web/api/queries.ts';
import { call } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { AccountPage } from './account-page.tsx';
import { accountSection, ownItem, ReadNote, type ReadNoteProps } from './rows.tsx';
import { useTelegram } from './use-telegram.ts';

export const meta = unlisted(pageTitle(({ t }) => t('account.pages.connections')));

export default function AccountConnections() {
  return <AccountPage>{() => <Connections />}</AccountPage>;
}

/** Connected devices and chats; each can be ended here, and is deleted with the account. */
export function Connections() {
  const { t } = usePhrases();
  return (
    <Card title={t('account.pages.connections')} titleId="connections">
      <PushDevices />
      <TelegramChat />
    </Card>
  );
}

/** The browsers that receive pushes, and the button that adds this one. */
function PushDevices() {
  const { t, f } = usePhrases();
  const devices = useQuery({ ...callQuery('GET /api/push/subscriptions'), staleTime: 0 });
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
        {devices.data?.items.map((device) => (
          <ConnectionRow
            key={device.id}
            name={toDeviceName(device)}
            note={t('account.connections.addedAt', { time: f.moment(Date.parse(device.createdAt), now) })}
            onEnd={() =>
              call('DELETE /api/push/subscriptions/:id', { params: { id: device.id } }).then(() => devices.refetch())
            }
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

/** The chat that receives alerts, or a note that the operator has no bot. */
export function TelegramChat() {
  const { t, f } = usePhrases();
  const [link, setLink] = useState<TelegramLink | null>(null);
  const telegram = useTelegram({ isAwaited: link !== null });
  const show = useToastAction(async () => setLink(await call('POST /api/telegram/link')));
  const end = async (): Promise<void> => {
    await call('DELETE /api/telegram/link');
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

interface ConnectionGroupProps {
  readonly title: string;
  readonly text: string;
  readonly read: ReadNoteProps['read'];
  readonly children: ReactNode;
}

/** The connections of one kind. */
function ConnectionGroup({ title, text, read, children }: ConnectionGroupProps) {
  const { t } = usePhrases();
  return (
    <div className={accountSection}>
      <h3 className="h4">{title}</h3>
      <ReadNote read={read} failed={t('account.connections.failed')}>
        {text}
      </ReadNote>
      {children}
    </div>
  );
}

interface ConnectionRowProps {
  readonly name: string;
  readonly note: string;
  readonly onEnd: () => Promise<unknown>;
}

/** One connection, which can be ended here. */
function ConnectionRow({ name, note, onEnd }: ConnectionRowProps) {
  const { t } = usePhrases();
  const end = useToastAction(onEnd);
  return (
    <li className={`${ownItem} flex-wrap phone:gap-1`}>
      <div className="flex flex-col gap-1 flex-1 min-w-[min(192px,100%)]">
        <span className="text-ink-1 wrap-anywhere">{name}</span>
        <span className="text-13 text-ink-3">{note}</span>
      </div>
      <Button
        action={end}
        look="g sm"
        aria-label={t('account.connections.endNamed', { name })}
        text={t('account.connections.end')}
      />
    </li>
  );
}
