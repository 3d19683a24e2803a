import { randomInt } from 'node:crypto';
import { and, eq, isNull, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { ConfirmBody, NewTotp, RecoveryCodes, SecondFactor } from '#contract/second-factor.ts';
import { toInstant } from '#contract/wire.ts';
import { recoveryCodeCount, type SecondFactorState, totpDigits } from '#domain/accounts/user.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import { sha256 } from '#node/notes.ts';
import { openText, sealText } from '#server/crypto/seal-text.ts';
import type { Attempts } from '#server/database/attempts.ts';
import { type Executor, type Transaction, inTransaction } from '#server/database/connection.ts';
import { recoveryCodes, totpSecrets } from '#server/database/tables/sign-in-tables.ts';
import { apiError, limitReached } from '#server/http/api-error.ts';
import type { AccountsContext } from './accounts-context.ts';
import type { CallingSession } from './accounts.api.ts';
import { findUser, lockUser } from './accounts.repository.ts';
import { confirmSession, invalidateUser } from './sessions/sessions.ts';

/** Limits wrong codes and passwords: at 50 a day, guessing a code of six digits takes years. */
const limits = { short: { max: 5, windowMs: 15 * minuteMs }, day: { max: 50, windowMs: dayMs } } as const;
const factors = ['second-factor', 'second-factor-day'] as const;

/** From which addresses the user passed the second step. */
const passed = 'second-factor-passed';
const passedForMs = 90 * dayMs;

/** An authenticator app (RFC 6238) with recovery codes beside the password. */
export async function readSecondFactor(
  { db }: AccountsContext,
  userId: string,
  state: SecondFactorState,
): Promise<SecondFactor> {
  const totp = await findTotp(db, userId);
  return {
    state,
    totp: totp?.confirmedAt ? { createdAt: toInstant(totp.confirmedAt.getTime()) } : null,
    recoveryCodesLeft: await db.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
  };
}

export interface Trier {
  readonly address: string;
  /** This login session has not passed the second step yet. */
  readonly isWaiting: boolean;
}

/**
 * A code passes the second step of signing in; a password only confirms before a grave action.
 * Recovery codes have 80 bits, so that tries of them are not counted.
 */
export async function confirm(
  ctx: AccountsContext,
  session: CallingSession,
  given: ConfirmBody,
  trier: Trier,
): Promise<void> {
  if (given.by === 'password')
    return limited(ctx, session.sessionId, () => confirmByPassword(ctx, session, given.password));
  if (given.by === 'recovery') await confirmByCode(ctx, session, given);
  else await limited(ctx, await getTrier(ctx, session, trier), () => confirmByCode(ctx, session, given));
  await ctx.attempts.add(passed, `${session.user.id} ${trier.address}`, passedForMs);
}

/** Counts a try before it; a right one does not count, and changes nothing about wrong ones. */
async function limited<Result>(
  { attempts }: AccountsContext,
  who: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  await attempts.take(factors[0], who, limits.short);
  await attempts.take(factors[1], who, limits.day);
  const result = await attempt();
  for (const what of factors) await attempts.withdraw(what, who);
  return result;
}

/**
 * Whose wrong codes count together. A stranger who knows the password opens as many login sessions as
 * they like, so those that wait for a code count by their account; but where the user passed it
 * before, nobody else's tries count.
 */
async function getTrier(
  { attempts }: AccountsContext,
  { user, sessionId }: CallingSession,
  { address, isWaiting }: Trier,
): Promise<string> {
  if (!isWaiting) return sessionId;
  const caller = `${user.id} ${address}`;
  return (await attempts.count(passed, caller)) > 0 ? caller : user.id;
}

async function confirmByPassword(ctx: AccountsContext, session: CallingSession, password: string): Promise<void> {
  const user = await findUser(ctx.db, session.user.id);
  if (!(await ctx.passwords.isRight(password, user?.passwordHash ?? null))) throw apiError('wrong_password');
  await inTransaction(ctx.db, (work) => confirmSession(ctx, work, session, 'password'));
}

const confirmByCode = (
  ctx: AccountsContext,
  session: CallingSession,
  given: Exclude<ConfirmBody, { by: 'password' }>,
): Promise<void> =>
  inTransaction(ctx.db, async (work) => {
    const { tx } = work;
    const { id } = session.user;
    // Both or neither: a code is not spent on a login session that it does not confirm.
    await confirmSession(ctx, work, session, 'factor');
    const isSpent =
      given.by === 'totp'
        ? (await isEnrolled(tx, id)) && (await acceptCode(ctx, tx, id, given.code))
        : await spendRecoveryCode(tx, id, toCodeHash(given.code));
    if (!isSpent) throw apiError('second_factor_failed');
  });

/** An authenticator app that no code has confirmed yet is no factor. */
const isEnrolled = async (tx: Transaction, userId: string): Promise<boolean> =>
  Boolean((await findTotp(tx, userId))?.confirmedAt);

/** False: it is not a code of about now, or it was used. */
async function acceptCode(ctx: AccountsContext, tx: Transaction, userId: string, code: string): Promise<boolean> {
  const totp = await findTotp(tx, userId);
  const secret = totp && (await openText(ctx.config, 'second factor', totp.sealed));
  const step = secret ? toStep(secret, code, ctx.clock.now()) : null;
  return totp !== undefined && step !== null && spendStep(tx, totp, step);
}

export async function startTotp(ctx: AccountsContext, { user }: CallingSession): Promise<NewTotp> {
  const secret = new Secret({ size: 20 });
  const sealed = await sealText(ctx.config, 'second factor', secret.base32);
  await inTransaction(ctx.db, async ({ tx }) => {
    await lockUser(tx, user.id);
    if (await isEnrolled(tx, user.id)) throw limitReached(1);
    const createdAt = new Date(ctx.clock.now());
    await savePendingTotp(tx, { userId: user.id, sealed, createdAt, confirmedAt: null, lastStep: 0 });
  });
  return {
    secret: secret.base32,
    uri: createTotp(secret, { issuer: ctx.config.brand.name, label: user.email }).toString(),
  };
}

/** A first code proves that the app has the secret; this login session has passed the factor. */
export const addTotp = (ctx: AccountsContext, session: CallingSession, code: string): Promise<RecoveryCodes> =>
  limited(ctx, session.sessionId, () =>
    inTransaction(ctx.db, async (work) => {
      const { tx } = work;
      const { id } = session.user;
      await lockUser(tx, id);
      await confirmSession(ctx, work, session, 'factor');
      if ((await findTotp(tx, id))?.confirmedAt !== null) throw apiError('not_found');
      if (!(await acceptCode(ctx, tx, id, code))) throw apiError('second_factor_failed');
      const confirmedAt = new Date(ctx.clock.now());
      await tx.update(totpSecrets).set({ confirmedAt }).where(eq(totpSecrets.userId, id));
      return replaceRecoveryCodes(ctx, tx, id);
    }),
  );

/** The recovery codes go with the app: they would open nothing. */
export const removeTotp = (ctx: AccountsContext, { user }: CallingSession): Promise<void> =>
  inTransaction(ctx.db, async ({ tx, afterCommit }) => {
    await lockUser(tx, user.id);
    if (!(await isEnrolled(tx, user.id))) throw apiError('not_found');
    await deleteFactors(tx, user.id);
    afterCommit(() => invalidateUser(ctx, user.id));
  });

export const renewRecoveryCodes = (ctx: AccountsContext, { user }: CallingSession): Promise<RecoveryCodes> =>
  inTransaction(ctx.db, async ({ tx }) => {
    await lockUser(tx, user.id);
    if (!(await isEnrolled(tx, user.id))) throw apiError('not_found');
    return replaceRecoveryCodes(ctx, tx, user.id);
  });

/** Replaces the user's codes; only their hashes are stored. 80 bits each: nobody guesses a hash. */
async function replaceRecoveryCodes(
  { clock }: AccountsContext,
  tx: Transaction,
  userId: string,
): Promise<RecoveryCodes> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const createdAt = new Date(clock.now());
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: toCodeHash(code), createdAt })));
  return { recoveryCodes: codes };
}

