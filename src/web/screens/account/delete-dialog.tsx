import { EyeOff, type LucideIcon, Trash2 } from 'lucide-react';
import { deleteAccount } from '#web/api/account-calls.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { leave } from '#web/session/session-store.ts';
import { closeAround } from '#web/ui/close-around.ts';
import { Dialog } from '#web/ui/dialog.tsx';
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
  const { field, submit, isBusy, summary } = useAnsweredForm({
    schema: () => import('./delete-form.ts').then((file) => file.DeleteForm),
    defaultValues: { password: '' },
    robot: null,
    send: async ({ password }) => {
      await deleteAccount(password);
      leave('deleted');
    },
  });
  return (
    <Dialog title={<h2 className="h3">{t('account.data.dialog')}</h2>} closeLabel={t('common.close')} onClose={onClose}>
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
      <p className="s14 t3">{t('account.data.openSignal')}</p>
      <form
        className="col g4"
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <ErrorSummary {...summary} />
        {/* For the password manager: the account that the password belongs to. */}
        <input className="sr" type="email" name="email" autoComplete="username" defaultValue={email} hidden readOnly />
        <PasswordField {...field('password')} label={t('account.data.password')} autoComplete="current-password" />
        <div className="row wr g3">
          <button type="submit" className="btn btn-danger" aria-busy={isBusy} disabled={isBusy}>
            <Trash2 className="ic" aria-hidden="true" />
            {t('account.data.confirm')}
          </button>
          <button type="button" className="btn btn-s" onClick={closeAround}>
            {t('account.data.keep')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Effects({ icon: Icon, title, items }: { icon: LucideIcon; title: string; items: readonly string[] }) {
  return (
    <div className="col g2">
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
