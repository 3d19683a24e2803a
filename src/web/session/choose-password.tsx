import { usePhrases } from '#web/language/use-phrases.ts';
import { AnsweredForm, SubmitButton } from '#web/ui/form/answered-form.tsx';
import { PasswordField } from '#web/ui/form/fields.tsx';
import { PasswordRules } from '#web/ui/form/password-rules.tsx';
import { useAnsweredForm } from '#web/ui/form/use-answered-form.ts';
import { AuthHead } from '#web/ui/form/auth-head.tsx';

interface ChoosePasswordProps {
  readonly title: string;
  readonly lead: string;
  readonly link: string;
  readonly onSaved: (newPassword: string) => void | Promise<void>;
  /** Called when the link is invalid. */
  readonly onError: () => void;
}

/** Sets a password through a link of a mail. */
export function ChoosePassword({ title, lead, link, onSaved, onError }: ChoosePasswordProps) {
  const { t } = usePhrases();
  const { values, field, submit, isBusy, summary } = useAnsweredForm({
    schema: () => import('./form-schemas.ts').then((file) => file.NewPasswordForm),
    defaultValues: { newPassword: '', repeat: '' },
    robot: null,
    send: async ({ newPassword }) => {
      const { resetPassword } = await import('#web/api/calls/account-calls.ts');
      await resetPassword(link, newPassword);
      await onSaved(newPassword);
    },
    onError: ({ code }) => {
      if (code === 'link_invalid') onError();
      return code === 'link_invalid';
    },
  });
  const password = field('newPassword');
  return (
    <>
      <AuthHead title={title}>{lead}</AuthHead>
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
