import { AtSign } from 'lucide-react';
import { useState } from 'react';
import type { PendingEmailChange, User } from '#contract/accounts.ts';
import { getEmailChange } from '#web/api/calls/account-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ChangeEmailDialog } from './change-email-dialog.tsx';

/** The address of an activated account, changed by a mail to each of the two addresses. */
export function ChangeEmail({ user }: { user: User }) {
  const { t } = usePhrases();
  const [isOpen, setIsOpen] = useState(false);
  const { data: pending, refetch } = useRead(['email-change', user.email], getEmailChange);
  return (
    <div className="p-card flex flex-col gap-3">
      <div className="flex items-center flex-wrap justify-between gap-4">
        <div className="flex flex-col gap-1 account-words">
          <h3 className="h4">{t('account.emailChange.title')}</h3>
          <span className="text-14 text-ink-3">{t('account.emailChange.text')}</span>
        </div>
        <button type="button" className="btn btn-s btn-sm" onClick={() => setIsOpen(true)}>
          <AtSign className="ic" aria-hidden="true" />
          {t('account.emailChange.button')}
        </button>
      </div>
      <output className="msg wrap-anywhere">{pending && <Pending change={pending} />}</output>
      {isOpen && (
        <ChangeEmailDialog
          email={user.email}
          onDone={() => {
            setIsOpen(false);
            refetch();
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

function Pending({ change: { email, expiresAt, isOldConfirmed, isNewConfirmed } }: { change: PendingEmailChange }) {
  const { t, f } = usePhrases();
  const what = isNewConfirmed ? 'pendingOld' : isOldConfirmed ? 'pendingNew' : 'pending';
  return t(`account.emailChange.${what}`, { email, time: f.moment(Date.parse(expiresAt), serverClock.now()) });
}
