import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { RegistrationBody } from '#contract/accounts.ts';
import { inTransaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { accountLimits } from '../account-limits.ts';
import { findUserByEmail, insertUserIfAbsent, type UserRow } from '../accounts.repository.ts';
import type { Caller } from '../caller.ts';
import type { SignedIn } from '../sessions/sessions.ts';
import type { AccountParts } from '../account-parts.ts';

type Form = z.infer<typeof RegistrationBody>;

const what = 'registration';

/**
 * Whether an address has an account is revealed only after a solved robot check, and its owner is
 * notified.
 */
export const createRegister = (needs: AccountParts) => {
  const { db, clock, attempts, pendingAttempts, requireSolved, passwords, mailLink, notifyOwner, sessions } = needs;

  const insert = async (form: Form): Promise<UserRow | undefined> => {
    const passwordHash = await passwords.hash(form.password);
    return inTransaction(db, async ({ tx }) => {
      const user = await insertUserIfAbsent(tx, newUser(form, passwordHash, new Date(clock.now())));
      if (user) await mailLink(tx, user, 'activation', form.lang);
      return user;
    });
  };

  const openAccount = async (form: Form, address: string): Promise<UserRow> => {
    await requireSolved(form.captcha);
    const owner = await findUserByEmail(db, form.email);
    if (!owner) await attempts.take('opened-account', address, accountLimits.openedAccounts);
    const user = owner ? undefined : await insert(form);
    if (user) return user;
    const taken = owner ?? (await findUserByEmail(db, form.email));
    if (taken) await notifyOwner(taken);
    throw apiError('email_taken');
  };

  return async (form: Form, { address, userAgent }: Caller): Promise<SignedIn> => {
    const { isAdmitted, secondsLeft } = await pendingAttempts.reserveInLine(what, address, accountLimits.registrations);
    if (!isAdmitted) throw apiError('rate_limited', { retryAfterS: secondsLeft });
    const user = await pendingAttempts.settle(what, address, 'withdrawn', () => openAccount(form, address));
    return sessions.start(user, userAgent);
  };
};

const newUser = ({ email, lang, campaign, acceptedTerms }: Form, passwordHash: string, now: Date) => ({
  id: randomUUID(),
  email,
  passwordHash,
  lang,
  campaign: campaign ?? null,
  acceptedTermsAt: acceptedTerms === true ? now : null,
  createdAt: now,
});
