import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Activated as ActivatedAnswer } from '#contract/accounts.ts';
import { activate } from '#web/api/calls/account-calls.ts';
import { isApiError } from '#web/api/api-error.ts';
import { useRead } from '#web/api/use-read.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { publishProgress } from '#web/session/progress-news.ts';
import { checkSession } from '#web/session/session-store.ts';
import { Loader } from '#web/ui/feedback/loader.tsx';
import { Activated } from './activated.tsx';
import { ActivationFailed } from './activation-failed.tsx';
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
  const { data, error, refetch } = useRead(['activate', link], () => activateHere(link), {
    enabled: link !== '',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (data?.passwordRequired && !hasPassword)
    return <FirstPassword activated={data} onSaved={() => setHasPassword(true)} onError={refetch} />;
  if (data !== null) return <Activated />;
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
