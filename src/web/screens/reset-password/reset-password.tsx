import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '#web/api/request.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { AnsweredForm, SubmitButton } from '#web/ui/form/answered-form.tsx';
import { AuthHead } from '#web/ui/form/auth-head.tsx';
import { PasswordField } from '#web/ui/form/fields.tsx';
import { PasswordRules } from '#web/ui/form/password-rules.tsx';
import { useAnsweredForm } from '#web/ui/form/use-answered-form.ts';
import { carry, takeResetEmail } from '#web/session/carried.ts';
import { currentSession, endSession } from '#web/session/session-store.ts';
import { useIsBuilt } from '#web/routing/use-is-built.ts';

export const meta = unlisted(
  pageTitle(
    ({ t }) => t('auth.form.newPassword'),
    ({ t }) => t('auth.reset.description'),
  ),
);

/** By the link of a mail; afterwards every device has to sign in again. */
export default function ResetPassword() {
  const { lang } = usePhrases();
  const link = useResetLink();
  const navigate = useNavigate();
  const [rejected, setRejected] = useState<string | null>(null);
  const openLogin = (): void => {
    const session = currentSession();
    if (session.kind === 'in') endSession();
    const email = takeResetEmail() ?? (session.kind === 'in' ? session.user.email : undefined);
    void navigate(paths.login(lang), { replace: true, ...carry({ notice: 'passwordChanged', email }) });
  };
  if (link === null || (link !== undefined && link === rejected)) return <LinkInvalid />;
  return <ChoosePassword link={link ?? ''} onSaved={openLogin} onError={() => setRejected(link ?? null)} />;
}

/**
 * The secret of the mail's link. It arrives in the fragment, is removed from the address at once
 * and is kept in memory only. `undefined` until the address has been read; null: it contains no
 * link.
 */
function useResetLink(): string | null | undefined {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const isBuilt = useIsBuilt();
  const [cached, setCached] = useState<string | null>(null);
  const found = new URLSearchParams(hash.slice(1)).get('link');
  if (found && found !== cached) setCached(found);
  useEffect(() => {
    if (found) void navigate(pathname + search, { replace: true });
  }, [found, navigate, pathname, search]);
  return isBuilt ? undefined : (found ?? cached);
}

interface ChoosePasswordProps {
  readonly link: string;
  readonly onSaved: () => void;
  /** Called when the link is invalid. */
  readonly onError: () => void;
}

function ChoosePassword({ link, onSaved, onError }: ChoosePasswordProps) {
  const { t } = usePhrases();
  const { values, field, submit, isBusy, summary } = useAnsweredForm({
    schema: () => import('#web/session/form-schemas.ts').then((file) => file.NewPasswordForm),
    defaultValues: { newPassword: '', repeat: '' },
    robot: null,
    send: async ({ newPassword }) => {
      const params = { resetLink: link };
      await call('POST /api/reset-password/:resetLink', { params, body: { newPassword }, anonymous: true });
      onSaved();
    },
    onError: ({ code }) => {
      if (code === 'link_invalid') onError();
      return code === 'link_invalid';
    },
  });
  const password = field('newPassword');
  return (
    <>
      <AuthHead title={t('auth.form.newPassword')}>{t('auth.reset.lead')}</AuthHead>
      <AnsweredForm submit={submit} summary={summary}>
        <PasswordField {...password} label={t('auth.form.newPassword')} autoComplete="new-password">
          <PasswordRules password={values.newPassword} isRefused={password.error !== undefined} />
        </PasswordField>
        <PasswordField {...field('repeat')} label={t('auth.form.repeat')} autoComplete="new-password" />
        <SubmitButton isBusy={isBusy}>{t('auth.reset.submit')}</SubmitButton>
      </AnsweredForm>
    </>
  );
}

/** Used, replaced, expired or mistyped: the server does not say which. */
function LinkInvalid() {
  const { t, lang } = usePhrases();
  return (
    <>
      <AuthHead title={t('auth.reset.invalidTitle')} isArrival>
        {t('auth.reset.invalid')}
      </AuthHead>
      <div className="flex flex-col gap-3">
        <Button look="p lg block" to={paths.forgotPassword(lang)} text={t('auth.reset.askAgain')} />
        <Button look="g block" to={paths.login(lang)} icon={ArrowLeft} text={t('auth.toSignIn')} />
      </div>
    </>
  );
}
