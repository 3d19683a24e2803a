import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import type { OwnSession } from '#contract/accounts.ts';
import { endOneSession, endOtherSessions, listSessions } from '#web/api/account-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { showError } from '#web/ui/toast.tsx';

const sessionsKey = ['own-sessions'] as const;

/** Every active login session. The current one is ended by signing out. */
export function SessionList() {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [message, setMessage] = useState('');
  const { data: sessions, isError } = useQuery({ queryKey: sessionsKey, queryFn: listSessions, staleTime: 0 });
  const ending = useMutation({
    mutationFn: (id: string | null) => (id === null ? endOtherSessions() : endOneSession(id)),
    onSuccess: (_, id) => {
      setMessage(t(id === null ? 'account.endedOthers' : 'account.ended'));
      return queries.invalidateQueries({ queryKey: sessionsKey });
    },
    onError: (error) => showError(errorText(error)),
  });
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <div className="account-sessions">
      <div className="row wr sb g4">
        <div className="col g1 account-words">
          <h3 className="h4">{t('account.sessions')}</h3>
          <span className="s14 t3">{isError ? t('account.sessionsFailed') : t('account.sessionsText')}</span>
        </div>
        {hasOthers && (
          <button
            type="button"
            className="btn btn-s btn-sm"
            disabled={ending.isPending}
            onClick={() => ending.mutate(null)}
          >
            {t('account.endOthers')}
          </button>
        )}
      </div>
      <ul className="sessions">
        {sessions?.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => ending.mutate(session.id)} />
        ))}
      </ul>
      <output className="s14 t3">{message}</output>
    </div>
  );
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { t, f } = usePhrases();
  const device = useDevice(session);
  const now = serverClock.now();
  return (
    <li>
      <MonitorSmartphone className="ic t3" aria-hidden="true" />
      <div className="col g1 account-words">
        <span className="t1">{device}</span>
        <span className="s13 t3">
          {t('account.lastSeen', { time: f.moment(Date.parse(session.lastSeenAt), now) })} ·{' '}
          {t('account.since', { time: f.moment(Date.parse(session.createdAt), now) })}
        </span>
      </div>
      {session.isCurrent ? (
        <span className="chip">{t('account.current')}</span>
      ) : (
        <button
          type="button"
          className="btn btn-g btn-sm"
          aria-label={t('account.endNamed', { device })}
          onClick={onEnd}
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
