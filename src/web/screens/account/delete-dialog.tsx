import { EyeOff, type LucideIcon, Trash2 } from 'lucide-react';
import { deleteAccount } from '#web/api/calls/account-calls.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { leave } from '#web/session/session-store.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { useAnsweredForm } from '#web/ui/form/use-answered-form.ts';

const erased = ['identity', 'use', 'reviews', 'contest'] as const;
const retained = ['signals', 'turnover'] as const;

interface DeleteDialogProps {
  readonly email: string;
  readonly onClose: () => void;
}

/** What is deleted and what stays, with the password as confirmation by the owner. */
export function DeleteDialog({ email, onClose }: DeleteDialogProps) {
  const { t } = usePhrases();
  const { field, submit, summary } = useAnsweredForm({
    schema: () => import('./delete-form.ts').then((file) => file.DeleteForm),
    defaultValues: { password: '' },
    robot: null,
    send: async ({ password }) => {
      await deleteAccount(password);
      leave('deleted');
    },
  });
  return (
    <ActionDialog
      variant="danger"
      title={t('account.data.dialog')}
      confirm={t('account.data.confirm')}
      icon={Trash2}
      cancel={t('account.data.keep')}
      act={submit}
      onClose={onClose}
    >
      <Effects
        icon={Trash2}
        title={t('account.data.goes')}
        items={erased.map((what) => t(`account.data.erased.${what}`))}
      />
      <Effects
        icon={EyeOff}
        title={t('account.data.stays')}
        items={retained.map((what) => t(`account.data.kept.${what}`))}
      />
      <p className="text-14 text-ink-3">{t('account.data.openSignal')}</p>
      <ErrorSummary {...summary} />
      {/* For the password manager: the account that the password belongs to. */}
      <input
        className="sr-only"
        type="email"
        name="email"
        autoComplete="username"
        defaultValue={email}
        hidden
        readOnly
      />
      <PasswordField {...field('password')} label={t('account.data.password')} autoComplete="current-password" />
    </ActionDialog>
  );
}

function Effects({ icon: Icon, title, items }: { icon: LucideIcon; title: string; items: readonly string[] }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="h4">{title}</h3>
      <ul className="effects">
        {items.map((item) => (
          <li key={item}>
            <Icon className="ic" aria-hidden="true" />
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
