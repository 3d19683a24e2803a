import { useQuery } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { brand } from 'virtual:brand';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { secondFactorQuery } from '#web/second-factor/confirm-again.ts';
import { ConfirmForm } from '#web/second-factor/confirm-form.tsx';
import { AuthHead } from '#web/ui/form/auth-head.tsx';
import { checkSession, useSession } from '#web/session/session-store.ts';
import { useStepOnward } from '#web/session/next-step.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loader } from '#web/ui/feedback/loader.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('account.secondFactor.pageTitle')));

/** After the password: a code of the app or a recovery code, then the requested page. */
export default function SecondFactor() {
  const { t, lang } = usePhrases();
  const [query] = useSearchParams();
  const next = query.get('next');
  const session = useSession();
  const navigate = useNavigate();
  useStepOnward(next);
  useEffect(() => {
    if (session.kind === 'out')
      void navigate(session.hasLeft ? paths.home(lang) : paths.login(lang, next ?? undefined), { replace: true });
  }, [session, navigate, lang, next]);
  return session.kind === 'waiting' ? <Step /> : <Loader label={t('common.loading')} />;
}

function Step() {
  const { t } = usePhrases();
  const { data: factor, error, refetch } = useQuery(secondFactorQuery);
  if (!factor && error) return <LoadError title={t('account.secondFactor.failed')} error={error} onRetry={refetch} />;
  return (
    <>
      <AuthHead title={t('account.secondFactor.title')}>{t('account.secondFactor.lead')}</AuthHead>
      {factor ? <ConfirmForm factor={factor} onDone={checkSession} /> : <Loader label={t('common.loading')} />}
      <Note icon={LifeBuoy}>
        {t('account.secondFactor.lost')}{' '}
        <TextLink href={brand.links.support} rel="noreferrer" text={t('account.secondFactor.support')} />
      </Note>
    </>
  );
}
