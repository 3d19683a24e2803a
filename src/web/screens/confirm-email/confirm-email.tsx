import { useQueryClient } from '@tanstack/react-query';
import { MailQuestion } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ActivationState, User } from '#contract/accounts.ts';
import { getActivation } from '#web/api/calls/account-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useRead } from '#web/api/use-read.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { Tagged } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { onProgress } from '#web/session/progress-news.ts';
import { checkSession } from '#web/session/session-store.ts';
import { useSignedIn } from '#web/session/use-signed-in.ts';
import { useStepOnward } from '#web/session/use-step-onward.ts';
import { Loader } from '#web/ui/feedback/loader.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { ChangeEmail } from './change-email.tsx';
import { MailState } from './mail-state.tsx';
import { SendAgain } from './send-again.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('auth.confirm.pageTitle')));

const pollMs = 5_000;
const activationKey = ['activation'] as const;

/**
 * Waits until the link in the mail is opened, here or on another device, and then continues
 * automatically.
 */
export default function ConfirmEmail() {
  const { t } = usePhrases();
  // Opening the mail's link in another browser ends this login session.
  const user = useSignedIn('confirmedElsewhere');
  if (!user) return <Loader label={t('common.loading')} />;
  return user.isActivated ? <Onward /> : <Waiting user={user} />;
}

function Onward() {
  const { t } = usePhrases();
  const [query] = useSearchParams();
  useStepOnward(query.get('next'));
  return <Loader label={t('common.loading')} />;
}

function Waiting({ user }: { user: User }) {
  const { t } = usePhrases();
  const [isChanging, setIsChanging] = useState(false);
  const activation = useActivation();
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="h1">{t('auth.confirm.title')}</h1>
        <p className="break-words">
          <Tagged text={t('auth.confirm.sentTo', { email: user.email })} />
        </p>
      </div>
      {activation && <MailState state={activation.state} />}
      {isChanging ? (
        <ChangeEmail onDone={() => setIsChanging(false)} />
      ) : (
        <SendAgain until={activation?.until ?? null} onChange={() => setIsChanging(true)} />
      )}
      <Note icon={MailQuestion}>{t('auth.confirm.hint')}</Note>
    </>
  );
}

interface Activation {
  readonly state: ActivationState;
  /** Server time from which the next request is accepted, even after a reload; null: now. */
  readonly until: number | null;
}

async function readActivation(): Promise<Activation> {
  const state = await getActivation();
  return { state, until: state.retryAfter > 0 ? serverClock.now() + state.retryAfter * 1_000 : null };
}

/**
 * Polls every few seconds while the page is visible; activation in another tab is detected at once.
 */
function useActivation(): Activation | null {
  const queries = useQueryClient();
  const { data } = useRead(activationKey, readActivation, { refetchInterval: pollMs, staleTime: 0 });
  useEffect(() => onProgress(() => void queries.invalidateQueries({ queryKey: activationKey })), [queries]);
  const isActivated = data?.state.isActivated;
  useEffect(() => {
    if (isActivated) void checkSession();
  }, [isActivated]);
  return data;
}
