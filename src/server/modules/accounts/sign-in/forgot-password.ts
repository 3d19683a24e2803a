import type { z } from 'zod';
import type { ForgotPasswordBody } from '#contract/accounts.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Platform } from '#server/start/platform.ts';
import { accountLimits } from '../account-limits.ts';
import { findUserByEmail } from '../accounts.repository.ts';
import type { AfterAnswer } from '../after-answer.ts';
import type { MailLink } from './mail-links.ts';
import type { RequireSolved } from './require-solved.ts';

interface ForgotPasswordDependencies extends Pick<Platform, 'db' | 'attempts'> {
  readonly requireSolved: RequireSolved;
  readonly mailLink: MailLink;
  readonly afterAnswer: AfterAnswer;
}

/**
 * The address is looked up after the response, so that neither its text nor its timing reveals
 * whether there is an account.
 */
export const createForgotPassword =
  ({ db, attempts, requireSolved, mailLink, afterAnswer }: ForgotPasswordDependencies) =>
  async ({ email, lang, captcha }: z.infer<typeof ForgotPasswordBody>, address: string): Promise<void> => {
    await attempts.take('forgot', address, accountLimits.forgottenOfAddress);
    await requireSolved(captcha);
    await attempts.take('forgot-account', email, accountLimits.forgottenOfAccount);
    afterAnswer.run('forgot-password', async () => {
      const user = await findUserByEmail(db, email);
      if (user && !user.isBlocked) await inTransaction(db, ({ tx }) => mailLink(tx, user, 'reset', lang));
    });
  };
