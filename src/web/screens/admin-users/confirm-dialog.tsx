import { type FormEvent, useState } from 'react';
import type { AdminUser } from '#contract/admin-users.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { carryOut, minReason, needsReason, takesReason, type UserAction } from './user-change.ts';

interface ConfirmDialogProps {
  readonly action: UserAction;
  readonly user: AdminUser;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/**
 * Explains an action before it is performed, with a reason for the audit log where the action takes
 * one.
 */
export function ConfirmDialog({ action, user, onDone, onClose }: ConfirmDialogProps) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isTooShort = reason.trim().length < minReason(action) && (needsReason(action) || reason.trim() !== '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setBusy(true);
    void carryOut(action, user, reason.trim())
      .then(onDone)
      .catch((error: unknown) => {
        setFailure(errorText(error));
        setBusy(false);
      });
  };
  return (
    <Dialog
      title={<h2 className="h3">{t(`admin.users.${action}.title`)}</h2>}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <form className="col g4" onSubmit={submit}>
        <p className="break-anywhere">{t(`admin.users.${action}.text`, { email: user.email })}</p>
        {takesReason(action) && <ReasonField action={action} value={reason} onChange={setReason} />}
        <p className="loss s14" role="alert">
          {failure}
        </p>
        <div className="g-2 adm-acts">
          <button type="button" className="btn btn-s" onClick={onClose}>
            {t('admin.users.keep')}
          </button>
          <button type="submit" className="btn btn-p" aria-busy={isBusy} disabled={isBusy || isTooShort}>
            {t(`admin.users.${action}.confirm`)}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface ReasonFieldProps {
  readonly action: UserAction;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ReasonField({ action, value, onChange }: ReasonFieldProps) {
  const { t } = usePhrases();
  return (
    <div className="field">
      <label htmlFor="reason">{t('admin.users.reason')}</label>
      <textarea
        id="reason"
        className="inp-t area"
        rows={2}
        maxLength={500}
        required={needsReason(action)}
        aria-describedby="reason-hint"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className="msg" id="reason-hint">
        {t('admin.users.reasonHint', { min: minReason(action) })}
      </div>
    </div>
  );
}
