import type { z } from 'zod';
import type { ForgotPasswordBody, RetryAnswer } from '#contract/accounts.ts';
import { accountPaths } from '#contract/paths.ts';
import { fillPath, getJson, sendRequest } from '#web/api/request.ts';
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
      const path = fillPath(accountPaths.resetPassword, link);
      await sendRequest(path, { method: 'POST', body: { newPassword }, anonymous: true });
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

/**
 * Mails a link that sets a password. The same response for every address; returns the seconds until
 * the next mail may be requested.
 */
export const forgotPassword = async (body: z.input<typeof ForgotPasswordBody>): Promise<number> =>
  (await getJson<z.infer<typeof RetryAnswer>>(accountPaths.forgotPassword, { method: 'POST', body, anonymous: true }))
    .retryAfter;
