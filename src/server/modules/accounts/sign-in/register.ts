import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { RegistrationBody } from '#contract/accounts.ts';
import { inTransaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { type Captcha, CaptchaUnavailable } from '#server/integrations/captcha/captcha.ts';
import { accountLimits } from '../account-limits.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { findUserByEmail, insertUserIfAbsent, type UserRow } from '../accounts.repository.ts';
import type { Caller } from '../caller.ts';
import { type SignedIn, startSession } from '../sessions/sessions.ts';
import { mailLink, notifyOwner } from './mail-links.ts';
import { reserveInLine, settleAttempt } from './pending-attempts.ts';

type Form = z.infer<typeof RegistrationBody>;

const what = 'registration';

/**
 * Whether an address has an account is revealed only after a solved robot check, and its owner is
 * notified.
 */
export async function register(ctx: AccountsContext, form: Form, { address, userAgent }: Caller): Promise<SignedIn> {
  const { isAdmitted, secondsLeft } = await reserveInLine(ctx, what, address, accountLimits.registrations);
  if (!isAdmitted) throw apiError('rate_limited', { retryAfterS: secondsLeft });
  const user = await settleAttempt(ctx, what, address, 'withdrawn', () => openAccount(ctx, form, address));
  return startSession(ctx, user, userAgent);
}

async function openAccount(ctx: AccountsContext, form: Form, address: string): Promise<UserRow> {
  const { db, attempts, captcha } = ctx;
  await requireSolved(captcha, form.captcha);
  const owner = await findUserByEmail(db, form.email);
  if (!owner) await attempts.take('opened-account', address, accountLimits.openedAccounts);
  const user = owner ? undefined : await insert(ctx, form);
  if (user) return user;
  const taken = owner ?? (await findUserByEmail(db, form.email));
  if (taken) await notifyOwner(ctx, taken);
  throw apiError('email_taken');
}

async function insert(ctx: AccountsContext, form: Form): Promise<UserRow | undefined> {
  const passwordHash = await ctx.passwords.hash(form.password);
  const now = new Date(ctx.clock.now());
  return inTransaction(ctx.db, async ({ tx }) => {
    const user = await insertUserIfAbsent(tx, {
      id: randomUUID(),
      email: form.email,
      passwordHash,
      lang: form.lang,
      campaign: form.campaign ?? null,
      acceptedTermsAt: form.acceptedTerms === true ? now : null,
      createdAt: now,
    });
    if (user) await mailLink(ctx, tx, user, 'activation', form.lang);
    return user;
  });
}

const retryAfterS = 10;

/** Throws captcha_failed unless this is a solved robot check; a solution can be used only once. */
export async function requireSolved(captcha: Captcha, payload: string | undefined): Promise<void> {
  if (payload === undefined || !(await captcha.isSolved(payload).catch(toUnavailable)))
    throw apiError('captcha_failed');
}

/** An outage of the partner does not count against the visitor. */
function toUnavailable(error: unknown): never {
  throw error instanceof CaptchaUnavailable ? apiError('captcha_unavailable', { retryAfterS, cause: error }) : error;
}
