import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import type { Activated as ActivatedAnswer } from '#contract/accounts.ts';
import { accountPaths } from '#contract/paths.ts';
import { isApiError } from '#web/api/api-error.ts';
import { fillPath, getJson } from '#web/api/request.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { publishProgress } from '#web/session/carried.ts';
import { nextStep } from '#web/session/next-step.ts';
import { checkSession, useSession } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { Loader } from '#web/ui/feedback/loader.tsx';
import { AuthHead } from '#web/ui/form/auth-head.tsx';
import { FirstPassword } from './first-password.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('auth.activated.pageTitle')));

/**
 * Target of the link in the mail. Activates by POST, so that link scanners do not consume the
 * token.
 */
export default function ActivatedEmail() {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [query] = useSearchParams();
  const link = query.get('link') ?? '';
  const [hasPassword, setHasPassword] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['activate', link],
    queryFn: () => activateHere(link),
    enabled: link !== '',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (data?.passwordRequired && !hasPassword)
    return <FirstPassword activated={data} onSaved={() => setHasPassword(true)} onError={() => void refetch()} />;
  if (data !== undefined) return <Activated />;
  if (link === '' || isApiError(error, 'link_invalid')) return <ActivationFailed text={t('auth.activated.invalid')} />;
  if (error) return <ActivationFailed text={errorText(error)} onRetry={refetch} />;
  return (
    <div className="flex flex-col gap-4">
      <h1 className="h1">{t('auth.activated.workingTitle')}</h1>
      <Loader label={t('common.loading')} />
    </div>
  );
}

/** Idempotent; other tabs are notified, and this one loads the current user. */
async function activateHere(link: string): Promise<ActivatedAnswer> {
  const answer = await activate(link);
  publishProgress();
  await checkSession();
  return answer;
}

/**
 * Leads straight on to the step that is missing; where none is, or on a device without the
 * registration's login session, says so and offers the next page.
 */
function Activated() {
  const { t, lang } = usePhrases();
  const session = useSession();
  const user = session.kind === 'in' ? session.user : null;
  const next = user ? nextStep(user, lang, null) : paths.login(lang);
  if (user && user.referralId === null) return <Onward to={next} />;
  const text = user ? 'textDone' : 'textVisitor';
  return (
    <>
      <AuthHead title={t('auth.activated.title')} isArrival>
        {t(`auth.activated.${text}`)}
      </AuthHead>
      <Button look="p lg block" to={next} text={t('auth.activated.next')} />
    </>
  );
}

function Onward({ to }: { to: string }) {
  const { t } = usePhrases();
  const message = t('auth.activated.title');
  useEffect(() => announce(message), [message]);
  return <Navigate to={to} replace />;
}

/** A new link is requested on the page that waits for it, after a sign-in if necessary. */
function ActivationFailed({ text, onRetry }: { text: string; onRetry?: () => unknown }) {
  const { t, lang } = usePhrases();
  const isSignedIn = useSession().kind === 'in';
  const target = isSignedIn ? paths.confirmEmail(lang) : paths.login(lang, paths.confirmEmail(lang));
  return (
    <>
      <AuthHead title={onRetry ? t('auth.activated.failedTitle') : t('auth.activated.invalidTitle')} isArrival>
        {text}
      </AuthHead>
      <div className="flex flex-col gap-3">
        {onRetry && <Button look="p lg block" onClick={onRetry} text={t('common.tryAgain')} />}
        <Link className={onRetry ? 'btn btn-g btn-block' : 'btn btn-p btn-lg btn-block'} to={target}>
          {t('auth.activated.askAgain')}
        </Link>
      </div>
    </>
  );
}

const activate = (link: string): Promise<ActivatedAnswer> =>
  getJson(fillPath(accountPaths.activate, link), { method: 'POST', anonymous: true });
