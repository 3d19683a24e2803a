import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TelegramLink } from '#contract/telegram.ts';
import { createTelegramLink, endTelegramLink } from '#web/api/calls/connection-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorToast } from '#web/ui/feedback/toast.tsx';
import { ConnectionRow } from './connection-row.tsx';
import { telegramKey, useTelegram } from './use-telegram.ts';

/** The chat that receives alerts; without a bot of the operator there is no way in, and it says so. */
export function TelegramChat() {
  const { t, f } = usePhrases();
  const queries = useQueryClient();
  const [link, setLink] = useState<TelegramLink | null>(null);
  const { data, error } = useTelegram({ isAwaited: link !== null });
  const show = useAction(async () => setLink(await createTelegramLink()), useErrorToast());
  const end = async (): Promise<void> => {
    await endTelegramLink();
    setLink(null);
    await queries.invalidateQueries({ queryKey: telegramKey });
  };
  const { chat = null, isAvailable = false } = data ?? {};
  const state = error && !data ? 'failed' : data && !isAvailable ? 'telegramUnavailable' : 'telegramText';
  const now = serverClock.now();
  return (
    <div className="account-sessions">
      <h3 className="h4">Telegram</h3>
      <span className="text-14 text-ink-3">{t(`account.connections.${state}`)}</span>
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
        <button
          type="button"
          className="btn btn-s btn-sm self-start justify-self-start"
          disabled={show.isBusy}
          onClick={() => void show.run()}
        >
          {t('account.connections.connectTelegram')}
        </button>
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
