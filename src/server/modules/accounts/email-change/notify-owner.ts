import { inTransaction } from '#server/database/in-transaction.ts';
import type { QueueMail } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { accountLimits } from '../account-limits.ts';
import type { UserRow } from '../accounts.repository.ts';

/** Notifies the owner of an address that someone tried to register it, max once an hour. */
type NotifyOwner = (owner: UserRow) => Promise<void>;

interface NotifyOwnerDependencies extends Pick<Platform, 'db' | 'attempts'> {
  readonly queueMail: QueueMail;
}

export const createNotifyOwner =
  ({ db, attempts, queueMail }: NotifyOwnerDependencies): NotifyOwner =>
  async ({ id, email, lang }) => {
    const { max, windowMs } = accountLimits.existingAccountMail;
    if ((await attempts.add('existing-told', id, windowMs)) > max) return;
    const mail = { userId: id, to: email, lang };
    await inTransaction(db, ({ tx }) => queueMail(tx, { ...mail, kind: 'account_exists' }));
  };
