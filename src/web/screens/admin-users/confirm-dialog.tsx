import { useState } from 'react';
import type { AdminUser } from '#contract/admin/users.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
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
  const [reason, setReason] = useState('');
  const isTooShort = reason.trim().length < minReason(action) && (needsReason(action) || reason.trim() !== '');
  return (
    <ActionDialog
      variant="operator"
      title={t(`admin.users.${action}.title`)}
      confirm={t(`admin.users.${action}.confirm`)}
      cancel={t('admin.users.keep')}
      isReady={!isTooShort}
      act={() => carryOut(action, user, reason.trim())}
      onDone={onDone}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{t(`admin.users.${action}.text`, { email: user.email })}</p>
      {takesReason(action) && <ReasonField action={action} value={reason} onChange={setReason} />}
    </ActionDialog>
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
