import { Mail } from 'lucide-react';
import { requestEmailChange } from '#web/api/calls/account-calls.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { EmailField } from '#web/ui/form/email-field.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { useAnsweredForm } from '#web/ui/form/use-answered-form.ts';

interface ChangeEmailDialogProps {
  /** The current address. */
  readonly email: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** The new address, with the password as confirmation by the owner. */
export function ChangeEmailDialog({ email: current, onDone, onClose }: ChangeEmailDialogProps) {
  const { t, lang } = usePhrases();
  const { values, setValue, field, submit, summary } = useAnsweredForm({
    schema: () => import('./change-email-form.ts').then((file) => file.ChangeEmailForm),
    defaultValues: { email: '', password: '' },
    robot: null,
    send: async ({ email, password }) => {
      await requestEmailChange({ email, password, lang });
      onDone();
    },
  });
  return (
    <ActionDialog
      title={t('account.emailChange.dialog')}
      confirm={t('account.emailChange.confirm')}
      icon={Mail}
      cancel={t('account.emailChange.cancel')}
      act={submit}
      onClose={onClose}
    >
      <ErrorSummary {...summary} />
      {/* For the password manager: the account that the password belongs to. */}
      <input
        className="sr-only"
        type="email"
        name="username"
        autoComplete="username"
        defaultValue={current}
        hidden
        readOnly
      />
      <EmailField
        {...field('email')}
        label={t('account.emailChange.newEmail')}
        typed={values.email}
        onCorrect={(meant) => setValue('email', meant)}
      />
      <PasswordField {...field('password')} label={t('account.emailChange.password')} autoComplete="current-password" />
    </ActionDialog>
  );
}