/** Wrong codes of an account count no longer, because its password was set by its mailbox. */
export const invalidateWrongCodes = async (attempts: Attempts, userId: string): Promise<void> => {
  for (const what of factors) await attempts.invalidate(what, userId);
};

/** The values of RFC 6238 that every authenticator app assumes. */
const period = 30;
/** Steps before and after the current one: the phone's clock and the user's typing. */
const window = 1;

const createTotp = (secret: Secret, shown: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...shown, secret, algorithm: 'SHA1', digits: totpDigits, period });

/** The time step that the code belongs to; null: it is not a code of about now. */
function toStep(secret: string, code: string, now: number): number | null {
  const delta = createTotp(Secret.fromBase32(secret)).validate({ token: code, timestamp: now, window });
  return delta === null ? null : TOTP.counter({ period, timestamp: now }) + delta;
}

/** Letters and digits that are not mistaken for each other. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Four groups of four. */
const newRecoveryCode = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')).join(
    '-',
  );

/** However it was typed: case, spaces and dashes do not matter. */
const toCodeHash = (code: string): Buffer => Buffer.from(sha256(code.toLowerCase().replaceAll(/[^a-z\d]/g, '')));

type TotpRow = typeof totpSecrets.$inferSelect;

const findTotp = async (db: Executor, userId: string): Promise<TotpRow | undefined> =>
  (await db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)))[0];

/** Replaces one that was never confirmed. */
const savePendingTotp = async (tx: Transaction, totp: TotpRow): Promise<void> => {
  await tx
    .insert(totpSecrets)
    .values(totp)
    .onConflictDoUpdate({ target: totpSecrets.userId, set: totp, setWhere: isNull(totpSecrets.confirmedAt) });
};

/** False: a code of this step or a later one was accepted before. */
const spendStep = async (tx: Transaction, { userId, sealed }: TotpRow, step: number): Promise<boolean> => {
  const isNew = and(eq(totpSecrets.userId, userId), eq(totpSecrets.sealed, sealed), lt(totpSecrets.lastStep, step));
  return (await tx.update(totpSecrets).set({ lastStep: step }).where(isNew).returning()).length > 0;
};

/** False: the user has no such code, or used it. */
const spendRecoveryCode = async (tx: Transaction, userId: string, codeHash: Buffer): Promise<boolean> => {
  const isOwn = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash));
  return (await tx.delete(recoveryCodes).where(isOwn).returning()).length > 0;
};

/** Everything by which the user passes the second step of signing in. */
export const deleteFactors = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
};
