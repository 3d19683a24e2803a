import { Download, EyeOff, type LucideIcon, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteAccount, getOwnData } from '#web/api/calls/account-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { leave } from '#web/session/session-store.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Card } from '#web/ui/card.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { ErrorSummary } from '#web/ui/form/answered-form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { useAnsweredForm } from '#web/ui/form/use-answered-form.ts';
import { saveFile } from '#web/ui/save-file.ts';
import { PasswordOwner } from './fields.tsx';

/** Export and deletion of the data stored about the user. */
export function OwnData({ email }: { email: string }) {
  const { t } = usePhrases();
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Card title={t('account.data.title')} titleId="own-data">
      <Export />
      <div className="account-row flex items-center flex-wrap justify-between gap-4">
        <div className="flex flex-col gap-1 account-words">
          <h3 className="h4">{t('account.data.delete')}</h3>
          <span className="text-14 text-ink-3">{t('account.data.deleteText')}</span>
        </div>
        <button type="button" className="btn btn-s btn-sm" onClick={() => setIsLeaving(true)}>
          {t('account.data.open')}
        </button>
      </div>
      {isLeaving && <DeleteDialog email={email} onClose={() => setIsLeaving(false)} />}
    </Card>
  );
}

function Export() {
  const { t } = usePhrases();
  const [isSaved, setIsSaved] = useState(false);
  const save = useToastAction(async () => {
    setIsSaved(false);
    const day = new Date(serverClock.now()).toISOString().slice(0, 10);
    saveFile(await getOwnData(), `kurs-data-${day}.json`);
    setIsSaved(true);
  });
  return (
    <div className="p-card flex items-center flex-wrap justify-between gap-4">
      <div className="flex flex-col gap-1 account-words">
        <h3 className="h4">{t('account.data.export')}</h3>
        <span className="text-14 text-ink-3">{t('account.data.exportText')}</span>
        <output className="text-14 text-ink-3">{isSaved && t('account.data.saved')}</output>
      </div>
      <ActionButton action={save} className="btn btn-s btn-sm">
        <Download className="ic" />
        {t('account.data.save')}
      </ActionButton>
    </div>
  );
}

const erased = ['identity', 'use', 'reviews', 'contest'] as const;
const retained = ['signals', 'turnover'] as const;

/** What is deleted and what stays, with the password as confirmation by the owner. */
function DeleteDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = usePhrases();
  const { field, submit, summary } = useAnsweredForm({
    schema: () => import('#web/session/form-schemas.ts').then((file) => file.DeleteForm),
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
      <PasswordOwner email={email} />
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
            <Icon className="ic" />
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
