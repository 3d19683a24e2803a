import type { z } from 'zod';
import type { ForgotPasswordBody } from '#contract/accounts.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { accountLimits } from '../account-limits.ts';
import { findUserByEmail } from '../accounts.repository.ts';
import type { AccountParts } from '../account-parts.ts';

/**
 * The address is looked up after the response, so that neither its text nor its timing reveals
 * whether there is an account.
 */
export const createForgotPassword =
  ({ db, attempts, requireSolved, mailLink, afterAnswer }: AccountParts) =>
  async ({ email, lang, captcha }: z.infer<typeof ForgotPasswordBody>, address: string): Promise<void> => {
    await attempts.take('forgot', address, accountLimits.forgottenOfAddress);
    await requireSolved(captcha);
    await attempts.take('forgot-account', email, accountLimits.forgottenOfAccount);
    afterAnswer.run('forgot-password', async () => {
      const user = await findUserByEmail(db, email);
      if (user && !user.isBlocked) await inTransaction(db, ({ tx }) => mailLink(tx, user, 'reset', lang));
    });
  };
