import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { LinkedRegistration, User } from '#contract/accounts.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/request.ts';
import { useAction } from '#web/api/use-action.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { Rich } from '#web/language/rich.tsx';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { publishProgress } from '#web/session/carried.ts';
import { EmailConfirmed } from '#web/session/email-confirmed.tsx';
import { checkSession, currentSession, type Session, useSession } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Loader } from '#web/ui/feedback/loader.tsx';
import { AuthHead } from '#web/ui/form/auth-head.tsx';
import { FieldMessage } from '#web/ui/form/field-message.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('auth.activated.pageTitle')));

/** Target of the link in the mail. */
export default function ActivatedEmail() {
  const [query] = useSearchParams();
  const link = query.get('link');
  return (
    <div className="mx-auto flex w-[min(100%-32px,520px)] flex-col gap-6">
      {link ? <OpenedLink link={link} /> : <LinkInvalid />}
    </div>
  );
}

/**
 * Activates by POST, so that scanners of links do not. Only a browser that is signed in to the
 * account, as after registering in it, is not asked whether that was its reader.
 */
function OpenedLink({ link }: { link: string }) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const session = useSession();
  const [answer, setAnswer] = useState<'mine' | 'not mine' | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['linked registration', link],
    queryFn: () => openLink(link),
    enabled: session.kind !== 'unknown',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (isApiError(error, 'link_invalid')) return <LinkInvalid />;
  if (error) return <Failed text={errorText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Loader label={t('common.loading')} />;
  if (answer === 'not mine') return <Rejected email={data.email} />;
  if (!data.isActivated && answer === null) return <Question link={link} registration={data} onAnswer={setAnswer} />;
  const user = findOwner(session, data);
  return user ? <EmailConfirmed user={user} /> : <ConfirmedElsewhere />;
}

const findOwner = (session: Session, { email }: LinkedRegistration): User | null =>
  session.kind === 'in' && session.user.email === email ? session.user : null;

async function openLink(link: string): Promise<LinkedRegistration> {
  const registration = await call('GET /api/auth/activate/:link/registration', { params: { link }, anonymous: true });
  if (registration.isActivated || !findOwner(currentSession(), registration)) return registration;
  await sendAnswer(link, true);
  return { ...registration, isActivated: true };
}

/** Other tabs are notified, and this one loads the current user. */
async function sendAnswer(link: string, mine: boolean): Promise<void> {
  await call('POST /api/auth/activate/:link', { params: { link }, body: { mine }, anonymous: true });
  publishProgress();
  if (currentSession().kind === 'in') await checkSession();
}

interface QuestionProps {
  readonly link: string;
  readonly registration: LinkedRegistration;
  readonly onAnswer: (answer: 'mine' | 'not mine') => void;
}

function Question({ link, registration, onAnswer }: QuestionProps) {
  const { t, f } = usePhrases();
  const errorText = useErrorText();
  const { run, isBusy, error } = useAction(async (answer: 'mine' | 'not mine') => {
    await sendAnswer(link, answer === 'mine');
    onAnswer(answer);
  });
  if (isApiError(error, 'link_invalid')) return <LinkInvalid />;
  const { email, browser, system } = registration;
  const at = Date.parse(registration.registeredAt);
  const device = [browser, system].filter(Boolean).join(', ') || t('auth.activated.unknownDevice');
  return (
    <>
      <AuthHead title={t('auth.activated.question')} isArrival>
        <Rich text={t('auth.activated.registered', { email, device, day: f.day(at), time: f.clock(at) })} />
      </AuthHead>
      <div className="flex flex-col gap-3">
        <FieldMessage id="activated-email-message" text={error === null ? undefined : errorText(error)} />
        <Button look="p lg block" isBusy={isBusy} onClick={() => void run('mine')} text={t('auth.activated.mine')} />
        <Button
          look="s block"
          isBusy={isBusy}
          onClick={() => void run('not mine')}
          text={t('auth.activated.notMine')}
        />
      </div>
    </>
  );
}

/** Signs nobody in: the page that waits in the browser of the registration continues by itself. */
function ConfirmedElsewhere() {
  const { t, lang } = usePhrases();
  return (
    <>
      <AuthHead title={t('auth.activated.title')} isArrival>
        {t('auth.activated.elsewhere')}
      </AuthHead>
      <Button look="s block" to={paths.login(lang)} text={t('auth.activated.signIn')} />
    </>
  );
}

function Rejected({ email }: { email: string }) {
  const { t } = usePhrases();
  return (
    <AuthHead title={t('auth.activated.rejectedTitle')} isArrival>
      {t('auth.activated.rejected', { email })}
    </AuthHead>
  );
}

function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = usePhrases();
  return (
    <>
      <AuthHead title={t('auth.activated.failedTitle')} isArrival>
        {text}
      </AuthHead>
      <Button look="p lg block" onClick={onRetry} text={t('common.tryAgain')} />
    </>
  );
}

/** A new link is requested on the page that waits for it, after a sign-in if necessary. */
function LinkInvalid() {
  const { t, lang } = usePhrases();
  const isSignedIn = useSession().kind === 'in';
  const target = isSignedIn ? paths.confirmEmail(lang) : paths.login(lang, paths.confirmEmail(lang));
  return (
    <>
      <AuthHead title={t('auth.reset.invalidTitle')} isArrival>
        {t('auth.activated.invalid')}
      </AuthHead>
      <Button look="p lg block" to={target} text={t('auth.activated.askAgain')} />
    </>
  );
}
