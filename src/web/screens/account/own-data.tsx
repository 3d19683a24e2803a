import { brand } from 'virtual:brand';
import { Download, EyeOff, type LucideIcon, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call, fetchFile } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { leave } from '#web/session/session-store.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { ErrorSummary } from '#web/ui/form/answered-form.tsx';
import { PasswordField } from '#web/ui/form/fields.tsx';
import { useAnsweredForm } from '#web/ui/form/use-answered-form.ts';
import { saveFile } from '#web/ui/save-file.ts';
import { AccountRow, PasswordOwner } from './rows.tsx';

/** Export and deletion of the data stored about the user. */
export function OwnData({ email }: { email: string }) {
  const { t } = usePhrases();
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Card title={t('account.data.title')} titleId="own-data">
      <Export />
      <AccountRow
        title={t('account.data.delete')}
        text={t('account.data.deleteText')}
        className="py-5 px-6 border-t border-line phone:px-4.5"
      >
        <Button look="s sm" onClick={() => setIsLeaving(true)} text={t('account.data.open')} />
      </AccountRow>
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
    saveFile(await getOwnData(), `${brand.slug}-data-${day}.json`);
    setIsSaved(true);
  });
  return (
    <AccountRow
      title={t('account.data.export')}
      text={t('account.data.exportText')}
      className="p-card"
      note={<output className="text-14 text-ink-3">{isSaved && t('account.data.saved')}</output>}
    >
      <Button action={save} look="s sm" icon={Download} text={t('account.data.save')} />
    </AccountRow>
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
      await call('POST /api/user/delete', { body: { password } });
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
      <ul className="grid gap-2 text-[length:var(--fs-14)]">
        {items.map((item) => (
          <li key={item} className="flex gap-2.5">
            <Icon className="ic flex-none size-4.5 mt-0.5 text-ink-3" />
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Export of all data stored about the caller. */
const getOwnData = (): Promise<Blob> => fetchFile('GET /api/user/export', 'application/json');
