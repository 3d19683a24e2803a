import { useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import type { OwnSession } from '#contract/accounts.ts';
import { endOneSession, endOtherSessions, listSessions } from '#web/api/calls/account-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorToast } from '#web/ui/feedback/toast.tsx';

const sessionsKey = ['own-sessions'] as const;
/** Shown at first: this device, and the others seen last. */
const shownAtFirst = 3;

/** Every active login session. The current one is ended by signing out. */
export function SessionList() {
  const { t } = usePhrases();
  const queries = useQueryClient();
  const [message, setMessage] = useState('');
  const { data: sessions, error } = useRead(sessionsKey, listSessions, { staleTime: 0 });
  const showEnded = async (text: string): Promise<void> => {
    setMessage(text);
    await queries.invalidateQueries({ queryKey: sessionsKey });
  };
  const endOthers = useAction(async () => {
    await endOtherSessions();
    await showEnded(t('account.endedOthers'));
  }, useErrorToast());
  const [isWhole, setIsWhole] = useState(false);
  const ordered = sessions?.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  const shown = isWhole ? ordered : ordered?.slice(0, shownAtFirst);
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <div className="account-sessions">
      <div className="flex items-center flex-wrap justify-between gap-4">
        <div className="flex flex-col gap-1 account-words">
          <h3 className="h4">{t('account.sessions')}</h3>
          <span className="text-14 text-ink-3">{error ? t('account.sessionsFailed') : t('account.sessionsText')}</span>
        </div>
        {hasOthers && (
          <button
            type="button"
            className="btn btn-s btn-sm"
            disabled={endOthers.isBusy}
            onClick={() => void endOthers.run()}
          >
            {t('account.endOthers')}
          </button>
        )}
      </div>
      <ul className="sessions">
        {shown?.map((session) => (
          <SessionRow key={session.id} session={session} onEnded={() => showEnded(t('account.ended'))} />
        ))}
      </ul>
      {sessions && sessions.length > shownAtFirst && !isWhole && (
        <button type="button" className="btn btn-g btn-sm justify-self-start -ml-3.5" onClick={() => setIsWhole(true)}>
          {t('account.allSessions', { n: sessions.length })}
        </button>
      )}
      <output className="text-14 text-ink-3">{message}</output>
    </div>
  );
}

function SessionRow({ session, onEnded }: { session: OwnSession; onEnded: () => Promise<void> }) {
  const { t, f } = usePhrases();
  const device = useDevice(session);
  const now = serverClock.now();
  const end = useAction(() => endOneSession(session.id).then(onEnded), useErrorToast());
  return (
    <li>
      <MonitorSmartphone className="ic text-ink-3" aria-hidden="true" />
      <div className="flex flex-col gap-1 account-words">
        <span className="text-ink-1">{device}</span>
        <span className="text-13 text-ink-3">
          <span className="phone:block">
            {t('account.lastSeen', { time: f.moment(Date.parse(session.lastSeenAt), now) })}
          </span>
          <span className="phone:hidden"> · </span>
          <span className="phone:block">
            {t('account.since', { time: f.moment(Date.parse(session.createdAt), now) })}
          </span>
        </span>
      </div>
      {session.isCurrent ? (
        <span className="chip">{t('account.current')}</span>
      ) : (
        <button
          type="button"
          className="btn btn-g btn-sm"
          aria-label={t('account.endNamed', { device })}
          onClick={() => void end.run()}
        >
          {t('account.end')}
        </button>
      )}
    </li>
  );
}

function useDevice({ browser, system }: OwnSession): string {
  const { t } = usePhrases();
  if (browser && system) return t('account.device', { browser, system });
  return browser ?? system ?? t('account.unknownDevice');
}
